/// Numbers as text with a fixed number of decimals, whatever the language of the machine.
package enum Fixed {
  /// The text of a number, such as "-16.02"; infinities read "inf" and "-inf", NaN "nan".
  ///
  /// - Parameters:
  ///   - value: A number below 1e12 in magnitude, an infinity or NaN.
  ///   - decimals: How many digits follow the point, from 0 to 6.
  package static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    precondition((0...6).contains(decimals), "from none to six decimals")
    let factor = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000][decimals]
    let scaled = (value.magnitude * factor).rounded()
    guard scaled < 1e18 else { return "\(value)" }
    let digits = String(Int64(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
