import Testing

@testable import Corpus

@Suite("TextGrid")
struct TextGridTests {
  private static let text = GridText(
    endSeconds: 1.25,
    tiers: [
      ("vowel", [(1.25, "say \"IH\"")]), ("word", [(0.5, ""), (1, "sit"), (1.25, "")]),
    ])

  private func expectContent(_ grid: TextGrid) {
    #expect(grid.endSeconds == 1.25)
    #expect(grid.tiers.map(\.name) == ["vowel", "word"])
    #expect(grid.tiers[1].intervals.map(\.startSeconds) == [0, 0.5, 1])
    #expect(grid.tiers[1].intervals.map(\.endSeconds) == [0.5, 1, 1.25])
    #expect(grid.tiers[1].intervals.map(\.text) == ["", "sit", ""])
    #expect(grid.tiers[0].intervals.map(\.text) == ["say \"IH\""])
  }

  @Test("the long and the short text format say the same", arguments: [text.long, text.short])
  func formats(text: String) throws {
    expectContent(try TextGrid(parsing: text))
  }

  @Test("a byte order mark and the line ends of other systems change nothing")
  func lineEnds() throws {
    expectContent(
      try TextGrid(
        parsing: "\u{FEFF}" + Self.text.long.split(separator: "\n").joined(separator: "\r\n")))
  }

  @Test("a text may start with an accent that joins the quotation mark before it")
  func accent() throws {
    let text = Self.text.short.split(separator: "sit").joined(separator: "\u{303}sit")

    #expect(try TextGrid(parsing: text).tiers[1].intervals[1].text == "\u{303}sit")
  }

  @Test("a text that is cut anywhere inside is refused", arguments: [text.long, text.short])
  func truncation(text: String) {
    let bytes = Array(text.utf8)
    // The last byte is a line end, and the one before it the closing quotation mark. A cut in
    // the middle of a doubled mark closes a shorter text, so the last text has none.
    for count in 0..<bytes.count - 1 {
      #expect(throws: TextGrid.ParseError.self, "cut to \(count) bytes") {
        _ = try TextGrid(parsing: String(decoding: bytes[..<count], as: UTF8.self))
      }
    }
  }

  @Test(
    "a text that is damaged in any one byte is refused, or still orderly",
    arguments: [text.long, text.short], [0x00, 0x20, 0x22, 0x2D, 0x39, 0x65, 0xFF] as [UInt8])
  func damage(text: String, byte: UInt8) throws {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] = byte
      let grid: TextGrid
      do {
        grid = try TextGrid(parsing: String(decoding: damaged, as: UTF8.self))
      } catch {
        continue
      }
      for tier in grid.tiers {
        #expect(tier.intervals.first?.startSeconds == 0)
        #expect(tier.intervals.last?.endSeconds == grid.endSeconds)
        #expect(tier.intervals.allSatisfy { $0.startSeconds < $0.endSeconds })
      }
    }
  }

  private static func short(intervals: [(Double, Double, String)], count: String? = nil) -> String {
    let rows = intervals.map { "\($0.0)\n\($0.1)\n\"\($0.2)\"\n" }.joined()
    return "\"ooTextFile\"\n\"TextGrid\"\n0\n1\n<exists>\n1\n\"IntervalTier\"\n\"word\"\n0\n1\n"
      + "\(count ?? "\(intervals.count)")\n\(rows)"
  }

  @Test(
    "intervals that overlap, leave a gap or run backwards are refused by their number",
    arguments: [
      [(0, 0.5), (0.4, 1)], [(0, 0.5), (0.6, 1)], [(0, 0.5), (0.5, 0.5)], [(0, 1), (1, 0)],
    ])
  func order(edges: [(Double, Double)]) {
    let text = Self.short(intervals: edges.map { ($0.0, $0.1, "") })

    #expect(throws: TextGrid.ParseError.badOrder(tier: "word", interval: 2)) {
      _ = try TextGrid(parsing: text)
    }
  }

  @Test(
    "intervals that do not span the whole recording are refused",
    arguments: [[], [(0.1, 1)], [(-0.1, 1)], [(0, 0.9)], [(0, 1e300)], [(-1e300, 1)]])
  func span(edges: [(Double, Double)]) {
    let text = Self.short(intervals: edges.map { ($0.0, $0.1, "") })

    #expect(throws: TextGrid.ParseError.notWhole(tier: "word")) { _ = try TextGrid(parsing: text) }
  }

  @Test(
    "a count that is none is refused",
    arguments: ["-1", "1.5", "nan", "1e300", "99999999999999999999", "many"])
  func count(count: String) {
    let text = Self.short(intervals: [(0, 1, "")], count: count)

    #expect(throws: TextGrid.ParseError.self) { _ = try TextGrid(parsing: text) }
  }

  @Test("text after the last tier is refused")
  func goesOn() {
    #expect(throws: TextGrid.ParseError.goesOn) {
      _ = try TextGrid(parsing: Self.text.short + "\"IntervalTier\"\n")
    }
  }

  @Test(
    "other files of Praat are refused as no TextGrid",
    arguments: [
      "File type = \"ooTextFile\"\nObject class = \"Pitch 1\"\n",
      "File type = \"ooBinaryFile\"\nObject class = \"TextGrid\"\n",
    ])
  func otherFiles(text: String) {
    #expect(throws: TextGrid.ParseError.notATextGrid) { _ = try TextGrid(parsing: text) }
  }

  @Test("a tier of intervals that calls itself one of points is refused")
  func intervalsAsPoints() {
    let text = Self.text.short.split(separator: "IntervalTier").joined(separator: "TextTier")

    #expect(throws: TextGrid.ParseError.unexpected("a point's text")) {
      _ = try TextGrid(parsing: text)
    }
  }
}
