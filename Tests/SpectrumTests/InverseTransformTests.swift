import Signal
import Spectrum
import TestSupport
import Testing

@Suite("Inverse Fourier transform")
struct InverseTransformTests {
  @Test("samples come back from their spectrum", arguments: [8, 60, 4096])
  func roundTrip(size: Int) {
    let samples = TestSignals.noise(
      seconds: Double(size) / 48_000, sampleRate: Hertz(48_000)
    ).channels[0]
    var transform = RealFFT(size: size)
    var spectrum = [Float](repeating: 0, count: 2 * transform.binCount)
    var result = [Float](repeating: 0, count: size)

    transform.readSpectrum(of: samples, into: &spectrum)
    transform.readSamples(of: spectrum, into: &result)

    // Single precision: a few roundings of numbers up to the root of the size.
    for (before, after) in zip(samples, result) { #expect(abs(before - after) <= 1e-5) }
  }

  @Test("a late impulse turns the phase by its delay")
  func delay() {
    var transform = RealFFT(size: 16)
    var spectrum = [Float](repeating: 0, count: 18)

    transform.readSpectrum(of: [0, 0, 0, 1], into: &spectrum)

    for bin in 0...8 {
      let angle = -2 * Double.pi * 3 * Double(bin) / 16
      // Single precision.
      #expect(abs(Double(spectrum[2 * bin]) - DeterministicMath.cos(angle)) <= 1e-6)
      #expect(abs(Double(spectrum[2 * bin + 1]) - DeterministicMath.sin(angle)) <= 1e-6)
    }
  }
}
