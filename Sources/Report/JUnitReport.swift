import Golden
import Presets

/// A report for build servers: one test case for each preset and fixture.
package struct JUnitReport {
  private let report: RunReport

  /// Creates the XML of a report.
  package init(_ report: RunReport) { self.report = report }

  /// The file.
  package var text: String {
    var cases: [String] = []
    var failures = 0
    for comparison in report.comparisons {
      // A fixture that the golden has and the corpus has not is none of those that were run.
      let others = Set(comparison.findings.map(\.fixture)).subtracting(report.fixtures)
      for fixture in report.fixtures + others.sorted() {
        let findings = comparison.findings.filter { $0.fixture == fixture }
        let faults = findings.filter { ![.same, .better].contains($0.verdict) }
        let isRetuned = comparison.cause == .retune
        let name = fixture.isEmpty ? "golden" : fixture
        let opening = Self.opening(comparison.preset.id, name)
        guard !faults.isEmpty || isRetuned || findings.isEmpty else {
          cases.append(opening + "/>")
          continue
        }
        failures += 1
        let lines = findings.isEmpty ? ["nothing was compared"] : faults.map(FindingText.line)
        let message =
          lines.first ?? "the numbers of the preset are not the approved ones"
        cases.append(
          Self.failed(opening, message: message, text: lines.joined(separator: "\n")))
      }
    }
    for orphan in report.orphans {
      failures += 1
      let message = "the golden belongs to no preset"
      cases.append(
        Self.failed(Self.opening("orphaned", orphan), message: message, text: message))
    }
    // Whoever reads nothing but this file must not take a run over nothing for a good one.
    if failures == 0, report.outcome != .same {
      failures += 1
      let message = "nothing was compared"
      cases.append(Self.failed(Self.opening("harness", "run"), message: message, text: message))
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="harness" tests="\(cases.count)" failures="\(failures)">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private static func opening(_ group: String, _ name: String) -> String {
    "    <testcase classname=\"\(escaped(group))\" name=\"\(escaped(name))\""
  }

  private static func failed(_ opening: String, message: String, text: String) -> String {
    """
    \(opening)>
          <failure message="\(escaped(message))">\(escaped(text))</failure>
        </testcase>
    """
  }

  /// A text as XML holds it; what XML cannot hold becomes the replacement character.
  ///
  /// Source: W3C, Extensible Markup Language (XML) 1.0, fifth edition, production 2, `Char`.
  private static func escaped(_ text: String) -> String {
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
