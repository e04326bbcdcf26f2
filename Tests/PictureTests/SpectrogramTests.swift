import Signal
import TestSupport
import Testing

@testable import Picture

@Suite("Spectrogram")
struct SpectrogramTests {
  private static let rate = Hertz(48_000)

  private static func spectrogram(
    of audio: AudioBuffer, top: Hertz = rate.nyquist, columns: Int = 20
  ) -> Spectrogram {
    Spectrogram(
      of: audio, from: 0, to: audio.durationSeconds, top: top, windowSeconds: 0.005,
      columns: columns, rows: 260)
  }

  private static func column(_ column: Int, of spectrogram: Spectrogram) -> [Double] {
    (0..<spectrogram.rows).map { spectrogram.levels[$0 * spectrogram.columns + column] }
  }

  @Test(
    "a sine lights the row of its frequency, at its own level",
    arguments: [1_000.0, 4_650, 12_000, 20_010], [0.0, -20, -60])
  func sine(frequencyHz: Double, levelDB: Double) throws {
    let audio = TestSignals.sine(
      Hertz(frequencyHz), amplitude: Decibels(levelDB).amplitude, seconds: 0.2,
      sampleRate: Self.rate)
    let spectrogram = Self.spectrogram(of: audio)

    for index in 1..<19 {
      let levels = Self.column(index, of: spectrogram)
      let loudest = try #require(levels.indices.max { levels[$0] < levels[$1] })
      let low = Double(loudest) * 24_000 / 260
      // A bin is 47 Hz wide, and its middle decides in which row it stands.
      #expect(low - 24 <= frequencyHz && frequencyHz < low + 24_000 / 260 + 24)
      // Half a bin beside the peak of a Hann window of 240 samples is 0.07 dB down.
      #expect(abs(levels[loudest] - levelDB) < 0.1)
    }
  }

  @Test(
    "a constant of full scale reads twice its height in the lowest row, where it meets its image")
  func constant() {
    let audio = AudioBuffer(
      channels: [[Float](repeating: 1, count: 9_600)], sampleRate: Self.rate)
    let levels = Self.column(10, of: Self.spectrogram(of: audio))

    // Twice is 6.02 dB; single precision is good to 1e-4 dB.
    #expect(abs(levels[0] - 6.0206) < 1e-3)
    // The side lobes of a Hann window of 5 ms are 60 dB down from 1 kHz on.
    #expect(levels[20...].allSatisfy { $0 < -60 })
  }

  @Test("a click stands in its column alone", arguments: [1, 7, 18])
  func click(column: Int) {
    let audio = TestSignals.impulse(
      at: 480 * column + 240, frameCount: 9_600, sampleRate: Self.rate)
    let spectrogram = Self.spectrogram(of: audio)

    let rows = 0..<spectrogram.rows
    #expect(rows.allSatisfy { Self.column(column, of: spectrogram)[$0] > -60 })
    for other in 0..<20 where other != column {
      #expect(Self.column(other, of: spectrogram).allSatisfy { $0 == -.infinity })
    }
  }

  @Test("the top may lie below half the sample rate")
  func top() throws {
    let audio = TestSignals.sine(Hertz(1_000), seconds: 0.2, sampleRate: Self.rate)
    let levels = Self.column(10, of: Self.spectrogram(of: audio, top: Hertz(2_000)))
    let loudest = try #require(levels.indices.max { levels[$0] < levels[$1] })

    // 1 kHz is the middle of 2 kHz; bins are two to a row there.
    #expect(abs(loudest - 130) <= 1)
  }

  @Test("two channels read as the mean of their powers")
  func channels() throws {
    let sine = TestSignals.sine(Hertz(1_000), seconds: 0.2, sampleRate: Self.rate)
    let silent = [Float](repeating: 0, count: sine.frameCount)
    let both = AudioBuffer(channels: [sine.channels[0], silent], sampleRate: Self.rate)

    let one = Self.column(10, of: Self.spectrogram(of: sine))
    let two = Self.column(10, of: Self.spectrogram(of: both))

    // Half the power is 3.01 dB less; the rest is rounding.
    #expect(zip(one, two).allSatisfy { abs($0 - $1 - 3.0103) < 1e-3 })
  }

  @Test("a window that is longer than the recording, and a top near zero, are fine")
  func extremes() {
    let audio = TestSignals.noise(seconds: 0.01, sampleRate: Hertz(8_000))
    let spectrogram = Spectrogram(
      of: audio, from: 0, to: 0.01, top: Hertz(1e-3), windowSeconds: 100, columns: 3, rows: 4)

    #expect(spectrogram.levels.count == 12)
    #expect(!spectrogram.levels.contains { $0.isNaN })
  }
}
