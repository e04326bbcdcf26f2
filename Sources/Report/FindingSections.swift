import Golden
import Metrics

/// Findings of one kind and metric, or of metrics that tell one story, to be listed together.
struct FindingSection {
  /// What the findings have in common, such as "worse".
  let title: String
  /// The metric, or the name of the group of metrics.
  let subject: String
  /// The findings, with the largest change first.
  let findings: [Finding]
  /// Whether each finding has to say of which metric it is.
  let isGroup: Bool

  /// The sections of a preset: what is worse, worse within what is allowed, better, and moved.
  static func all(of comparison: Comparison) -> [FindingSection] {
    let moved = comparison.findings(.moved)
    return sections("worse", comparison.findings(.worse))
      + sections(
        "worse, within what is allowed", moved.filter(FindingOrder.isWorseWithinAllowance))
      + sections("better", comparison.findings(.better))
      + sections(
        "moved", moved.filter { !FindingOrder.isWorseWithinAllowance($0) }, grouped: true)
  }

  /// The lines of the section: a heading that counts, and the first rows.
  func lines(rows most: Int) -> [String] {
    let units = Set(findings.compactMap(\.metric?.unit.rawValue))
    let unit = units.count == 1 ? units.first.map { " (\($0))" } ?? "" : ""
    let rows = findings.prefix(most).map { finding in
      [finding.fixture] + (isGroup ? [finding.metric?.id ?? ""] : []) + [
        ReadingText.place(finding.place),
        "\(ReadingText.value(finding.golden, finding.metric)) -> "
          + ReadingText.value(finding.measured, finding.metric),
        ReadingText.change(from: finding.golden, to: finding.measured, finding.metric),
        units.count > 1 ? finding.metric?.unit.rawValue ?? "" : ReadingText.harm(finding),
      ]
    }
    var lines = ["  \(title): \(subject), \(ReadingText.count(findings.count, "reading"))\(unit)"]
    lines += Columns.lines(
      Array(rows), indent: 4, rightAligned: isGroup ? [3, 4] : [2, 3])
    if most > 1, rows.count < findings.count {
      lines.append("    and \(findings.count - rows.count) more")
    }
    return lines
  }

  private static func sections(
    _ title: String, _ findings: [Finding], grouped: Bool = false
  ) -> [FindingSection] {
    var bySubject: [String: [Finding]] = [:]
    var subjects: [String] = []
    for metric in FindingOrder.byAxis(findings) {
      let subject = (grouped ? group(of: metric) : nil) ?? metric.id
      if !subjects.contains(subject) { subjects.append(subject) }
    }
    for finding in findings {
      guard let metric = finding.metric else { continue }
      bySubject[(grouped ? group(of: metric) : nil) ?? metric.id, default: []].append(finding)
    }
    return subjects.map { subject in
      let findings = bySubject[subject, default: []]
      return FindingSection(
        title: title, subject: subject, findings: FindingOrder.largestFirst(findings),
        isGroup: findings.contains { $0.metric?.id != subject })
    }
  }

  /// The group of a metric that seldom moves alone; nil for one that stands for itself.
  private static func group(of metric: MetricDescription) -> String? {
    if metric.id.hasPrefix("band-") { return "band levels" }
    let levels = [
      "integrated-loudness", "loudness-range", "normaliser-gain", "sample-peak", "true-peak",
    ]
    return levels.contains(metric.id) ? "levels" : nil
  }
}
