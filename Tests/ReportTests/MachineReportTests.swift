import Foundation
import Golden
import Metrics
import Report
import Testing

@Suite("Reports for machines")
struct MachineReportTests {
  @Test("the JSON says everything, with infinities as texts")
  func json() throws {
    let root = try json(Samples.report([Samples.hurt], orphans: ["old"]))
    let preset = try #require((root["presets"] as? [[String: Any]])?.first)
    let findings = try #require(preset["findings"] as? [[String: Any]])
    let place = try #require(findings[0]["place"] as? [String: Any])

    #expect(root["outcome"] as? String == "hurt")
    #expect(root["exitCode"] as? Int == 1)
    #expect(root["orphanedGoldens"] as? [String] == ["old"])
    #expect(findings[2]["golden"] as? String == "-inf")
    #expect(findings[2]["measured"] as? String == "-inf")
    #expect(findings[0]["golden"] as? Double == -2)
    #expect(findings[0]["reason"] as? String == "3.0 dB allowed")
    #expect(place["word"] as? String == "left")
    #expect(
      preset["counts"] as? [String: Int] == [
        "same": 1, "better": 0, "moved": 1, "worse": 1, "invalid": 0,
      ])
  }

  @Test("a reading that is not a number is still valid JSON")
  func notANumber() throws {
    var comparison = Samples.hurt
    comparison.findings[0].measured = .nan
    comparison.findings[1].measured = .infinity
    let root = try json(Samples.report([comparison]))
    let presets = try #require(root["presets"] as? [[String: Any]])
    let findings = try #require(presets[0]["findings"] as? [[String: Any]])

    #expect(findings[0]["measured"] as? String == "nan")
    #expect(findings[1]["measured"] as? String == "inf")
  }

  @Test(
    "the keys are the same whatever the run came to",
    arguments: [
      Samples.report([]), Samples.report([Samples.same()]), Samples.report([Samples.hurt]),
      Samples.report([Samples.retuned]), Samples.report([Samples.unchecked("Gone.")]),
    ])
  func keys(report: RunReport) throws {
    let root = try json(report)

    #expect(
      root.keys.sorted() == [
        "exitCode", "fixtures", "format", "orphanedGoldens", "outcome", "presets", "run",
      ])
    for preset in root["presets"] as? [[String: Any]] ?? [] {
      #expect(
        preset.keys.sorted() == [
          "cause", "changes", "counts", "findings", "id", "outcome", "renders", "spectralDeltas",
        ])
      for finding in preset["findings"] as? [[String: Any]] ?? [] {
        #expect(Set(["fixture", "reading", "verdict"]).isSubset(of: finding.keys))
      }
    }
  }

  @Test("the same report is the same JSON to the byte")
  func sameBytes() {
    let report = Samples.report([Samples.hurt, Samples.retuned])

    #expect(JSONReport(report).text == JSONReport(report).text)
    #expect(JSONReport(report).text.hasSuffix("}\n"))
  }

  @Test("the XML has a case for each golden and fixture, and fails those that have a fault")
  func junit() throws {
    let suite = try XMLSummary(
      JUnitReport(Samples.report([Samples.hurt, Samples.same("other")])).text)

    #expect(suite.elements["testcase"] == 6)
    // The silence is the same; the other preset has compared nothing on it, which is a failure.
    #expect(suite.failedCases == ["plain/speech-01", "other/silence"])
    #expect(suite.failures[0].contains("consonant-retention, T of 'left', 1.084-1.102 s: worse"))
    #expect(suite.messages.last == "nothing was compared")
    #expect(suite.counts == ["tests": "6", "failures": "2"])
    #expect(suite.suite["time"] == "0.50")
  }

  @Test("the message of a case is its worst finding, and the text lists the others after it")
  func worstFirst() throws {
    var comparison = Samples.hurt
    var deeper = comparison.findings[0]
    deeper.place?.word = "right"
    deeper.measured = -30
    var within = comparison.findings[0]
    within.verdict = .moved
    within.harm = nil
    within.measured = -2.5
    var broken = Samples.unchecked("Gone.").findings(.invalid)[0]
    broken.name = "a-reading"
    comparison.findings.insert(comparison.findings.remove(at: 1), at: 0)
    comparison.findings += [broken, within, deeper]
    let suite = try XMLSummary(JUnitReport(Samples.report([comparison])).text)
    let lines = try #require(suite.failures.first).split(separator: "\n")

    #expect(suite.messages.first == lines.first.map(String.init))
    try #require(lines.count == 5)
    #expect(lines[0].contains("'right'"))
    #expect(lines[1].contains("'left'") && lines[1].contains("worse, -2.00 -> -7.50"))
    #expect(lines[2] == "a-reading: Gone.")
    #expect(lines[3].contains("worse, within what is allowed, -2.00 -> -2.50"))
    #expect(lines[4].hasPrefix("voice-body"))
  }

  @Test("a retune is one failing case with its numbers; the fixtures fail for their own faults")
  func retune() throws {
    let suite = try XMLSummary(
      JUnitReport(Samples.report([Samples.retuned], fixtures: ["speech-01"])).text)

    #expect(suite.failedCases == ["plain/golden"])
    #expect(suite.messages == ["outputGain 0 -> 2"])
    #expect(suite.elements["testcase"] == 2)
  }

  @Test("a missing golden is one failing case, and the fixtures have neither passed nor failed")
  func missingGolden() throws {
    let suite = try XMLSummary(JUnitReport(Samples.report([Samples.withoutGolden()])).text)

    #expect(suite.failedCases == ["plain/golden"])
    #expect(suite.messages == ["The preset 'plain' has no golden."])
    #expect(suite.elements["testcase"] == 3)
    #expect(suite.elements["skipped"] == 2)
    #expect(suite.suite["skipped"] == "2")
  }

  @Test("a fixture that broke fails of its own, golden or not")
  func brokenWithoutGolden() throws {
    var comparison = Samples.withoutGolden()
    comparison.findings += Samples.unchecked("The gate is stuck.").findings(.invalid)
    let suite = try XMLSummary(JUnitReport(Samples.report([comparison])).text)

    #expect(suite.failedCases == ["plain/golden", "plain/speech-01"])
    #expect(suite.messages.last == "The gate is stuck.")
  }

  @Test(
    "the XML is well-formed whatever a message holds",
    arguments: [
      "<&>\"'", "]]>", "\u{0}\u{1}\u{8}\u{b}\u{1f}", "\u{1b}[31mred\u{1b}[0m", "&\u{301}<\u{301}",
      "line\r\nend\ttab", "\u{fffe}\u{ffff}", "🎙️ é \u{7f}\u{85}\u{2028}",
    ])
  func awkward(message: String) throws {
    let comparison = Samples.unchecked("before \(message) after")
    let suite = try XMLSummary(JUnitReport(Samples.report([comparison])).text)
    let failure = try #require(suite.failures.first)

    #expect(failure.contains("before "))
    #expect(failure.contains(" after"))
  }

  @Test("what is as approved passes everywhere")
  func allSame() throws {
    let report = Samples.report([Samples.same()], fixtures: ["speech-01"])

    #expect(try XMLSummary(JUnitReport(report).text).failures.isEmpty)
  }

  /// A build server that reads nothing but the XML must not see green.
  @Test(
    "whatever is not as approved leaves a failure in the XML",
    arguments: [
      Samples.report([]), Samples.report([Samples.same()], fixtures: []),
      Samples.report([Samples.same()], orphans: ["old"], fixtures: ["speech-01"]),
      Samples.report([Samples.retuned], fixtures: ["speech-01"]),
      Samples.report(
        [Samples.unchecked("The corpus does not hold it.", fixture: "gone")],
        fixtures: ["speech-01"]),
      Samples.report(
        [Samples.unchecked("The preset has no golden.", fixture: "")], fixtures: ["speech-01"]),
    ])
  func neverGreen(report: RunReport) throws {
    #expect(report.outcome != .same)
    let suite = try XMLSummary(JUnitReport(report).text)

    #expect(!suite.failures.isEmpty)
    #expect(suite.counts["failures"] == "\(suite.failures.count)")
    #expect(suite.counts["tests"] == "\(suite.elements["testcase"] ?? 0)")
  }

  @Test("what belongs to no fixture of the run is a case of its own, with its own words")
  func strangers() throws {
    let comparison = Samples.unchecked("The corpus does not hold it.", fixture: "gone")
    let report = Samples.report([comparison], orphans: ["old"], fixtures: ["speech-01"])
    let text = JUnitReport(report).text

    #expect(
      try XMLSummary(text).failures == [
        "The corpus does not hold it.", "the golden belongs to no preset",
      ])
    #expect(text.contains("classname=\"plain\" name=\"gone\""))
    #expect(text.contains("classname=\"orphaned\" name=\"old\""))
  }

  private func json(_ report: RunReport) throws -> [String: Any] {
    let data = Data(JSONReport(report).text.utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
