import Foundation
import Presets
import TestSupport
import Testing

@testable import HarnessCLI

@Suite("Results of earlier runs")
struct ResultReuseTests {
  /// The report without its run, which holds times.
  private func facts(_ workspace: SpokenWorkspace, _ path: String) throws -> String {
    let text = try workspace.text(path)
    return String(text[..<(try #require(text.range(of: "\n  \"run\" : {")).lowerBound)])
  }

  private func run(_ workspace: SpokenWorkspace, _ path: String) throws -> [String: Double] {
    let document = try JSONSerialization.jsonObject(with: workspace.bytes(path))
    return try #require((document as? [String: Any])?["run"] as? [String: Double])
  }

  @Test("a second check renders nothing, says so, and reports the same to the byte")
  func second() throws {
    let workspace = try SpokenWorkspace.approved()
    let (first, second) = (
      try workspace.say("check", "--json", workspace.path("first.json")),
      try workspace.say("check", "--json", workspace.path("second.json"))
    )

    #expect(first.exitCode == 0 && second.exitCode == 0)
    #expect(first.output.contains("times real time"))
    #expect(
      second.output.hasSuffix("as approved; 4 results, all reused: nothing had to be rendered\n"))
    #expect(try facts(workspace, "first.json") == facts(workspace, "second.json"))
    #expect(try run(workspace, "first.json")["reusedResults"] == 0)
    #expect(try run(workspace, "second.json")["reusedResults"] == 4)
    #expect(try run(workspace, "second.json")["renderedSeconds"] == 0)
  }

  @Test("reports of every kind are the same from the cache, also of a preset that hurts")
  func reports() throws {
    let workspace = try SpokenWorkspace.approved()
    var reports: [[String]] = []
    for _ in 0..<2 {
      let said = try workspace.say(
        "report", "--preset", "bright", "--set", "expansionRatio=8", "--set",
        "expansionThreshold=-10", "--junit", workspace.path("j.xml"), "--markdown",
        workspace.path("m.md"))
      #expect(said.exitCode == 1)
      let junit = try workspace.text("j.xml").replacingOccurrences(
        of: "time=\"[0-9.]+\"", with: "", options: .regularExpression)
      let lines = said.output.split(separator: "\n").filter { !$0.contains("1 preset, 2 fixtures") }
      reports.append([junit, try workspace.text("m.md"), lines.joined(separator: "\n")])
    }

    #expect(reports[0] == reports[1])
  }

  @Test("another number of one preset renders that preset alone")
  func number() throws {
    let workspace = try SpokenWorkspace.approved()
    _ = try workspace.say("check")
    var louder = SpokenWorkspace.bright
    louder.eqBands[0].gain = 3.5
    try workspace.save(louder)

    let changed = try workspace.say("check")
    #expect(changed.exitCode == 3)
    #expect(changed.output.contains("4 results, 2 reused; "))
    // And the number as it was finds the results that it had.
    try workspace.save(SpokenWorkspace.bright)
    #expect(try workspace.say("check").output.contains("4 results, all reused"))
  }

  @Test("a changed file of labels renders its fixture alone")
  func labels() throws {
    let workspace = try SpokenWorkspace.approved()
    _ = try workspace.say("check")
    try workspace.replace("\"IH\"", with: "\"IY\"", in: SpokenWorkspace.labels)
    let said = try workspace.say("check")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("word: The fixture is not the one that was approved"))
    #expect(said.output.contains("4 results, 2 reused; "))
  }

  @Test("'--no-cache' renders everything and keeps nothing")
  func noCache() throws {
    let workspace = try SpokenWorkspace.approved()
    _ = workspace.run("check", "--no-cache")
    #expect(!FileManager.default.fileExists(atPath: workspace.path(".harness/results")))
    _ = try workspace.say("check")

    #expect(try !workspace.say("check", "--no-cache").output.contains("reused"))
  }

  @Test("an approval takes the results of the check before it, and approves the same")
  func accept() throws {
    let words = ["accept", "--all", "--because", "first"]
    let (plain, cached) = (try SpokenWorkspace.withPresets(), try SpokenWorkspace.withPresets())
    _ = cached.run("check")
    #expect(plain.run(words + ["--no-cache"]) == 0)
    #expect(cached.run(words) == 0)

    for name in ["Golden/plain.json", "Golden/bright.json"] {
      #expect(try plain.text(name) == cached.text(name))
    }
  }

  @Test("the results lie beside the fixtures where another folder is named for those")
  func folder() throws {
    let workspace = try SpokenWorkspace.approved()
    let environment = ["HARNESS_CACHE": workspace.path("elsewhere")]
    _ = workspace.run(["check"], environment: environment)

    #expect(FileManager.default.fileExists(atPath: workspace.path("elsewhere/results")))
    #expect(!FileManager.default.fileExists(atPath: workspace.path(".harness/results")))
  }
}
