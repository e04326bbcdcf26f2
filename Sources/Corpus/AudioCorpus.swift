import Foundation
package import Signal

/// The inputs of the harness: one or several corpora, each with a manifest, labels, and recordings
/// that packages bring.
package struct AudioCorpus: Sendable {
  /// A folder that holds a corpus, with what its manifest says.
  package struct Volume: Sendable {
    /// The folder that holds `manifest.json` and the labels.
    package let folder: String
    /// What the corpus consists of.
    package let manifest: CorpusManifest

    /// Where the manifest lies.
    package var manifestPath: String { folder + "/manifest.json" }
  }

  /// The corpora, in the order in which they were named.
  package let volumes: [Volume]
  let recordings: [String]
  let cache: FixtureCache?

  /// Opens corpora.
  ///
  /// - Parameters:
  ///   - folders: The folders of the corpora, at least one.
  ///   - recordings: The roots under which packages may have put their files, tried in order.
  ///   - cache: Where built fixtures are kept; nil to build them anew each time.
  /// - Throws: `CorpusError` for a manifest that cannot be used, and for a fixture of one corpus
  ///   that has the name of one of another.
  package init(
    folders: [String], recordings: [String], cache: FixtureCache? = nil
  ) throws(CorpusError) {
    self.recordings = recordings
    self.cache = cache
    var volumes: [Volume] = []
    for folder in folders {
      volumes.append(Volume(folder: folder, manifest: try CorpusManifest(folder: folder)))
    }
    self.volumes = volumes
    var homes: [String: String] = [:]
    for volume in volumes {
      for fixture in volume.manifest.fixtures {
        if let other = homes.updateValue(volume.folder, forKey: fixture.id) {
          throw .repeatedFixture(id: fixture.id, folders: [other, volume.folder])
        }
      }
    }
    guard !homes.isEmpty else {
      throw .badManifest(
        path: volumes.map(\.manifestPath).joined(separator: "', '"),
        reason: "it lists no fixtures, so nothing would be checked")
    }
  }

  /// Opens what has been read already.
  init(volumes: [Volume], recordings: [String], cache: FixtureCache?) {
    (self.volumes, self.recordings, self.cache) = (volumes, recordings, cache)
  }

  /// The fixtures of all corpora, in the order of reports.
  package var entries: [CorpusManifest.Fixture] { volumes.flatMap(\.manifest.fixtures) }

  /// The names of all fixtures, in the order of reports.
  package var fixtureIDs: [String] { entries.map(\.id) }

  /// The paths of every file that the corpora may read.
  package var inputPaths: [String] {
    volumes.flatMap { volume in
      [volume.manifestPath]
        + volume.manifest.sources.flatMap { source in
          paths(of: source, in: volume) + (source.labels.map { [volume.folder + "/" + $0] } ?? [])
        }
    }
  }

  /// Builds a fixture, or takes it from the cache: reads and checks its recordings, makes its
  /// noise, sets its levels.
  ///
  /// The files of its recordings are read and their digests compared in either case.
  ///
  /// - Throws: `CorpusError`, naming what is missing or is not what the manifest says.
  package func fixture(_ id: String) throws(CorpusError) -> Fixture {
    let (entry, volume) = try entry(id)
    return try fixture(entry, try plan(of: entry, in: volume))
  }

  /// Builds the fixture of a plan, or takes it from the cache.
  func fixture(
    _ entry: CorpusManifest.Fixture, _ plan: FixturePlan
  ) throws(CorpusError) -> Fixture {
    var built = try audio(of: plan)
    if let wanted = entry.sha256 {
      // The cache may hold what another version of the builder made.
      if built.digest != wanted { built = try rebuilt(plan) }
      guard built.digest == wanted else {
        throw .changedFixture(
          id: entry.id, expected: "SHA-256 \(wanted)", found: "SHA-256 \(built.digest)")
      }
    }
    let speech = plan.speech
    let frequencies = speech?.recordings.map(\.medianF0Hz) ?? []
    return Fixture(
      id: entry.id, kind: entry.kind, level: entry.level, audio: built.audio,
      sampleDigest: built.digest,
      labels: try labels(of: plan),
      // Body at 85-180 Hz belongs to voices with their fundamental there.
      hasLowVoice: !frequencies.isEmpty && frequencies.allSatisfy { $0 < 165 },
      isSpeech: speech != nil, licence: plan.licence, digest: try digest(of: plan))
  }

  /// Builds a fixture, and the speech of a mix without its noise: nil for everything else, which is
  /// its own reference.
  ///
  /// - Throws: `CorpusError`, as `fixture` does.
  package func fixtureWithReference(
    _ id: String
  ) throws(CorpusError) -> (fixture: Fixture, clean: AudioBuffer?) {
    let (entry, volume) = try entry(id)
    let plan = try plan(of: entry, in: volume)
    return (try fixture(entry, plan), try Self.isMix(entry) ? audio(of: plan.clean).audio : nil)
  }

  /// The speech of a mix without its noise; nil for everything else, which is its own reference.
  ///
  /// - Throws: `CorpusError`, as `fixture` does.
  package func reference(of id: String) throws(CorpusError) -> AudioBuffer? {
    let (entry, volume) = try entry(id)
    guard Self.isMix(entry) else { return nil }
    return try audio(of: try plan(of: entry, in: volume).clean).audio
  }

  private static func isMix(_ entry: CorpusManifest.Fixture) -> Bool {
    entry.item != nil && entry.noise != nil
  }

  /// Finds a fixture by its name.
  package func entry(
    _ id: String
  ) throws(CorpusError) -> (CorpusManifest.Fixture, Volume) {
    for volume in volumes {
      if let entry = volume.manifest.fixtures.first(where: { $0.id == id }) {
        return (entry, volume)
      }
    }
    throw .unknownFixture(id: id, known: fixtureIDs)
  }

  /// The digest of samples as little-endian 32-bit floats, channel by channel.
  package static func sampleDigest(_ audio: AudioBuffer) -> String {
    var words: [UInt32] = []
    words.reserveCapacity(audio.channelCount * audio.frameCount)
    for samples in audio.channels {
      for sample in samples { words.append(sample.bitPattern.littleEndian) }
    }
    return words.withUnsafeBytes { SHA256.hexDigest(of: $0) }
  }

  /// A recipe as text that is the same for the same recipe, whatever the code around it.
  static func canonicalText(_ recipe: some Encodable) throws(CorpusError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(recipe), as: UTF8.self)
    } catch {
      throw .badManifest(path: "manifest.json", reason: "a recipe holds a number that is none")
    }
  }
}
