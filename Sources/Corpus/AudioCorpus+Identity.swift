import Signal

/// What a fixture will be, known without its samples.
package struct FixtureIdentity: Hashable, Sendable {
  /// The name of the fixture.
  package let id: String
  /// The digest of all that it is made of, as `Fixture.digest` has it.
  package let digest: String
  /// The digest of that and of everything else that the manifest says of it: two fixtures of one
  /// key have the same samples and labels.
  package let key: String
}

extension AudioCorpus {
  /// Says what fixtures will be: finds their recordings, holds the digests of the files against
  /// the manifest, reads the labels, and builds nothing.
  ///
  /// - Parameters:
  ///   - ids: The names of the fixtures.
  ///   - workers: How many files are read at once, at least 1.
  /// - Returns: An identity for each name; nil where the fixture cannot be built, which `fixture`
  ///   gives the reason for.
  package func identities(of ids: [String], workers: Int) -> [FixtureIdentity?] {
    let recordings = checkedRecordings(of: ids, workers: workers)
    return concurrentMap(ids.count, workers: workers) { index in
      do {
        return try identity(of: ids[index], recordings)
      } catch {
        return nil
      }
    }
  }

  /// Where a source is named: two corpora may use one name for different recordings.
  private struct Home: Hashable {
    let folder: String
    let source: String
  }

  private typealias Checked = [Home: Result<FixturePlan.Recording, CorpusError>]

  /// Every recording that fixtures take from their own corpora, read and checked once, however
  /// many fixtures share it.
  private func checkedRecordings(of ids: [String], workers: Int) -> Checked {
    var found: [(source: CorpusManifest.Source, volume: Volume)] = []
    var homes: Set<Home> = []
    let wanted = Set(ids)
    for volume in volumes {
      for entry in volume.manifest.fixtures where wanted.contains(entry.id) {
        let names = (entry.item.flatMap { volume.manifest.item($0)?.sources } ?? [])
        for name in names + (entry.noise.map { [$0.source] } ?? []) {
          guard let source = volume.manifest.source(name), source.isRecording,
            homes.insert(Home(folder: volume.folder, source: name)).inserted
          else { continue }
          found.append((source, volume))
        }
      }
    }
    let sources = found
    let checked = concurrentMap(sources.count, workers: workers) { index in
      let (source, volume) = sources[index]
      let result = Result { () throws(CorpusError) in try recording(source, in: volume) }
      return (Home(folder: volume.folder, source: source.id), result)
    }
    return Dictionary(uniqueKeysWithValues: checked)
  }

  private func identity(of id: String, _ recordings: Checked) throws(CorpusError) -> FixtureIdentity
  {
    let (entry, volume) = try entry(id)
    let plan = try plan(of: entry, in: volume) { source, volume throws(CorpusError) in
      guard let checked = recordings[Home(folder: volume.folder, source: source.id)] else {
        return try recording(source, in: volume)
      }
      return try checked.get()
    }
    let digest = try digest(of: plan)
    // Where labels lie hangs on the lengths that the manifest gives, which no digest of it holds.
    let lengths = ((plan.speech?.recordings ?? []) + (plan.noise?.recording.map { [$0] } ?? []))
      .map { "\($0.frames) frames of \($0.channels) channels at \($0.sampleRateHz) Hz" }
    let all = [digest, entry.sha256 ?? "", entry.kind.rawValue] + lengths
    return FixtureIdentity(
      id: id, digest: digest, key: SHA256.hexDigest(of: all.joined(separator: "\n")))
  }
}
