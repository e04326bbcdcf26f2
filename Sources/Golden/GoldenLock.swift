import Foundation

/// The right to write into a folder of goldens, held by one approval at a time.
///
/// It ends with its process: what counts is the lock on the open file, not that the file is there.
package struct GoldenLock: ~Copyable {
  /// The folder.
  let folder: String
  private let path: String
  private let descriptor: Int32

  /// Takes the lock without waiting.
  init(folder: String) throws(GoldenError) {
    let path = folder + "/.lock"
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        let reason = errno == ENOENT ? "there is no such folder" : String(cString: strerror(errno))
        throw .cannotWrite(path: path, reason: reason)
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { throw .locked(folder: folder) }
        throw .cannotWrite(path: path, reason: String(cString: strerror(code)))
      }
      // Whoever held it may have removed the file after it was opened here.
      var (held, named) = (stat(), stat())
      if fstat(descriptor, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino {
        (self.folder, self.path, self.descriptor) = (folder, path, descriptor)
        return
      }
      close(descriptor)
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }
}
