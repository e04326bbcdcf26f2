import Foundation

extension ResultCache {
  /// A file of the cache.
  private struct Kept {
    let path: String
    let bytes: Int
    let changed: Int
  }

  /// Removes results that nobody has asked for in fourteen days, and then, while there are more
  /// bytes than the folder may hold, those that were not asked for the longest; of this code and
  /// of others.
  func sweep() {
    let now = time(nil)
    var kept: [Kept] = []
    for name in Self.names(in: folder) where Self.isHex(name, 16) {
      let own = folder + "/" + name
      for name in Self.names(in: own) {
        // Half-written files of others stay: their writer may be at it.
        let isResult = Self.isHex(name, 64)
        guard isResult || name.hasPrefix(".unfinished-"),
          let file = Self.file(own + "/" + name)
        else { continue }
        let days = isResult ? Self.longestDays : 1
        if now - file.changed > days * 86_400 {
          unlink(file.path)
        } else if isResult {
          kept.append(file)
        }
      }
      // Refused where anything is left, which is as it should be.
      if own != ownFolder { rmdir(own) }
    }
    var bytes = kept.reduce(0) { $0 + $1.bytes }
    guard bytes > largestBytes else { return }
    kept.sort { ($0.changed, $0.path) < ($1.changed, $1.path) }
    for file in kept {
      guard bytes > largestBytes else { return }
      unlink(file.path)
      bytes -= file.bytes
    }
  }

  private static func file(_ path: String) -> Kept? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    #if os(Linux)
      let changed = facts.st_mtim.tv_sec
    #else
      let changed = facts.st_mtimespec.tv_sec
    #endif
    return Kept(path: path, bytes: Int(facts.st_size), changed: changed)
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted()
  }

  private static func isHex(_ name: String, _ count: Int) -> Bool {
    name.utf8.count == count
      && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
