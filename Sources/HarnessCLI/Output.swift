import Foundation
import Synchronization

/// Where text goes: the report to standard output, progress to a terminal on standard error.
struct Output: Sendable {
  private let isQuiet: Bool
  private let isTerminal: Bool

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isTerminal = isatty(STDERR_FILENO) == 1
  }

  /// Writes a text for people or for a pipe.
  func write(_ text: String) {
    guard !isQuiet, let code = FileOutput.put(text, STDOUT_FILENO), code != EPIPE else { return }
    Self.lost.store(code, ordering: .relaxed)
  }

  /// The code of what kept a text from arriving; 0 where all of them did.
  private static let lost = Atomic<Int32>(0)

  /// Says that a text did not arrive, and forgets it.
  ///
  /// - Returns: Whether one did not.
  static func complainOfLoss() -> Bool {
    let code = lost.exchange(0, ordering: .relaxed)
    guard code != 0 else { return false }
    complain("Standard output does not take the text: \(FileOutput.reason(code)).")
    return true
  }

  /// Writes what was asked for as data, even where the report is not wanted.
  ///
  /// - Throws: What kept it from arriving; a reader that has gone, such as 'head', wants no more.
  func writeData(_ text: String) throws(FileError) {
    guard let code = FileOutput.put(text, STDOUT_FILENO), code != EPIPE else { return }
    throw FileError(
      description: "Standard output does not take the data: \(FileOutput.reason(code)).")
  }

  /// Shows how far the work has come; each call replaces the last.
  func progress(_ text: String) {
    guard isTerminal, !isQuiet else { return }
    _ = FileOutput.put("\r\u{1B}[2K\(text)", STDERR_FILENO)
  }

  /// Clears the line of progress.
  func endProgress() { progress("") }

  /// Writes a sentence about what went wrong.
  static func complain(_ text: String) { _ = FileOutput.put(text + "\n", STDERR_FILENO) }

  /// Writes data to a file, or to standard output where the path is "-".
  func write(_ text: String, toFile path: String) throws(FileError) {
    if path == "-" { return try writeData(text) }
    try FileOutput.write(text, path: path)
  }
}

/// A file that cannot be written.
struct FileError: Error, CustomStringConvertible {
  let description: String
}
