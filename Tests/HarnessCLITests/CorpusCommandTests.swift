import AudioFile
import Corpus
import Foundation
import Signal
import TestSupport
import Testing

@testable import HarnessCLI

@Suite("The corpus on the command line")
struct CorpusCommandTests {
  /// A workspace with a recording of the user's own in it.
  private func withTake() throws -> SpokenWorkspace {
    let workspace = try SpokenWorkspace.withPresets()
    var audio = try readAudio(path: workspace.path(SpokenWorkspace.recording))
    // Another take of the same word: the digest differs.
    audio.append(AudioBuffer(silentFrames: 4_800, channelCount: 1, sampleRate: audio.sampleRate))
    try writeAudio(audio, path: workspace.path("take.wav"))
    return workspace
  }

  @Test("a build fills the cache, and the next one finds everything there")
  func build() throws {
    let workspace = try SpokenWorkspace()
    let first = try workspace.say("corpus", "build")
    let second = try workspace.say("corpus", "build", "--jobs", "1")
    let rebuilt = try workspace.say("corpus", "build", "--rebuild", "--jobs", "1")

    #expect([first, second, rebuilt].map(\.exitCode) == [0, 0, 0])
    #expect(first.output.contains("2 of 2 fixtures, 1.4 s of audio: 0 were in the cache"))
    #expect(second.output.contains("2 of 2 fixtures, 1.4 s of audio: 2 were in the cache"))
    #expect(rebuilt.output.contains("2 of 2 fixtures, 1.4 s of audio: 0 were in the cache"))
    let digests = [first, second, rebuilt].map { $0.output.split(separator: "\n").last }
    #expect(Set(digests).count == 1)
  }

  @Test("a build without a recording names it, and builds the rest")
  func brokenBuild() throws {
    let workspace = try SpokenWorkspace()
    try workspace.remove(SpokenWorkspace.recording)
    let said = try workspace.say("corpus", "build")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("voice-sounds"))
    #expect(said.output.contains("1 of 2 fixtures"))
  }

  @Test("a recording is added to a corpus of its own, verified, rendered and removed")
  func ownRecording() throws {
    let workspace = try withTake()
    let voices = workspace.path("voices")
    let added = try workspace.say(
      "corpus", "add", workspace.path("take.wav"), "--licence", "CC0-1.0", "--origin", "a test",
      "--corpus", voices)
    #expect(added.exitCode == 0)
    #expect(added.output.contains("fixtures: take-loud, take-normal, take-quiet"))
    #expect(added.output.contains("No labels"))

    #expect(workspace.run("corpus", "verify", "--corpus", voices) == 0)
    let both = ["--corpus", workspace.path("Corpus"), "--corpus", voices]
    let listed = try workspace.say(["corpus", "list"] + both)
    #expect(listed.output.contains("2 speech items in 4 fixtures, 1 noise items, 0 mixes"))
    // There is no golden for it yet: it is rendered, and cannot be judged.
    let checked = try workspace.say(
      ["check", "--preset", "plain", "--fixture", "take-quiet"] + both)
    #expect(checked.exitCode == 2)

    #expect(workspace.run("corpus", "remove", "take", "--delete-files", "--corpus", voices) == 0)
    #expect(workspace.run("corpus", "list", "--corpus", voices) == 2)
  }

  @Test(
    "words that say too little, or too much, are refused before anything is read",
    arguments: [
      ["add", "take.wav", "--origin", "x"], ["add", "take.wav", "--licence", "x"],
      ["add", "--licence", "x", "--origin", "x"],
      ["add", "a.wav", "b.wav", "--id", "x", "--licence", "x", "--origin", "x"],
      ["add", "a.wav", "--kind", "mix", "--licence", "x", "--origin", "x"],
      ["add", "a.wav", "--kind", "hiss", "--labels", "l", "--licence", "x", "--origin", "x"],
      ["add", "a.wav", "--sex", "bass", "--licence", "x", "--origin", "x"],
      ["add", "a.wav", "--licence", "x", "--license", "x", "--origin", "x"],
      ["remove"], ["facts"], ["show"], ["show", "word", "--from", "2", "--to", "1"],
      ["show", "word", "--threshold", "loud"], ["label"], ["label", "a", "b"],
      ["label", "a", "--export", "--score"], ["build", "--jobs", "0"], ["verify", "--jobs", "x"],
      ["verify", "--fixture", "nothing"], ["dance"], [], ["list", "more"],
    ])
  func usage(words: [String]) throws {
    let workspace = try withTake()
    let before = try workspace.snapshot()

    #expect(workspace.run(["corpus"] + words) == 64)
    #expect(try workspace.snapshot() == before)
  }

  @Test("a fixture, a source and a file are drawn", arguments: ["word", "voice", "hiss", "file"])
  func show(name: String) throws {
    let workspace = try withTake()
    let target = name == "file" ? workspace.path("take.wav") : name
    let path = workspace.path("picture.svg")

    #expect(workspace.run("corpus", "show", target, "--svg", path, "--threshold", "-32") == 0)
    let picture = try workspace.text("picture.svg")
    #expect(picture.hasPrefix("<") && picture.hasSuffix("</svg>\n"))
    #expect(picture.contains("final-consonant") == ["word", "voice"].contains(name))
  }

  @Test("the facts of a file are said to people and to scripts")
  func facts() throws {
    let workspace = try withTake()
    let file = workspace.path("take.wav")
    let said = try workspace.say("corpus", "facts", file)
    #expect(said.exitCode == 0)
    #expect(said.output.contains("dBov"))

    let json = try workspace.say("corpus", "facts", file, "--json", "-")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["format"] as? Int == 1)
    let row = (object?["files"] as? [[String: Any]])?.first
    #expect(row?["sampleRateHz"] as? Double == 48_000)
    #expect(workspace.run("corpus", "facts", workspace.path("nothing.wav")) == 2)
  }

  @Test("labels go out to Praat and Audacity, and come back")
  func labels() throws {
    let workspace = try withTake()
    let (grid, track) = (workspace.path("l.TextGrid"), workspace.path("l.txt"))
    #expect(
      workspace.run(
        "corpus", "label", "voice", "--export", "--textgrid", grid, "--audacity", track) == 0)
    let before = try workspace.text(SpokenWorkspace.labels)
    for path in [track, grid] {
      #expect(workspace.run("corpus", "label", "voice", "--import", path) == 0)
      #expect(workspace.run("corpus", "verify") == 0)
    }
    // The tiers are the same, in Praat's long form.
    let after = try TextGrid(bytes: Array(workspace.text(SpokenWorkspace.labels).utf8))
    #expect(after == (try TextGrid(bytes: Array(before.utf8))))
  }

  @Test("labels that a recording cannot have are refused, and the old ones stay")
  func badLabels() throws {
    let workspace = try withTake()
    let before = try workspace.snapshot()
    try workspace.write("0\t99\tword: sit\n", "far.txt")

    #expect(workspace.run("corpus", "label", "voice", "--import", workspace.path("far.txt")) == 2)
    try workspace.remove("far.txt")
    #expect(try workspace.snapshot() == before)
  }

  @Test("a file is labelled from its signal, as a grid that a fixture can use")
  func machine() throws {
    let workspace = try withTake()
    let path = workspace.path("take.TextGrid")
    #expect(
      workspace.run("corpus", "label", workspace.path("take.wav"), "--textgrid", path) == 0)
    let added = try workspace.say(
      "corpus", "add", workspace.path("take.wav"), "--licence", "CC0-1.0", "--origin", "a test",
      "--labels", path)

    #expect(added.exitCode == 0, "\(added.errors)")
    #expect(workspace.run("corpus", "verify") == 0)
  }

  @Test(
    "no output takes the place of what is read, or of a recording",
    arguments: [
      ["list", "--json", SpokenWorkspace.manifest], ["list", "--json", SpokenWorkspace.recording],
      ["verify", "--json", SpokenWorkspace.recording], ["facts", "take.wav", "--json", "take.wav"],
      ["facts", SpokenWorkspace.recording, "--json", "take.wav"],
      ["show", "take.wav", "--svg", "take.wav"], ["show", "word", "--svg", "take.wav"],
      ["show", "word", "--svg", SpokenWorkspace.labels],
      ["label", "take.wav", "--textgrid", "take.wav"],
      ["label", "voice", "--audacity", SpokenWorkspace.labels],
    ])
  func overwriting(words: [String]) throws {
    let workspace = try withTake()
    let before = try workspace.snapshot()
    let paths = words.map { $0.contains("/") || $0 == "take.wav" ? workspace.path($0) : $0 }

    #expect([2, 64].contains(workspace.run(["corpus"] + paths)))
    #expect(try workspace.snapshot() == before)
  }

  @Test(
    "every action has a help of its own",
    arguments: ["list", "verify", "build", "add", "remove", "install", "label", "show", "facts"])
  func help(action: String) throws {
    let said = try SpokenWorkspace().say("corpus", action, "--help")

    #expect(said.exitCode == 0)
    #expect(said.output.contains("USAGE: harness corpus \(action)"))
  }

  @Test("an Audacity track needs no label for what a recording does not have")
  func fewTiers() throws {
    let workspace = try withTake()
    try workspace.write("0.3\t0.5\tword: sit\n0.37\t0.5\tvowel: IH\n", "few.txt")
    let words = [
      "corpus", "add", workspace.path("take.wav"), "--licence", "CC0-1.0", "--origin", "a test",
      "--labels", workspace.path("few.txt"), "--corpus", workspace.path("voices"),
    ]

    #expect(workspace.run(words) == 0)
    #expect(workspace.run("corpus", "verify", "--corpus", workspace.path("voices")) == 0)
  }

  @Test("text that does not arrive is no success", .enabled(if: access("/dev/full", W_OK) == 0))
  func lostText() throws {
    let workspace = try SpokenWorkspace()
    let process = workspace.process(["corpus", "list"])
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()

    #expect(process.terminationStatus == 2)
  }
}
