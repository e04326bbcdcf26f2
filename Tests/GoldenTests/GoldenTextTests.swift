import Foundation
import Golden
import Metrics
import Presets
import Testing

@Suite("The text of a golden")
struct GoldenTextTests {
  /// A golden with everything that is awkward to write.
  static let awkward: GoldenFile = {
    var golden = Samples.golden([Samples.render("b-speech"), Samples.render("a-silence")])
    golden.fixtures["a-silence"]?.readings = [
      "sample-peak-dBFS": -.infinity, "true-peak-dBTP": .infinity, "voice-body-dB": -0.0,
      "a": -0.0004, "b": 12.3456,
    ]
    golden.approvals += [
      GoldenFile.Approval(date: "", because: "", despite: []),
      GoldenFile.Approval(
        date: "2026-02-28",
        because: "\"quotes\", \\backslash, /slash, tab\t, line\nend\r\n, \u{0}\u{1f}\u{7f}"
          + ", é e\u{301} \u{2028} 🎙️ </script>", despite: ["b", "a"]),
    ]
    return golden
  }()

  @Test("a golden that is written, read and written again is the same to the byte")
  func roundTrip() throws {
    let text = Self.awkward.text

    let read = try GoldenFile(text: text, path: "plain.json")

    #expect(read.text == text)
    #expect(read.approvals == Self.awkward.approvals)
    #expect(read.numbers == Self.awkward.numbers)
    #expect(read.metricVersions == Self.awkward.metricVersions)
    #expect(
      read.fixtures["a-silence"]?.readings == [
        "sample-peak-dBFS": -.infinity, "true-peak-dBTP": .infinity, "voice-body-dB": 0, "a": 0,
        "b": 12.346,
      ])
  }

  @Test("the text is this one, letter for letter")
  func letters() {
    var golden = Samples.golden()
    golden.numbers = [
      PresetEntry(key: "reverbPreset", value: .text("null")),
      PresetEntry(key: "attackTime", value: .number(0.005)),
    ]
    golden.fixtures["speech-01"]?.readings["sample-peak-dBFS"] = -.infinity

    #expect(
      golden.text == """
        {
          "format": 1,
          "preset": "plain",
          "approvals": [
            { "date": "2026-01-31", "because": "the first", "despite": ["sample-peak"] }
          ],
          "numbers": {
            "attackTime": 0.005,
            "reverbPreset": "null"
          },
          "metrics": {
            "consonant-retention": 1,
            "sample-peak": 1,
            "voice-body": 1
          },
          "fixtures": {
            "speech-01": {
              "fixture": "f0",
              "render": "r0",
              "readings": {
                "consonant-retention-dB left/T@1.105s": -2.000,
                "sample-peak-dBFS": "-inf",
                "voice-body-dB": 1.000
              }
            }
          }
        }

        """)
  }

  @Test("one reading takes one line, in the order of the names")
  func lines() throws {
    let lines = Self.awkward.text.split(separator: "\n")
    let readings = lines.filter { $0.hasPrefix("        \"") }
    let fixtures = lines.filter { $0.hasPrefix("    \"") && $0.hasSuffix("{") }

    #expect(readings.count == 5 + 3)
    #expect(readings.prefix(5).sorted() == Array(readings.prefix(5)))
    #expect(readings.suffix(3).sorted() == Array(readings.suffix(3)))
    #expect(fixtures == ["    \"a-silence\": {", "    \"b-speech\": {"])
  }

  @Test("a golden that holds nothing is read back, too")
  func empty() throws {
    let golden = GoldenFile(
      preset: "", approvals: [], numbers: [], metricVersions: [:], fixtures: [:])

    #expect(try GoldenFile(text: golden.text, path: "x.json") == golden)
  }

  @Test("the text is JSON that others read")
  func others() throws {
    let parsed = try JSONSerialization.jsonObject(with: Data(Self.awkward.text.utf8))
    let root = try #require(parsed as? [String: Any])
    let approvals = try #require(root["approvals"] as? [[String: Any]])

    #expect(
      root.keys.sorted() == ["approvals", "fixtures", "format", "metrics", "numbers", "preset"])
    #expect(approvals.last?["because"] as? String == Self.awkward.approvals.last?.because)
  }

  @Test("every number of a preset comes back as the same number")
  func numbers() throws {
    let numbers = [
      0.1 + 0.2, 1e-7, -12_345.678_9, 20_000, 2.2250738585072014e-308, 1.7976931348623157e308,
    ]
    var golden = Samples.golden()
    golden.numbers = numbers.enumerated().map {
      PresetEntry(key: "key\($0.offset)", value: .number($0.element))
    }

    #expect(try GoldenFile(text: golden.text, path: "x.json").numbers == golden.numbers)
  }
}
