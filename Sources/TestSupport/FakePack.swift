import Foundation
import Signal

/// The folder of a pack whose recordings are a few bytes each, for tests that install it.
package struct FakePack: Sendable {
  /// A package of Debian or PyPI, with the recordings that the pack names.
  package struct Package: Sendable {
    package var from = "debian"
    package var name: String
    package var version = "1.0"
    /// "wheel" or "sdist", for PyPI.
    package var archive: String?
    /// The bytes of each recording, under its path in the archive.
    package var files: [(path: String, text: String)]

    package init(
      from: String = "debian", name: String, version: String = "1.0", archive: String? = nil,
      files: [(path: String, text: String)]
    ) {
      self.from = from
      self.name = name
      self.version = version
      self.archive = archive
      self.files = files
    }

    /// Where the archive is unpacked, from the root of recordings.
    package var folder: String { from == "pypi" ? "pypi/\(name)-\(version)/" : "" }

    /// The archive: a tar file with the recordings, a licence and something that nobody wants.
    package var tar: [UInt8] {
      let mark = from == "debian" ? "./" : ""
      let notice = from == "debian" ? "usr/share/doc/\(name)/copyright" : "\(name)-1.0/LICENSE"
      let all = files + [(notice, "take it"), ("usr/games/unwanted", "a game")]
      return TarArchive(all.map { (mark + $0.path, $0.text) }).bytes
    }
  }

  /// The name of the pack.
  package var name: String
  package var packages: [Package]

  package init(name: String, packages: [Package]) {
    self.name = name
    self.packages = packages
  }

  /// A pack of one package of Debian with two recordings.
  package static let keys = FakePack(
    name: "keys",
    packages: [
      Package(
        name: "key-sounds",
        files: [("usr/share/keys/a.wav", "the key A"), ("usr/share/keys/b.wav", "the key B")])
    ])

  /// The paths of all recordings, from the root of recordings.
  package var paths: [String] {
    packages.flatMap { package in package.files.map { package.folder + $0.path } }
  }

  /// Writes `pack.json` and `manifest.json` into `Packs/<name>` of a corpus.
  package func write(toCorpus folder: String) throws {
    let place = "\(folder)/Packs/\(name)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data(description.utf8).write(to: URL(fileURLWithPath: place + "/pack.json"))
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: place + "/manifest.json"))
  }

  /// The text of `pack.json`.
  package var description: String {
    let list = packages.map { package in
      """
      {"from": "\(package.from)", "name": "\(package.name)", "version": "\(package.version)",
       "megabytes": 1.5, "licence": "CC0-1.0"\(package.archive.map { ", \"archive\": \"\($0)\"" } ?? "")}
      """
    }
    return """
      {"format": 1, "name": "\(name)", "summary": "Proves that \(name) can be heard.",
       "packages": [\(list.joined(separator: ",\n"))]}
      """
  }

  /// The text of `manifest.json`.
  package var manifest: String {
    var sources: [String] = []
    for package in packages {
      for file in package.files {
        sources.append(
          """
          {"id": "\(name)-\(sources.count)", "package": {"from": "\(package.from)",
           "name": "\(package.name)", "version": "\(package.version)",
           "path": "\(package.folder)\(file.path)"},
           "sha256": "\(SHA256.hexDigest(of: file.text))", "licence": "CC0-1.0",
           "origin": "made in a test", "sampleRateHz": 48000, "channels": 1, "frames": 480,
           "note": ""}
          """)
      }
    }
    let fixtures = sources.indices.map { index in
      """
      {"id": "\(name)-\(index)", "kind": "clicks", "noise": {"source": "\(name)-\(index)"},
       "note": ""}
      """
    }
    return """
      {"format": 2, "sources": [\(sources.joined(separator: ",\n"))], "items": [],
       "fixtures": [\(fixtures.joined(separator: ",\n"))]}
      """
  }
}

/// A tar archive of small files.
///
/// Source: IEEE Std 1003.1-2017, pax, "ustar Interchange Format".
package struct TarArchive {
  /// The archive.
  package private(set) var bytes: [UInt8] = []

  /// Makes an archive of files with the names as they are given, whatever they are.
  package init(_ files: [(name: String, text: String)]) {
    for file in files { add(file.name, kind: "0", linkTarget: "", Array(file.text.utf8)) }
    end()
  }

  /// Makes an archive of one symbolic link.
  package init(link name: String, to target: String) {
    add(name, kind: "2", linkTarget: target, [])
    end()
  }

  private mutating func add(_ name: String, kind: String, linkTarget: String, _ data: [UInt8]) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(data.count, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    put("        ", at: 148)
    put(kind, at: 156)
    put(linkTarget, at: 157)
    put("ustar\u{0}00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0} ", at: 148)
    bytes += header + data + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
  }

  private mutating func end() { bytes += [UInt8](repeating: 0, count: 1_024) }
}
