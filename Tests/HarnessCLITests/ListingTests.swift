import Corpus
import Foundation
import Presets
import TestSupport
import Testing

@testable import HarnessCLI

@Suite("Listings and reports")
struct ListingTests {
  @Test("presets are listed in their order, one a line")
  func presetList() throws {
    let workspace = try SpokenWorkspace.withPresets()
    let own = try workspace.say("presets", "list", "--presets", workspace.path("Presets"))
    let built = try workspace.say("presets", "list")

    #expect(own.exitCode == 0 && built.exitCode == 0)
    let ids = { (text: String) in text.split(separator: "\n").map { $0.prefix { $0 != " " } } }
    #expect(ids(own.output) == ["plain", "bright"])
    #expect(
      ids(built.output).map(String.init) == (try PresetLibrary.embedded().presets.map(\.id)))
  }

  @Test("a preset is shown as its file, with the changes of the run, in a file or on a stream")
  func presetShow() throws {
    let workspace = try SpokenWorkspace()
    let preset = try PresetLibrary.embedded().preset(id: "denoise")
    let said = try workspace.say("presets", "show", "denoise", "--json", "-")
    #expect(said.exitCode == 0)
    #expect(said.output == preset.json)

    let path = workspace.path("denoise.json")
    #expect(
      workspace.run("presets", "show", "denoise", "--set", "outputGain=-3", "--json", path) == 0)
    #expect(try workspace.text("denoise.json") == preset.setting("outputGain=-3").json)

    let shown = try workspace.say("presets", "show", "denoise")
    #expect(shown.output.contains("expansionThreshold = "))
    #expect(shown.output.contains(preset.gateNote))
  }

  @Test("a folder of presets is validated, and every fault is named")
  func presetValidate() throws {
    let workspace = try SpokenWorkspace.withPresets()
    #expect(workspace.run("presets", "validate", workspace.path("Presets")) == 0)

    try workspace.write("{}", "Presets/plain.json")
    try workspace.replace(
      "\"outputGain\": 0", with: "\"outputGain\": 999", in: "Presets/bright.json")
    let said = try workspace.say("presets", "validate", workspace.path("Presets"))
    #expect(said.exitCode == 2)
    #expect(said.errors.contains("plain.json") && said.errors.contains("'outputGain' is 999"))
    #expect(workspace.run("presets", "validate", workspace.path("nowhere")) == 2)
  }

  @Test("fixtures are listed with their facts")
  func corpusList() throws {
    let workspace = try SpokenWorkspace()
    let said = try workspace.say("corpus", "list")

    #expect(said.exitCode == 0)
    let lines = said.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("word  speech  0.9 s  peak -6 dBFS  2 obstruents, 1 final  CC0-1.0"))
    #expect(lines[1].hasPrefix("hiss  hiss    0.5 s  -40 dBFS"))
    #expect(lines[2] == "1 speech items in 1 fixtures, 1 noise items, 0 mixes")
    #expect(lines.last == "built: 1.4 s, 0.3 MB")
  }

  @Test("a corpus is verified, and every fixture that cannot be built is named")
  func corpusVerify() throws {
    let workspace = try SpokenWorkspace()
    let sound = try workspace.say("corpus", "verify")
    #expect(sound.exitCode == 0)
    #expect(sound.output.contains("2 of 2 fixtures are sound; 0 faults"))
    #expect(sound.errors.isEmpty)

    try workspace.remove(SpokenWorkspace.recording)
    let broken = try workspace.say("corpus", "verify", "--corpus", workspace.path("Corpus"))
    #expect(broken.exitCode == 2)
    #expect(broken.errors.contains("voice-sounds"))
    #expect(broken.output.contains("hiss"))
    // A list does not need the recordings.
    #expect(workspace.run("corpus", "list") == 0)
  }

  @Test("a report leaves its JSON in the workspace, and says where")
  func reportFile() throws {
    let workspace = try SpokenWorkspace.approved()
    let said = try workspace.say("report")

    #expect(said.exitCode == 0)
    #expect(said.output.contains("report.json: \(workspace.path(".harness/report.json"))"))
    let object = try JSONSerialization.jsonObject(with: workspace.bytes(".harness/report.json"))
    #expect(object is [String: Any])
  }

  @Test("a report is found from a folder inside the workspace")
  func nestedFolder() throws {
    let workspace = try SpokenWorkspace.approved()
    let words = ["report", "--quiet", "--presets", workspace.path("Presets")]

    #expect(
      HarnessTool.run(
        words, environment: workspace.environment, currentFolder: workspace.path("Corpus/Labels"))
        == 0)
    #expect(try !workspace.bytes(".harness/report.json").isEmpty)
  }

  @Test(
    "data on the stream stands there alone", arguments: ["check", "report"],
    ["--json", "--junit", "--markdown"])
  func dataOnly(command: String, option: String) throws {
    let workspace = try SpokenWorkspace.approved()
    let path = workspace.path("data")
    #expect(workspace.run(command, "--preset", "plain", option, path) == 0)
    let said = try workspace.say(command, "--preset", "plain", option, "-")

    #expect(said.exitCode == 0)
    if option == "--json" {
      #expect(try JSONSerialization.jsonObject(with: Data(said.output.utf8)) is [String: Any])
    }
    let first = { (text: String) in text.prefix { $0 != "\n" } }
    #expect(first(said.output) == first(try workspace.text("data")))
    // The clock is in the text: the lines agree in number, and the report is not among them.
    #expect(
      said.output.split(separator: "\n").count
        == (try workspace.text("data")).split(separator: "\n").count)
    #expect(!said.output.contains("report.json: "))
  }

  @Test("a report that cannot be written is an error, whatever it says")
  func unwritable() throws {
    let workspace = try SpokenWorkspace.approved()
    try workspace.write("a file where a folder must be", "blocked")

    #expect(workspace.run("check", "--json", workspace.path("blocked/report.json")) == 2)
  }
}
