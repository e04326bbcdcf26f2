import Signal
import TestSupport
import Testing

@testable import Corpus

@Suite("Upsampler")
struct UpsamplerTests {
  private static let rate = Hertz(16_000)
  /// The reach of the interpolator: nearer to an end it reads the silence beyond it.
  private static let edge = 33

  private func upsampled(_ hertz: Double, by factor: Int) -> (output: [Float], ideal: [Float]) {
    let low = TestSignals.sine(Hertz(hertz), seconds: 0.25, sampleRate: Self.rate)
    let high = TestSignals.sine(
      Hertz(hertz), seconds: 0.25, sampleRate: Hertz(Self.rate.value * Double(factor)))
    return (Upsampler.upsample(low.channels[0], by: factor), high.channels[0])
  }

  @Test(
    "a sine comes out as the same sine",
    arguments: [50.0, 440, 1_000, 3_000, 5_000, 7_000], [2, 3])
  func sine(hertz: Double, factor: Int) {
    let (output, ideal) = upsampled(hertz, by: factor)
    let margin = Self.edge * factor
    let errors = zip(output, ideal).map { abs($0 - $1) }[margin..<output.count - margin]

    #expect(output.count == ideal.count)
    // The window has side lobes of -90 dB; error and image of a sine add up to -80 dB at most.
    #expect(errors.allSatisfy { Double($0) <= Decibels(-80).amplitude })
  }

  @Test("the images of a sine lie 80 dB under it", arguments: [440.0, 3_000, 7_000])
  func images(hertz: Double) {
    let (output, _) = upsampled(hertz, by: 3)
    let rate = Self.rate.value * 3
    // Whole periods of a quarter of a second would be cut by the margins: 0.2 s holds whole ones.
    let window = output[2_400 / 2..<2_400 / 2 + 9_600]
    func amplitude(_ hertz: Double) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for (frame, sample) in window.enumerated() {
        let turns = hertz * Double(frame) / rate
        let phase = 2 * .pi * (turns - turns.rounded())
        real += Double(sample) * DeterministicMath.cos(phase)
        imaginary += Double(sample) * DeterministicMath.sin(phase)
      }
      return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(window.count)
    }
    let images = [Self.rate.value - hertz, Self.rate.value + hertz]

    // Rounding to Float.
    #expect(abs(amplitude(hertz) - 1) <= 1e-4)
    for image in images {
      #expect(amplitude(image) <= Decibels(-80).amplitude)
    }
  }

  @Test("a constant stays constant", arguments: [2, 3, 4])
  func constant(factor: Int) {
    let output = Upsampler.upsample([Float](repeating: 0.5, count: 200), by: factor)
    let margin = Self.edge * factor

    // The weights of every phase add up to 1, so only Float's last bit is left.
    #expect(output[margin..<output.count - margin].allSatisfy { abs($0 - 0.5) <= 0.5 * 0x1p-23 })
  }

  @Test("the samples of the input are among those of the output", arguments: [1, 2, 3])
  func originals(factor: Int) {
    let input = TestSignals.noise(seconds: 0.02, sampleRate: Self.rate).channels[0]
    let output = Upsampler.upsample(input, by: factor)

    #expect(output.count == input.count * factor)
    for (frame, sample) in input.enumerated() {
      // Whole distances from a sample are zeros of the sinc, up to the rounding of π: 1e-16 of
      // each of the 63 neighbours, under Float's last bit.
      #expect(abs(output[frame * factor] - sample) <= 0x1p-23)
    }
  }

  @Test("less than the reach of the interpolator comes out as long", arguments: [0, 1, 5])
  func short(count: Int) {
    let output = Upsampler.upsample([Float](repeating: 1, count: count), by: 3)

    #expect(output.count == 3 * count)
    #expect(output.allSatisfy { $0.isFinite })
  }
}
