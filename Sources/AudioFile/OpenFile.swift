import Foundation

/// Owns one file descriptor: opened by `init`, closed once by `deinit`.
struct OpenFile: ~Copyable {
  let path: String
  private var descriptor: CInt
  /// How long the file was when it was opened; zero for pipes and devices.
  let byteCount: Int

  /// Opens a regular file for reading.
  init(reading path: String) throws(AudioFileError) {
    // Opening a pipe for reading would wait for its writer, so a look comes first.
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .notFound(path: path) : .cannotOpen(path: path, reason: Self.reason(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isFolder(path: path)
    default: throw .notRegularFile(path: path)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: Self.reason(errno)) }
    self.path = path
    self.descriptor = descriptor
    self.byteCount = Int(status.st_size)
  }

  /// Takes over a descriptor that is open for writing.
  init(path: String, writingTo descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
    self.byteCount = 0
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Gives the descriptor to a new owner, who closes it.
  mutating func release() -> CInt {
    defer { descriptor = -1 }
    return descriptor
  }

  /// The bytes at a place in the file; fewer than asked for where the file ends.
  borrowing func bytes(at offset: Int, count: Int) -> HeaderBytes {
    guard offset >= 0, offset < byteCount else { return HeaderBytes([]) }
    var bytes = [UInt8](repeating: 0, count: min(count, byteCount - offset))
    let length = bytes.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
    }
    return HeaderBytes(Array(bytes.prefix(max(0, length))))
  }

  /// The system's words for an error number.
  static func reason(_ error: CInt) -> String { String(cString: strerror(error)) }
}
