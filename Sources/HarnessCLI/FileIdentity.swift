import Foundation

/// Which file a name leads to.
enum FileIdentity {
  /// Whether two names lead to one file that is there.
  static func isSame(_ left: String, _ right: String) -> Bool {
    var (a, b) = (stat(), stat())
    guard stat(left, &a) == 0, stat(right, &b) == 0 else { return false }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }
}
