import Foundation

/// Whole files, with the reason where one cannot be read.
enum FileBytes {
  /// Why a file cannot be read, as the end of a sentence.
  struct Fault: Error {
    let reason: String
    /// Whether there is nothing of that name.
    let isMissing: Bool
  }

  /// Reads a regular file, through links.
  static func read(_ path: String) throws(Fault) -> [UInt8] {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw Fault(reason: reason, isMissing: false)
      }
      throw Fault(reason: "there is no such file", isMissing: true)
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Fault(reason: "it is a folder", isMissing: false)
    default: throw Fault(reason: "it is no regular file", isMissing: false)
    }
    guard access(path, R_OK) == 0 else { throw Fault(reason: reason, isMissing: false) }
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Fault(reason: "it cannot be read", isMissing: false)
    }
  }

  /// What two names of one file have in common; nil where there is none.
  static func identity(_ path: String) -> String? {
    var facts = stat()
    return stat(path, &facts) == 0 ? "\(facts.st_dev) \(facts.st_ino)" : nil
  }

  /// What the system says of the last failure.
  private static var reason: String { String(cString: strerror(errno)) }
}
