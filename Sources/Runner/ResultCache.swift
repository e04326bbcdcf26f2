import Foundation
import Metrics
import Presets
import Signal

/// Results of earlier runs, kept in a folder under the digest of all that decides about them: the
/// code, the fixture, the numbers and the metrics.
///
/// Results without failures alone are kept, one in a file. Files appear whole or not at all,
/// whoever else writes at the time; one that is damaged is as good as none, and a folder that takes
/// no file costs time and nothing else.
package struct ResultCache: Sendable {
  /// The folder; it need not exist.
  package let folder: String
  let identity: String
  /// How much the folder may hold.
  let largestBytes: Int

  /// How much the folder may hold: some ten states of the whole corpus.
  package static let usualLargestBytes = 256 << 20
  /// The largest result that is read.
  private static let largestResult = 16 << 20
  /// How long a result stays that nobody asks for.
  static let longestDays = 14

  /// Names a cache.
  ///
  /// - Parameters:
  ///   - folder: Where the results are.
  ///   - identity: Which code runs, as 64 hexadecimal digits; see `CodeIdentity`.
  ///   - largestBytes: How much the folder may hold.
  package init(
    folder: String, identity: String, largestBytes: Int = ResultCache.usualLargestBytes
  ) {
    self.folder = folder
    self.identity = identity
    self.largestBytes = largestBytes
  }

  /// Names a cache for the code of this process; nil where nobody can say which code that is.
  package init?(folder: String) {
    guard let identity = CodeIdentity.ofThisProcess else { return nil }
    self.init(folder: folder, identity: identity)
  }

  /// The results of this code, in a folder of their own.
  var ownFolder: String { folder + "/" + identity.prefix(16) }

  /// The result of a key; nil where there is none, or none that is sound.
  func result(for key: String, of fixture: String, _ file: ResultFile) -> JobRender? {
    let path = ownFolder + "/" + key
    guard let (bytes, changed) = FileContent.read(path, largest: Self.largestResult),
      let result = file.result(in: bytes, key: key, fixture: fixture)
    else { return nil }
    // What is asked for stays; the day spares a write for each reading of the file.
    if time(nil) - changed > 86_400 { utimes(path, nil) }
    return result
  }

  /// Keeps a result, where that can be done.
  ///
  /// - Returns: Whether it is kept.
  func keep(_ result: JobRender, for key: String, _ file: ResultFile) -> Bool {
    let record = result.measured
    guard record.failures.isEmpty, !record.readings.isEmpty || !record.uncertain.isEmpty,
      let bytes = file.bytes(of: result, key: key)
    else { return false }
    return FileContent.write(bytes, folder: ownFolder, name: key)
  }

  /// Makes the folder; whether it is there.
  func prepare() -> Bool {
    do {
      try FileManager.default.createDirectory(
        atPath: ownFolder, withIntermediateDirectories: true)
      return true
    } catch {
      return false
    }
  }
}
