import Foundation

/// The content of a small file, read without ceremony: whoever asks can do without it.
enum FileContent {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, which must be a regular one.
  ///   - largest: The most bytes that it may have.
  /// - Returns: The bytes and the time of the last change, in seconds since 1970; nil where there
  ///   are none to be had.
  static func read(_ path: String, largest: Int) -> (bytes: [UInt8], changed: Int)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    #if os(Linux)
      let changed = facts.st_mtim.tv_sec
    #else
      let changed = facts.st_mtimespec.tv_sec
    #endif
    guard facts.st_size <= largest else { return nil }
    // Files of the system that are made as they are read have no size.
    let size = facts.st_size > 0 ? Int(facts.st_size) : 1 << 20
    var bytes: [UInt8] = []
    while true {
      var wasRead = 0
      let block = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        wasRead = Foundation.read(descriptor, buffer.baseAddress, size)
        count = max(0, wasRead)
      }
      guard wasRead >= 0, bytes.count + wasRead <= largest else { return nil }
      if wasRead == 0 { return (bytes, changed) }
      if bytes.isEmpty { bytes = block } else { bytes += block }
      if facts.st_size > 0, bytes.count == size { return (bytes, changed) }
    }
  }

  /// Writes a file beside its place and moves it there as a whole.
  ///
  /// - Returns: Whether it is there.
  static func write(_ bytes: [UInt8], folder: String, name: String) -> Bool {
    let temporary = "\(folder)/.unfinished-\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      written += count
    }
    close(descriptor)
    guard written == bytes.count, rename(temporary, "\(folder)/\(name)") == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }
}
