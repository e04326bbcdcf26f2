import Foundation

/// Where a writer's bytes go until the file is whole.
///
/// A regular file is made beside its target under another name and takes the target's place in one
/// step. What goes to a pipe or a device waits in the folder for temporary files, because headers
/// are completed at the end and pipes cannot go back.
struct OutputTarget {
  /// The path that the caller named.
  let path: String
  /// The file that is written.
  let workingPath: String
  /// Open for writing; whoever takes the target closes it.
  let descriptor: CInt
  /// The file that is replaced at the end, symbolic links followed; nil for a pipe or device.
  private let finalPath: String?

  /// Opens the place to write to; the target itself is not touched yet.
  init(path: String) throws(AudioFileError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .cannotWrite(path: path, reason: "it is a folder; name a file in it")
    }
    // What a name under /dev stands for may be a regular file, but is never ours to replace.
    let isStream = exists && (status.st_mode & S_IFMT != S_IFREG || path.hasPrefix("/dev/"))
    if isStream, access(path, W_OK) != 0 {
      throw .cannotWrite(path: path, reason: OpenFile.reason(errno))
    }
    let finalPath = exists ? Self.resolved(path) : path
    let folder = Self.folder(of: isStream ? NSTemporaryDirectory() + "file" : finalPath)
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotWrite(path: path, reason: "there is no folder '\(folder)'; create it first")
    }
    let working = "\(folder)/.unfinished-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let descriptor = open(working, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: path, reason: OpenFile.reason(errno))
    }
    // A file that was private stays private.
    if !isStream, stat(finalPath, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    self.path = path
    self.workingPath = working
    self.descriptor = descriptor
    self.finalPath = isStream ? nil : finalPath
  }

  /// Puts the finished file in the target's place, or sends its bytes there.
  func commit() throws(AudioFileError) {
    if let finalPath {
      guard rename(workingPath, finalPath) == 0 else {
        throw .cannotWrite(path: path, reason: OpenFile.reason(errno))
      }
    } else {
      try send()
      discard()
    }
  }

  /// Removes the unfinished file; the target stays as it was.
  func discard() { unlink(workingPath) }

  private func send() throws(AudioFileError) {
    let source = open(workingPath, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw .cannotWrite(path: path, reason: OpenFile.reason(errno)) }
    defer { close(source) }
    let target = open(path, O_WRONLY | O_CLOEXEC)
    guard target >= 0 else { throw .cannotWrite(path: path, reason: OpenFile.reason(errno)) }
    defer { close(target) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &bytes, bytes.count)
      guard count >= 0 else { throw .cannotWrite(path: path, reason: OpenFile.reason(errno)) }
      if count == 0 { return }
      var sent = 0
      while sent < count {
        let step = bytes.withUnsafeBytes { rest in
          write(target, rest.baseAddress.map { $0 + sent }, count - sent)
        }
        guard step > 0 else { throw .cannotWrite(path: path, reason: OpenFile.reason(errno)) }
        sent += step
      }
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
