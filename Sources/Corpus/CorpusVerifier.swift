import Foundation
package import Signal
import Speech

/// Proves that corpora are what their manifests say: every digest, licence, label, level and rate,
/// and that nothing is left over.
package struct CorpusVerifier: Sendable {
  /// What was found out about one fixture.
  package struct Finding: Sendable {
    /// The fixture.
    package let id: String
    /// Its facts; nil where it cannot be built.
    package let facts: Facts?
    /// What is wrong with it, a sentence each.
    package let faults: [String]
  }

  /// The measured facts of a fixture.
  package struct Facts: Sendable {
    /// The length.
    package let seconds: Double
    /// The active speech level, in dBov; nil where nobody speaks.
    package let activeLevel: Decibels?
    /// How far the speech stands over the noise; nil outside of mixes.
    package let signalToNoise: Decibels?
    /// The level of all of it.
    package let level: Decibels
    /// The peak.
    package let peak: Decibels
    /// The labelled obstruents.
    package let obstruentCount: Int
    /// The digest of the samples.
    package let sampleDigest: String
    /// The digest of all that the fixture is made of.
    package let digest: String
  }

  /// Findings as JSON, format 1: levels in decibels, "-inf" for silence.
  ///
  /// - Parameters:
  ///   - findings: What was found out, fixture by fixture.
  ///   - faults: Everything that is wrong, a sentence each.
  package static func json(
    _ findings: [Finding], faults: [String]
  ) throws(CorpusError) -> String {
    let rows = findings.compactMap { finding in
      finding.facts.map { facts in
        Row(
          id: finding.id, seconds: facts.seconds, activeLevelDBOV: facts.activeLevel?.value,
          snrDB: facts.signalToNoise?.value, rmsDBFS: facts.level.value,
          peakDBFS: facts.peak.value, obstruents: facts.obstruentCount,
          sampleSHA256: facts.sampleDigest, digest: facts.digest)
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      let document = Document(faults: faults, fixtures: rows)
      return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    } catch {
      throw .badManifest(path: "manifest.json", reason: "a level of it is no number")
    }
  }

  private struct Document: Encodable {
    let format = 1
    let faults: [String]
    let fixtures: [Row]
  }

  private struct Row: Encodable {
    let id: String
    let seconds: Double
    let activeLevelDBOV: Double?
    let snrDB: Double?
    let rmsDBFS: Double
    let peakDBFS: Double
    let obstruents: Int
    let sampleSHA256: String
    let digest: String
  }

  /// How far a level may lie from its statement.
  ///
  /// Source: the G.191 tool of the ITU-T stops within half a decibel; ours is bound by rounding.
  package static let tolerance = 0.1

  private let corpus: AudioCorpus

  /// Creates a verifier.
  package init(_ corpus: AudioCorpus) { self.corpus = corpus }

  /// Builds a fixture, or takes it from the cache, and measures it.
  package func verify(_ id: String) -> Finding {
    do {
      let (entry, _) = try corpus.entry(id)
      let (fixture, clean) = try corpus.fixtureWithReference(id)
      let facts = Self.facts(of: fixture, reference: clean)
      return Finding(id: id, facts: facts, faults: Self.faults(of: entry, fixture, facts))
    } catch {
      return Finding(id: id, facts: nil, faults: [error.description])
    }
  }

  private static func facts(of fixture: Fixture, reference: AudioBuffer?) -> Facts {
    let speech = reference ?? fixture.audio
    var ratio: Decibels?
    let active = fixture.isSpeech ? ActiveSpeechLevel(of: speech)?.level : nil
    if let reference, let active {
      let noise = zip(fixture.audio.channels, reference.channels).map { noisy, clean in
        zip(noisy, clean).map { Double($0) - Double($1) }
      }
      ratio = Decibels(active.value - Decibels(power: meanSquare(of: noise)).value)
    }
    let own = fixture.audio.channels.map { $0.map { Double($0) } }
    return Facts(
      seconds: fixture.audio.durationSeconds, activeLevel: active, signalToNoise: ratio,
      level: Decibels(power: meanSquare(of: own)),
      peak: Decibels(amplitude: Double(fixture.audio.peak)),
      obstruentCount: fixture.labels.count(where: \.isConsonant),
      sampleDigest: fixture.sampleDigest, digest: fixture.digest)
  }

  private static func meanSquare(of channels: [[Double]]) -> Double {
    let sum = channels.reduce(0.0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
    return sum / Double(max(1, channels.reduce(0) { $0 + $1.count }))
  }

  private static func faults(
    of entry: CorpusManifest.Fixture, _ fixture: Fixture, _ facts: Facts
  ) -> [String] {
    var faults: [String] = []
    func check(_ found: Double?, _ stated: Double?, _ what: String, _ unit: String) {
      guard let stated else { return }
      if let found, abs(found - stated) <= tolerance { return }
      let text = found.map { Fixed.text($0, decimals: 2) } ?? "nothing"
      faults.append(
        "The fixture '\(entry.id)' has \(what) of \(text) \(unit) where the manifest says "
          + "\(Fixed.text(stated, decimals: 2)): correct the manifest or restore its sources.")
    }
    check(facts.activeLevel?.value, entry.level?.activeDBOV, "an active level", "dBov")
    check(facts.signalToNoise?.value, entry.noise?.snrDB, "a signal-to-noise ratio", "dB")
    if entry.item == nil {
      check(facts.level.value, entry.noise?.rmsDBFS, "a level", "dBFS")
    }
    if entry.noise == nil { check(facts.peak.value, entry.level?.clipPeakDBFS, "a peak", "dBFS") }
    if let place = fixture.audio.firstNonFinite {
      faults.append(
        "The fixture '\(entry.id)' is not finite at frame \(place.frame) of channel "
          + "\(place.channel + 1): its source is damaged.")
    }
    return faults
  }

  /// What is wrong with the sources and the folders themselves, a sentence each: recordings and
  /// labels that nobody uses, files that belong to nothing, and things that are there twice.
  package func leftovers() -> [String] {
    corpus.volumes.flatMap { volume in
      unused(in: volume.manifest) + repeated(in: volume.manifest) + orphans(in: volume)
    }
  }

  private func unused(in manifest: CorpusManifest) -> [String] {
    let spoken = Set(manifest.items.flatMap(\.sources))
    let wanted = Set(corpus.entries.compactMap { $0.noise?.source })
    let items = Set(manifest.fixtures.compactMap(\.item))
    return manifest.sources.filter { !spoken.contains($0.id) && !wanted.contains($0.id) }.map {
      "The source '\($0.id)' is used by no item and no fixture: use it, or remove it."
    }
      + manifest.items.filter { !items.contains($0.id) }.map {
        "The item '\($0.id)' is used by no fixture: use it, or remove it."
      }
  }

  private func repeated(in manifest: CorpusManifest) -> [String] {
    var faults: [String] = []
    var seen: [String: String] = [:]
    for source in manifest.sources {
      guard let digest = source.sha256 else { continue }
      if let other = seen.updateValue(source.id, forKey: digest) {
        faults.append(
          "The sources '\(other)' and '\(source.id)' are the same file: remove one of them.")
      }
    }
    var recipes: [CorpusManifest.Fixture: String] = [:]
    for fixture in manifest.fixtures {
      var recipe = fixture
      (recipe.id, recipe.note, recipe.sha256) = ("", "", nil)
      if let other = recipes.updateValue(fixture.id, forKey: recipe) {
        faults.append(
          "The fixtures '\(other)' and '\(fixture.id)' have the same recipe: remove one of them.")
      }
    }
    return faults
  }

  /// Sound and labels in the folder that no source names.
  private func orphans(in volume: AudioCorpus.Volume) -> [String] {
    var named: Set<String> = []
    for source in volume.manifest.sources {
      var paths: [String] = []
      if let file = source.file {
        paths.append(file.hasPrefix("/") ? file : "\(volume.folder)/\(file)")
      }
      if let labels = source.labels { paths.append("\(volume.folder)/\(labels)") }
      for path in paths {
        if let identity = FileBytes.identity(path) { named.insert(identity) }
      }
    }
    let files: [String]
    do {
      files = try FileManager.default.subpathsOfDirectory(atPath: volume.folder).sorted()
    } catch {
      return ["The folder '\(volume.folder)' cannot be read: \(error.localizedDescription)"]
    }
    // Folders that hold a corpus of their own.
    let others = files.filter { $0.hasSuffix("/manifest.json") }.map { $0.dropLast(13) }
    return files.filter { path in
      guard Self.endings.contains((path as NSString).pathExtension.lowercased()),
        !others.contains(where: { path.hasPrefix($0) })
      else { return false }
      let identity = FileBytes.identity("\(volume.folder)/\(path)")
      return identity.map { !named.contains($0) } ?? true
    }.map {
      "The file '\(volume.folder)/\($0)' belongs to no source: name it in the manifest, or "
        + "remove it."
    }
  }

  /// The endings of files that a corpus is made of.
  private static let endings: Set = [
    "textgrid", "wav", "flac", "ogg", "mp3", "aif", "aiff", "opus",
  ]

  /// Recordings whose files or labels are not what the manifest says of them, whatever the cache
  /// holds, a sentence each.
  package func damagedSources() -> [String] { corpus.volumes.flatMap(damagedSources) }

  private func damagedSources(in volume: AudioCorpus.Volume) -> [String] {
    volume.manifest.sources.filter(\.isRecording).compactMap { source -> String? in
      do {
        _ = try corpus.read(try corpus.recording(source, in: volume), raisedBy: 1)
        return nil
      } catch {
        return "\(error)"
      }
    }
  }
}
