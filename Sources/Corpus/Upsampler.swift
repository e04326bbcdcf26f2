import Signal

/// Raises a sample rate by a whole factor, for recordings that were made at a low rate.
///
/// An app's engine runs at the rate of its hardware and converts what comes in slower; so does
/// the corpus, where a recipe says so.
enum Upsampler {
  /// The half-length of the interpolator, in input samples.
  private static let reach = 32
  /// The shape of the Kaiser window: side lobes under -90 dB.
  private static let beta = 9.0

  /// Interpolates with a windowed sinc.
  ///
  /// Source: J. O. Smith, Spectral Audio Signal Processing, "Kaiser Window" and "Windowed Sinc
  /// Interpolation".
  ///
  /// - Parameters:
  ///   - samples: The input.
  ///   - factor: How many samples leave for each that enters; at least 1.
  /// - Returns: The output; its first sample is the input's first.
  static func upsample(_ samples: [Float], by factor: Int) -> [Float] {
    precondition(factor >= 1, "a factor is at least one")
    guard factor > 1 else { return samples }
    let kernels = (0..<factor).map { kernel(offset: Double($0) / Double(factor)) }
    var output = [Float](repeating: 0, count: samples.count * factor)
    for frame in samples.indices {
      for (phase, kernel) in kernels.enumerated() {
        var sum = 0.0
        let start = frame - reach + 1
        for tap in max(0, -start)..<min(kernel.count, samples.count - start) {
          sum += kernel[tap] * Double(samples[start + tap])
        }
        output[frame * factor + phase] = Float(sum)
      }
    }
    return output
  }

  /// The weights of the input samples around a point that lies between two of them.
  private static func kernel(offset: Double) -> [Double] {
    let weights = (0..<2 * reach).map { tap -> Double in
      let distance = Double(tap - reach + 1) - offset
      let ratio = distance / Double(reach)
      guard abs(ratio) < 1 else { return 0 }
      let window = besselI0(beta * (1 - ratio * ratio).squareRoot()) / besselI0(beta)
      guard distance != 0 else { return window }
      return DeterministicMath.sin(.pi * distance) / (.pi * distance) * window
    }
    // A constant must stay one: take out the ripple of the pass band at 0 Hz.
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The modified Bessel function of the first kind and order zero (Abramowitz and Stegun, 9.6.12).
  private static func besselI0(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var n = 1.0
    while term > sum * 1e-17 {
      term *= x * x / (4 * n * n)
      sum += term
      n += 1
    }
    return sum
  }
}
