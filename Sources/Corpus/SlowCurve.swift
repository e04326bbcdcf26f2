import Signal

/// A random curve without corners: a cubic spline over independent random numbers.
///
/// Any stretch of it can be had at once, however slow it is, as no filter has to settle.
///
/// Source: M. Unser, "Splines: a perfect fit for signal and image processing", IEEE Signal
/// Processing Magazine 16(6), 1999 (the cubic B-spline β³).
enum SlowCurve {
  /// The standard deviation of a curve, which stays within -1 to 1.
  ///
  /// The numbers have a variance of 1/3, and ∫ (β³)² = 151/315.
  static let deviation = (151.0 / 945).squareRoot()

  /// How many random numbers a second make a curve go up through zero once a second.
  ///
  /// Source: S. O. Rice, "Mathematical analysis of random noise", Bell System Technical Journal
  /// 24(1), 1945, equation 3.3-11, with ∫ (β³')² = 2/3.
  private static let knotsPerRise = 2 * Double.pi / (2.0 / 3 * 315 / 151).squareRoot()

  /// Reads the curve of a seed.
  ///
  /// - Parameters:
  ///   - seed: What sets the random numbers.
  ///   - risesPerSecond: How often the curve goes up through zero, on average.
  ///   - count: How many values.
  ///   - rate: How many of them make a second.
  /// - Returns: Values from -1 to 1.
  static func values(
    seed: UInt64, risesPerSecond: Double, count: Int, rate: Double
  ) -> [Double] {
    var values = [Double](repeating: 0, count: count)
    let step = risesPerSecond * knotsPerRise / rate
    var knot = -1
    var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    for place in 0..<count {
      let position = Double(place) * step
      let current = Int(position)
      if current != knot {
        knot = current
        let near = knots(seed: seed, from: knot)
        (a, b, c, d) = (near[0], near[1], near[2], near[3])
      }
      let u = position - Double(current)
      let v = 1 - u
      values[place] =
        (v * v * v * a + (3 * u * u * u - 6 * u * u + 4) * b
          + (3 * v * v * v - 6 * v * v + 4) * c + u * u * u * d) / 6
    }
    return values
  }

  /// Four of the random numbers. The seed moves on by the step of the generator for each, which
  /// lets it start anywhere.
  private static func knots(seed: UInt64, from first: Int) -> [Double] {
    var random = SeededGenerator(seed: seed &+ UInt64(first) &* 0x9E37_79B9_7F4A_7C15)
    return (0..<4).map { _ in random.nextUniform() }
  }
}
