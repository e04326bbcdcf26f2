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

  /// The most phases that two rates may have between them: 44.1 and 48 kHz have 160.
  static let mostPhases = 4_000

  /// Whether two rates have few enough phases between them.
  static func converts(from input: Hertz, to output: Hertz) -> Bool {
    Int(output.value) / divisor(input, output) <= mostPhases
  }

  /// How many samples leave for some that enter.
  static func count(of samples: Int, from input: Hertz, to output: Hertz) -> Int {
    let common = divisor(input, output)
    return samples * (Int(output.value) / common) / (Int(input.value) / common)
  }

  /// Converts noise from one whole rate to any other, with the same windowed sinc; what lies above
  /// half of the lower rate goes.
  ///
  /// Source: J. O. Smith, Digital Audio Resampling Home Page, "Theory of Ideal Bandlimited
  /// Interpolation", for the cut-off at the lower of the two rates.
  static func convert(_ samples: [Float], from input: Hertz, to output: Hertz) -> [Float] {
    let common = divisor(input, output)
    let (up, down) = (Int(output.value) / common, Int(input.value) / common)
    guard up != down else { return samples }
    let cutoff = min(1, Double(up) / Double(down))
    let side = Int((Double(reach) / cutoff).rounded(.up))
    let kernels = (0..<up).map { kernel(offset: Double($0) / Double(up), cutoff, side: side) }
    var converted = [Float](repeating: 0, count: samples.count * up / down)
    for index in converted.indices {
      let (whole, phase) = (index * down).quotientAndRemainder(dividingBy: up)
      let kernel = kernels[phase]
      let start = whole - side + 1
      var sum = 0.0
      for tap in max(0, -start)..<max(max(0, -start), min(kernel.count, samples.count - start)) {
        sum += kernel[tap] * Double(samples[start + tap])
      }
      converted[index] = Float(sum)
    }
    return converted
  }

  private static func divisor(_ first: Hertz, _ second: Hertz) -> Int {
    var (a, b) = (Int(first.value), Int(second.value))
    while b != 0 { (a, b) = (b, a % b) }
    return max(1, a)
  }

  /// The weights of the input samples around a point that lies between two of them.
  ///
  /// - Parameters:
  ///   - offset: Where the point lies, from the sample before it.
  ///   - cutoff: The end of the band, as a share of the input's.
  ///   - side: How many samples count on each side.
  private static func kernel(
    offset: Double, _ cutoff: Double = 1, side: Int = reach
  ) -> [Double] {
    let weights = (0..<2 * side).map { tap -> Double in
      let distance = (Double(tap - side + 1) - offset) * cutoff
      let ratio = distance / Double(reach)
      guard abs(ratio) < 1 else { return 0 }
      let window =
        DeterministicMath.besselI0(beta * (1 - ratio * ratio).squareRoot())
        / DeterministicMath.besselI0(beta)
      guard distance != 0 else { return window }
      return DeterministicMath.sin(.pi * distance) / (.pi * distance) * window
    }
    // A constant must stay one: take out the ripple of the pass band at 0 Hz.
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }
}
