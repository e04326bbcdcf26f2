import Foundation

/// The texts of the files in a folder of goldens.
enum GoldenText {
  /// Whether anything has this name, be it a file or not.
  static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// Reads a text.
  ///
  /// - Returns: The text, or nil where nothing has this name: what is there and cannot be read is
  ///   not missing.
  /// - Throws: `GoldenError.damaged`; `advice` is for what is no text.
  static func read(_ path: String, advice: GoldenError.Advice) throws(GoldenError) -> String? {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      let code = errno
      if code == ENOENT, !isThere(path) { return nil }
      let reason = code == ENOENT ? "it is a link to nothing" : String(cString: strerror(code))
      throw .damaged(path: path, reason: reason, .access)
    }
    let kind = facts.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw .damaged(
        path: path, reason: kind == S_IFDIR ? "it is a folder" : "it is no regular file", .access)
    }
    guard access(path, R_OK) == 0, let data = FileManager.default.contents(atPath: path) else {
      throw .damaged(path: path, reason: "it cannot be read", .access)
    }
    // Repaired in silence, it would be another text than the approved one.
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .damaged(path: path, reason: "it is no UTF-8 text", advice)
    }
    // Source: Git LFS specification, "The Pointer".
    guard !text.hasPrefix("version https://git-lfs.github.com/spec/") else {
      throw .damaged(
        path: path, reason: "it is a Git LFS pointer and not the file itself", .pointer)
    }
    return text
  }
}
