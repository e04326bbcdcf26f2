import Foundation

/// The names in folders.
enum FolderListing {
  /// The names in a folder, sorted; none where there is no such folder.
  static func names(in folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      // A folder that is not there holds nothing; what should be in it is missed one by one.
      return []
    }
  }
}
