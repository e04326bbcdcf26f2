import Signal
import Spectrum
import TestSupport
import Testing

@Suite("Real Fourier transform")
struct RealFFTTests {
  private let rate = Hertz(48_000)

  /// The powers by the definition of the transform, in double precision.
  private func slowPowers(_ samples: [Float], size: Int) -> [Double] {
    (0...size / 2).map { bin in
      var real = 0.0
      var imaginary = 0.0
      for (index, sample) in samples.enumerated() {
        let turn = 2 * Double.pi * Double(bin * index % size) / Double(size)
        let window =
          (1 - DeterministicMath.cos(2 * .pi * Double(index) / Double(samples.count))) / 2
        real += Double(sample) * window * DeterministicMath.cos(turn)
        imaginary -= Double(sample) * window * DeterministicMath.sin(turn)
      }
      return real * real + imaginary * imaginary
    }
  }

  @Test("agrees with the sum that defines it", arguments: [(8, 8), (64, 64), (60, 64), (7, 128)])
  func agreesWithDefinition(length: Int, size: Int) {
    let samples = TestSignals.noise(
      seconds: Double(length) / rate.value, sampleRate: rate
    ).channels[0]
    var transform = RealFFT(size: size)
    var powers = [Double](repeating: 0, count: transform.binCount)

    transform.addPower(
      of: samples, from: 0, window: HannWindow(count: length), scale: 1, to: &powers)

    for (fast, slow) in zip(powers, slowPowers(samples, size: size)) {
      // Single precision, at magnitudes up to `length`.
      #expect(abs(fast - slow) <= 1e-5 * Double(length))
    }
  }

  @Test(
    "what lies outside of the recording is silence", arguments: [-100, -64, -10, 0, 30, 100, 500])
  func outside(start: Int) {
    let samples = TestSignals.noise(seconds: 100 / rate.value, sampleRate: rate).channels[0]
    let padding = [Float](repeating: 0, count: 600)
    let window = HannWindow(count: 64)
    var transform = RealFFT(size: 64)
    var short = [Double](repeating: 0, count: 33)
    var padded = short

    transform.addPower(of: samples, from: start, window: window, scale: 1, to: &short)
    transform.addPower(
      of: padding + samples + padding, from: start + 600, window: window, scale: 1, to: &padded)

    #expect(short == padded)
  }

  @Test("many tasks may transform at a time, and all get the same bits")
  func concurrency() async {
    let noise = TestSignals.noise(seconds: 1, sampleRate: rate)
    let sizes = [256, 512, 1024, 2048]
    let alone = sizes.map { PowerSpectrum(of: noise, size: $0).power }

    let together = await withTaskGroup(of: (Int, [Double]).self) { group in
      for task in 0..<32 {
        group.addTask { (task % 4, PowerSpectrum(of: noise, size: sizes[task % 4]).power) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(together.count == 32)
    for (index, power) in together { #expect(power == alone[index]) }
  }
}
