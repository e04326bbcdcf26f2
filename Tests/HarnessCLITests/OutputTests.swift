import Foundation
import TestSupport
import Testing

@testable import HarnessCLI

/// Pipes and links stand in for devices, which a test must not touch.
@Suite("Files that are written")
struct OutputTests {
  private let workspace: SpokenWorkspace
  private let output = Output(isQuiet: true)

  init() throws {
    workspace = try SpokenWorkspace()
    // As the tool does: a reader that has gone is an error and not an end.
    signal(SIGPIPE, SIG_IGN)
  }

  @Test("what a link leads to is written, and the link stays, be there a file or not")
  func links() throws {
    try workspace.write("old", "target")
    for (name, target) in [("near", "target"), ("far", workspace.path("new")), ("chain", "far")] {
      try link(name, to: target)
    }

    for name in ["near", "chain"] {
      try output.write("text of \(name)", toFile: workspace.path(name))
    }

    #expect(try workspace.text("target") == "text of near")
    #expect(try workspace.text("new") == "text of chain")
    for (name, target) in [("near", "target"), ("far", workspace.path("new")), ("chain", "far")] {
      let path = workspace.path(name)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    }
  }

  @Test("a file that is replaced keeps its rights, and nothing is left beside it")
  func mode() throws {
    try workspace.write("old", "Presets/file")
    let path = workspace.path("Presets/file")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)

    try output.write("new", toFile: path)

    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.path("Presets")).count == 1)
  }

  @Test("a pipe with a name gets the whole text, and is still a pipe")
  func pipe() throws {
    let path = try makePipe()
    // Longer than a pipe holds.
    let text = String(repeating: "0123456789", count: 30_000)
    let reader = try read(path, with: ["/bin/cat"])
    defer { kill(reader.processIdentifier, SIGKILL) }

    try output.write(text, toFile: path)

    let isPipe = try isPipe(path)
    try #require(isPipe)
    reader.waitUntilExit()
    #expect(try workspace.text("received") == text)
  }

  @Test("a reader that goes before the end is an error, for the file was asked for")
  func brokenPipe() throws {
    let path = try makePipe()
    let text = String(repeating: "0123456789", count: 30_000)
    let reader = try read(path, with: ["/usr/bin/env", "head", "-c", "1"])
    defer { kill(reader.processIdentifier, SIGKILL) }

    let error = #expect(throws: FileError.self) { try output.write(text, toFile: path) }

    #expect(error?.description.contains(String(cString: strerror(EPIPE))) == true)
    #expect(try isPipe(path))
  }

  @Test("a folder in the place of a file is an error that says so")
  func folder() {
    let error = #expect(throws: FileError.self) {
      try output.write("text", toFile: workspace.path("Presets"))
    }
    #expect(error?.description.contains(String(cString: strerror(EISDIR))) == true)
  }

  @Test(
    "a reader of standard output that has gone wants no more, and that is fine",
    arguments: [["corpus", "list"], ["metrics", "--markdown", "-"]])
  func goneReader(words: [String]) throws {
    let process = workspace.process(words)
    let gone = Pipe()
    try gone.fileHandleForReading.close()
    process.standardOutput = gone
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("data for a standard output that cannot be written is lost, and said to be")
  func lostData() throws {
    // Open for reading alone: every write to it fails.
    let closed = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: workspace.path(SpokenWorkspace.manifest)))
    let process = workspace.process(["metrics", "--markdown", "-"])
    let errors = Pipe()
    process.standardOutput = closed
    process.standardError = errors
    try process.run()
    process.waitUntilExit()

    #expect(process.terminationStatus == 2)
    let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.contains("Standard output does not take the data"))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path(name), withDestinationPath: target)
  }

  private func makePipe() throws -> String {
    let path = workspace.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  private func isPipe(_ path: String) throws -> Bool {
    var facts = stat()
    try #require(lstat(path, &facts) == 0)
    return facts.st_mode & S_IFMT == S_IFIFO
  }

  /// Starts a process that reads a pipe into the file "received".
  private func read(_ path: String, with words: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = words.dropFirst() + [path]
    try workspace.write("", "received")
    process.standardOutput = try FileHandle(
      forWritingTo: URL(fileURLWithPath: workspace.path("received")))
    try process.run()
    return process
  }
}
