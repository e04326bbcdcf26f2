import Foundation
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
      ["accept", "--all", "--because", " \n"], ["accept", "--because", "x"],
      ["accept", "--all", "--preset", "plain", "--because", "x"],
      ["accept", "--preset", "plain", "--because", "x", "--set", "outputGain=1"],
      ["accept", "--preset", "plain", "--because", "x", "--fixture", "word"],
      ["accept", "--preset", "plain", "--because", "x", "--despite", "consonants"],
      ["accept", "--preset", "plain", "--because", "x", "--because", "y"],
      ["accept", "--preset", "plain", "--because", "--all"],
      ["accept", "--release", "--preset", "plain"], ["accept", "--release", "--because", "x"],
      ["accept", "--release", "--fixture", "word"], ["accept", "--release", "--all"],
      ["accept", "--release", "--set", "outputGain=1"],
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
    let workspace = try TinyWorkspace.withPresets()
    let before = try workspace.snapshot()

    #expect(workspace.run(words) == 64, sourceLocation: location)
    #expect(try workspace.snapshot() == before, sourceLocation: location)
  }

  @Test(
    "help is given for the tool and for each of its subcommands",
    arguments: ["", "report", "check", "accept", "render", "presets", "corpus"])
  func help(name: String) throws {
    let workspace = try TinyWorkspace()
    for word in ["--help", "-h"] {
      let said = name.isEmpty ? try workspace.say(word) : try workspace.say(name, word)
      #expect(said.exitCode == 0)
      #expect(said.output.contains("USAGE: harness"))
      #expect(said.errors.isEmpty)
    }
  }

  @Test("an unknown subcommand is named beside those that there are")
  func unknownSubcommand() throws {
    let said = try TinyWorkspace().say("compare")

    #expect(said.exitCode == 64)
    #expect(said.errors.contains("'compare'") && said.errors.contains("'check'"))
    #expect(said.output.isEmpty)
  }
}
