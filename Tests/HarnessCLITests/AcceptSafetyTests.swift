import Foundation
import Presets
import TestSupport
import Testing

@testable import Golden
@testable import HarnessCLI

/// What could take protection away in silence, and must not.
@Suite("Accept, safe from loss")
struct AcceptSafetyTests {
  @Test("a fixture that the corpus has lost is given up by its name alone")
  func lostFixture() throws {
    let workspace = try SpokenWorkspace.approved()
    try loseHiss(workspace)
    let before = try workspace.snapshot()

    let said = try workspace.say("accept", "--all", "--because", "fewer")
    #expect(said.exitCode == 2)
    #expect(said.errors.contains("'plain' is not approved, because its golden has fixtures"))
    #expect(said.errors.contains("--without-fixture hiss"))
    #expect(try workspace.snapshot() == before)

    let words = ["accept", "--all", "--because", "fewer", "--without-fixture"]
    #expect(workspace.run(words + ["word"]) == 64)
    #expect(workspace.run(words + ["wind"]) == 64)
    #expect(try workspace.snapshot() == before)
    #expect(workspace.run(words + ["hiss"]) == 0)
    #expect(!(try workspace.text("Golden/plain.json")).contains("\"hiss\""))
    #expect(workspace.run("check") == 0)
  }

  @Test("a lost anchor is missed by a check and by an approval, until a release makes it anew")
  func lostAnchor() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.remove("Golden/Anchor/plain.json")
    let before = try workspace.snapshot()

    let check = try workspace.say("check")
    #expect(check.exitCode == 2)
    #expect(check.output.contains("The anchor of 'plain' is missing"))
    #expect(check.output.contains("bright: as approved"))
    let accept = try workspace.say("accept", "--preset", "plain", "--because", "new")
    #expect(accept.exitCode == 2)
    #expect(accept.errors.contains("harness accept --release"))
    #expect(try workspace.snapshot() == before)

    #expect(workspace.run("accept", "--release") == 0)
    #expect(workspace.run("check") == 0)
  }

  @Test("an anchor that cannot be read is not taken for a missing one")
  func unreadableAnchor() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.remove("Golden/Anchor/plain.json")
    try FileManager.default.createDirectory(
      atPath: workspace.path("Golden/Anchor/plain.json"), withIntermediateDirectories: false)
    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("it is a folder"))
  }

  @Test("while an approval is running another one is refused, and a check is not")
  func locked() throws {
    let workspace = try SpokenWorkspace.approved()
    let before = try workspace.snapshot()
    let lock = try GoldenLock(folder: workspace.path("Golden"))
    for words in [["--all", "--because", "x"], ["--release"]] {
      let said = workspace.process(["accept"] + words)
      let errors = Pipe()
      (said.standardOutput, said.standardError) = (FileHandle.nullDevice, errors)
      try said.run()
      said.waitUntilExit()

      #expect(said.terminationStatus == 2)
      let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      #expect(text.contains("Another approval is running"))
    }
    #expect(workspace.run("check") == 0)
    withExtendedLifetime(lock.folder) {}
    _ = consume lock
    #expect(try workspace.snapshot() == before)
  }

  @Test("an approval that was interrupted stops a check, and the next approval finishes it")
  func interrupted() throws {
    let workspace = try SpokenWorkspace.approved()
    let golden = try workspace.text("Golden/plain.json")
    _ = try FileReplacement(folder: workspace.path("Golden")).prepare([
      (golden.replacingOccurrences(of: "\"first\"", with: "\"second\""), "plain.json")
    ])

    let said = try workspace.say("check")
    #expect(said.exitCode == 2)
    #expect(said.errors.contains("run 'harness accept' again"))
    #expect(workspace.run("accept", "--all", "--because", "x") == 0)
    #expect(workspace.run("check") == 0)
    #expect(try workspace.text("Golden/plain.json").contains("\"second\""))
  }

  @Test("a first approval is called one, and not a failure")
  func first() throws {
    let workspace = try SpokenWorkspace.withPresets()
    let said = try workspace.say("accept", "--all", "--because", "the first")

    #expect(said.exitCode == 0)
    #expect(said.output.contains("plain: the first approval, "))
    #expect(!said.all.contains("NOT CHECKED"))
    #expect(!said.all.contains("harness accept"))
  }

  @Test("a refusal for harm names the readings, with place, value and limit")
  func harmedReadings() throws {
    let workspace = try SpokenWorkspace.withPresets()
    var gated = SpokenWorkspace.plain
    (gated.expansionThreshold, gated.expansionRatio, gated.attackTime) = (-14, 8, 0.1)
    try workspace.save(gated)
    let said = try workspace.say("accept", "--preset", "plain", "--because", "the first")

    #expect(said.exitCode == 1)
    let line = said.errors.split(separator: "\n").first { $0.contains("S of 'sit'") }
    #expect(line?.contains("word: consonant-retention") == true, "\(said.errors)")
    #expect(line?.contains(" dB") == true)
    #expect(line?.contains("crosses the limit of -6.0 dB") == true)
  }

  @Test("a limit that no metric has is named with the nearest that there is")
  func limitOfNothing() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.replace(
      "consonant-retention-dB", with: "consonant-retension-dB", in: "Golden/limits.json")
    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("'consonant-retension-dB'"))
    #expect(said.errors.contains("the nearest is 'consonant-retention-dB'"))
  }

  private func loseHiss(_ workspace: SpokenWorkspace) throws {
    let manifest = try workspace.text(SpokenWorkspace.manifest)
    let start = try #require(manifest.range(of: ",\n    {\"id\": \"hiss\", \"kind\""))
    try workspace.write("\(manifest[..<start.lowerBound])\n  ]\n}\n", SpokenWorkspace.manifest)
  }
}
