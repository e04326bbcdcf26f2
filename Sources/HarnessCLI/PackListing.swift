import Corpus
import Signal

/// The packs of a corpus as text.
struct PackListing {
  private let packs: [CorpusPack]
  private let roots: [String]
  private let program: String

  init(_ packs: [CorpusPack], roots: [String], program: String) {
    self.packs = packs
    self.roots = roots
    self.program = program
  }

  /// The packs with their size, licence and state, and what each can prove.
  var text: String {
    guard !packs.isEmpty else { return "This corpus has no packs.\n" }
    let width = packs.map(\.name.count).max() ?? 0
    let blocks = packs.map { pack in
      let name = pack.name + String(repeating: " ", count: width - pack.name.count)
      let size = Fixed.text(pack.megabytes, decimals: 1)
      return """
        \(name)  \(String(repeating: " ", count: max(0, 5 - size.count)))\(size) MB  \
        \(state(of: pack)), \(pack.licences.joined(separator: ", "))
        \(Self.wrapped(pack.summary, indent: 4))
        """
    }
    return blocks.joined(separator: "\n\n") + "\n\nto install one: \(program) corpus install NAME\n"
  }

  /// What installing a pack means, before it is done.
  static func offer(
    of pack: CorpusPack, missing: [CorpusPack.Recording], root: String
  ) -> String {
    let wanted = pack.packages.filter { package in
      missing.contains { pack.package(of: $0.source) == package }
    }
    let lines = wanted.map { package in
      "  \(package.name) \(package.version) (\(package.from == "debian" ? "Debian" : "PyPI")), "
        + "\(Fixed.text(package.megabytes, decimals: 1)) MB, licence \(package.licence)"
    }
    return """
      \(pack.name): \(pack.summary)
      To be fetched:
      \(lines.joined(separator: "\n"))
      \(count(missing)), to be put into '\(root)'.

      """
  }

  /// A number of recordings, in words.
  static func count(_ recordings: [CorpusPack.Recording]) -> String {
    "\(recordings.count) recording\(recordings.count == 1 ? "" : "s")"
  }

  private func state(of pack: CorpusPack) -> String {
    let recordings = pack.recordings(under: roots)
    let present = recordings.count(where: \.isPresent)
    if present == recordings.count { return "installed" }
    let changed = recordings.count {
      if case .changed = $0.presence { return true }
      return false
    }
    if changed > 0 { return "damaged (\(changed) of \(recordings.count) recordings)" }
    return present == 0 ? "not installed" : "partly installed (\(present) of \(recordings.count))"
  }

  /// A text in lines of at most 100 characters.
  private static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.count + word.count + 1 > 100, line.count > indent {
        lines.append(line)
        line = margin
      }
      line += (line.count > indent ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
