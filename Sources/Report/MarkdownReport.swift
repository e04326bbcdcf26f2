import Golden
import Metrics
import Presets
import Signal

/// A report for the page of a change: a table of presets, then what moved in those that did.
package struct MarkdownReport {
  private let report: RunReport

  /// Creates the Markdown of a report.
  package init(_ report: RunReport) { self.report = report }

  /// The page.
  package var text: String {
    var lines = ["# Presets against their goldens: \(words(report.outcome))", ""]
    lines += ["| preset | verdict | same | better | moved | worse | not checked |"]
    lines += ["|---|---|---|---|---|---|---|"]
    for comparison in report.comparisons {
      let counts = [Verdict.same, .better, .moved, .worse, .invalid].map {
        "\(comparison.findings($0).count)"
      }
      lines.append(
        "| \(Self.escaped(comparison.preset.id)) | \(words(comparison.outcome)) | "
          + counts.joined(separator: " | ") + " |")
    }
    for comparison in report.comparisons where comparison.outcome != .same {
      lines += ["", "## \(Self.escaped(comparison.preset.id)): \(words(comparison.outcome))", ""]
      if !comparison.changes.isEmpty {
        let changes = comparison.changes.map { change in
          "`\(change.key)` \(change.old?.description ?? "absent") → "
            + (change.new?.description ?? "absent")
        }
        lines += [changes.joined(separator: ", "), ""]
      }
      let faults = comparison.findings.filter { ![.same, .better].contains($0.verdict) }
        .sorted { rank($0.verdict) < rank($1.verdict) }
      for finding in faults.prefix(40) {
        lines.append(Self.escaped("- \(finding.fixture): \(FindingText.line(finding))"))
      }
      if faults.count > 40 { lines.append("- and \(faults.count - 40) more") }
    }
    lines += report.orphans.isEmpty ? [] : [""]
    lines += report.orphans.map { "- The golden `\($0)` belongs to no preset." }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(_ outcome: Outcome) -> String {
    switch outcome {
    case .same: "as approved"
    case .changed: "changed, needs approval"
    case .unchecked: "not checked"
    case .hurt: "speech is hurt"
    }
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

  private func rank(_ verdict: Verdict) -> Int {
    [.worse, .invalid, .moved, .better, .same].firstIndex(of: verdict) ?? 0
  }
}
