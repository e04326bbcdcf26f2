import Golden
import Metrics
import Report
import Testing

@Suite("The report as Markdown")
struct MarkdownReportTests {
  @Test("the verdict comes first, then only the presets that are not as approved")
  func verdict() {
    let text = MarkdownReport(
      Samples.report([Samples.same("other"), Samples.hurt], orphans: ["old"])
    ).text

    #expect(
      text.hasPrefix(
        """
        # Presets against their goldens: speech is hurt

        2 presets, 2 fixtures: 1 as approved, 1 hurt (plain), 1 golden without a preset

        """))
    #expect(text.contains("\n## plain: speech is hurt\n"))
    #expect(!text.contains("## other"))
    #expect(text.contains("- The golden `old` belongs to no preset"))
  }

  @Test("the readings stand in a table, worst first, each place once")
  func table() {
    let text = MarkdownReport(Samples.report([Samples.hurt])).text

    #expect(
      text.contains(
        """
        | fixture | where | metric | golden → now | why |
        |---|---|---|---|---|
        | speech-01 | T of 'left', 1.084-1.102 s | consonant-retention | -2.00 → -7.50 (-5.50 dB) \
        | 3.0 dB allowed |
        | speech-01 | 80-250 Hz | voice-body | 1.00 → 0.50 (-0.50 dB) | moved |

        """))
    #expect(!text.contains("left/T"))
    #expect(!text.contains("silence"))
  }

  @Test("the next commands stand in a block of code at the end of a preset")
  func commands() {
    let report = Samples.report([Samples.hurt], settings: ["outputGain=3"])

    #expect(
      MarkdownReport(report).text.hasSuffix(
        """

        ```sh
        # listen
        harness render --preset plain --set outputGain=3 IN.wav OUT.wav
        # to keep it, write the numbers into the preset's file; if it is intended
        harness accept --preset plain --because "..." --despite consonant-retention
        ```

        """))
  }

  @Test("a run over nothing is not checked")
  func nothing() {
    #expect(MarkdownReport(Samples.report([])).text.contains(": not checked\n"))
    #expect(MarkdownReport(Samples.report([])).text.contains("nothing was compared"))
  }

  @Test("a missing golden is said in a sentence, with the command that approves")
  func withoutGolden() {
    let text = MarkdownReport(Samples.report([Samples.withoutGolden("night-owl")])).text

    #expect(text.contains("\n\nThe preset 'night-owl' has no golden.\n"))
    #expect(text.contains("\nharness accept --preset night-owl --because \"...\"\n"))
    #expect(!text.contains("| fixture |"))
  }

  @Test("what could not be checked has a row of its own")
  func unchecked() {
    let text = MarkdownReport(Samples.report([Samples.unchecked("The gate is stuck.")])).text

    #expect(text.contains("\n| speech-01 |  |  |  | The gate is stuck. |\n"))
  }

  @Test("a pipe does not break the table, nor a line end the row, nor a bracket the page")
  func escapes() {
    var comparison = Samples.unchecked("one\ntwo | <script> three")
    comparison.preset = Samples.preset("a|b")
    let text = MarkdownReport(Samples.report([comparison])).text
    let lines = text.split(separator: "\n")

    #expect(lines.contains("## a\\|b: not checked"))
    #expect(lines.contains("| speech-01 |  |  |  | one two \\| &lt;script> three |"))
    #expect(!text.contains("<script>"))
  }

  @Test("a command cannot leave its block of code")
  func fence() {
    let report = Samples.report([Samples.hurt], settings: ["reverbPreset=\n```\n# big"])

    #expect(MarkdownReport(report).text.contains("\n````sh\n"))
    #expect(MarkdownReport(report).text.hasSuffix("\n````\n"))
  }

  @Test("a retune lists its numbers, and where the sound is furthest from the approved one")
  func retuned() {
    let text = MarkdownReport(Samples.report([Samples.retuned])).text

    #expect(text.contains("`outputGain` 0 → 2\n"))
    #expect(
      text.contains("spectral-delta -3.25 dB at 2.500-2.600 s, 4000-9000 Hz on speech-01\n"))
  }

  @Test("a long table is cut, and what is left out is counted by its verdict")
  func longLists() throws {
    var comparison = Samples.hurt
    comparison.findings = (0..<100).map { index in
      var finding = Samples.hurt.findings[index < 70 ? 1 : 0]
      finding.fixture = "speech-\(index)"
      if finding.verdict == .worse { finding.measured = -10 - Double(index) }
      return finding
    }
    let text = MarkdownReport(Samples.report([comparison])).text
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| speech-") }

    try #require(rows.count == 12)
    // Harm comes first, wherever it was found, and the largest before the others.
    #expect(rows[0].hasPrefix("| speech-99 |"))
    #expect(rows[1].hasPrefix("| speech-98 |"))
    #expect(text.contains("\n\nand 18 more worse, 70 moved\n"))
  }
}
