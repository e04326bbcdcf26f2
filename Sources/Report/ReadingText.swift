import Golden
import Metrics
import Signal

/// Readings and places in the words of reports.
enum ReadingText {
  /// A value with as many decimals as people tell apart.
  static func value(_ value: Double?, _ metric: MetricDescription?) -> String {
    guard let value else { return "-" }
    return Fixed.text(value, decimals: decimals(metric))
  }

  /// A number of things, such as "1 reading" or "2 readings".
  static func count(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
  }

  /// A change with its sign: that of the values as they are printed, so that what is printed adds
  /// up; nothing where a silence takes part.
  static func change(from golden: Double?, to measured: Double?, _ metric: MetricDescription?)
    -> String
  {
    guard let golden, let measured else { return "-" }
    guard golden.isFinite, measured.isFinite else { return "" }
    let steps = [1.0, 10, 100, 1_000][decimals(metric)]
    let change =
      ((measured * steps).rounded() - (golden * steps).rounded()) / steps
    return (change > 0 ? "+" : "") + value(change, metric)
  }

  private static func decimals(_ metric: MetricDescription?) -> Int {
    switch metric?.unit {
    case .milliseconds: 0
    case .index: 3
    default: 2
    }
  }

  /// Where something was measured, such as "T of 'left', 1.084-1.102 s".
  static func place(_ place: Place?) -> String {
    guard let place else { return "" }
    var parts: [String] = []
    switch (place.phone, place.word) {
    case (let phone?, let word?): parts.append("\(phone) of '\(word)'")
    case (let phone?, nil): parts.append(phone)
    case (nil, let word?): parts.append("'\(word)'")
    case (nil, nil): break
    }
    if let start = place.startSeconds {
      let end = place.endSeconds.map { "-" + Fixed.text($0, decimals: 3) } ?? ""
      parts.append("\(Fixed.text(start, decimals: 3))\(end) s")
    }
    if let low = place.lowHertz, let high = place.highHertz {
      parts.append("\(Fixed.text(low, decimals: 0))-\(Fixed.text(high, decimals: 0)) Hz")
    }
    return parts.joined(separator: ", ")
  }

  /// A bound with as many decimals as it takes.
  private static func bound(_ value: Double, _ metric: MetricDescription?) -> String {
    Fixed.text(value, decimals: metric?.unit == .index ? 3 : 1)
  }

  /// Why a reading counts as worse.
  static func harm(_ finding: Finding) -> String {
    let unit = finding.metric?.unit.rawValue ?? ""
    switch finding.harm {
    case .beyondAllowance(let allowed):
      return "\(bound(allowed, finding.metric)) \(unit) allowed"
    case .acrossLimit(let limit):
      return "crosses the limit of \(bound(limit, finding.metric)) \(unit)"
    case .beyondBudget(let anchor, let budget):
      return "\(bound(budget, finding.metric)) \(unit) allowed since the last release "
        + "(then \(Fixed.text(anchor, decimals: 2)))"
    case nil: return ""
    }
  }
}

/// Columns of text, each as wide as its widest cell.
enum Columns {
  /// Sets rows in columns; the last column is not padded.
  static func lines(_ rows: [[String]], indent: Int, rightAligned: Set<Int> = []) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell -> String in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        if rightAligned.contains(column) { return padding + cell }
        return column + 1 == row.count ? cell : cell + padding
      }
      var line = String(repeating: " ", count: indent) + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
