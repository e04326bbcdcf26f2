import Foundation
import Golden
import Metrics
import Testing

@testable import Report

@Suite("Readings and columns as text")
struct KeyReadingsTests {
  @Test("a cell shows the worst of the readings of a metric")
  func worst() {
    let render = MeasuredRender(
      fixture: "speech-01", fixtureDigest: "", renderDigest: "",
      readings: [-1.0, -7.5, -3].map { Reading(metric: Samples.consonants, value: $0) },
      deltas: [], failures: [])
    let lines = KeyReadings([render]).lines

    #expect(lines.count == 2)
    #expect(lines[0].contains("worst consonant dB"))
    #expect(lines[1].contains("-7.5"))
    #expect(!lines[1].contains("-3.0"))
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
