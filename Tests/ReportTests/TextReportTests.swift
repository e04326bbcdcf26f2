import Golden
import Metrics
import Report
import Testing

@Suite("The report as text")
struct TextReportTests {
  @Test("the verdict comes first, then what, where, how much, and what to do")
  func hurt() {
    let text = TextReport(Samples.report([Samples.hurt])).full

    #expect(
      text.hasPrefix("plain: SPEECH IS HURT (consonant-retention), 1 same, 1 moved, 1 worse\n"))
    for words in [
      "worse: consonant-retention, 1 reading (dB)", "T of 'left', 1.084-1.102 s",
      "-2.00 -> -7.50", "-5.50", "3.0 dB allowed", "80-250 Hz", "chain's code",
      "accept --preset plain --because \"...\" --despite consonant-retention\n",
      "1 presets, 2 fixtures: 120 s of audio in 0.50 s, 240 times real time\n",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test("a retune names its numbers and the place of the largest distance")
  func retuned() {
    let text = TextReport(Samples.report([Samples.retuned])).full

    #expect(text.hasPrefix("plain: CHANGED, needs approval, 1 same\n"))
    #expect(text.contains("  retuned: outputGain 0 -> 2\n"))
    #expect(
      text.contains(
        "sound: spectral-delta -3.25 dB at 2.500-2.600 s, 4000-9000 Hz on speech-01\n"))
    #expect(!text.contains("--despite"))
  }

  @Test("what could not be checked is named, with the command that checks again")
  func unchecked() {
    let comparison = Samples.unchecked("The gate is stuck.")
    let text = TextReport(Samples.report([comparison], settings: ["outputGain=3"])).full

    #expect(text.hasPrefix("plain: NOT CHECKED, 1 same, 1 not checked\n"))
    #expect(text.contains("    speech-01: The gate is stuck.\n"))
    #expect(text.contains("harness check --preset plain --set outputGain=3\n"))
  }

  @Test("a golden without a preset is named at the end")
  func orphans() {
    let text = TextReport(Samples.report([Samples.same()], orphans: ["old"])).brief

    #expect(text.contains("The golden 'old' belongs to no preset"))
  }

  @Test("the brief report gives one line to what is as approved")
  func brief() {
    let report = Samples.report([Samples.same("a"), Samples.hurt, Samples.same("b")])
    let lines = TextReport(report).brief.split(separator: "\n", omittingEmptySubsequences: false)

    #expect(lines.first == "a: as approved, 1 same")
    #expect(lines[1].hasPrefix("plain: SPEECH IS HURT"))
    #expect(lines.dropLast(2).last == "b: as approved, 1 same")
    #expect(TextReport(report).brief.contains("T of 'left'"))
    #expect(!TextReport(report).brief.contains("readings of this run"))
    #expect(TextReport(report).full.contains("readings of this run"))
  }

  @Test("silences are spelled out, and give no change")
  func silence() {
    var comparison = Samples.hurt
    comparison.findings[0].measured = -.infinity
    let lines = TextReport(Samples.report([comparison])).full.split(separator: "\n")

    #expect(
      lines.contains(
        "    speech-01  T of 'left', 1.084-1.102 s  -2.00 -> -inf    3.0 dB allowed"))
  }

  @Test("a long list is cut, and what is left out is counted")
  func longLists() {
    var comparison = Samples.hurt
    comparison.findings = (0..<30).map { index in
      var finding = Samples.hurt.findings[0]
      finding.fixture = "speech-\(index)"
      finding.measured = -10 - Double(index)
      return finding
    }
    comparison.findings += (0..<20).map { index in
      Finding(
        fixture: "broken-\(index)", name: "broken-\(index)", verdict: .invalid, problem: "Gone.")
    }
    let text = TextReport(Samples.report([comparison]), mostRows: 4).full
    let rows = text.split(separator: "\n")

    #expect(text.contains("consonant-retention, 30 readings (dB)"))
    #expect(text.contains("    and 26 more\n"))
    #expect(text.contains("    and 16 more\n"))
    // The largest come first.
    #expect(rows.filter { $0.contains("-> -") }.count == 4)
    #expect(text.contains("-> -39.00"))
    #expect(!text.contains("-> -35.00"))
  }

  @Test("the next command repeats the options of this one")
  func options() {
    let report = Samples.report(
      [Samples.hurt], settings: ["outputGain=3", "eqBands.1.gain=-2.5"],
      options: ["--golden Other/golden", "--presets Mine"], program: "scripts/harness")
    let text = TextReport(report).full

    #expect(
      text.contains(
        "scripts/harness render --preset plain --set outputGain=3 --set eqBands.1.gain=-2.5 IN"))
    #expect(
      text.contains(
        "scripts/harness accept --preset plain --golden Other/golden --presets Mine --because"))
  }

  @Test("what a shell would take apart is quoted in the commands")
  func quoted() {
    let report = Samples.report(
      [Samples.hurt], settings: ["reverbPreset=$(rm x)"],
      options: ["--golden My goldens", "--corpus it's;here", "--presets *"],
      program: "/opt/my tools/harness")
    let text = TextReport(report).full

    #expect(text.contains("'/opt/my tools/harness' accept --preset plain "))
    #expect(
      text.contains(" --golden 'My goldens' --corpus 'it'\\''s;here' --presets '*' --because"))
    #expect(text.contains(" --set 'reverbPreset=$(rm x)' "))
  }
}
