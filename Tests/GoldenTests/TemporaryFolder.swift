import Foundation

/// A folder that lasts as long as one test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "golden-tests-" + UUID().uuidString
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
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file in the folder.
  func write(_ bytes: some Sequence<UInt8>, _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// Makes a folder in the folder.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  /// The paths of everything in the folder, hidden or not, sorted.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  /// Everything that a stranger could find changed of a file: inode, time and bytes.
  func state(_ name: String) throws -> String {
    let facts = try FileManager.default.attributesOfItem(atPath: file(name))
    let time = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? .nan
    return "\(facts[.systemFileNumber] ?? "none") \(time) \(try bytes(name))"
  }
}
