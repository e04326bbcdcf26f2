import Signal
import Spectrum

@testable import Corpus

/// What the tests of noise read from samples, and the recipes that they share.
enum NoiseProbe {
  /// One recipe of each kind.
  static let kinds: [(name: String, part: NoiseRecipe.Part)] = [
    ("colour", NoiseRecipe.Part(.colour(colour))),
    ("spectrum", NoiseRecipe.Part(.spectrum(spectrum))),
    ("hum", NoiseRecipe.Part(.hum(hum))),
    ("clicks", NoiseRecipe.Part(.clicks(clicks))),
    ("babble", NoiseRecipe.Part(.babble(babble))),
    (
      "modulation",
      NoiseRecipe.Part(
        .colour(colour),
        modulation: [
          NoiseRecipe.Modulation(shape: .random, rateHz: 1.5, depthDB: 4),
          NoiseRecipe.Modulation(shape: .periodic, rateHz: 0.5, depthDB: 2),
        ])
    ),
  ]

  static let colour = NoiseRecipe.Colour(
    highPassHz: 100, highPassOrder: 1, lowPassHz: 2_000, lowPassOrder: 2)
  static let spectrum = NoiseRecipe.Spectrum(
    fromHz: 100, levelsDB: [-30, -34, -20, -38, -41, -40, -30, -46])
  static let hum = NoiseRecipe.Hum(
    fundamentalHz: 60, driftHz: 0.05, linesDB: [-20, nil, -31, -50, nil, -40])
  static let clicks = NoiseRecipe.Clicks(
    eventsPerSecond: 12, peakDB: span(-30, -20), resonanceHz: span(300, 6_000), resonances: 3,
    decaySeconds: span(0.02, 0.1), attackSeconds: 0.001,
    release: NoiseRecipe.Clicks.Release(afterSeconds: span(0.05, 0.1), levelDB: -6))
  static let babble = NoiseRecipe.Babble(talkers: 3, syllablesPerSecond: 4.4, levelSpreadDB: 3)

  static func span(_ from: Double, _ to: Double) -> NoiseRecipe.Span {
    NoiseRecipe.Span(from: from, to: to)
  }

  static func samples(
    _ part: NoiseRecipe.Part, seed: UInt64 = 9, seconds: Double, rate: Double
  ) -> [Double] {
    NoiseGenerator.samples(
      NoiseRecipe(seed: seed, parts: [part]), frameCount: Int((seconds * rate).rounded()),
      sampleRate: Hertz(rate))
  }

  static func meanSquare(_ samples: some Collection<Double>) -> Double {
    samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }

  /// The digest of the samples as little-endian 32-bit floats.
  static func digest(_ samples: [Double]) -> String {
    samples.map { Float($0).bitPattern.littleEndian }.withUnsafeBytes {
      SHA256.hexDigest(of: $0)
    }
  }

  /// The mean power of each bin of Hann windows that overlap by half; the bins add up to the mean
  /// square.
  static func spectrum(_ samples: [Double], size: Int) -> [Double] {
    let transform = DeterministicFFT(size: size)
    let window = (0..<size).map {
      (1 - DeterministicMath.cos(2 * .pi * Double($0) / Double(size))) / 2
    }
    var power = [Double](repeating: 0, count: size / 2 + 1)
    let starts = Array(stride(from: 0, through: samples.count - size, by: size / 2))
    for start in starts {
      var x = zip(window, samples[start..<start + size]).map { $0 * $1 }
      var y = [Double](repeating: 0, count: size)
      transform.forward(&x, &y)
      for bin in 1..<size / 2 {
        let slot = Int(transform.slots[bin])
        power[bin] += x[slot] * x[slot] + y[slot] * y[slot]
      }
    }
    // One side of the spectrum; the mean square of the window is 3/8.
    let scale = 2 / (Double(size) * Double(size) * 0.375 * Double(starts.count))
    return power.map { $0 * scale }
  }

  /// The mean square between two frequencies, in decibels.
  static func level(
    of power: [Double], from low: Double, to high: Double, rate: Double
  ) -> Double {
    let width = rate / 2 / Double(power.count - 1)
    var sum = 0.0
    for bin in 1..<power.count - 1 {
      let share =
        min(Double(bin) + 0.5, high / width) - max(Double(bin) - 0.5, low / width)
      if share > 0 { sum += min(1, share) * power[bin] }
    }
    return Decibels(power: sum).value
  }

  /// The first frame in which two signals differ in any bit; nil where the shorter one is a start
  /// of the longer.
  static func firstDifference(_ left: [Double], _ right: [Double]) -> Int? {
    (0..<min(left.count, right.count)).first { left[$0].bitPattern != right[$0].bitPattern }
  }
}
