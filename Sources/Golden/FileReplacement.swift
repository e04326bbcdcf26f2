import Foundation

/// Files that take the places of others together: all of them, or none.
enum FileReplacement {
  /// Writes all files beside their places, and then moves all of them, or none.
  static func replace(_ files: [(text: String, path: String)]) throws(GoldenError) {
    var temporaries: [String] = []
    // What has been moved is not there any more; what is left over goes.
    defer { for temporary in temporaries { unlink(temporary) } }
    var staged: [String] = []
    var kept: [String?] = []
    for file in files {
      staged.append(try stage(file.text, for: file.path))
      temporaries += staged.suffix(1)
      kept.append(try keep(file.path))
      temporaries += kept.suffix(1).compactMap { $0 }
    }
    for (index, file) in files.enumerated() where rename(staged[index], file.path) != 0 {
      let reason = String(cString: strerror(errno))
      for moved in (0..<index).reversed() {
        if let old = kept[moved] {
          rename(old, files[moved].path)
        } else {
          unlink(files[moved].path)
        }
      }
      throw .cannotWrite(path: file.path, reason: reason)
    }
  }

  /// Gives a file a second name, by which it can be put back; nil where there is no file.
  private static func keep(_ path: String) throws(GoldenError) -> String? {
    var isFolder: ObjCBool = false
    // A folder in the place of the file stops the move, and then nothing is lost.
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      !isFolder.boolValue
    else { return nil }
    let temporary = temporaryPath(beside: path)
    // A second name keeps the time of the file, too, but not every disk knows second names.
    guard link(path, temporary) != 0 else { return temporary }
    do {
      try FileManager.default.copyItem(atPath: path, toPath: temporary)
      return temporary
    } catch {
      throw .cannotWrite(path: path, reason: "the file so far cannot be kept")
    }
  }

  /// A name that no other writer takes, be it in this process or not.
  private static func temporaryPath(beside path: String) -> String {
    "\(path).\(UUID().uuidString).tmp"
  }

  /// Writes a text beside the file it is for and makes sure that it is on the disk.
  private static func stage(_ text: String, for path: String) throws(GoldenError) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: "the folder cannot be made")
    }
    let temporary = temporaryPath(beside: path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        let reason = String(cString: strerror(errno))
        unlink(temporary)
        throw .cannotWrite(path: path, reason: reason)
      }
      written += count
    }
    guard fsync(descriptor) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw .cannotWrite(path: path, reason: reason)
    }
    return temporary
  }
}
