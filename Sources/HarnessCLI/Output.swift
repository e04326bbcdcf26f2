import Foundation

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
    guard !isQuiet else { return }
    Self.put(text, STDOUT_FILENO)
  }

  /// Writes what was asked for as data, even where the report is not wanted.
  func writeData(_ text: String) { Self.put(text, STDOUT_FILENO) }

  /// Shows how far the work has come; each call replaces the last.
  func progress(_ text: String) {
    guard isTerminal, !isQuiet else { return }
    Self.put("\r\u{1B}[2K\(text)", STDERR_FILENO)
  }

  /// Clears the line of progress.
  func endProgress() { progress("") }

  /// Writes a sentence about what went wrong.
  static func complain(_ text: String) { put(text + "\n", STDERR_FILENO) }

  /// Writes data to a file, or to standard output where the path is "-".
  func write(_ text: String, toFile path: String) throws(FileError) {
    if path == "-" {
      writeData(text)
      return
    }
    do {
      let folder = (path as NSString).deletingLastPathComponent
      if !folder.isEmpty {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      }
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw FileError(description: "The file '\(path)' cannot be written.")
    }
  }

  private static func put(_ text: String, _ descriptor: Int32) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      // A reader that has gone, such as 'head', wants no more.
      guard count > 0 else { return }
      written += count
    }
  }
}

/// A file that cannot be written.
struct FileError: Error, CustomStringConvertible {
  let description: String
}
