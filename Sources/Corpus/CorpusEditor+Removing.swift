import Foundation

extension CorpusEditor {
  /// What a removal took out of the manifest.
  package struct Removed: Sendable {
    /// The names of the fixtures, items and sources.
    package var fixtures: [String] = []
    package var items: [String] = []
    package var sources: [String] = []
    /// The files in the folder of the corpus that nothing names any more.
    package var files: [String] = []
    /// Those of them that could not be deleted, or lie elsewhere through a link.
    package var kept: [String] = []
  }

  /// Takes a fixture, an item with its fixtures, or a source with all that is made of it, out of
  /// the manifest, and with it what nothing else needs.
  ///
  /// - Parameters:
  ///   - ids: Names of fixtures, items or sources.
  ///   - deletesFiles: Whether the files in the folder that belonged to them go, too.
  /// - Throws: `CorpusError.nothingNamed`; nothing is removed then.
  package func remove(_ ids: [String], deletesFiles: Bool) throws(CorpusError) -> Removed {
    // Nothing is made where there is nothing to remove from.
    _ = try CorpusManifest(folder: folder)
    var removed = Removed()
    try update { manifest throws(CorpusError) in
      let before = manifest
      for id in ids {
        guard before.holds(id) else { throw .nothingNamed(id: id, folder: folder) }
        let fixture = before.fixtures.first { $0.id == id }
        // A noise and its fixture go together; a fixture of one item and another item do not.
        if let fixture, let item = before.item(id), fixture.item != item.id {
          throw .ambiguous(id: id, folder: folder)
        }
        manifest.fixtures.removeAll { $0.id == id || $0.item == id || $0.noise?.source == id }
        let gone = manifest.items.filter { $0.id == id || $0.sources.contains(id) }.map(\.id)
        manifest.items.removeAll { gone.contains($0.id) }
        manifest.fixtures.removeAll { $0.item.map(gone.contains) ?? false }
        manifest.sources.removeAll { $0.id == id }
      }
      manifest.dropUnused(since: before)
      removed = Removed(from: before, to: manifest)
    }
    if deletesFiles { removed.kept = delete(removed.files) }
    return removed
  }
}

extension CorpusEditor {
  /// Deletes files that lie in the folder of the corpus, and returns the others.
  private func delete(_ files: [String]) -> [String] {
    func real(_ path: String) -> String? {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard let home = real(folder) else { return files }
    return files.filter { file in
      guard real(folder + "/" + file) == home + "/" + file else { return true }
      return unlink(home + "/" + file) != 0
    }
  }
}

extension CorpusManifest {
  fileprivate func holds(_ id: String) -> Bool {
    source(id) != nil || item(id) != nil || fixtures.contains { $0.id == id }
  }

  /// Drops the items and sources that were used before and are no longer.
  fileprivate mutating func dropUnused(since before: CorpusManifest) {
    let usedItems = Set(fixtures.compactMap(\.item))
    let onceItems = Set(before.fixtures.compactMap(\.item))
    items.removeAll { onceItems.contains($0.id) && !usedItems.contains($0.id) }
    func used(_ manifest: CorpusManifest) -> Set<String> {
      Set(manifest.items.flatMap(\.sources) + manifest.fixtures.compactMap { $0.noise?.source })
    }
    let (now, once) = (used(self), used(before))
    sources.removeAll { once.contains($0.id) && !now.contains($0.id) }
  }
}

extension CorpusEditor.Removed {
  fileprivate init(from before: CorpusManifest, to after: CorpusManifest) {
    func gone(_ ids: [String], _ left: [String]) -> [String] {
      ids.filter { !left.contains($0) }
    }
    fixtures = gone(before.fixtures.map(\.id), after.fixtures.map(\.id))
    items = gone(before.items.map(\.id), after.items.map(\.id))
    sources = gone(before.sources.map(\.id), after.sources.map(\.id))
    func files(_ manifest: CorpusManifest) -> [String] {
      manifest.sources.flatMap { [$0.file, $0.labels].compactMap { $0 } }
        .filter { !$0.hasPrefix("/") }
    }
    self.files = gone(files(before), files(after))
  }
}

extension CorpusEditor {
  /// Makes a grid the labels of a source.
  ///
  /// - Returns: The file of labels, from the folder of the corpus.
  /// - Throws: `CorpusError`; the labels are then as they were.
  package func setLabels(of id: String, to grid: TextGrid) throws(CorpusError) -> String {
    var file = "Labels/\(id).TextGrid"
    try update { manifest throws(CorpusError) in
      guard let index = manifest.sources.firstIndex(where: { $0.id == id }) else {
        throw .nothingNamed(id: id, folder: folder)
      }
      file = manifest.sources[index].labels ?? file
      try write(grid.bytes(), to: file)
      manifest.sources[index].labels = file
    }
    return file
  }
}
