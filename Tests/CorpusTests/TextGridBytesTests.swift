import Testing

@testable import Corpus

@Suite("TextGrid from bytes")
struct TextGridBytesTests {
  /// IPA with a combining accent, a character beyond the first plane, quotation marks, line ends.
  private static let grid = SampleGrids.mixed

  private static let files: [[UInt8]] = TextGrid.Form.allCases.flatMap { form in
    LabelFileEncoding.allCases.map { grid.bytes(form, encoding: $0) }
  }

  @Test("every encoding and form that is written reads back as the same grid", arguments: files)
  func roundTrip(file: [UInt8]) throws {
    let grid = try TextGrid(bytes: file)

    #expect(grid == Self.grid)
    // Equal strings may differ in their scalars; these must not.
    #expect(
      grid.tiers[0].intervals.map { Array($0.text.utf8) }
        == Self.grid.tiers[0].intervals.map { Array($0.text.utf8) })
  }

  @Test(
    "UTF-8 may have a byte order mark, and UTF-16 may lack it", arguments: TextGrid.Form.allCases)
  func marks(form: TextGrid.Form) throws {
    let plain = Self.grid.bytes(form)
    let low = Self.grid.bytes(form, encoding: .utf16LittleEndian)
    let high = Self.grid.bytes(form, encoding: .utf16BigEndian)

    #expect(try TextGrid(bytes: [0xEF, 0xBB, 0xBF] + plain) == Self.grid)
    #expect(try TextGrid(bytes: Array(low.dropFirst(2))) == Self.grid)
    #expect(try TextGrid(bytes: Array(high.dropFirst(2))) == Self.grid)
  }

  @Test("the line ends of every system read as line feeds", arguments: ["\r\n", "\r"])
  func lineEnds(end: String) throws {
    let text = Self.grid.text().split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: end)

    #expect(try TextGrid(bytes: Array(text.utf8)) == Self.grid)
  }

  @Test("comments reach from an exclamation mark to the end of the line, but not inside a text")
  func comments() throws {
    let text = """
      File type = "ooTextFile"
      "TextGrid" ! by hand, "so" 5 <absent>
      ! 3
      0 1 <exists> ! one tier
      1 "IntervalTier" "stress!" 0 1
      1 0 ! from
      1 ! to
      "ah ! yes"
      ! the end
      """

    let grid = try TextGrid(bytes: Array(text.utf8))

    #expect(grid.tiers.map(\.name) == ["stress!"])
    #expect(grid.tiers[0].intervals.map(\.text) == ["ah ! yes"])
  }

  @Test("a file that is cut anywhere inside is refused", arguments: files)
  func truncation(file: [UInt8]) {
    // A cut after the last quotation mark changes nothing, so it may be read.
    for count in 0..<file.count {
      let grid: TextGrid
      do {
        grid = try TextGrid(bytes: Array(file[..<count]))
      } catch {
        continue
      }
      #expect(grid == Self.grid, "cut to \(count) of \(file.count) bytes")
    }
  }

  @Test(
    "a fault is told with its line and what to do",
    arguments: [
      Fault("\"ooTextFile\"\n\"Pitch 1\"\n0\n", "line 2: it does not start like", "Save as text"),
      Fault(SampleGrids.short("0.5\n1"), "line 3: it starts at 0.5 s", "Shift times to"),
      Fault(SampleGrids.short("-1\n1"), "line 3: it starts at -1.0 s", "Shift times to"),
      Fault(SampleGrids.short("0\n0"), "line 4: the end of the recording", "correct it"),
      Fault(SampleGrids.short("0\nnan"), "line 6: it is cut short or damaged", "'<exists>'"),
      Fault(SampleGrids.short("0\n1e999"), "line 4: it is cut short or damaged", "the end time"),
      Fault(SampleGrids.short("0\n0x10"), "line 4: it is cut short or damaged", "the end time"),
      Fault(
        SampleGrids.short("0\n1\n<absent>"), "line 5: it is cut short", "the mark '<exists>'"),
      Fault(
        SampleGrids.short(count: "1000000000"), "line 11: it is cut short",
        "number of intervals"),
      Fault(
        SampleGrids.short(rows: "0\n0.5\n\"a\"\n0.6\n1\n\"b\""),
        "line 17: interval 2 of tier 'word'", "correct its edges"),
      Fault(
        SampleGrids.short(rows: "0\n0.5\n\"say \"hi\"\"\n0.5\n1\n\"b\""),
        "line 14: a text goes on", "double every quotation mark"),
      Fault(
        SampleGrids.short(rows: "0\n0.5\n\"\"\n0.5\n1\n\"b\"\n7"), "line 18: it goes on", "rest"),
      Fault(
        SampleGrids.short(count: "1", rows: "0\n0.5\n\"a\""), "line 14: the intervals of tier",
        "add the empty intervals"),
    ])
  func faults(fault: Fault) {
    let error = #expect(throws: LabelFileError.self) {
      _ = try TextGrid(bytes: Array(fault.text.utf8))
    }
    let sentence = "\(error?.description ?? "no error")"

    #expect(sentence.hasPrefix(fault.start) && sentence.contains(fault.advice), "\(sentence)")
  }

  @Test(
    "bytes that are no text are told apart",
    arguments: [
      ([], .empty), ([0xEF, 0xBB, 0xBF], .empty), ([0xFF, 0xFE], .empty),
      (Array("ooBinaryFile\u{8}TextGrid".utf8), .binaryTextGrid),
      (Array("\"a\"\n\"b".utf8) + [0xE9, 0x22], .notUTF8(line: 2)),
      ([0xFE, 0xFF, 0, 0x22, 0, 0x0A, 0xD8, 0, 0, 0x22], .notUTF16(line: 2)),
      ([0xFE, 0xFF, 0, 0x22, 0, 0x0A, 0], .notUTF16(line: 2)),
      (Array("\"oo\n\n".utf8) + [0x22, 0], .notText(line: 3)),
    ] as [([UInt8], LabelFileError)])
  func encodings(bytes: [UInt8], expected: LabelFileError) {
    #expect(throws: expected) { _ = try TextGrid(bytes: bytes) }
    #expect(throws: expected) { _ = try AudacityLabels(bytes: bytes) }
  }

  @Test(
    "megabytes of one character are refused at once",
    arguments: ["\"", "!", "0", "<", " ", "\n", "-", "\u{1F600}", "a", "\"\"\n"])
  func floods(text: String) {
    let flood = Array(String(repeating: text, count: 2_000_000).utf8)
    let start = Array(SampleGrids.short(rows: "0\n1\n").utf8)

    #expect(throws: LabelFileError.self) { _ = try TextGrid(bytes: flood) }
    #expect(throws: LabelFileError.self) { _ = try TextGrid(bytes: start + flood) }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let start: String
    let advice: String

    init(_ text: String, _ start: String, _ advice: String) {
      self.text = text
      self.start = start
      self.advice = advice
    }

    var testDescription: String { start }
  }
}
