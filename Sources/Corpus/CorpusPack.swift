import Foundation

/// Recordings that may be installed beside a corpus: a corpus of its own, with the packages that
/// bring its files.
///
/// `pack.json`, format 1, beside the pack's `manifest.json`; `docs/corpus.md` describes it.
package struct CorpusPack: Sendable {
  /// A package that recordings come from.
  package struct Package: Codable, Hashable, Sendable {
    /// The kind of an archive of PyPI.
    package enum Archive: String, Codable, Hashable, Sendable {
      case wheel, sdist
    }

    /// "debian" or "pypi".
    package let from: String
    /// The name of the package.
    package let name: String
    /// The version that the digests were taken from.
    package let version: String
    /// The size of its archive.
    package let megabytes: Double
    /// Its licence, as a person is shown it.
    package let licence: String
    /// The kind of archive that holds the recordings; nil for Debian.
    package let archive: Archive?

    /// The folder that the archive is unpacked into, from the root of recordings, with a slash at
    /// its end; empty for Debian, whose packages share the root.
    package var folder: String { from == "pypi" ? "pypi/\(name)-\(version)/" : "" }
  }

  /// The file of `pack.json`.
  private struct Description: Decodable {
    let format: Int
    let name: String
    let summary: String
    let packages: [Package]
  }

  private static let currentFormat = 1

  /// The folder that holds `pack.json`, the manifest and the labels.
  package let folder: String
  /// The name, which is that of the folder.
  package let name: String
  /// What the pack can prove, in a sentence or two.
  package let summary: String
  /// Where the recordings come from.
  package let packages: [Package]
  /// The pack as a corpus.
  package let manifest: CorpusManifest

  /// Reads and checks a pack.
  ///
  /// - Throws: `CorpusError.badManifest`, for `pack.json` or for the manifest beside it.
  package init(folder: String) throws(CorpusError) {
    let path = folder + "/pack.json"
    let description: Description
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      description = try JSONDecoder().decode(Description.self, from: data)
    } catch is DecodingError {
      throw .badManifest(
        path: path, reason: "it does not have the keys and values that 'docs/corpus.md' lists")
    } catch {
      throw .badManifest(path: path, reason: "it cannot be read")
    }
    guard description.format == Self.currentFormat else {
      throw .badManifest(
        path: path,
        reason: "it is of format \(description.format), and this version reads format "
          + "\(Self.currentFormat)")
    }
    self.folder = folder
    name = description.name
    summary = description.summary
    packages = description.packages
    manifest = try CorpusManifest(folder: folder)
    if let fault { throw .badManifest(path: path, reason: fault) }
  }

  /// The packs of a corpus, which lie under its folder `Packs`, in the order of their names.
  package static func all(in folder: String) throws(CorpusError) -> [CorpusPack] {
    let top = folder + "/Packs"
    guard FileManager.default.fileExists(atPath: top) else { return [] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: top).sorted()
    } catch {
      throw .badManifest(path: top, reason: "the folder cannot be read")
    }
    var packs: [CorpusPack] = []
    for name in names where FileManager.default.fileExists(atPath: "\(top)/\(name)/pack.json") {
      packs.append(try CorpusPack(folder: "\(top)/\(name)"))
    }
    return packs
  }

  /// The size of all archives.
  package var megabytes: Double { packages.reduce(0) { $0 + $1.megabytes } }

  /// The licences of the packages, each once.
  package var licences: [String] {
    var licences: [String] = []
    for package in packages where !licences.contains(package.licence) {
      licences.append(package.licence)
    }
    return licences
  }

  /// The package of a source; nil where the source is no recording of a package.
  package func package(of source: CorpusManifest.Source) -> Package? {
    guard let wanted = source.package else { return nil }
    return packages.first {
      $0.from == wanted.from && $0.name == wanted.name && $0.version == wanted.version
    }
  }
}
