import Signal

/// Round numbers along an axis.
enum Ticks {
  /// The multiples of a round step within a range.
  ///
  /// - Parameters:
  ///   - range: The range of the axis, in its own unit.
  ///   - most: How many intervals there may be.
  /// - Returns: The numbers, and how many decimals they need.
  static func round(in range: ClosedRange<Double>, most: Int) -> (values: [Double], decimals: Int) {
    let least = (range.upperBound - range.lowerBound) / Double(most)
    for exponent in -6...9 {
      let power = DeterministicMath.exp10(Double(exponent))
      for factor in [1.0, 2, 5] where factor * power >= least * (1 - 1e-9) {
        return (multiples(of: factor * power, in: range), max(0, -exponent))
      }
    }
    return ([], 0)
  }

  /// The ticks of a time axis with their texts, and the unit of the texts.
  static func times(
    from start: Double, to end: Double
  ) -> (ticks: [(seconds: Double, text: String)], unit: String) {
    let least = (end - start) / 13
    guard least > 5 else {
      let (values, decimals) = round(in: start...end, most: 13)
      return (values.map { ($0, Fixed.text($0, decimals: min(6, decimals))) }, "s")
    }
    let steps: [Double] = [10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200]
    let step = steps.first { $0 >= least } ?? (least / 86_400).rounded(.up) * 86_400
    let hasHours = end >= 3_600
    let ticks = multiples(of: step, in: start...end).map { seconds in
      let whole = Int(seconds)
      let (hours, minutes) = hasHours ? (whole / 3_600, whole / 60 % 60) : (0, whole / 60)
      let tail = ":" + twoDigits(whole % 60)
      return (seconds, hasHours ? "\(hours):" + twoDigits(minutes) + tail : "\(minutes)" + tail)
    }
    return (ticks, hasHours ? "h:min:s" : "min:s")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    let first = (range.lowerBound / step - 1e-6).rounded(.up)
    let last = (range.upperBound / step + 1e-6).rounded(.down)
    // Too few and too many alike are signs of a range that no axis has.
    guard first <= last, last - first <= 1_000 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }
}
