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
      for fixture in report.fixtures + [""] {
        let findings = comparison.findings.filter { $0.fixture == fixture }
        guard !findings.isEmpty || !fixture.isEmpty else { continue }
        let faults = findings.filter { ![.same, .better].contains($0.verdict) }
        let isRetuned = comparison.cause == .retune
        let name = fixture.isEmpty ? "golden" : fixture
        let opening =
          "    <testcase classname=\"\(Self.escaped(comparison.preset.id))\" "
          + "name=\"\(Self.escaped(name))\""
        guard !faults.isEmpty || isRetuned || findings.isEmpty else {
          cases.append(opening + "/>")
          continue
        }
        failures += 1
        let lines = findings.isEmpty ? ["nothing was compared"] : faults.map(FindingText.line)
        let message =
          lines.first ?? "the numbers of the preset are not the approved ones"
        cases.append(
          """
          \(opening)>
                <failure message="\(Self.escaped(message))">\
          \(Self.escaped(lines.joined(separator: "\n")))</failure>
              </testcase>
          """)
      }
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

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
