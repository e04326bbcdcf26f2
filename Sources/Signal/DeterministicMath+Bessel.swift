extension DeterministicMath {
  /// The modified Bessel function of the first kind and order zero.
  ///
  /// Source: Abramowitz and Stegun, 9.6.12.
  package static func besselI0(_ x: Double) -> Double {
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
