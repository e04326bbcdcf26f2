import Foundation
import Presets
import Signal
import TestSupport

@testable import HarnessCLI

extension SpokenWorkspace {
  /// A preset that does next to nothing.
  static let plain = AudioPreset(
    id: "plain", name: "Plain", category: "clean", order: 1, purpose: "Leaves the voice alone.",
    gateNote: "There is no gate.")
  /// A preset that adds treble.
  static let bright = AudioPreset(
    id: "bright", name: "Bright", category: "tone", order: 1, purpose: "Adds some treble.",
    eqBands: [AudioPreset.EQBand(frequency: 4_000, gain: 3, bandwidth: 1, note: "Treble.")],
    gateNote: "There is no gate.")

  /// A workspace with two presets and the limits of the goldens, but no golden.
  static func withPresets() throws -> SpokenWorkspace {
    let workspace = try SpokenWorkspace()
    try workspace.save(plain)
    try workspace.save(bright)
    try workspace.write(
      """
      {"format": 1, "limits": {"consonant-retention-dB": -6, "true-peak-dBTP": 0}}
      """, "Golden/limits.json")
    return workspace
  }

  /// A workspace whose presets are approved.
  static func approved() throws -> SpokenWorkspace {
    let workspace = try withPresets()
    try FileManager.default.createDirectory(
      atPath: workspace.path("Golden/Anchor"), withIntermediateDirectories: true)
    for (name, text) in try goldens.get() { try workspace.write(text, name) }
    return workspace
  }

  /// What an approval of both presets writes, made once for all tests.
  private static let goldens = Result {
    let workspace = try withPresets()
    let exitCode = workspace.run("accept", "--all", "--because", "first")
    guard exitCode == 0 else { throw NotApproved(exitCode: exitCode) }
    let names = ["plain", "bright"].flatMap { ["Golden/\($0).json", "Golden/Anchor/\($0).json"] }
    return try names.map { ($0, try workspace.text($0)) }
  }

  struct NotApproved: Error {
    let exitCode: Int32
  }

  /// Writes the file of a preset.
  func save(_ preset: AudioPreset) throws { try write(preset.json, "Presets/\(preset.id).json") }

  /// What the tool sees of the environment.
  var environment: [String: String] { ["HARNESS_RECORDINGS": path("recordings")] }

  /// The words of a call: those over the corpus read the presets of the workspace and stay quiet.
  private func completed(_ words: [String], isQuiet: Bool) -> [String] {
    let overCorpus = ["check", "report", "accept"].contains(words.first ?? "")
    let hasPresets = overCorpus || words.first == "render"
    return words + (hasPresets ? ["--presets", path("Presets")] : [])
      + (isQuiet && hasPresets ? ["--quiet"] : [])
  }

  /// Runs the tool in this process.
  func run(_ words: String..., environment extra: [String: String] = [:]) -> Int32 {
    run(words, environment: extra)
  }

  /// Runs the tool in this process.
  func run(_ words: [String], environment extra: [String: String] = [:]) -> Int32 {
    HarnessTool.run(
      completed(words, isQuiet: true), environment: environment.merging(extra) { $1 },
      currentFolder: root)
  }

  /// What a process said.
  struct Said {
    let exitCode: Int32
    let output: String
    let errors: String
    var all: String { output + errors }
  }

  /// Runs the built tool, for what it says.
  func say(_ words: String...) throws -> Said { try say(words) }

  /// Runs the built tool, for what it says.
  func say(_ words: [String]) throws -> Said {
    let process = process(words)
    // Files and not pipes: a pipe that nobody empties stops the tool.
    let (output, errors) = (path("stdout"), path("stderr"))
    for file in [output, errors] { try write("", String(file.dropFirst(root.count + 1))) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    process.waitUntilExit()
    let said = Said(
      exitCode: process.terminationStatus, output: try text("stdout"), errors: try text("stderr"))
    try remove("stdout")
    try remove("stderr")
    return said
  }

  /// The built tool with words, ready to run in the workspace.
  func process(_ words: [String]) -> Process {
    let process = Process()
    process.executableURL = Self.tool
    process.arguments = completed(words, isQuiet: false)
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: root)
    return process
  }

  private final class Marker {}

  /// The built tool, which lies beside the tests.
  private static var tool: URL {
    let bundle = Bundle(for: Marker.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appendingPathComponent("harness")
  }

  /// Every file of a folder with its digest and the time of its last change, but for the caches of
  /// built fixtures and of results.
  func snapshot(of folder: String = "") throws -> [String: String] {
    var snapshot: [String: String] = [:]
    let top = folder.isEmpty ? root : path(folder)
    for name in try FileManager.default.subpathsOfDirectory(atPath: top)
    where ![".harness/corpus", ".harness/results"].contains(where: name.hasPrefix) {
      let attributes = try FileManager.default.attributesOfItem(atPath: top + "/" + name)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      let data = try Data(contentsOf: URL(fileURLWithPath: top + "/" + name))
      let date = attributes[.modificationDate] as? Date
      snapshot[name] =
        SHA256.hexDigest(of: [UInt8](data)) + " \(date?.timeIntervalSince1970 ?? 0)"
    }
    return snapshot
  }
}
