import Foundation

/// A folder that lasts as long as one test.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "harness-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("A folder was left behind: \(path)")
    }
  }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file in the folder and returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// The bytes of a file in the folder.
  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// Makes a folder in the folder.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  /// The paths of everything in the folder, hidden or not, sorted.
  package func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  /// Everything that a stranger could find changed of a file: inode, time and bytes.
  package func state(_ name: String) throws -> String {
    let facts = try FileManager.default.attributesOfItem(atPath: file(name))
    let time = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? .nan
    return "\(facts[.systemFileNumber] ?? "none") \(time) \(try bytes(name))"
  }
}
