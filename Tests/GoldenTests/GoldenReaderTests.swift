import Foundation
import Presets
import Testing

@testable import Golden

@Suite("The quick reader of goldens")
struct GoldenReaderTests {
  @Test("what is written is read without the reader of any JSON, and comes out the same")
  func own() throws {
    let empty = GoldenFile(
      preset: "", approvals: [], numbers: [], metricVersions: [:], fixtures: [:])
    for golden in [GoldenTextTests.awkward, Samples.golden(), empty] {
      let quick = try #require(GoldenReader.golden(in: golden.text))
      #expect(quick == (try slowly(golden.text)))
    }
  }

  /// Reads a text as any JSON: the space before it is no part of the layout.
  private func slowly(_ text: String) throws -> GoldenFile {
    #expect(GoldenReader.golden(in: " " + text) == nil)
    return try GoldenFile(text: " " + text, path: "x.json")
  }

  @Test("with a byte lost or bent anywhere it is refused, or read as any JSON is")
  func bent() throws {
    let text = GoldenTextTests.awkward.text
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      var (lost, changed) = (bytes, bytes)
      lost.remove(at: index)
      changed[index] = changed[index] == 0x30 ? 0x31 : 0x30
      for bent in [lost, changed] {
        guard let bent = String(validating: bent, as: UTF8.self),
          let quick = GoldenReader.golden(in: bent)
        else { continue }
        #expect(quick == (try slowly(bent)), "byte \(index)")
      }
    }
  }

  @Test(
    "what is laid out in another way is left to the reader of any JSON",
    arguments: [
      ("-2.000", "-2.0"), ("-2.000", "-2"), ("-2.000", "-2.0000"), ("-2.000", "-02.000"),
      ("-2.000", "-0.000"), ("-2.000", "-2.000e0"), ("-2.000", "1234567890123.000"),
      ("-2.000", "+2.000"), ("-2.000", "\"Inf\""), ("-2.000", "null"), (",\n", ", \n"),
      ("\"format\": 1", "\"format\": 01"), ("\"format\": 1", "\"format\": 2"),
      ("\"render\"", "\"renders\""), ("}\n", "}\n\n"), ("}\n", "}"),
    ])
  func unusual(part: String, other: String) {
    let text = Samples.golden().text
    #expect(text.contains(part))
    #expect(GoldenReader.golden(in: text.replacingOccurrences(of: part, with: other)) == nil)
  }

  @Test("a name that is there twice is left to the reader of any JSON")
  func twice() {
    let text = Samples.golden().text.replacingOccurrences(
      of: "\"sample-peak\": 1", with: "\"sample-peak\": 1,\n    \"sample-peak\": 1")
    #expect(GoldenReader.golden(in: text) == nil)
  }

  @Test("every value that a golden can hold comes back as the same double")
  func values() throws {
    var golden = Samples.golden()
    var readings: [String: Double] = [:]
    for step in stride(from: -200_000, through: 200_000, by: 37) {
      readings["r\(step)"] = GoldenFile.rounded(Double(step) / 1_000)
    }
    golden.fixtures["speech-01"]?.readings = readings
    #expect(try #require(GoldenReader.golden(in: golden.text)) == golden)
  }
}
