import Foundation

extension CorpusPack {
  /// What is wrong with the pack, as the end of a sentence; nil where nothing is.
  ///
  /// Names, versions and paths become words for other programs, so they may hold only what no
  /// program takes for anything else.
  var fault: String? {
    guard name == (folder as NSString).lastPathComponent else {
      return "it is called '\(name)', but its folder is not"
    }
    guard !summary.isEmpty, !packages.isEmpty else { return "it needs a summary and packages" }
    var seen: Set<String> = []
    for package in packages {
      if let fault = Self.fault(of: package) { return "the package '\(package.name)' \(fault)" }
      guard seen.insert("\(package.from) \(package.name)").inserted else {
        return "the package '\(package.name)' occurs twice"
      }
    }
    var used: Set<Package> = []
    for source in manifest.sources where source.package != nil {
      guard let package = package(of: source) else {
        return "the source '\(source.id)' is of a package or version that it does not list"
      }
      guard let path = source.package?.path, path.hasPrefix(package.folder),
        Self.isPlain(String(path.dropFirst(package.folder.count)))
      else {
        return "the source '\(source.id)' has a path that cannot lie in its package"
      }
      used.insert(package)
    }
    if let package = packages.first(where: { !used.contains($0) }) {
      return "no source is of the package '\(package.name)'"
    }
    return nil
  }

  private static func fault(of package: Package) -> String? {
    switch (package.from, package.archive) {
    case ("debian", nil), ("pypi", .some): break
    case ("debian", _): return "is of Debian, and has no 'archive'"
    case ("pypi", _): return "needs an 'archive': 'wheel' or 'sdist'"
    default: return "comes from '\(package.from)', which is neither 'debian' nor 'pypi'"
    }
    guard isWord(package.name), isWord(package.version) else {
      return "has a name or a version that none has"
    }
    guard (0.001...10_000).contains(package.megabytes), !package.licence.isEmpty else {
      return "needs its 'megabytes' and its 'licence'"
    }
    return nil
  }

  /// Whether a text is a name or a version.
  ///
  /// Source: Debian Policy Manual, 5.6.1 and 5.6.12; PEP 440; PEP 508.
  private static func isWord(_ text: String) -> Bool {
    let marks = Set(".+-_:~!".utf8)
    return text.utf8.first.map(isAlphanumeric) == true
      && text.utf8.allSatisfy { isAlphanumeric($0) || marks.contains($0) }
  }

  /// Whether a path means itself to every program that lists or unpacks archives.
  private static func isPlain(_ path: String) -> Bool {
    let marks = Set(".+-_:~!@,= ()/".utf8)
    return !path.isEmpty && !path.hasPrefix("-") && !path.hasPrefix("@")
      && path.utf8.allSatisfy { isAlphanumeric($0) || marks.contains($0) }
      && !path.split(separator: "/").contains("..")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
