import Foundation
import Signal

/// What corpora hold, as their manifests and labels say it; nothing is built.
package struct CorpusInventory: Encodable, Sendable {
  /// One fixture.
  package struct Row: Encodable, Sendable {
    /// The name of the fixture.
    package let id: String
    /// What it is for.
    package let kind: CorpusManifest.Kind
    /// The length.
    package let seconds: Double
    /// The rate.
    package let sampleRateHz: Double
    /// The channels.
    package let channels: Int
    /// The level of its speech.
    package let level: CorpusManifest.Level?
    /// How far its speech stands over the noise; nil outside of mixes.
    package let snrDB: Double?
    /// The level of a noise alone; nil where it keeps its own.
    package let rmsDBFS: Double?
    /// Who speaks; none in noise.
    package let voices: [String]
    /// The labelled obstruents.
    package let obstruents: Int
    /// Those of them that end a word.
    package let wordFinal: Int
    /// The licences of all that sounds.
    package let licence: String
    /// What the fixture can show.
    package let note: String
  }

  /// Everything together.
  package struct Totals: Encodable, Sendable {
    /// Fixtures of speech without noise.
    package let speechFixtures: Int
    /// What is spoken, whatever the level.
    package let speechItems: Int
    /// Noises alone.
    package let noiseFixtures: Int
    /// Mixes.
    package let mixes: Int
    /// Voices of people.
    package let realVoices: Int
    /// Voices of programs.
    package let syntheticVoices: Int
    /// Voices of women, and of men.
    package let femaleVoices: Int
    package let maleVoices: Int
    /// The languages, as codes of ISO 639-1.
    package let languages: [String]
    /// The labelled obstruents of all items, counted once.
    package let obstruents: Int
    /// Those of them that end a word.
    package let wordFinal: Int
    /// Those of them that people speak.
    package let realObstruents: Int
    /// The length of all fixtures.
    package let seconds: Double
    /// The size of all fixtures, built, in bytes.
    package let bytes: Int
  }

  /// The version of the JSON.
  package let format = 1
  /// The fixtures, in the order of reports.
  package let fixtures: [Row]
  /// Everything together.
  package let totals: Totals

  /// Reads what there is.
  ///
  /// - Throws: `CorpusError` for labels that cannot be used and names that lead nowhere.
  package init(_ corpus: AudioCorpus) throws(CorpusError) {
    var rows: [Row] = []
    var items: [String: [Label]] = [:]
    var speech: [String: [CorpusManifest.Source]] = [:]
    for volume in corpus.volumes {
      for fixture in volume.manifest.fixtures {
        let plan = try corpus.outline(of: fixture, in: volume)
        let labels = try corpus.labels(of: plan)
        if let item = fixture.item {
          items["\(volume.folder)\n\(item)"] = labels
          speech["\(volume.folder)\n\(item)"] = plan.speech?.recordings.map(\.source) ?? []
        }
        rows.append(Self.row(fixture, plan, labels))
      }
    }
    fixtures = rows
    totals = Self.totals(rows, items, speech)
  }

  /// The inventory as JSON.
  package func json() throws(CorpusError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      throw .badManifest(path: "manifest.json", reason: "it holds a number that is none")
    }
  }

  private static func row(
    _ fixture: CorpusManifest.Fixture, _ plan: FixturePlan, _ labels: [Label]
  ) -> Row {
    var voices: [String] = []
    for recording in plan.speech?.recordings ?? [] {
      guard let name = recording.source.voice?.name, !voices.contains(name) else { continue }
      voices.append(name)
    }
    let shape = plan.shape
    return Row(
      id: fixture.id, kind: fixture.kind, seconds: Double(shape.frames) / shape.rate.value,
      sampleRateHz: shape.rate.value, channels: shape.channels, level: fixture.level,
      snrDB: fixture.noise?.snrDB, rmsDBFS: fixture.noise?.rmsDBFS, voices: voices,
      obstruents: labels.count(where: \.isConsonant),
      wordFinal: labels.count { $0.kind == .finalConsonant }, licence: plan.licence,
      note: fixture.note)
  }

  private static func totals(
    _ rows: [Row], _ items: [String: [Label]], _ speech: [String: [CorpusManifest.Source]]
  ) -> Totals {
    var voices: [String: CorpusManifest.Source.Voice] = [:]
    for voice in speech.values.flatMap({ $0 }).compactMap(\.voice) { voices[voice.name] = voice }
    let consonants = items.mapValues { $0.filter(\.isConsonant) }
    let real = consonants.filter { key, _ in
      speech[key]?.allSatisfy { $0.voice?.isSynthetic == false } ?? false
    }
    return Totals(
      speechFixtures: rows.count { $0.kind == .speech }, speechItems: items.count,
      noiseFixtures: rows.count { $0.kind != .speech && $0.kind != .mix },
      mixes: rows.count { $0.kind == .mix },
      realVoices: voices.values.count { !$0.isSynthetic },
      syntheticVoices: voices.values.count(where: \.isSynthetic),
      femaleVoices: voices.values.count { $0.sex == "female" },
      maleVoices: voices.values.count { $0.sex == "male" },
      languages: Set(voices.values.map(\.language)).sorted(),
      obstruents: consonants.values.reduce(0) { $0 + $1.count },
      wordFinal: consonants.values.reduce(0) { $0 + $1.count { $0.kind == .finalConsonant } },
      realObstruents: real.values.reduce(0) { $0 + $1.count },
      seconds: rows.reduce(0) { $0 + $1.seconds },
      bytes: rows.reduce(0) {
        $0 + Int(($1.seconds * $1.sampleRateHz).rounded()) * $1.channels * 4
      })
  }
}
