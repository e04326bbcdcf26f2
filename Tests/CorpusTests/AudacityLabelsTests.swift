import Signal
import Testing

@testable import Corpus

@Suite("AudacityLabels")
struct AudacityLabelsTests {
  private typealias Label = AudacityLabels.Label

  @Test("spans, points, empty texts and frequencies are read")
  func reading() throws {
    let text =
      "0.500000\t1.250000\tleft \u{2D0}\n1.5\t1.5\tclick\n2\t3\n3.000000\t4.000000\t\n"
      + "\\\t-1.000000\t6334.588867\n5\t6\tboth\n\\\t100.5\t200\n\\\tof a later format\n"

    let labels = try AudacityLabels(bytes: Array(text.utf8)).labels

    #expect(
      labels == [
        Label(startSeconds: 0.5, endSeconds: 1.25, text: "left \u{2D0}"),
        Label(startSeconds: 1.5, endSeconds: 1.5, text: "click"),
        Label(startSeconds: 2, endSeconds: 3, text: ""),
        Label(startSeconds: 3, endSeconds: 4, text: "", high: Hertz(6334.588867)),
        Label(startSeconds: 5, endSeconds: 6, text: "both", low: Hertz(100.5), high: Hertz(200)),
      ])
  }

  @Test(
    "what other systems and versions write reads the same",
    arguments: [
      "0,500000\t1,250000\tleft, right\r\n\r\n2,0\t2,0\t\r\n",
      "\u{FEFF}0.5\t1.25\tleft, right\n2\t2\n", " 0.5 \t1.25\tleft, right\r2.0\t2\t",
      "5e-1\t1.25\tleft, right\n   \n2\t2",
    ])
  func variants(text: String) throws {
    let labels = try AudacityLabels(bytes: Array(text.utf8)).labels

    #expect(
      labels == [
        Label(startSeconds: 0.5, endSeconds: 1.25, text: "left, right"),
        Label(startSeconds: 2, endSeconds: 2, text: ""),
      ])
  }

  @Test("a label without an end is a point")
  func oneSided() throws {
    let labels = try AudacityLabels(bytes: Array("0.5\tleft\n7".utf8)).labels

    #expect(
      labels == [
        Label(startSeconds: 0.5, endSeconds: 0.5, text: "left"),
        Label(startSeconds: 7, endSeconds: 7, text: ""),
      ])
  }

  @Test("UTF-16 is read like UTF-8", arguments: LabelFileEncoding.allCases)
  func encodings(encoding: LabelFileEncoding) throws {
    let bytes = LabelFileText.encode("1\t2\t\u{1F600}\u{283}\n", as: encoding)

    #expect(
      try AudacityLabels(bytes: bytes).labels
        == [Label(startSeconds: 1, endSeconds: 2, text: "\u{1F600}\u{283}")])
  }

  @Test("what is written reads back, within six decimals")
  func writing() throws {
    let track = try AudacityLabels([
      Label(startSeconds: 1.0 / 3, endSeconds: 2.0 / 3, text: "a: \"b\" \\"),
      Label(startSeconds: 0, endSeconds: 0, text: "", low: Hertz(100)),
      Label(startSeconds: 1e9, endSeconds: 1e9, text: "late", low: Hertz(1), high: Hertz(2)),
    ])

    #expect(
      String(decoding: track.bytes(), as: UTF8.self)
        == "0.333333\t0.666667\ta: \"b\" \\\n0.000000\t0.000000\t\n\\\t100.000000\t-1.000000\n"
        + "1000000000.000000\t1000000000.000000\tlate\n\\\t1.000000\t2.000000\n")
    let again = try AudacityLabels(bytes: track.bytes())
    #expect(again.bytes() == track.bytes())
    #expect(again.labels.dropFirst() == track.labels.dropFirst())
  }

  @Test(
    "a line that is no label is refused by its number",
    arguments: [
      ("word", .noStart), ("\t1\t2", .noStart), ("nan\t1", .noStart), ("0x1\t1", .noStart),
      ("1.000,5\t2\ta", .noStart), ("1,0,5\t2\ta", .noStart), ("1 2\t3\ta", .noStart),
      ("1\t\ta", .noEnd), ("1\tinf\ta", .noEnd), ("1\t2\ta\tb", .tooManyFields),
      ("-1\t2\ta", .badTime), ("1\t1e999\ta", .badTime), ("1\t1e10\ta", .badTime),
      ("2\t1\ta", .endsBeforeStart), ("\\\t1\t2", .strayFrequencies),
    ] as [(String, AudacityLabels.Fault)])
  func faults(line: String, fault: AudacityLabels.Fault) {
    // The label above it would take the frequencies.
    let above = fault == .strayFrequencies ? "\n\n" : "\n1\t2\ta\n"

    #expect(throws: LabelFileError.labelTrack(fault, line: 3)) {
      _ = try AudacityLabels(bytes: Array((above + line + "\n").utf8))
    }
  }

  @Test(
    "frequencies that are none are refused",
    arguments: ["", "\t1", "\t1\t-2", "x\t1\t2", "\t1\tnan"])
  func frequencies(rest: String) {
    #expect(throws: LabelFileError.labelTrack(.badFrequencies, line: 2)) {
      _ = try AudacityLabels(bytes: Array("1\t2\ta\n\\\(rest)\n".utf8))
    }
  }

  @Test("a label that a file cannot hold is refused by the line it would stand on")
  func unwritable() {
    let good = Label(startSeconds: 0, endSeconds: 1, text: "", low: Hertz(1))

    for (label, fault) in [
      (Label(startSeconds: 0, endSeconds: 1, text: "a\tb"), AudacityLabels.Fault.badText),
      (Label(startSeconds: 0, endSeconds: 1, text: "a\r\nb"), .badText),
      (Label(startSeconds: .nan, endSeconds: 1, text: ""), .badTime),
      (Label(startSeconds: 0, endSeconds: .infinity, text: ""), .badTime),
      (Label(startSeconds: 2, endSeconds: 1, text: ""), .endsBeforeStart),
      (Label(startSeconds: 0, endSeconds: 1, text: "", low: Hertz(.nan)), .badFrequencies),
    ] {
      #expect(throws: LabelFileError.labelTrack(fault, line: 3)) {
        _ = try AudacityLabels([good, label])
      }
    }
  }

  @Test("a track that is cut anywhere gives an error, or no more labels than the whole")
  func truncation() throws {
    let bytes = Array("0.25\t1.5\ta\u{1F600}\n\\\t1\t-1\n2\t2\tb\n3,5\t4\n".utf8)
    let whole = try AudacityLabels(bytes: bytes).labels
    for count in 0..<bytes.count {
      let cut: AudacityLabels
      do {
        cut = try AudacityLabels(bytes: Array(bytes[..<count]))
      } catch {
        continue
      }
      // The last label may have lost a part: a label track does not say where it ends.
      #expect(cut.labels.count <= whole.count)
      #expect(cut.labels.dropLast() == whole.prefix(max(0, cut.labels.count - 1)))
    }
  }

  @Test(
    "megabytes of one character end at once",
    arguments: ["\t", "\n", "0", "\\", ",", "\\\n", "0\t", "0\n"])
  func floods(text: String) {
    let flood = Array(String(repeating: text, count: 1_000_000).utf8)
    var count = 0
    do {
      count = try AudacityLabels(bytes: flood).labels.count
    } catch {
      count = 0
    }
    // Zeros on a million lines are a million points; all else is refused or empty.
    #expect(count == (text == "0\n" ? 1_000_000 : 0))
  }
}
