import Golden
import Metrics
import Presets

/// A report for the page of a change: the verdict, then what is not as approved, preset by preset.
package struct MarkdownReport {
  /// How many readings of a preset are listed before the rest is counted.
  private static let mostRows = 12

  private let report: RunReport

  /// Creates the Markdown of a report.
  package init(_ report: RunReport) { self.report = report }

  /// The page.
  package var text: String {
    var lines = ["# Presets against their goldens: \(words(report.outcome))", ""]
    lines.append(Self.escaped(RunSummary.outcome(report)))
    for comparison in report.comparisons where comparison.outcome != .same {
      lines += preset(comparison)
    }
    lines += report.orphans.isEmpty ? [] : [""]
    lines += report.orphans.map {
      "- The golden \(Self.code($0)) belongs to no preset: remove it, or bring its preset back."
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func preset(_ comparison: Comparison) -> [String] {
    var lines = ["", "## \(Self.escaped(comparison.preset.id)): \(words(comparison.outcome))"]
    if !comparison.changes.isEmpty {
      let changes = comparison.changes.map { change in
        "\(Self.code(change.key)) \(Self.escaped(ComparisonText.old(change))) → "
          + Self.escaped(ComparisonText.new(change))
      }
      lines += ["", changes.joined(separator: ", ")]
    }
    let faults = FindingOrder.worstFirst(comparison.findings.filter(FindingOrder.isFault))
    for finding in faults where finding.fixture.isEmpty {
      lines += ["", Self.escaped(FindingText.line(finding))]
    }
    lines += table(faults.filter { !$0.fixture.isEmpty })
    let sound = ComparisonText.sound(comparison)
    lines += sound.isEmpty ? [] : [""]
    lines += sound.map { "- sound: \(Self.escaped($0))" }
    return lines + next(comparison)
  }

  private func table(_ faults: [Finding]) -> [String] {
    guard !faults.isEmpty else { return [] }
    var lines = ["", "| fixture | where | metric | golden → now | why |", "|---|---|---|---|---|"]
    lines += faults.prefix(Self.mostRows).map { finding in
      "| " + cells(finding).map(Self.escaped).joined(separator: " | ") + " |"
    }
    let rest = faults.dropFirst(Self.mostRows)
    let kinds: [(Verdict, String)] = [
      (.worse, "worse"), (.invalid, "not checked"), (.moved, "moved"),
    ]
    let counts = kinds.map { verdict, word in
      (count: rest.count { $0.verdict == verdict }, word: word)
    }.filter { $0.count > 0 }
    guard let first = counts.first else { return lines }
    let parts =
      ["\(first.count) more \(first.word)"]
      + counts.dropFirst().map { "\($0.count) \($0.word)" }
    return lines + ["", "and \(parts.joined(separator: ", "))"]
  }

  /// The fixture, the place, the metric, the values, and why the reading is listed.
  private func cells(_ finding: Finding) -> [String] {
    let name = FindingText.hasOwnName(finding) ? finding.name : ""
    let place = ReadingText.place(finding.place)
    guard let metric = finding.metric, finding.problem == nil else {
      return [finding.fixture, place, finding.metric?.id ?? name, "", finding.problem ?? ""]
    }
    let change = ReadingText.change(from: finding.golden, to: finding.measured, metric)
    let values =
      "\(ReadingText.value(finding.golden, metric)) → \(ReadingText.value(finding.measured, metric))"
    let delta = "(" + (change.isEmpty ? "" : "\(change) ") + "\(metric.unit.rawValue))"
    return [finding.fixture, place, metric.id, "\(values) \(delta)", why(finding)]
  }

  private func why(_ finding: Finding) -> String {
    finding.verdict == .worse ? ReadingText.harm(finding) : FindingText.verdict(finding)
  }

  private func next(_ comparison: Comparison) -> [String] {
    let commands = NextCommands(report.request, comparison)
    let keep =
      commands.hasSettings ? "to keep it, write the numbers into the preset's file; " : ""
    var code: [String]
    switch commands.step {
    case .nothing: return []
    case .mend: code = ["# when it is mended", commands.check]
    case .mendOrApprove:
      code = ["# when it is mended", commands.check, "# or, if it is intended", commands.accept]
    case .listen:
      code = ["# listen", commands.listen, "# \(keep)if it is intended", commands.accept]
    }
    var fence = "```"
    while code.contains(where: { $0.contains(fence) }) { fence += "`" }
    code = ["", "\(fence)sh"] + code + [fence]
    return code
  }

  private func words(_ outcome: Outcome) -> String {
    switch outcome {
    case .same: "as approved"
    case .changed: "changed, needs approval"
    case .unchecked: "not checked"
    case .hurt: "speech is hurt"
    }
  }

  /// A name in the type of code; a name with a backtick stays plain.
  private static func code(_ text: String) -> String {
    text.contains("`") ? escaped(text) : "`\(text)`"
  }

  /// A text that stays on its line, in its cell, and text.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|": escaped += "\\|"
      case "<": escaped += "&lt;"
      case "&": escaped += "&amp;"
      case "\n", "\r": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
