import Signal
import TestSupport
import Testing

@testable import Corpus

@Suite("Rate conversion of noise")
struct RateConversionTests {
  @Test(
    "a tone below both halves keeps its amplitude and pitch",
    arguments: [
      (44_100.0, 48_000.0), (48_000, 44_100), (32_000, 48_000), (96_000, 44_100), (8_000, 192_000),
    ])
  func tone(from: Double, to: Double) {
    let tone = TestSignals.sine(
      Hertz(1_000), amplitude: 0.5, seconds: 0.5, sampleRate: Hertz(from)
    ).channels[0]
    let converted = Upsampler.convert(tone, from: Hertz(from), to: Hertz(to))
    let expected = TestSignals.sine(
      Hertz(1_000), amplitude: 0.5, seconds: 0.5, sampleRate: Hertz(to)
    ).channels[0]

    #expect(converted.count == Upsampler.count(of: tone.count, from: Hertz(from), to: Hertz(to)))
    #expect(abs(converted.count - Int(to / 2)) <= 1)
    // The ends of the tone are steps, which ring for the length of the kernel.
    let edge = Int(to * 0.02)
    let differences = zip(converted, expected).map { abs($0 - $1) }
    // The window keeps errors 80 dB under the tone.
    #expect((differences[edge..<differences.count - edge].max() ?? 1) <= 5e-5)
  }

  @Test("a tone above the lower half is gone")
  func alias() {
    let tone = TestSignals.sine(
      Hertz(30_000), amplitude: 0.5, seconds: 0.2, sampleRate: Hertz(96_000)
    ).channels[0]
    let converted = Upsampler.convert(tone, from: Hertz(96_000), to: Hertz(44_100))
    // 80 dB under the tone.
    #expect((converted[1_000..<converted.count - 1_000].map(abs).max() ?? 1) <= 5e-5)
  }

  @Test("the same rate changes nothing, and rates without a common measure are refused")
  func limits() {
    let noise = TestSignals.noise(
      amplitude: 0.3, seconds: 0.1, seed: 3, sampleRate: Hertz(48_000)
    ).channels[0]
    #expect(Upsampler.convert(noise, from: Hertz(48_000), to: Hertz(48_000)) == noise)
    #expect(Upsampler.converts(from: Hertz(44_100), to: Hertz(48_000)))
    #expect(!Upsampler.converts(from: Hertz(44_100), to: Hertz(44_101)))
  }

  @Test("a short noise goes on without a step and with its own power")
  func loop() {
    let rate = Hertz(48_000)
    let noise = TestSignals.noise(amplitude: 0.5, seconds: 1, seed: 5, sampleRate: rate)
      .channels[0].map { Double($0) }
    let long = NoiseLoop.samples(noise, frameCount: 480_000, sampleRate: rate)
    func power(_ samples: ArraySlice<Double>) -> Double {
      samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    }

    #expect(long.count == 480_000)
    #expect(Array(long[..<12_000]) == Array(noise[..<12_000]))
    for start in stride(from: 0, to: 468_000, by: 12_000) {
      // White noise of a quarter of a second scatters by 1.3 %; five times that.
      let ratio = power(long[start..<start + 12_000]) / power(noise[...])
      #expect(abs(ratio - 1) <= 0.065, "\(start)")
    }
    #expect(NoiseLoop.samples(noise, frameCount: 100, sampleRate: rate) == Array(noise[..<100]))
  }
}
