import Golden
import Metrics
import Report
import Testing

@Suite("The report as Markdown")
struct MarkdownReportTests {
  @Test("a table of presets comes first, then what moved")
  func table() {
    let text = MarkdownReport(
      Samples.report([Samples.same("other"), Samples.hurt], orphans: ["old"])
    ).text

    #expect(text.hasPrefix("# Presets against their goldens: speech is hurt\n"))
    #expect(text.contains("| other | as approved | 1 | 0 | 0 | 0 | 0 |\n"))
    #expect(text.contains("| plain | speech is hurt | 1 | 0 | 1 | 1 | 0 |\n"))
    #expect(text.contains("- speech-01: consonant-retention-dB left/T@1.105s: worse"))
    #expect(!text.contains("## other"))
    #expect(text.contains("`old`"))
  }

  @Test("a run over nothing is not checked")
  func nothing() {
    #expect(MarkdownReport(Samples.report([])).text.contains(": not checked\n"))
  }

  @Test("a pipe does not break the table, nor a line end the list, nor a bracket the page")
  func escapes() {
    var comparison = Samples.unchecked("one\ntwo | <script> three")
    comparison.preset = Samples.preset("a|b")
    let text = MarkdownReport(Samples.report([comparison])).text
    let lines = text.split(separator: "\n")

    #expect(lines.contains("| a\\|b | not checked | 1 | 0 | 0 | 0 | 1 |"))
    #expect(lines.contains { $0.hasPrefix("- ") && $0.contains("one two") })
    #expect(!text.contains("<script>"))
  }

  @Test("a retune lists its numbers")
  func retuned() {
    let text = MarkdownReport(Samples.report([Samples.retuned])).text

    #expect(text.contains("`outputGain` 0 → 2\n"))
  }

  @Test("a long list is cut, and what is left out is counted")
  func longLists() {
    var comparison = Samples.hurt
    comparison.findings = (0..<100).map { index in
      var finding = Samples.hurt.findings[index < 90 ? 1 : 0]
      finding.fixture = "speech-\(index)"
      return finding
    }
    let text = MarkdownReport(Samples.report([comparison])).text
    let items = text.split(separator: "\n").filter { $0.hasPrefix("- ") }

    #expect(items.count == 41)
    #expect(items.last == "- and 60 more")
    // Harm comes first, wherever it was found.
    #expect(items[0].contains("speech-90"))
  }
}
