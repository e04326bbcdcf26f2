import Metrics
import Signal
import Spectrum
import TestSupport
import Testing

@Suite("Spectral delta")
struct SpectralDeltaTests {
  private let rate = Hertz(48_000)
  private let noise = Self.noise
  private static let noise = TestSignals.noise(
    amplitude: 0.25, seconds: 10, channelCount: 2, sampleRate: Hertz(48_000))

  @Test("a render compared with itself reads exactly nothing")
  func identity() throws {
    let readings = try SpectralDelta().readings(approved: noise, candidate: noise)

    #expect(readings.map(\.name) == ["spectral-delta-dB", "spectral-delta-peak-dB"])
    #expect(readings.allSatisfy { $0.value == 0 })
  }

  @Test("a bell reads its own mean gain over the band at its centre", arguments: [-6.0, 4])
  func bell(gain: Double) throws {
    let filter = TestFilter.bell(2_000, gain: gain, q: 1)
    let band = FrequencyBand.thirdOctave(3)
    let steps = 1_000
    let power = (0..<steps).reduce(0.0) { sum, step in
      let part = (Double(step) + 0.5) / Double(steps)
      let frequency = band.low.value + part * (band.high.value - band.low.value)
      return sum + filter.response.gain(at: Hertz(frequency)).power / Double(steps)
    }

    let readings = try SpectralDelta().readings(approved: noise, candidate: filter(noise))

    // White noise in a band of 460 Hz, 10 s, two channels: the ratio scatters far less than the
    // levels do, for both renders come from the same samples.
    #expect(abs(readings[0].value - Decibels(power: power).value) <= 0.1)
    #expect(readings[0].place == Place(band))
    // A short frame weighs the slopes of the bell differently; no cell can exceed its centre.
    #expect(abs(readings[1].value) >= abs(readings[0].value) - 0.01)
    #expect(abs(readings[1].value) <= abs(gain) + 0.1)
  }

  @Test("a loss that lasts 90 ms is found, with its time and its band")
  func shortLoss() throws {
    // Nine decibels above 5 kHz, from 4.015 to 4.105 s.
    let quieter = TestFilter.highPass(5_000)(noise)
    let factor = Float(1 - Decibels(-9).amplitude)
    let candidate = AudioBuffer(
      channels: zip(noise.channels, quieter.channels).map { original, high in
        original.indices.map { frame in
          (192_720..<197_040).contains(frame)
            ? original[frame] - factor * high[frame] : original[frame]
        }
      }, sampleRate: rate)

    let readings = try SpectralDelta().readings(approved: noise, candidate: candidate)

    // A tenth of a second in ten seconds: 0.04 dB of the long-term level.
    #expect(abs(readings[0].value) <= 0.1)
    // The frame that fits best holds all of the loss but what lies under its faded ends.
    #expect((-10 ... -7).contains(readings[1].value))
    let place = try #require(readings[1].place)
    #expect(try #require(place.startSeconds) <= 4.06 && (try #require(place.endSeconds)) >= 4.06)
    #expect(try #require(place.lowHertz) >= 5_000)
  }

  @Test("what lies under the floor is no difference, in the short and in the long run")
  func floor() throws {
    let tone = TestSignals.sine(Hertz(1_000), amplitude: 0.5, seconds: 2, sampleRate: rate)
    let hiss = TestSignals.noise(amplitude: 0.003, seconds: 2, sampleRate: rate)
    func mix(_ gain: Float) -> AudioBuffer {
      tone.mapped { frame, sample in sample + gain * hiss.channels[0][frame] }
    }

    // Thirds of an octave of the hiss lie from 45 dB to 60 dB under the tone.
    let readings = try SpectralDelta().readings(approved: mix(1), candidate: mix(0.1))

    #expect(readings[0].value < -5)
    #expect(try #require(readings[0].place?.lowHertz) > 5_000)
    // The hiss beats with the hard ends of the tone, which reach over the floor.
    #expect(abs(readings[1].value) <= 0.3)
  }

  @Test("the last bit of 16 bits is no difference")
  func lastBit() throws {
    var generator = SeededGenerator(seed: 3)
    let candidate = noise.mapped { _, sample in
      switch generator.nextUniform() {
      case ..<(-0.97): sample - 0x1p-15
      case 0.97...: sample + 0x1p-15
      default: sample
      }
    }

    for reading in try SpectralDelta().readings(approved: noise, candidate: candidate) {
      #expect(abs(reading.value) <= reading.metric.tolerance)
    }
  }

  @Test("a missing end is found, and so is a tail that nobody asked for")
  func lengths() throws {
    let short = noise.frames(0..<432_000)

    let cut = try SpectralDelta().readings(approved: noise, candidate: short)
    let tail = try SpectralDelta().readings(approved: short, candidate: noise)

    // Cells fall to the floor, 40 dB below the loudest, or rise from it; a tenth of the energy.
    #expect(cut[1].value < -15)
    #expect(tail[1].value > 15)
    #expect(abs(cut[0].value + 0.46) <= 0.15)
  }

  @Test("silence is compared too")
  func silence() throws {
    let silence = AudioBuffer(silentFrames: 48_000, channelCount: 2, sampleRate: rate)

    let same = try SpectralDelta().readings(approved: silence, candidate: silence)
    let sound = try SpectralDelta().readings(approved: silence, candidate: noise)

    #expect(same.allSatisfy { $0.value == 0 })
    #expect(sound.allSatisfy { $0.value > 40 && $0.value.isFinite })
  }

  @Test("renders that cannot be compared are refused")
  func refused() {
    var broken = noise
    broken.update(channel: 1) { $0[5] = .nan }
    let empty = AudioBuffer(silentFrames: 0, channelCount: 2, sampleRate: rate)
    let mono = AudioBuffer(channels: [noise.channels[0]], sampleRate: rate)
    let slow = AudioBuffer(channels: noise.channels, sampleRate: Hertz(44_100))

    #expect(throws: MetricError.notFinite(recording: .candidate, channel: 1, frame: 5)) {
      try SpectralDelta().readings(approved: noise, candidate: broken)
    }
    #expect(throws: MetricError.notFinite(recording: .approved, channel: 1, frame: 5)) {
      try SpectralDelta().readings(approved: broken, candidate: noise)
    }
    #expect(throws: MetricError.empty(recording: .candidate)) {
      try SpectralDelta().readings(approved: noise, candidate: empty)
    }
    #expect(throws: MetricError.channelMismatch(expected: 2, found: 1)) {
      try SpectralDelta().readings(approved: noise, candidate: mono)
    }
    #expect(throws: MetricError.rateMismatch(expected: rate, found: Hertz(44_100))) {
      try SpectralDelta().readings(approved: noise, candidate: slow)
    }
  }
}
