package import Golden

/// A finding in the words of reports.
package enum FindingText {
  /// One finding in one line: what, how much, where, and why it counts.
  package static func line(_ finding: Finding) -> String {
    if let problem = finding.problem { return "\(finding.name): \(problem)" }
    let place = ReadingText.place(finding.place)
    let harm = ReadingText.harm(finding)
    return "\(finding.name): \(finding.verdict.rawValue), "
      + "golden \(ReadingText.value(finding.golden, finding.metric)), "
      + "measured \(ReadingText.value(finding.measured, finding.metric))"
      + (place.isEmpty ? "" : ", \(place)") + (harm.isEmpty ? "" : ", \(harm)")
  }
}
