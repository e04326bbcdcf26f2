import Foundation
import Signal

extension CorpusPack {
  /// Whether a recording is where a corpus would look for it.
  package enum Presence: Equatable, Sendable {
    /// The file that the manifest names lies under this root.
    case present(root: String)
    /// Another file lies in its place, under this root.
    case changed(root: String)
    /// There is none.
    case missing
  }

  /// A recording of the pack.
  package struct Recording: Sendable {
    /// The source that it belongs to.
    package let source: CorpusManifest.Source
    /// Its path from the root of recordings.
    package let path: String
    /// Whether it is there.
    package let presence: Presence

    /// Whether a corpus can use it as it is.
    package var isPresent: Bool {
      if case .present = presence { return true }
      return false
    }
  }

  /// The recordings of the pack, each looked for as a corpus does: the first root that has a file
  /// of that path decides.
  package func recordings(under roots: [String]) -> [Recording] {
    manifest.sources.compactMap { source in
      guard let path = source.package?.path else { return nil }
      for root in roots {
        let place = Self.place(of: path, under: root)
        guard let data = FileManager.default.contents(atPath: place) else { continue }
        let isRight = SHA256.hexDigest(of: [UInt8](data)) == source.sha256
        return Recording(
          source: source, path: path,
          presence: isRight ? .present(root: root) : .changed(root: root))
      }
      return Recording(source: source, path: path, presence: .missing)
    }
  }

  /// The file of a path under a root.
  package static func place(of path: String, under root: String) -> String {
    root == "/" ? "/" + path : root + "/" + path
  }

  /// Where the licence of a package of Debian lies, from the root of recordings.
  ///
  /// Source: Debian Policy Manual, 12.5.
  package static func notice(of package: Package) -> String {
    "usr/share/doc/\(package.name)/copyright"
  }

  /// Removes the recordings that only this pack uses, and the licences that came with them.
  ///
  /// Labels, manifest and `pack.json` stay: the pack can be installed again.
  ///
  /// - Parameters:
  ///   - root: The root of recordings that installations go into; no other is touched.
  ///   - others: What else may use recordings there: other packs, and the corpora themselves.
  /// - Returns: The paths of the removed files, from the root.
  /// - Throws: `CorpusError.cannotWrite` for a file that does not let itself be removed.
  package func removeRecordings(
    from root: String, keeping others: [CorpusManifest]
  ) throws(CorpusError) -> [String] {
    precondition(root != "/", "recordings of the system belong to its own package manager")
    let used = others.flatMap { $0.sources.compactMap(\.package) }
    let usedPaths = Set(used.map(\.path))
    var paths = manifest.sources.compactMap { $0.package?.path }.filter { !usedPaths.contains($0) }
    for package in packages where !used.contains(where: { $0.isOf(package) }) {
      paths += package.from == "debian" ? [Self.notice(of: package)] : notices(package, root)
    }
    var removed: [String] = []
    for path in paths {
      let place = Self.place(of: path, under: root)
      guard unlink(place) == 0 else {
        if [ENOENT, ENOTDIR].contains(errno) { continue }
        throw .cannotWrite(path: place, reason: String(cString: strerror(errno)))
      }
      removed.append(path)
      Self.removeEmptyFolders(above: path, in: root)
    }
    return removed
  }

  /// The files of licences that came with a package of PyPI.
  private func notices(_ package: Package, _ root: String) -> [String] {
    let folder = String(package.folder.dropLast())
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder).sorted()
        .filter(Self.isNotice).map { package.folder + $0 }
    } catch {
      return []
    }
  }

  /// Whether a file of a Python package states its licence.
  ///
  /// Source: PEP 639, the default of `license-files`.
  package static func isNotice(_ path: String) -> Bool {
    let name = (path as NSString).lastPathComponent.uppercased()
    let depth = path.split(separator: "/").count
    return ["LICEN", "COPYING", "NOTICE", "AUTHORS"].contains { name.hasPrefix($0) }
      && (depth <= 2 || path.contains(".dist-info/"))
  }

  private static func removeEmptyFolders(above path: String, in root: String) {
    var folder = (path as NSString).deletingLastPathComponent
    // A folder that still holds something does not go.
    while !folder.isEmpty, rmdir(root + "/" + folder) == 0 {
      folder = (folder as NSString).deletingLastPathComponent
    }
  }
}

extension CorpusManifest.Source.Package {
  fileprivate func isOf(_ package: CorpusPack.Package) -> Bool {
    from == package.from && name == package.name && version == package.version
  }
}
