import Foundation
import Signal

/// Changes to the manifest of a corpus: whole or not at all, one writer at a time.
package struct CorpusEditor: Sendable {
  /// The folder of the corpus.
  package let folder: String

  /// Names a corpus; its folder and its manifest need not exist yet.
  package init(folder: String) { self.folder = folder }

  /// The manifest as it is; an empty one where there is none.
  package func manifest() throws(CorpusError) -> CorpusManifest {
    guard FileManager.default.fileExists(atPath: path) else {
      return CorpusManifest(
        format: CorpusManifest.currentFormat, sources: [], items: [], fixtures: [])
    }
    return try CorpusManifest(folder: folder)
  }

  /// Reads, changes, checks and replaces the manifest while nobody else can.
  ///
  /// - Parameter change: Changes the manifest; may be called only once.
  /// - Throws: `CorpusError` for a manifest that cannot be used, before or after the change, and
  ///   for a folder that cannot be written; the manifest is then as it was.
  package func update(
    _ change: (inout CorpusManifest) throws(CorpusError) -> Void
  ) throws(CorpusError) {
    try makeFolder(folder)
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw failure(folder) }
    defer { close(lock) }
    // Released with the descriptor, be it by a crash.
    while flock(lock, LOCK_EX) != 0 { guard errno == EINTR else { throw failure(folder) } }
    sweep()
    var manifest = try manifest()
    try change(&manifest)
    if let fault = manifest.fault { throw .badManifest(path: path, reason: fault) }
    try write([UInt8](try manifest.text().utf8), to: "manifest.json")
  }

  /// Writes a file of the corpus: beside its place, to the disk, and then into its place.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds.
  ///   - name: The path from the folder of the corpus.
  package func write(_ bytes: [UInt8], to name: String) throws(CorpusError) {
    let target = destination(of: folder + "/" + name)
    var facts = stat()
    let mode = stat(target, &facts) == 0 ? facts.st_mode & 0o7777 : 0o644
    try makeFolder((target as NSString).deletingLastPathComponent)
    let temporary = "\(target).\(UUID().uuidString).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(target) }
    var code: Int32 = 0
    var written = 0
    while written < bytes.count, code == 0 {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 { written += count } else if errno != EINTR { code = errno }
    }
    if code == 0, fchmod(descriptor, mode) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, target) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(temporary)
    throw .cannotWrite(path: target, reason: String(cString: strerror(code)))
  }

  /// Removes a file of the corpus; one that is not there is no fault.
  package func remove(_ name: String) throws(CorpusError) {
    guard unlink(folder + "/" + name) == 0 || errno == ENOENT else {
      throw failure(folder + "/" + name)
    }
  }

  /// Where a name leads to, through links.
  private func destination(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Removes what writers left beside its place that were stopped; only the holder of the lock may.
  private func sweep() {
    for part in ["", "Recordings/", "Labels/"] {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder + "/" + part)
      } catch {
        continue
      }
      for name in names where Self.isTemporary(name) { unlink(folder + "/" + part + name) }
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count >= 3 && parts.last == "tmp"
      && UUID(uuidString: String(parts[parts.count - 2])) != nil
  }

  private var path: String { folder + "/manifest.json" }

  private func makeFolder(_ path: String) throws(CorpusError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: "the folder cannot be made")
    }
  }

  private func failure(_ path: String) -> CorpusError {
    .cannotWrite(path: path, reason: String(cString: strerror(errno)))
  }
}
