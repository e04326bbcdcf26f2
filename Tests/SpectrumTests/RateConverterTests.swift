import Signal
import Spectrum
import TestSupport
import Testing

@Suite("Rate converter")
struct RateConverterTests {
  private static let target = Hertz(10_000)

  private func converter(from rate: Double) -> RateConverter {
    let edge = min(rate, Self.target.value) / 2
    return RateConverter(
      from: Hertz(rate), to: Self.target,
      lowPass: KaiserLowPass(
        edge: Hertz(edge), slope: Hertz(edge / 10), rejection: Decibels(60)))
  }

  private func tone(_ hertz: Double, at rate: Double) -> [Float] {
    TestSignals.sine(Hertz(hertz), seconds: 0.5, sampleRate: Hertz(rate)).channels[0]
  }

  @Test(
    "a tone comes out as the same tone at the other rate, in time to the sample",
    arguments: [8_000.0, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000], [150.0, 1_000, 3_700])
  func passBand(rate: Double, hertz: Double) {
    let output = converter(from: rate).convert(
      tone(hertz, at: rate), 0..<Int((rate / 2).rounded()))
    let expected = tone(hertz, at: Self.target.value)

    #expect(abs(output.count - expected.count) <= 1)
    // 60 dB of rejection leave a ripple of a thousandth; the ends lack half of the filter.
    let middle = 200..<4_800
    #expect(middle.allSatisfy { abs(output[$0] - expected[$0]) <= 0.002 })
  }

  @Test("what has no place at the lower rate is gone", arguments: [5_300.0, 9_900, 17_000])
  func stopBand(hertz: Double) {
    let output = converter(from: 48_000).convert(tone(hertz, at: 48_000), 0..<24_000)

    // 60 dB, and a dB for the design formula, which is an approximation.
    #expect((200..<4_800).allSatisfy { abs(output[$0]) <= 0.00112 })
  }

  @Test("outside of the range there is silence", arguments: [-700..<9_000, 3_000..<3_100, 0..<0])
  func silence(range: Range<Int>) {
    let samples = TestSignals.noise(seconds: 0.1, sampleRate: Hertz(48_000)).channels[0]
    let cut = range.map { samples.indices.contains($0) ? samples[$0] : 0 }
    let converter = converter(from: 48_000)

    let output = converter.convert(samples, range)

    #expect(output.count == converter.count(of: range.count))
    #expect(output.elementsEqual(converter.convert(cut, cut.indices)))
  }

  @Test("a transform that is filled in place reads a cosine in its bin")
  func transform() {
    var transform = RealFFT(size: 64)
    var parts: [Float] = []

    transform.transform {
      for index in 0..<64 {
        $0[index] = Float(DeterministicMath.cos(2 * .pi * 5 * Double(index) / 64))
      }
    } _: {
      parts = Array($0)
    }

    #expect(parts.count == 66)
    // Rounding of single precision; the exact answer is 32 in the real part of bin 5.
    #expect(parts.indices.allSatisfy { abs(parts[$0] - ($0 == 10 ? 32 : 0)) <= 1e-4 })
  }
}
