import Foundation
import Golden
import TestSupport
import Testing

@Suite("Limits")
struct LimitsTests {
  private static let metrics = [Samples.consonants, Samples.opening, Samples.peak, Samples.tone]

  @Test("limits are read by the name of the metric")
  func limits() throws {
    let text = """
      { "format": 1, "limits": { "consonant-retention-dB": -6.5, "gate-opening-delay-ms": 30 } }
      """
    let folder = try TemporaryFolder()
    try folder.write(text.utf8, "limits.json")

    #expect(
      try GoldenStore(folder: folder.path).limits(of: Self.metrics)
        == ["consonant-retention-dB": -6.5, "gate-opening-delay-ms": 30])
  }

  @Test(
    "limits that are missing or broken are an error, for without them nothing is protected",
    arguments: [
      nil, "", "{}", "{ \"limits\": {} }", "{ \"format\": 2, \"limits\": {} }",
      "{ \"format\": 1, \"limits\": { \"sample-peak-dBFS\": \"-6\" } }",
      "{ \"format\": 1, \"limits\": { \"sample-peak-dBFS\": null } }",
      "{ \"format\": 1, \"limits\": { \"sample-peak-dBFS\": 1e999 } }",
      "{ \"format\": 1, \"limits\": [] }",
    ])
  func broken(text: String?) throws {
    let sentence = try sentence(text)

    #expect(sentence.contains("/limits.json' cannot be used: "))
    #expect(sentence.contains("version control"))
    #expect(!sentence.contains("harness accept"))
  }

  @Test(
    "a limit of what is not measured, or that no reading comes near, is named",
    arguments: [
      ("\"consonant-retension-dB\": -6", "the nearest is 'consonant-retention-dB'"),
      ("\"consonant-retention\": -6", "the nearest is 'consonant-retention-dB'"),
      ("\"Sample-Peak-dBFS\": -1", "the nearest is 'sample-peak-dBFS'"),
      ("\"voice-body-dB\": 3", "no better and no worse"),
      ("\"sample-peak-dBFS\": 1000", "which no reading comes near"),
      ("\"gate-opening-delay-ms\": -1", "which no reading comes near"),
      ("\"sample-peak-dBFS\": -1, \"sample-peak-dBFS\": 100", "more than once"),
    ])
  func slip(entry: String, mentions: String) throws {
    let sentence = try sentence("{ \"format\": 1, \"limits\": { \(entry) } }")

    #expect(sentence.contains(mentions), "\(sentence)")
  }

  @Test("a folder, or a pointer, in the place of the limits is called what it is")
  func noFile() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("limits.json")
    let sentence = Samples.sentence { () throws(GoldenError) in
      _ = try GoldenStore(folder: folder.path).limits(of: Self.metrics)
    }

    #expect(sentence?.contains("it is a folder") == true)
    let pointer = try self.sentence("version https://git-lfs.github.com/spec/v1\noid sha256:4d\n")
    #expect(pointer.contains("Git LFS pointer") && pointer.contains("git lfs pull"))
  }

  /// What is said of limits with some text.
  private func sentence(_ text: String?) throws -> String {
    let folder = try TemporaryFolder()
    if let text { try folder.write(text.utf8, "limits.json") }
    return Samples.sentence { () throws(GoldenError) in
      _ = try GoldenStore(folder: folder.path).limits(of: Self.metrics)
    } ?? "nothing was thrown"
  }
}
