import Foundation
import Golden
import Metrics
import Testing

@testable import Report

@Suite("Readings and columns as text")
struct KeyReadingsTests {
  @Test("a cell shows the worst of the readings of a metric")
  func worst() throws {
    let render = MeasuredRender(
      fixture: "speech-01", fixtureDigest: "", renderDigest: "",
      readings: [-1.0, -7.5, -3].map { Reading(metric: Samples.consonants, value: $0) },
      deltas: [], failures: [])
    let lines = KeyReadings([render]).lines

    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("  readings of this run  consonant  opening"))
    #expect(lines[1].hasPrefix("  the worst of each            dB       ms"))
    #expect(lines[2].contains("-7.5"))
    #expect(!lines[2].contains("-3.0"))
  }

  @Test("the table fits a window of a hundred columns")
  func width() throws {
    let ids = [
      "consonant-retention", "gate-opening-delay", "lost-speech-time", "lost-final-obstruents",
      "pause-level", "voice-body", "low-mids", "integrated-loudness", "true-peak",
    ]
    let readings = ids.map { id in
      var metric = Samples.tone
      metric.id = id
      // Levels go down to the noise of a quiet room; the others stop at -60 or before.
      let isLevel = ["integrated-loudness", "true-peak"].contains(id)
      return Reading(metric: metric, value: isLevel ? -107.64 : -59.81)
    }
    let render = MeasuredRender(
      fixture: "prompts-in-rumble-10db", fixtureDigest: "", renderDigest: "", readings: readings,
      deltas: [], failures: [])
    let lines = KeyReadings([render]).lines

    #expect(try #require(lines.last).split(separator: " ").count == 10)
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test("a run that measured nothing has no table")
  func empty() {
    let render = MeasuredRender(
      fixture: "x", fixtureDigest: "", renderDigest: "", readings: [], deltas: [], failures: [])

    #expect(KeyReadings([render]).lines.isEmpty)
    #expect(KeyReadings([]).lines.isEmpty)
  }

  @Test("columns are as wide as their widest cell, and no line ends in spaces")
  func columns() {
    let lines = Columns.lines(
      [["a", "1", "x"], ["bcd", "22", ""]], indent: 2, rightAligned: [1])

    #expect(lines == ["  a     1  x", "  bcd  22"])
  }

  /// What is printed must add up, whatever lies behind the decimals.
  @Test(
    "a difference is that of the printed numbers",
    arguments: [
      (111.6, 11.4, Samples.opening, "112", "11", "-101"),
      (-11.316, -47.304, Samples.consonants, "-11.32", "-47.30", "-35.98"),
      (1.004, 1.006, Samples.consonants, "1.00", "1.01", "+0.01"),
      (1.001, 1.002, Samples.consonants, "1.00", "1.00", "0.00"),
    ])
  func difference(
    golden: Double, measured: Double, metric: MetricDescription, first: String, second: String,
    change: String
  ) {
    #expect(ReadingText.value(golden, metric) == first)
    #expect(ReadingText.value(measured, metric) == second)
    #expect(ReadingText.change(from: golden, to: measured, metric) == change)
  }

  @Test("a finding in one line says its place once, and its unit")
  func findingLine() {
    #expect(
      FindingText.line(Samples.hurt.findings[0])
        == "consonant-retention, T of 'left', 1.084-1.102 s: worse, -2.00 -> -7.50 dB (-5.50), "
        + "3.0 dB allowed")
    #expect(
      FindingText.line(Samples.hurt.findings[1])
        == "voice-body, 80-250 Hz: moved, 1.00 -> 0.50 dB (-0.50)")
    #expect(
      FindingText.line(Samples.hurt.findings[2]) == "sample-peak: same, -inf -> -inf dBFS")
  }

  @Test("a finding without a reading is told by what is wrong, and named but once")
  func problemLine() {
    let missing = Finding(
      fixture: "a", name: "voice-body-dB", verdict: .invalid, problem: "It was not measured.")
    let broken = Finding(fixture: "a", name: "a", verdict: .invalid, problem: "Gone.")

    #expect(FindingText.line(missing) == "voice-body-dB: It was not measured.")
    #expect(FindingText.line(broken) == "Gone.")
    #expect(
      FindingText.line(Samples.withoutGolden("x").findings[0])
        == "The preset 'x' has no golden.")
  }

  @Test(
    "a place says what is known of it",
    arguments: [
      (Place(), ""), (Place(word: "left"), "'left'"), (Place(phone: "T"), "T"),
      (Place(startSeconds: 0.5), "0.500 s"), (Place(lowHertz: 200, highHertz: 400), "200-400 Hz"),
      (Place(lowHertz: 200), ""),
    ])
  func place(place: Place, text: String) {
    #expect(ReadingText.place(place) == text)
  }
}
