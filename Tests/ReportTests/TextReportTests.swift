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
      "\n1 preset, 2 fixtures: 1 hurt (plain); 120 s of audio in 0.50 s, 240 times real time\n",
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

  @Test("the brief report gives one line to what is as approved, and ends with what is not")
  func brief() {
    let report = Samples.report([Samples.same("a"), Samples.hurt, Samples.same("b")])
    let lines = TextReport(report).brief.split(separator: "\n", omittingEmptySubsequences: false)

    #expect(lines[0] == "a: as approved, 1 same")
    #expect(lines[1] == "b: as approved, 1 same")
    #expect(lines[2].hasPrefix("plain: SPEECH IS HURT"))
    #expect(TextReport(report).brief.contains("T of 'left'"))
    #expect(!TextReport(report).brief.contains("readings of this run"))
    #expect(TextReport(report).full.contains("readings of this run"))
  }

  @Test("the last line carries the outcome, with the names of what is not as approved")
  func summary() {
    let report = Samples.report([
      Samples.retuned, Samples.same("a"), Samples.withoutGolden("night-owl"), Samples.hurt,
      Samples.same("b"),
    ])
    let last = TextReport(report).brief.split(separator: "\n").last ?? ""

    #expect(
      last
        == "5 presets, 2 fixtures: 2 as approved, 1 hurt (plain), 1 not checked (night-owl), "
        + "1 changed (plain); 120 s of audio in 0.50 s, 240 times real time")
  }

  @Test("a summary counts one thing as one, and nothing as nothing")
  func summaryOfFew() {
    let one = TextReport(Samples.report([Samples.same()], fixtures: ["speech-01"])).brief
    let none = TextReport(Samples.report([])).brief

    #expect(one.contains("1 preset, 1 fixture: 1 as approved; 120 s"))
    #expect(none.contains("0 presets, 2 fixtures: nothing was compared; 120 s"))
  }

  @Test("a summary of many names the first and counts the rest")
  func summaryOfMany() {
    let report = Samples.report((1...9).map { Samples.withoutGolden("p\($0)") })

    #expect(
      TextReport(report).brief.contains("9 not checked (p1, p2, p3, p4, p5, p6 and 3 more); "))
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

  @Test("what got worse within its allowance is told apart from what moved, and comes before")
  func withinAllowance() throws {
    let comparison = Samples.changed([
      (Samples.tone, 1, 0), (Samples.consonants, 0, -2), (Samples.opening, 5, 9),
    ])
    let text = TextReport(Samples.report([comparison])).full
    let lines = text.split(separator: "\n")
    let worse = try #require(
      lines.firstIndex(of: "  worse, within what is allowed: consonant-retention, 1 reading (dB)"))
    let moved = try #require(lines.firstIndex(of: "  moved: voice-body, 1 reading (dB)"))

    #expect(worse < moved)
    #expect(text.contains("worse, within what is allowed: gate-opening-delay, 1 reading (ms)\n"))
    #expect(!text.contains("moved: consonant-retention"))
    #expect(!text.contains("moved: gate-opening-delay"))
  }

  @Test("the bands are one section, and so are the levels, each with the largest change first")
  func foldedSections() {
    let comparison = Samples.changed([
      (Samples.band("air"), -50, -51), (Samples.band("mud"), -20, -28),
      (Samples.band("bass"), -30, -32.5), (Samples.band("body"), -30, -29.5),
      (Samples.loudness, -16, -17), (Samples.peak, -3, -1.25),
    ])
    let report = Samples.report([comparison])

    let rows = TextReport(report).full.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(
      Array(rows.dropFirst(2).prefix(8)) == [
        "moved: levels, 2 readings", "speech-01 sample-peak -3.00 -> -1.25 +1.75 dBFS",
        "speech-01 integrated-loudness -16.00 -> -17.00 -1.00 LUFS",
        "moved: band levels, 4 readings (dBFS)", "speech-01 band-mud -20.00 -> -28.00 -8.00",
        "speech-01 band-bass -30.00 -> -32.50 -2.50", "speech-01 band-air -50.00 -> -51.00 -1.00",
        "and 1 more",
      ])
    let brief = TextReport(report).brief
    #expect(brief.contains("band-mud") && !brief.contains("band-bass"))
    #expect(brief.contains("sample-peak") && !brief.contains("integrated-loudness"))
  }

  @Test("what was approved beyond its limit is counted whatever this run says, and so is the run")
  func approvedHarm() {
    var comparison = Samples.changed([(Samples.consonants, -8, -40)], verdict: .worse)
    comparison.findings +=
      Samples.changed(
        [(Samples.consonants, -7, -7), (Samples.consonants, -6.5, -2)], verdict: .same
      ).findings

    #expect(
      TextReport(Samples.report([comparison])).full.contains(
        "  beyond its limit: consonant-retention, 3 readings were approved past -6.0 dB, "
          + "2 are past it now\n"))
  }

  @Test("one reading beyond its limit is one, and the limit is that of the goldens' folder")
  func approvedHarmOfOne() {
    let comparison = Samples.changed([(Samples.consonants, -8, -8)], verdict: .same)
    let stricter = Samples.report([comparison], limits: ["consonant-retention-dB": -7.5])
    let laxer = Samples.report([comparison], limits: ["consonant-retention-dB": -9])

    #expect(
      TextReport(stricter).full.contains(
        "consonant-retention, 1 reading was approved past -7.5 dB, 1 is past it now\n"))
    #expect(!TextReport(laxer).full.contains("beyond its limit"))
  }
}
