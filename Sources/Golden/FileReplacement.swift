import Foundation

/// Files of a folder that take the places of others together: all of them, or none.
///
/// A journal says what is to be moved while it is being moved, so that whoever comes after a stop
/// in between can finish it. Every method but `isUnderWay` is for the holder of the lock alone.
struct FileReplacement {
  /// The folder; names are paths from here.
  let folder: String

  /// Whether files are being moved, or were when the machine or the process stopped.
  var isUnderWay: Bool { GoldenText.isThere(path(Self.journal)) }

  /// Writes all files beside their places, and then moves all of them, or none.
  func replace(_ files: [(text: String, name: String)]) throws(GoldenError) {
    guard !files.isEmpty else { return }
    defer { sweep() }
    let (forward, back) = try prepare(files)
    do {
      try carryOut(forward)
    } catch {
      try begin(back)
      try carryOut(back)
      throw error
    }
  }

  /// Writes all files beside their places and notes in the journal that they are to be moved.
  ///
  /// - Returns: The moves, and those that undo them.
  func prepare(
    _ files: [(text: String, name: String)]
  ) throws(GoldenError) -> (forward: [Move], back: [Move]) {
    var (forward, back): ([Move], [Move]) = ([], [])
    for file in files {
      forward.append(Move(from: try stage(file.text, for: file.name), to: file.name))
      back.append(Move(from: try keep(file.name), to: file.name))
    }
    try begin(forward)
    return (forward, back)
  }

  /// Finishes what was interrupted, and removes what nobody will move any more.
  func recover() throws(GoldenError) {
    let path = path(Self.journal)
    if let text = try GoldenText.read(path, advice: .slip) {
      let moves: [Move]
      do {
        moves = try JSONDecoder().decode([Move].self, from: Data(text.utf8))
      } catch {
        throw .damaged(path: path, reason: "it is no list of moves", .slip)
      }
      try carryOut(moves)
    }
    sweep()
  }

  /// One file that takes the place of another; without a source, the file that is to go.
  struct Move: Codable {
    let from: String?
    let to: String
  }

  private static let journal = ".journal"

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func begin(_ moves: [Move]) throws(GoldenError) {
    let text: String
    do {
      text = String(decoding: try JSONEncoder().encode(moves), as: UTF8.self)
    } catch {
      throw .cannotWrite(path: path(Self.journal), reason: "\(error)")
    }
    try move(try stage(text, for: Self.journal), to: Self.journal)
    sync()
  }

  /// Makes moves, some of which may have been made already, and closes the journal.
  private func carryOut(_ moves: [Move]) throws(GoldenError) {
    for step in moves {
      if let from = step.from {
        // A source that has gone has been moved.
        if GoldenText.isThere(path(from)) || !GoldenText.isThere(path(step.to)) {
          try move(from, to: step.to)
        }
      } else {
        unlink(path(step.to))
      }
    }
    sync()
    guard unlink(path(Self.journal)) == 0 else { throw cannotWrite(Self.journal) }
    sync()
  }

  private func move(_ from: String, to name: String) throws(GoldenError) {
    guard rename(path(from), path(name)) == 0 else { throw cannotWrite(name) }
  }

  /// Gives a file a second name, by which it can be put back; nil where there is no file.
  private func keep(_ name: String) throws(GoldenError) -> String? {
    var isFolder: ObjCBool = false
    // A folder in the place of the file stops the move, and then nothing is lost.
    guard FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder),
      !isFolder.boolValue
    else { return nil }
    let temporary = Self.temporary(for: name)
    // A second name keeps the time of the file, too, but not every disk knows second names.
    guard link(path(name), path(temporary)) != 0 else { return temporary }
    do {
      try FileManager.default.copyItem(atPath: path(name), toPath: path(temporary))
      return temporary
    } catch {
      throw .cannotWrite(path: path(name), reason: "the file so far cannot be kept")
    }
  }

  /// Writes a text beside the file it is for and makes sure that it is on the disk.
  private func stage(_ text: String, for name: String) throws(GoldenError) -> String {
    do {
      try FileManager.default.createDirectory(
        atPath: (path(name) as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path(name), reason: "the folder cannot be made")
    }
    let temporary = Self.temporary(for: name)
    let descriptor = open(path(temporary), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw cannotWrite(name) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw cannotWrite(name) }
      written += count
    }
    guard fsync(descriptor) == 0 else { throw cannotWrite(name) }
    return temporary
  }

  /// Asks for the names of the folder to be on the disk; not every disk can be asked.
  private func sync() {
    for folder in [folder, path("Anchor")] {
      let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// Removes the files that were written beside their places, once nobody will move them.
  private func sweep() {
    guard !isUnderWay else { return }
    for prefix in ["", "Anchor/"] {
      for name in FolderListing.names(in: path(prefix)) where Self.isTemporary(name) {
        unlink(path(prefix + name))
      }
    }
  }

  /// A name that no other writer takes, be it in this process or not.
  private static func temporary(for name: String) -> String { "\(name).\(UUID().uuidString).tmp" }

  private static func isTemporary(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count >= 3 && parts.last == "tmp"
      && UUID(uuidString: String(parts[parts.count - 2])) != nil
  }

  /// The last failure of the system, as an error about a file.
  private func cannotWrite(_ name: String) -> GoldenError {
    .cannotWrite(path: path(name), reason: String(cString: strerror(errno)))
  }
}
