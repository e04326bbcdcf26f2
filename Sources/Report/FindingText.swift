package import Golden
import Metrics

/// A finding in the words of reports.
package enum FindingText {
  /// One finding in one line: what, where, how much, and why it counts.
  package static func line(_ finding: Finding) -> String {
    if let problem = finding.problem {
      return hasOwnName(finding) ? "\(finding.name): \(problem)" : problem
    }
    let place = ReadingText.place(finding.place)
    let harm = ReadingText.harm(finding)
    let unit = finding.metric.map { " \($0.unit.rawValue)" } ?? ""
    let value = ReadingText.value(finding.measured, finding.metric)
    let start = (finding.metric?.id ?? finding.name) + (place.isEmpty ? "" : ", \(place)")
    let end = harm.isEmpty ? "" : ", \(harm)"
    guard let golden = finding.golden else { return "\(start): \(value)\(unit)\(end)" }
    let change = ReadingText.change(from: golden, to: finding.measured, finding.metric)
    return "\(start): \(verdict(finding)), "
      + "\(ReadingText.value(golden, finding.metric)) -> \(value)\(unit)"
      + (change.isEmpty ? "" : " (\(change))") + end
  }

  /// The verdict in words, which tell a reading that has moved the bad way from the others.
  static func verdict(_ finding: Finding) -> String {
    FindingOrder.isWorseWithinAllowance(finding)
      ? "worse, within what is allowed" : finding.verdict.rawValue
  }

  /// Whether the finding is of a reading, and not of a whole fixture or a whole preset.
  static func hasOwnName(_ finding: Finding) -> Bool {
    !finding.fixture.isEmpty && finding.name != finding.fixture
  }
}
