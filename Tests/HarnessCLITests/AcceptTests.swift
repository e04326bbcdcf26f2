import Foundation
import Presets
import TestSupport
import Testing

@testable import HarnessCLI

@Suite("Accept")
struct AcceptTests {
  @Test("the first approval writes a golden and an anchor for each preset, with the reason")
  func first() throws {
    let workspace = try SpokenWorkspace.withPresets()
    let before = try workspace.snapshot()

    #expect(workspace.run("accept", "--all", "--because", "the first one") == 0)

    let after = try workspace.snapshot()
    let names = ["plain", "bright"].flatMap { ["Golden/\($0).json", "Golden/Anchor/\($0).json"] }
    #expect(Set(after.keys) == Set(before.keys).union(names))
    #expect(after.filter { before.keys.contains($0.key) } == before)
    for name in names {
      #expect(try workspace.text(name).contains("\"because\": \"the first one\""))
    }
    #expect(workspace.run("check") == 0)
  }

  @Test("two approvals of one sound, with 1 and 4 workers, give the same bytes")
  func sameBytes() throws {
    let (one, two) = (try SpokenWorkspace.withPresets(), try SpokenWorkspace.withPresets())

    #expect(one.run("accept", "--all", "--because", "first", "--jobs", "1") == 0)
    #expect(two.run("accept", "--all", "--because", "first", "--jobs", "4") == 0)
    for id in ["plain", "bright"] {
      #expect(try one.text("Golden/\(id).json") == two.text("Golden/\(id).json"))
    }
  }

  @Test("approving one preset leaves every other file as it is, to the byte and the second")
  func others() throws {
    let workspace = try SpokenWorkspace.approved()
    for preset in [SpokenWorkspace.plain, SpokenWorkspace.bright] {
      var preset = preset
      preset.outputGain = -1
      try workspace.save(preset)
    }
    let before = try workspace.snapshot()

    #expect(workspace.run("accept", "--preset", "plain", "--because", "quieter") == 0)

    var after = try workspace.snapshot()
    #expect(after["Golden/plain.json"] != before["Golden/plain.json"])
    after["Golden/plain.json"] = before["Golden/plain.json"]
    #expect(after == before)
    #expect(workspace.run("check", "--preset", "plain") == 0)
    #expect(workspace.run("check", "--preset", "bright") == 3)
    let golden = try workspace.text("Golden/plain.json")
    #expect(golden.contains("\"because\": \"first\""))
    #expect(golden.contains("\"because\": \"quieter\""))
  }

  @Test("where nothing has changed nothing is written")
  func nothingNew() throws {
    let workspace = try SpokenWorkspace.approved()
    let before = try workspace.snapshot()

    #expect(workspace.run("accept", "--all", "--because", "once more") == 0)
    #expect(try workspace.snapshot() == before)
  }

  @Test("nothing is approved on a build server", arguments: ["true", "1", "TRUE", "yes", "ci"])
  func onCI(value: String) throws {
    try expectRefusal(64, ["--preset", "plain"], environment: ["CI": value])
    let workspace = try SpokenWorkspace.approved()
    let before = try workspace.snapshot()
    #expect(workspace.run("accept", "--release", environment: ["CI": value]) == 64)
    #expect(try workspace.snapshot() == before)
  }

  @Test(
    "a variable that says no is no build server", arguments: ["", "0", "false", "False", "FALSE"])
  func notOnCI(value: String) throws {
    let workspace = try SpokenWorkspace.withPresets()

    #expect(workspace.run(["accept", "--all", "--because", "x"], environment: ["CI": value]) == 0)
  }

  @Test("no variable makes a check approve", arguments: ["1", "true", "0", "false", ""])
  func noRecording(value: String) throws {
    let workspace = try SpokenWorkspace.approved()
    var preset = SpokenWorkspace.plain
    preset.outputGain = -1
    try workspace.save(preset)
    let before = try workspace.snapshot()
    let names = ["UPDATE", "RECORD", "ACCEPT", "UPDATE_GOLDENS", "HARNESS_ACCEPT"]
    let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, value) })

    #expect(workspace.run(["check"], environment: environment) == 3)
    #expect(try workspace.snapshot() == before)
  }

  @Test("a run in which anything is broken approves nothing, for any of the presets")
  func broken() throws {
    for file in [SpokenWorkspace.recording, SpokenWorkspace.labels] {
      try expectRefusal(2, ["--all"]) { try $0.remove(file) }
    }
  }

  @Test("a fixture that comes out silent approves nothing")
  func silent() throws {
    try expectRefusal(2, ["--all"]) {
      // The gate shuts on everything, by its 60 dB; a broad cut and the gain take what is left of
      // the hiss under half a step of 24 bits.
      var preset = SpokenWorkspace.plain
      preset.expansionThreshold = 0
      preset.expansionRatio = 50
      preset.outputGain = -40
      preset.eqBands = [AudioPreset.EQBand(frequency: 3_000, gain: -24, bandwidth: 5, note: "Cut.")]
      try $0.save(preset)
    }
  }

  @Test("harm is refused until its metric is named, and then the golden says so")
  func harm() throws {
    var gated = SpokenWorkspace.plain
    (gated.expansionThreshold, gated.expansionRatio, gated.attackTime) = (-14, 8, 0.1)
    let preset = gated
    try expectRefusal(1, ["--preset", "plain"]) { try $0.save(preset) }
    // All or none: the preset that is not harmed waits for the other.
    try expectRefusal(1, ["--all"]) {
      try $0.save(preset)
      try $0.remove("Golden/bright.json")
    }

    let workspace = try SpokenWorkspace.approved()
    try workspace.save(preset)
    let said = try workspace.say("accept", "--preset", "plain", "--because", "x")
    #expect(said.exitCode == 1)
    let words = said.errors.split(whereSeparator: \.isWhitespace).map {
      String($0).trimmingCharacters(in: .punctuationCharacters)
    }
    let harmed = words.indices.dropLast().filter { words[$0] == "despite" }.map { words[$0 + 1] }
    #expect(harmed.contains("consonant-retention"))
    #expect(said.errors.contains("No golden was written."))
    let despite = harmed.flatMap { ["--despite", $0] }
    #expect(workspace.run(["accept", "--preset", "plain", "--because", "x"] + despite) == 0)
    #expect(try workspace.text("Golden/plain.json").contains("\"consonant-retention\""))
    #expect(workspace.run("check", "--preset", "plain") == 0)
  }

  @Test("a release makes the goldens the anchors, or nothing where one is missing")
  func release() throws {
    let workspace = try SpokenWorkspace.approved()
    var preset = SpokenWorkspace.plain
    preset.outputGain = -1
    try workspace.save(preset)
    #expect(workspace.run("accept", "--preset", "plain", "--because", "quieter") == 0)
    let golden = try workspace.text("Golden/plain.json")
    #expect(!(try workspace.text("Golden/Anchor/plain.json")).contains("quieter"))

    #expect(workspace.run("accept", "--release") == 0)
    #expect(try workspace.text("Golden/Anchor/plain.json").contains("quieter"))
    #expect(try workspace.text("Golden/plain.json") == golden)

    try workspace.remove("Golden/bright.json")
    let before = try workspace.snapshot()
    #expect(workspace.run("accept", "--release") == 2)
    #expect(try workspace.snapshot() == before)
  }

  /// Approves in a workspace that is approved but for a change, and expects nothing to be written.
  private func expectRefusal(
    _ exitCode: Int32, _ words: [String], environment: [String: String] = [:],
    at location: SourceLocation = #_sourceLocation,
    change: (SpokenWorkspace) throws -> Void = { _ in }
  ) throws {
    let workspace = try SpokenWorkspace.approved()
    try change(workspace)
    let before = try workspace.snapshot()

    let result = workspace.run(["accept"] + words + ["--because", "x"], environment: environment)

    #expect(result == exitCode, sourceLocation: location)
    #expect(try workspace.snapshot() == before, sourceLocation: location)
  }
}
