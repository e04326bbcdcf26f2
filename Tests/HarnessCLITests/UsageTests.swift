import Foundation
import TestSupport
import Testing

@testable import HarnessCLI

@Suite("Usage")
struct UsageTests {
  @Test(
    "words that make no sense end with 64 and touch nothing",
    arguments: [
      [], ["nonsense"], ["--preset", "plain"], ["check", "--nonsense"], ["check", "--preset"],
      ["check", "--jobs", "2", "--jobs", "3"], ["check", "--jobs", "0"], ["check", "--jobs", "-1"],
      ["check", "--jobs", "1025"], ["check", "--jobs", "two"], ["check", "--jobs="],
      ["check", "--jobs", "99999999999999999999"], ["check", "--set", "nonsense"],
      ["check", "--set", "loudness=1"], ["check", "--set", "outputGain=loud"],
      ["check", "--set", "outputGain=nan"], ["check", "--set", "outputGain=4,5"],
      ["check", "--preset", "plein"], ["check", "--preset", ""], ["check", "--fixture", "ward"],
      ["check", "stray"], ["check", "--"], ["check", "--golden", "a", "--golden", "b"],
      ["check", "--json", "-", "--junit", "-"], ["report", "--markdown", "-", "--json=-"],
      ["report", "--because", "x"],
    ])
  func nonsense(words: [String]) throws { try expectUsageError(words) }

  @Test(
    "an approval without a reason, a name or the whole corpus ends with 64 and touches nothing",
    arguments: [
      ["accept"], ["accept", "--all"], ["accept", "--all", "--because", ""],
      ["accept", "--all", "--because", " \n"], ["accept", "--all", "--because", "..."],
      ["accept", "--because", "x"],
      ["accept", "--all", "--preset", "plain", "--because", "x"],
      ["accept", "--preset", "plain", "--because", "x", "--set", "outputGain=1"],
      ["accept", "--preset", "plain", "--because", "x", "--fixture", "word"],
      ["accept", "--preset", "plain", "--because", "x", "--despite", "consonants"],
      ["accept", "--preset", "plain", "--because", "x", "--because", "y"],
      ["accept", "--preset", "plain", "--because", "--all"],
      ["accept", "--release", "--preset", "plain"], ["accept", "--release", "--because", "x"],
      ["accept", "--release", "--fixture", "word"], ["accept", "--release", "--all"],
      ["accept", "--release", "--set", "outputGain=1"],
      ["accept", "--release", "--without-fixture", "word"],
    ])
  func approval(words: [String]) throws { try expectUsageError(words) }

  @Test(
    "a render without its words ends with 64 and touches nothing",
    arguments: [
      ["render"], ["render", "in.wav", "out.wav"], ["render", "--preset", "plain", "in.wav"],
      ["render", "--preset", "plain", "a.wav", "b.wav", "c.wav"],
      ["render", "--preset", "plain", "--preset", "plain", "a.wav", "b"],
      ["render", "--preset", "nobody", "a.wav", "b.wav"],
      ["render", "--preset", "plain", "--set", "outputGain", "a.wav", "b.wav"],
      ["render", "--preset", "plain", "--jobs", "1", "a.wav", "b.wav"],
    ])
  func render(words: [String]) throws { try expectUsageError(words) }

  @Test(
    "a listing without its words ends with 64 and touches nothing",
    arguments: [
      ["presets"], ["presets", "hide"], ["presets", "show"], ["presets", "validate"],
      ["presets", "list", "denoise"], ["presets", "show", "nobody"],
      ["presets", "show", "denoise", "warm"], ["presets", "list", "--set", "outputGain=1"],
      ["presets", "list", "--json", "-"], ["presets", "show", "denoise", "--set", "outputGain"],
      ["corpus"], ["corpus", "burn"], ["corpus", "list", "word"], ["corpus", "list", "--quiet"],
    ])
  func listing(words: [String]) throws { try expectUsageError(words) }

  private func expectUsageError(
    _ words: [String], at location: SourceLocation = #_sourceLocation
  ) throws {
    let workspace = try SpokenWorkspace.withPresets()
    let before = try workspace.snapshot()

    #expect(workspace.run(words) == 64, sourceLocation: location)
    #expect(try workspace.snapshot() == before, sourceLocation: location)
  }

  @Test(
    "help is given for the tool and for each of its subcommands",
    arguments: ["", "report", "check", "accept", "render", "presets", "corpus"])
  func help(name: String) throws {
    let workspace = try SpokenWorkspace()
    for word in ["--help", "-h"] {
      let said = name.isEmpty ? try workspace.say(word) : try workspace.say(name, word)
      #expect(said.exitCode == 0)
      #expect(said.output.contains("USAGE: harness"))
      #expect(said.errors.isEmpty)
    }
  }

  @Test("an unknown subcommand is named beside those that there are")
  func unknownSubcommand() throws {
    let said = try SpokenWorkspace().say("compare")

    #expect(said.exitCode == 64)
    #expect(said.errors.contains("'compare'") && said.errors.contains("'check'"))
    #expect(said.output.isEmpty)
  }

  @Test(
    "two reports in one file, or one in the place of an input, are refused before any work",
    arguments: [
      ["--json", "out", "--junit", "out"], ["--json", "out", "--markdown", "Corpus/../out"],
      ["--json", "Golden/plain.json"], ["--junit", "Golden/Anchor/plain.json"],
      ["--markdown", "Golden/limits.json"], ["--json", "Corpus/manifest.json"],
      ["--json", "Presets/plain.json"], ["--json", SpokenWorkspace.labels],
      ["--junit", SpokenWorkspace.recording], ["--json", "link"],
    ])
  func overwriting(words: [String]) throws {
    let workspace = try SpokenWorkspace.approved()
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path("link"), withDestinationPath: "Golden/bright.json")
    let before = try workspace.snapshot()
    let paths = words.map { $0.hasPrefix("-") ? $0 : workspace.path($0) }

    #expect(workspace.run(["check"] + paths) == 64)
    #expect(try workspace.snapshot() == before)
  }

  @Test("what an option takes as its value does not ask for help")
  func valueLikeHelp() throws {
    let workspace = try SpokenWorkspace.approved()
    let said = try workspace.say("accept", "--because", "-h", "--preset", "plain")
    #expect(said.exitCode == 0)
    #expect(said.output.contains("Nothing to approve"))
    let help = try workspace.say("accept", "--because", "x", "--help")
    #expect(help.exitCode == 0)
    #expect(help.output.contains("USAGE: harness accept"))
  }

  @Test("the help of an approval offers nothing that it refuses")
  func helpOfAccept() throws {
    let said = try SpokenWorkspace().say("accept", "--help")
    #expect(!said.output.contains("--set") && !said.output.contains("--fixture "))
    #expect(!said.output.contains("default: every preset"))
    #expect(said.output.contains("limits.json"))
  }

  @Test("the version names the release and the formats")
  func version() throws {
    let said = try SpokenWorkspace().say("--version")
    #expect(said.exitCode == 0)
    #expect(said.output == "harness 0.1.0 (report format 1, golden format 1)\n")
  }
}
