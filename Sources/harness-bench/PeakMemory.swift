import Foundation

/// The most memory that processes ever held at once.
enum PeakMemory {
  /// Whose memory is meant, by the numbers of `getrusage`, whose type is not the same everywhere.
  enum Subject: Int32 {
    case ownProcess = 0
    case endedChildren = -1
  }

  /// The peak of the resident size, in bytes.
  static func bytes(of subject: Subject) -> Int {
    var usage = rusage()
    let status = getrusage(subject.rawValue, &usage)
    precondition(status == 0, "a process can always ask for its own use")
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss * 1024
    #endif
  }

  /// Runs a command, whose output is left out, and waits for its end.
  ///
  /// - Parameter command: The path of a program, and its arguments.
  /// - Returns: The peak of its resident size, in bytes; at least that of this process.
  /// - Throws: An error where it cannot be run, or fails.
  static func bytes(ofCommand command: [String]) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw BenchUsageError(description: "'\(command.joined(separator: " "))' failed.")
    }
    return bytes(of: .endedChildren)
  }
}
