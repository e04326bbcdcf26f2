import Foundation
import Presets
import TestSupport
import Testing

@testable import HarnessCLI

/// The exit codes of a check, cause by cause; each cause is named in what is said.
@Suite("Check")
struct CheckTests {
  @Test("without goldens nothing is checked, and nothing is written")
  func withoutGolden() throws {
    let workspace = try SpokenWorkspace.withPresets()
    let before = try workspace.snapshot()

    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("'plain' has no golden"))
    #expect(said.output.contains("'bright' has no golden"))
    #expect(try workspace.snapshot() == before)
  }

  @Test("what was approved is the same, with any number of workers", arguments: ["1", "2", "8"])
  func approved(jobs: String) throws {
    let workspace = try SpokenWorkspace.approved()

    #expect(workspace.run("check", "--jobs", jobs) == 0)
    #expect(workspace.run("report", "--jobs", jobs) == 0)
  }

  @Test("a check touches nothing but the files that it is asked for")
  func touchesNothing() throws {
    let workspace = try SpokenWorkspace.approved()
    let before = try workspace.snapshot()

    #expect(workspace.run("check") == 0)
    #expect(try workspace.snapshot() == before)

    let names = ["out/a.json", "out/b.xml", "out/c.md"]
    #expect(
      workspace.run(
        "check", "--json", workspace.path(names[0]), "--junit", workspace.path(names[1]),
        "--markdown", workspace.path(names[2])) == 0)
    let after = try workspace.snapshot()
    #expect(Set(after.keys) == Set(before.keys).union(names))
    #expect(after.filter { before.keys.contains($0.key) } == before)
  }

  @Test("a number that is changed for the run, or in its file, needs approval")
  func retune() throws {
    let workspace = try SpokenWorkspace.approved()
    #expect(workspace.run("check", "--set", "outputGain=-1") == 3)
    #expect(workspace.run("check", "--set=outputGain=-1", "--preset=plain") == 3)
    #expect(workspace.run("check", "--set", "outputGain=0") == 0)

    var preset = SpokenWorkspace.plain
    preset.outputGain = -1
    try workspace.save(preset)
    let said = try workspace.say("check")

    #expect(said.exitCode == 3)
    #expect(said.output.contains("plain: CHANGED"))
    #expect(said.output.contains("outputGain 0 -> -1"))
    #expect(said.output.contains("bright: as approved"))
  }

  @Test("words of a preset may change without approval")
  func words() throws {
    let workspace = try SpokenWorkspace.approved()
    var preset = SpokenWorkspace.plain
    preset.purpose = "Something else."
    try workspace.save(preset)

    #expect(workspace.run("check") == 0)
  }

  @Test("a gate that eats the consonants hurts speech")
  func hurt() throws {
    let workspace = try SpokenWorkspace.approved()
    let gate = ["expansionThreshold=-14", "expansionRatio=8", "attackTime=0.1"]
    let said = try workspace.say(
      "check", "--preset", "plain", "--set", gate[0], "--set", gate[1], "--set", gate[2])

    #expect(said.exitCode == 1)
    let verdict = said.output.prefix { $0 != "\n" }
    #expect(verdict.hasPrefix("plain: SPEECH IS HURT ("))
    #expect(verdict.contains("consonant-retention"))
  }

  @Test("a golden that was deleted is missed by the name of its preset")
  func deletedGolden() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.remove("Golden/plain.json")
    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("'plain' has no golden"))
    #expect(said.output.contains("bright: as approved"))
  }

  @Test("a reading that was deleted from a golden is missed by its name")
  func deletedReading() throws {
    let workspace = try SpokenWorkspace.approved()
    let lines = try workspace.text("Golden/plain.json").components(separatedBy: "\n")
    // The list of versions names the metric as well, but without its unit.
    let reading = try #require(lines.first { $0.contains("\"consonant-retention-dB ") })
    try workspace.replace(reading + "\n", with: "", in: "Golden/plain.json")
    let name = try #require(reading.split(separator: "\"").dropFirst().first)

    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("\(name): The reading has no golden"))
  }

  @Test("a reading that only the golden has is missed by its name")
  func extraReading() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.replace(
      "\"readings\": {", with: "\"readings\": {\n        \"brilliance-dB\": 1.000,",
      in: "Golden/plain.json")
    let said = try workspace.say("check", "--preset", "plain")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("brilliance-dB: The golden has this reading"))
  }

  @Test(
    "a file of a fixture that was deleted is named, and the other fixture is still checked",
    arguments: [
      (SpokenWorkspace.recording, "voice-sounds"), (SpokenWorkspace.labels, "voice.TextGrid"),
    ])
  func deletedFile(file: String, name: String) throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.remove(file)
    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("word: ") && said.output.contains(name))
    #expect(workspace.run("check", "--fixture", "hiss") == 0)
    #expect(workspace.run("check", "--fixture", "word") == 2)
  }

  @Test("a fixture that the golden knows and the corpus does not is named")
  func deletedFixture() throws {
    let workspace = try SpokenWorkspace.approved()
    let manifest = try workspace.text(SpokenWorkspace.manifest)
    let start = try #require(manifest.range(of: ",\n    {\"id\": \"hiss\", \"kind\""))
    try workspace.write("\(manifest[..<start.lowerBound])\n  ]\n}\n", SpokenWorkspace.manifest)
    let said = try workspace.say("check", "--preset", "plain")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("hiss: The golden has readings of this fixture"))
  }

  @Test("another recording in place of the approved one is told apart from a change of sound")
  func changedFixture() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.replace("\"seed\": 7", with: "\"seed\": 8", in: SpokenWorkspace.manifest)
    let said = try workspace.say("check", "--preset", "plain")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("hiss: The fixture is not the one that was approved"))
  }

  @Test("a golden that no preset claims is named, also one of the last release")
  func orphan() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.remove("Presets/bright.json")
    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("The golden 'bright' belongs to no preset"))
    #expect(said.output.contains("The golden 'Anchor/bright' belongs to no preset"))
    // Where one preset is asked for, the others are not there to claim theirs.
    #expect(workspace.run("check", "--preset", "plain") == 0)
  }

  @Test(
    "files that are damaged or missing are named",
    arguments: [
      ("Golden/limits.json", "limits.json"), ("Golden/plain.json", "plain.json"),
      ("Golden/Anchor/plain.json", "plain.json"), ("Presets/plain.json", "plain.json"),
      (SpokenWorkspace.manifest, "manifest.json"),
    ])
  func damaged(file: String, name: String) throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.write(String(try workspace.text(file).dropLast(20)), file)
    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains(name))
    #expect(said.output.isEmpty)
  }

  @Test("a workspace without presets, corpus or limits cannot be checked")
  func missing() throws {
    for file in ["Golden/limits.json", SpokenWorkspace.manifest] {
      let workspace = try SpokenWorkspace.approved()
      try workspace.remove(file)
      #expect(workspace.run("check") == 2)
    }
    let workspace = try SpokenWorkspace.approved()
    try workspace.remove("Presets")
    #expect(workspace.run("check") == 2)
  }

  @Test("other folders can be named, and are read instead")
  func folders() throws {
    let (workspace, other) = (try SpokenWorkspace.withPresets(), try SpokenWorkspace.approved())

    #expect(workspace.run("check") == 2)
    #expect(workspace.run("check", "--golden", other.path("Golden")) == 0)
    #expect(other.run("check", "--corpus", workspace.path("Corpus")) == 0)
    #expect(other.run("check", "--golden", workspace.path("Golden")) == 2)
    #expect(workspace.run("check", environment: ["HARNESS_ROOT": other.root]) == 0)
  }
}
