import Foundation
import Golden
import TestSupport
import Testing

@Suite("Damaged goldens")
struct DamagedGoldenTests {
  /// What is wrong with the text, and a word that the sentence has to say of it.
  struct Damage: Sendable, CustomTestStringConvertible {
    let text: String
    let mentions: String
    var testDescription: String { mentions }

    init(_ text: String, _ mentions: String) {
      self.text = text
      self.mentions = mentions
    }

    /// The sample with a part of it replaced.
    static func bent(_ part: String, _ other: String, _ mentions: String) -> Damage {
      Damage(Samples.golden().text.replacingOccurrences(of: part, with: other), mentions)
    }
  }

  @Test(
    "a damaged golden is refused with the file, the place and what to do",
    arguments: [
      Damage("", "the top"),
      Damage("null", "the top"),
      Damage("[]", "the top"),
      Damage("{}", "'format' is missing"),
      Damage("RIFF\u{0}\u{0}WAVEfmt ", "the top"),
      .bent("\"format\": 1", "\"format\": 2", "format 2"),
      .bent("\"format\": 1", "\"format\": \"1\"", "'format'"),
      .bent("\"format\": 1", "\"format\": 1.5", "cannot be read"),
      .bent("\"preset\": \"plain\"", "\"preset\": 7", "'preset'"),
      .bent("\"preset\"", "\"Preset\"", "'preset' is missing"),
      .bent("-2.000", "\"loud\"", "'loud' is no reading"),
      .bent("-2.000", "\"nan\"", "'nan' is no reading"),
      .bent("-2.000", "null", "T@1.105s"),
      .bent("-2.000", "true", "T@1.105s"),
      .bent("-2.000", "-2,000", "the top"),
      .bent("-2.000", "[-2]", "T@1.105s"),
      .bent("-2.000", "1e999", "cannot be read"),
      .bent("-2.000", "NaN", "the top"),
      .bent("\"f0\"", "0", "fixtures / speech-01 / fixture"),
      .bent("\"render\"", "\"rendered\"", "'render' is missing"),
      .bent("\"sample-peak\": 1", "\"sample-peak\": 1.5", "cannot be read"),
      .bent("\"attackTime\": 0.001", "\"attackTime\": [0.001]", "numbers / attackTime"),
      .bent("[\"sample-peak\"]", "\"sample-peak\"", "despite"),
      .bent("  \"metrics\"", "<<<<<<< HEAD\n  \"metrics\"", "the top"),
      Damage("{ \"format\": 2, \"sounds\": [] }", "format 2"),
    ])
  func damaged(damage: Damage) {
    let sentence = Samples.sentence { () throws(GoldenError) in
      _ = try GoldenFile(text: damage.text, path: "Golden/plain.json")
    }

    #expect(sentence?.contains("'Golden/plain.json'") == true)
    #expect(sentence?.contains(damage.mentions) == true, "\(sentence ?? "nothing was thrown")")
    #expect(sentence?.contains("version control") == true)
    #expect(sentence?.contains("\n") == false)
  }

  @Test("a golden that is cut anywhere is refused, or the same golden")
  func truncated() throws {
    let golden = GoldenTextTests.awkward
    let whole = try GoldenFile(text: golden.text, path: "plain.json")
    let bytes = Array(golden.text.utf8)
    var readable: [Int] = []

    for count in 0..<bytes.count {
      do {
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        let read = try GoldenFile(text: text, path: "plain.json")
        readable.append(count)
        #expect(read == whole)
      } catch {
        guard case .damaged(path: "plain.json", _, .golden) = error else {
          Issue.record("after \(count) bytes: \(error)")
          continue
        }
      }
    }

    // Only the line end after the last brace can be done without.
    #expect(readable == [bytes.count - 1])
  }

  @Test("a golden that has lost a byte anywhere never brings the reader down")
  func lostByte() throws {
    let bytes = Array(GoldenTextTests.awkward.text.utf8)
    var refused = 0

    for index in bytes.indices {
      var bent = bytes
      bent.remove(at: index)
      let sentence = Samples.sentence { () throws(GoldenError) in
        _ = try GoldenFile(text: String(decoding: bent, as: UTF8.self), path: "plain.json")
      }
      if sentence != nil { refused += 1 }
    }

    // Every quote, brace, colon and letter of a key counts; spaces and letters of texts do not.
    #expect(refused > bytes.count / 10)
  }

  @Test("a file that is no text, is a folder, or belongs to another preset is refused")
  func files() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    // An é of Latin-1 inside of a reason: repaired in silence, it would be another text.
    var latin1 = Array(Samples.golden().text.utf8)
    let place = try #require(latin1.firstRange(of: Array("the first".utf8)))
    latin1[place.lowerBound] = 0xe9
    try folder.write(latin1, "plain.json")
    try folder.write(Samples.golden().text.utf8, "other.json")
    try folder.write(Samples.golden().text.utf8.dropLast(100), "cut.json")
    try folder.makeFolder("folder.json")
    for name in ["loop", "link"] {
      let target = name == "loop" ? "loop.json" : "nowhere.json"
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("\(name).json"), withDestinationPath: target)
    }

    func sentence(_ preset: String) -> String {
      Samples.sentence { () throws(GoldenError) in _ = try store.golden(of: preset) } ?? ""
    }
    #expect(sentence("plain").contains(folder.file("plain.json")))
    #expect(sentence("plain").contains("UTF-8"))
    #expect(sentence("other").contains("it is the golden of 'plain'"))
    #expect(sentence("cut").contains(folder.file("cut.json")))
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 26122\n"
    try folder.write(pointer.utf8, "pointer.json")
    #expect(sentence("pointer").contains("Git LFS pointer"))
    #expect(sentence("pointer").contains("git lfs pull"))
    #expect(sentence("folder").contains("it is a folder"))
    #expect(sentence("link").contains("it is a link to nothing"))
    #expect(sentence("loop").contains(String(cString: strerror(ELOOP))))
    for preset in ["folder", "link", "loop", "pointer"] {
      #expect(!sentence(preset).contains("harness accept"))
    }
    #expect(try store.golden(of: "absent") == nil)
  }
}
