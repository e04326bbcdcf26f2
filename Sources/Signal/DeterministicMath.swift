/// The elementary functions, from additions, multiplications and divisions alone.
///
/// C libraries round these differently from one system to the next, and a filter coefficient that
/// differs in its last bit makes a render that differs in its last bit. Every operation here is
/// one that IEEE 754 defines to the bit, so coefficients and generated signals are the same on
/// every machine. Errors stay within a few units in the last place over the ranges named.
package enum DeterministicMath {
  /// The natural logarithm of 2.
  package static let ln2 = 0.693147180559945309417232121458
  /// The natural logarithm of 10.
  package static let ln10 = 2.30258509299404568401799145468

  /// ln 2 in two parts; the high part has 21 trailing zero bits, so small multiples are exact.
  private static let ln2High = 0.693147180369123816490
  private static let ln2Low = 1.90821492927058770002e-10
  /// π/2 in three parts; the first two have trailing zero bits, so small multiples are exact.
  private static let halfPiHigh = 1.57079632673412561417
  private static let halfPiMiddle = 6.07710050630396597660e-11
  private static let halfPiLow = 2.02226624879595063154e-21

  /// The exponential function; underflows to zero and overflows to infinity.
  ///
  /// Source: Taylor's series on |r| ≤ ln 2 / 2 after the reduction x = k ln 2 + r
  /// (Muller, Elementary Functions, 3rd ed., section 11.3).
  package static func exp(_ x: Double) -> Double {
    guard x == x else { return x }
    guard x < 709.79 else { return .infinity }
    guard x > -745.2 else { return 0 }
    let k = (x / ln2).rounded()
    let r = (x - k * ln2High) - k * ln2Low
    var sum = 1.0
    for n in stride(from: 14.0, through: 1.0, by: -1.0) { sum = 1 + r / n * sum }
    return scale(sum, by: Int(k))
  }

  /// The natural logarithm; zero gives `-infinity`, a negative number NaN.
  ///
  /// Source: ln m = 2 artanh((m − 1)/(m + 1)) on √½ ≤ m < √2
  /// (Abramowitz and Stegun, 4.1.27).
  package static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return x }
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      exponent += 1
    }
    let t = (mantissa - 1) / (mantissa + 1)
    let t2 = t * t
    var sum = 0.0
    for n in stride(from: 23.0, through: 1.0, by: -2.0) { sum = 1 / n + t2 * sum }
    return exponent * ln2High + (2 * t * sum + exponent * ln2Low)
  }

  /// The sine of an angle in radians, for |x| below a million.
  package static func sin(_ x: Double) -> Double { quadrant(x, shift: 0) }

  /// The cosine of an angle in radians, for |x| below a million.
  package static func cos(_ x: Double) -> Double { quadrant(x, shift: 1) }

  /// The tangent of an angle in radians, for |x| below a million.
  package static func tan(_ x: Double) -> Double { sin(x) / cos(x) }

  /// The hyperbolic sine.
  package static func sinh(_ x: Double) -> Double {
    guard abs(x) < 0.5 else { return (exp(x) - exp(-x)) / 2 }
    // The difference of exponentials cancels near zero; Taylor's series does not.
    var sum = 1.0
    for n in stride(from: 16.0, through: 2.0, by: -2.0) { sum = 1 + x * x / (n * (n + 1)) * sum }
    return x * sum
  }

  /// 10 raised to a power.
  package static func exp10(_ x: Double) -> Double { exp(x * ln10) }

  /// The logarithm to the base 10; zero gives `-infinity`, a negative number NaN.
  package static func log10(_ x: Double) -> Double { log(x) / ln10 }

  private static func quadrant(_ x: Double, shift: Int) -> Double {
    precondition(abs(x) < 1e6, "the angle must lie below a million radians")
    let k = (x / halfPiHigh).rounded()
    let r = ((x - k * halfPiHigh) - k * halfPiMiddle) - k * halfPiLow
    switch (Int(k) + shift) & 3 {
    case 0: return sinOnOctant(r)
    case 1: return cosOnOctant(r)
    case 2: return -sinOnOctant(r)
    default: return -cosOnOctant(r)
    }
  }

  private static func sinOnOctant(_ r: Double) -> Double {
    var sum = 1.0
    for n in stride(from: 16.0, through: 2.0, by: -2.0) { sum = 1 - r * r / (n * (n + 1)) * sum }
    return r * sum
  }

  private static func cosOnOctant(_ r: Double) -> Double {
    var sum = 1.0
    for n in stride(from: 17.0, through: 1.0, by: -2.0) { sum = 1 - r * r / (n * (n + 1)) * sum }
    return sum
  }

  /// Scales by a power of two in two steps, so that subnormal results round once.
  private static func scale(_ x: Double, by power: Int) -> Double {
    let half = power / 2
    return x * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: power - half, significand: 1)
  }
}
