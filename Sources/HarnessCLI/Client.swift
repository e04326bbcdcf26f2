import Foundation

/// A program of the system that does a part of the work, found as a shell finds it.
struct Client {
  /// The name, as in a shell.
  let name: String
  private let path: String
  private let environment: [String: String]
  /// Where it runs, and where what it says is kept.
  private let folder: String

  /// Finds a program.
  ///
  /// - Throws: `InstallError` where there is none, with what would bring it.
  init(
    _ name: String, environment: [String: String], folder: String
  ) throws(InstallError) {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let home = folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    guard let home else {
      let help = Self.help[name].map { ": \($0)" } ?? ""
      throw InstallError("There is no '\(name)' here, which this pack needs\(help).")
    }
    self.name = name
    self.environment = environment
    self.folder = folder
    path = home + "/" + name
  }

  /// What brings a program that is missing.
  private static let help = [
    "apt-get": "its recordings come in Debian packages, which Debian and its relatives can fetch",
    "dpkg-deb": "install the package 'dpkg'", "unzip": "install the package 'unzip'",
    "tar": "install the package 'tar'", "python3": "install Python 3 with pip",
  ]

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its words.
  ///   - variables: What it finds in its environment beside the usual.
  ///   - output: The file that takes what it writes; nil for one that is read and removed.
  /// - Returns: What it wrote to standard output; nothing where a file took it.
  /// - Throws: `InstallError` with the last thing it said where it fails, and where the process is
  ///   asked to end.
  @discardableResult
  func run(
    _ arguments: [String], variables: [String: String] = [:], into output: String? = nil
  ) throws(InstallError) -> String {
    let outputPath = output ?? folder + "/.output"
    let errorPath = folder + "/.errors"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Names in listings stay as they are, and what it says is in one language.
    process.environment = environment.merging(["LC_ALL": "C.UTF-8", "TMPDIR": folder]) { $1 }
      .merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    do {
      process.standardOutput = try Self.handle(outputPath)
      process.standardError = try Self.handle(errorPath)
      try process.run()
    } catch {
      throw InstallError("'\(name)' cannot be started: \(error.localizedDescription)")
    }
    try wait(for: process)
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let line = lastLine(of: errorPath)
      let said = line.isEmpty ? "" : ": \(line)"
      throw InstallError("'\(name) \(arguments.first ?? "")' failed\(said)", isFinal: false)
    }
    return output == nil ? text(of: outputPath) : ""
  }

  private func wait(for process: Process) throws(InstallError) {
    var slices = 0
    while process.isRunning {
      usleep(10_000)
      guard Interrupt.isPending else { continue }
      // Its own helpers are of its group where the system gave it one.
      let number = slices < 200 ? SIGTERM : SIGKILL
      if slices % 200 == 0, kill(-process.processIdentifier, number) != 0 {
        kill(process.processIdentifier, number)
      }
      slices += 1
    }
    process.waitUntilExit()
    if Interrupt.isPending { throw .interrupted }
  }

  private static func handle(_ path: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw FileError(description: "the file '\(path)' cannot be made")
    }
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  private func text(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private func lastLine(of path: String) -> String {
    let lines = text(of: path).split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
    let faults = lines.filter { line in
      ["E:", "ERROR:", "error:"].contains { line.hasPrefix($0) }
    }
    return String((faults.first ?? lines.last ?? "").prefix(300))
  }
}

/// Why recordings cannot be installed.
struct InstallError: Error, Equatable, CustomStringConvertible {
  /// One or more sentences.
  let description: String
  /// Whether no other attempt would help.
  let isFinal: Bool

  init(_ description: String, isFinal: Bool = true) {
    self.description = description
    self.isFinal = isFinal
  }

  /// The process was asked to end.
  static let interrupted = InstallError("The installation was stopped.")
}
