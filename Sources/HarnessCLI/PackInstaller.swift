import Corpus
import Foundation
import Signal

/// Brings the recordings of a pack onto the machine: all that are missing, or none.
struct PackInstaller {
  /// The root of recordings that they go into.
  let root: String
  /// The roots that corpora look under, in order; `root` is one of them.
  let roots: [String]
  /// The environment of the process.
  let environment: [String: String]

  private static let workPrefix = ".installing-"

  /// The recordings of a pack that have to be fetched.
  ///
  /// - Throws: `InstallError` for another file in the place of a recording, which would be found
  ///   before the one that is installed.
  func missing(of pack: CorpusPack) throws(InstallError) -> [CorpusPack.Recording] {
    let recordings = pack.recordings(under: roots).filter { !$0.isPresent }
    for recording in recordings {
      guard case .changed(let other) = recording.presence,
        let theirs = roots.firstIndex(of: other), let ours = roots.firstIndex(of: root),
        theirs < ours
      else { continue }
      throw InstallError(
        "The file '\(CorpusPack.place(of: recording.path, under: other))' is not the recording that "
          + "the pack names, and is found before any that could be installed: move it away.")
    }
    return recordings
  }

  /// Fetches, checks and puts into place.
  ///
  /// - Parameter report: Takes what is being done, such as "fetching phonlab 0.0.70".
  /// - Throws: `InstallError`; what was begun is gone then.
  func install(
    _ recordings: [CorpusPack.Recording], of pack: CorpusPack, report: (String) -> Void
  ) throws(InstallError) {
    let made = try makeFolder(root)
    defer { for folder in made.reversed() { rmdir(folder) } }
    let lock = open(root, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw failure(root, errno) }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw InstallError("Another installation into '\(root)' is at work: wait until it is done.")
    }
    removeLeftovers()
    let work = root + "/" + Self.workPrefix + UUID().uuidString
    defer { removeLeftovers() }
    var files: [String] = []
    for package in pack.packages {
      let wanted = recordings.filter { pack.package(of: $0.source) == package }
      guard !wanted.isEmpty else { continue }
      report("fetching \(package.name) \(package.version)")
      files += try unpack(package, wanted, work: work + "/\(package.from)-\(package.name)")
    }
    report("")
    for file in files { try put(file, from: work + "/new") }
  }

  /// Fetches a package and checks the recordings that are wanted of it.
  ///
  /// - Returns: The paths of what is now under `new`: the recordings, and the licences.
  private func unpack(
    _ package: CorpusPack.Package, _ wanted: [CorpusPack.Recording], work: String
  ) throws(InstallError) -> [String] {
    _ = try makeFolder(work)
    let archive = try PackageFetcher(environment: environment, folder: work).fetch(package)
    let new = (work as NSString).deletingLastPathComponent + "/new"
    let target = new + "/" + package.folder
    let inside = wanted.map { String($0.path.dropFirst(package.folder.count)) }
    let notices =
      package.from == "debian"
      ? [CorpusPack.notice(of: package)]
      : archive.paths.filter { CorpusPack.isNotice($0) && !$0.hasSuffix("/") }
    try archive.extract(inside + notices, into: target)
    for recording in wanted {
      try check(recording, at: CorpusPack.place(of: recording.path, under: new), package)
    }
    return wanted.map(\.path)
      + notices.map { package.folder + $0 }.filter { isRegularFile(new + "/" + $0) }
  }

  private func check(
    _ recording: CorpusPack.Recording, at place: String, _ package: CorpusPack.Package
  ) throws(InstallError) {
    guard isRegularFile(place), let data = FileManager.default.contents(atPath: place) else {
      throw InstallError(
        "The package '\(package.name)' does not bring '\(recording.path)'; nothing was installed. "
          + "The pack is made for version \(package.version).")
    }
    let digest = SHA256.hexDigest(of: [UInt8](data))
    guard digest == recording.source.sha256 else {
      throw InstallError(
        "The package '\(package.name)' brings another '\(recording.path)': its SHA-256 is \(digest) "
          + "and not \(recording.source.sha256 ?? "known"); nothing was installed. The pack is made "
          + "for version \(package.version).")
    }
  }

  /// Moves a file to its place, in one step.
  private func put(_ path: String, from new: String) throws(InstallError) {
    if Interrupt.isPending { throw .interrupted }
    let place = CorpusPack.place(of: path, under: root)
    let made = try makeFolder((place as NSString).deletingLastPathComponent)
    chmod(new + "/" + path, 0o644)
    guard rename(new + "/" + path, place) == 0 else {
      let code = errno
      for folder in made.reversed() { rmdir(folder) }
      throw failure(place, code)
    }
  }

  /// Removes what this installation, or one that was killed, has left.
  private func removeLeftovers() {
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: root)
      where name.hasPrefix(Self.workPrefix) {
        try FileManager.default.removeItem(atPath: root + "/" + name)
      }
    } catch {
      Output.complain("A folder was left behind in '\(root)': \(error.localizedDescription)")
    }
  }

  /// Makes a folder and those above it.
  ///
  /// - Returns: Those that were not there, the uppermost first.
  private func makeFolder(_ path: String) throws(InstallError) -> [String] {
    var missing: [String] = []
    var folder = path
    while !folder.isEmpty, folder != "/", !FileManager.default.fileExists(atPath: folder) {
      missing.insert(folder, at: 0)
      folder = (folder as NSString).deletingLastPathComponent
    }
    for folder in missing where mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw failure(folder, errno)
    }
    return missing
  }

  private func isRegularFile(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1
  }

  private func failure(_ path: String, _ code: Int32) -> InstallError {
    InstallError("'\(path)' cannot be written: \(FileOutput.reason(code)).")
  }
}
