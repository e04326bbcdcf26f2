import Golden
import Presets
import Signal

/// A report for build servers: one test case for each preset's golden and for each preset and
/// fixture.
package struct JUnitReport {
  private let report: RunReport

  /// Creates the XML of a report.
  package init(_ report: RunReport) { self.report = report }

  /// The file.
  ///
  /// No case has a time: all presets are rendered at once.
  package var text: String {
    var cases = report.comparisons.flatMap(self.cases)
    cases += report.orphans.map {
      Case(group: "orphaned", name: $0, result: .failed(["the golden belongs to no preset"]))
    }
    // Whoever reads nothing but this file must not take a run over nothing for a good one.
    if report.outcome != .same, !cases.contains(where: \.isFailure) {
      cases.append(Case(group: "harness", name: "run", result: .failed(["nothing was compared"])))
    }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(cases.count(where: \.isFailure))\" "
      + "skipped=\"\(cases.count { $0.isSkipped })\""
    let time = Fixed.text(report.elapsedSeconds, decimals: 2)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="harness" \(counts) time="\(time)">
      \(cases.map(\.text).joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private func cases(_ comparison: Comparison) -> [Case] {
    let id = comparison.preset.id
    let byFixture = Dictionary(grouping: comparison.findings, by: \.fixture)
    // A fixture that the golden has and the corpus has not is none of those that were run.
    let others = Set(byFixture.keys).subtracting(report.fixtures + [""])
    let fixtures = (report.fixtures + others.sorted()).map { fixture in
      Case(group: id, name: fixture, result: result(comparison, byFixture[fixture] ?? []))
    }
    var lines = comparison.changes.isEmpty ? [] : [ComparisonText.changes(comparison)]
    lines += (byFixture[""] ?? []).filter(FindingOrder.isFault).map(FindingText.line)
    // A preset that is not as approved must not pass for want of a fixture to blame.
    if lines.isEmpty, comparison.outcome != .same, !fixtures.contains(where: \.isFailure) {
      lines = ["the preset is not as approved"]
    }
    let golden = Case(group: id, name: "golden", result: lines.isEmpty ? .passed : .failed(lines))
    return [golden] + fixtures
  }

  private func result(_ comparison: Comparison, _ findings: [Finding]) -> Case.Result {
    guard !findings.isEmpty else {
      return comparison.cause == .missingGolden
        ? .skipped("the preset has no golden") : .failed(["nothing was compared"])
    }
    let faults = FindingOrder.worstFirst(findings.filter(FindingOrder.isFault))
    return faults.isEmpty ? .passed : .failed(faults.map(FindingText.line))
  }

  /// One case of the suite.
  private struct Case {
    enum Result {
      case passed
      case skipped(String)
      /// What is wrong, the worst first.
      case failed([String])
    }

    let group: String
    let name: String
    let result: Result

    var isFailure: Bool { if case .failed = result { true } else { false } }
    var isSkipped: Bool { if case .skipped = result { true } else { false } }

    var text: String {
      let opening =
        "    <testcase classname=\"\(XMLText.escaped(group))\" name=\"\(XMLText.escaped(name))\""
      switch result {
      case .passed: return opening + "/>"
      case .skipped(let reason):
        return """
          \(opening)>
                <skipped message="\(XMLText.escaped(reason))"/>
              </testcase>
          """
      case .failed(let lines):
        let text = XMLText.escaped(lines.joined(separator: "\n"))
        return """
          \(opening)>
                <failure message="\(XMLText.escaped(lines.first ?? ""))">\(text)</failure>
              </testcase>
          """
      }
    }
  }
}

/// Texts as XML holds them.
private enum XMLText {
  /// A text as XML holds it; what XML cannot hold becomes the replacement character.
  ///
  /// Source: W3C, Extensible Markup Language (XML) 1.0, fifth edition, production 2, `Char`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    // Not by character: an accent on a bracket makes both one character, and the bracket stays.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\r": escaped += "&#13;"
      case _ where scalar.value < 0x20, "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
