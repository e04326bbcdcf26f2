import Signal
import Spectrum
import TestSupport
import Testing

@Suite("Power spectrum")
struct PowerSpectrumTests {
  private let rate = Hertz(48_000)

  @Test(
    "a sine of full scale reads half its square, whatever the size of the frame",
    arguments: [512, 1024, 2048, 4096, 8192], [750.0, 997, 8_191])
  func sineCalibration(size: Int, frequency: Double) {
    let sine = TestSignals.sine(Hertz(frequency), seconds: 1, sampleRate: rate)

    let power = PowerSpectrum(of: sine, size: size).bandPower(from: Hertz(0), to: rate.nyquist)

    // The mean square of a part of a period at the end: within 1/12000 of one half.
    #expect(abs(Decibels(power: power).value + 3.0103) <= 0.001)
  }

  @Test("the bands add up to the mean square of the samples", arguments: [1, 1_000, 48_000])
  func parseval(frames: Int) {
    let noise = TestSignals.noise(
      seconds: Double(frames) / rate.value, channelCount: 2, sampleRate: rate)
    let samples = noise.channels.joined()
    let meanSquare = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(2 * frames)

    let spectrum = PowerSpectrum(of: noise, size: 1024)
    let bands = stride(from: 0.0, to: 24_000, by: 100).map {
      spectrum.bandPower(from: Hertz($0), to: Hertz($0 + 100))
    }

    // Single precision inside the transform.
    #expect(abs(bands.reduce(0, +) / meanSquare - 1) <= 1e-5)
  }

  @Test("a tone beside the bins leaks less than -60 dB to an octave away")
  func leakage() {
    let sine = TestSignals.sine(Hertz(1_008.7), amplitude: 0.5, seconds: 1, sampleRate: rate)

    let spectrum = PowerSpectrum(
      of: 9_600..<11_648, in: sine, window: HannWindow(count: 2048), transformSize: 2048)
    let tone = spectrum.bandPower(from: Hertz(900), to: Hertz(1_100))

    // -6 dBFS of peak are -9.03 dB of power; the bins of the main lobe lie in the band.
    #expect(abs(Decibels(power: tone).value + 9.03) <= 0.05)
    #expect(spectrum.bandPower(from: Hertz(0), to: Hertz(500)) <= tone * 1e-6)
    #expect(spectrum.bandPower(from: Hertz(2_000), to: rate.nyquist) <= tone * 1e-6)
  }

  @Test("white noise of full scale spreads evenly", arguments: [100.0, 1_000, 10_000])
  func whiteNoise(low: Double) {
    let noise = TestSignals.noise(seconds: 20, sampleRate: rate)

    let power = PowerSpectrum(of: noise, size: 4096).bandPower(from: Hertz(low), to: Hertz(2 * low))

    // Uniform noise has the mean square 1/3. In 20 s a band of 100 Hz has 2000 independent
    // values, whose mean scatters by 0.1 dB.
    let expected = low / 24_000 / 3
    #expect(abs(Decibels(power: power / expected).value) <= 0.3)
  }

  @Test("silence and an empty recording read zero", arguments: [0, 1, 10_000])
  func silence(frames: Int) {
    let spectrum = PowerSpectrum(
      of: AudioBuffer(silentFrames: frames, sampleRate: rate), size: 1024)

    #expect(spectrum.power.allSatisfy { $0 == 0 })
  }

  @Test("channels count as the mean of their powers")
  func channels() {
    let left = TestSignals.sine(Hertz(1_000), seconds: 0.5, sampleRate: rate).channels[0]
    let silence = [Float](repeating: 0, count: left.count)
    let both = AudioBuffer(channels: [left, silence], sampleRate: rate)

    let power = PowerSpectrum(of: both, size: 1024).bandPower(from: Hertz(0), to: rate.nyquist)

    // A quarter: half of a sine, in half of the channels. Single precision.
    #expect(abs(power - 0.25) <= 1e-5)
  }

  @Test("a part longer than the window is read to its end")
  func longPart() {
    // Loud only in the last tenth, which the last frame alone covers.
    var samples = [Float](repeating: 0, count: 9_000)
    for frame in 8_100..<9_000 { samples[frame] = 1 }
    let audio = AudioBuffer(channels: [samples], sampleRate: rate)

    let spectrum = PowerSpectrum(
      of: 0..<9_000, in: audio, window: HannWindow(count: 4_096), transformSize: 4096)

    // The last of four frames alone sees it, under 2 % of the square of its window.
    #expect(spectrum.power.reduce(0, +) > 0.005)
  }
}

extension PowerSpectrum {
  fileprivate init(
    of range: Range<Int>, in audio: AudioBuffer, window: HannWindow, transformSize: Int
  ) {
    var transform = RealFFT(size: transformSize)
    self.init(of: range, in: audio, window: window, transform: &transform)
  }
}
