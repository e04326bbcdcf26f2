import Foundation

/// Texts on their way into files.
enum FileOutput {
  /// Writes a text into a file: a regular one, or a new one, is replaced as a whole where its name
  /// leads to; into anything else, such as a pipe or a device, the text is streamed.
  ///
  /// A recording that is there is not written over: nobody means to turn one into text.
  static func write(_ text: String, path: String) throws(FileError) {
    var facts = stat()
    let ending = (path as NSString).pathExtension.lowercased()
    if recordings.contains(ending), access(path, F_OK) == 0 {
      throw FileError(
        description: "'\(path)' is a recording and is not written over: name another file.")
    }
    let exists = stat(path, &facts) == 0
    let isRegular = exists && facts.st_mode & S_IFMT == S_IFREG
    // What these folders name belongs to a process or a driver, even if it ends in a regular file.
    let isBorrowed = ["/dev/", "/proc/"].contains { path.hasPrefix($0) }
    guard exists, !isRegular || isBorrowed else {
      return try replace(destination(of: path), text, mode: isRegular ? facts.st_mode : nil)
    }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    if let code = put(text, descriptor) { throw failure(path, code) }
  }

  /// The endings of recordings.
  private static let recordings: Set = [
    "wav", "flac", "ogg", "oga", "opus", "mp3", "m4a", "aif", "aiff", "aifc", "caf", "w64", "au",
  ]

  /// The path that a name leads to, through links, be there a file or not.
  static func destination(of path: String) -> String {
    var path = path
    // Source: POSIX.1-2017, limits.h, SYMLOOP_MAX, is at least 8; Linux allows 40.
    for _ in 0..<40 {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink(path, &target, target.count - 1)
      guard count > 0 else { break }
      let text = String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = (path as NSString).deletingLastPathComponent
      path = text.hasPrefix("/") || folder.isEmpty ? text : "\(folder)/\(text)"
    }
    return path
  }

  /// Writes all of a text.
  ///
  /// - Returns: The code of what stopped it, or nil.
  static func put(_ text: String, _ descriptor: Int32) -> Int32? {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      case let code: return code
      }
    }
    return nil
  }

  /// What the system says of a code.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Writes beside a file and moves the whole into its place.
  private static func replace(_ path: String, _ text: String, mode: mode_t?) throws(FileError) {
    let folder = (path as NSString).deletingLastPathComponent
    if !folder.isEmpty {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw FileError(
          description: "The file '\(path)' cannot be written: its folder cannot be made.")
      }
    }
    let temporary = "\(path).\(UUID().uuidString).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var code = put(text, descriptor)
    if code == nil, let mode, fchmod(descriptor, mode & 0o7777) != 0 { code = errno }
    if close(descriptor) != 0, code == nil { code = errno }
    if code == nil, rename(temporary, path) != 0 { code = errno }
    if let code {
      unlink(temporary)
      throw failure(path, code)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> FileError {
    FileError(description: "The file '\(path)' cannot be written: \(reason(code)).")
  }
}
