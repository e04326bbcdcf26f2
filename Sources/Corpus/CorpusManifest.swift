/// What a corpus consists of: where recordings and noises come from, what is said in which order,
/// and the fixtures that are made of them.
///
/// `manifest.json`, format 2; `docs/corpus-format.md` describes it.
package struct CorpusManifest: Codable, Hashable, Sendable {
  /// The format that this code reads and writes.
  package static let currentFormat = 2

  /// A recording or a seeded noise.
  package struct Source: Codable, Hashable, Sendable {
    /// A file that a package brings.
    package struct Package: Codable, Hashable, Sendable {
      /// "debian" or "pypi".
      package var from: String
      /// The name of the package.
      package var name: String
      /// The version that the digest was taken from.
      package var version: String
      /// Where the file lies, from the root that the package is unpacked into.
      package var path: String
    }

    /// The voice of a recording.
    package struct Voice: Codable, Hashable, Sendable {
      /// The speaker: sources of one speaker carry one name.
      package var name: String
      /// "female" or "male".
      package var sex: String
      /// The language, as a code of ISO 639-1.
      package var language: String
      /// The median of the fundamental frequency.
      package var medianF0Hz: Double
      /// Whether a program speaks.
      package var isSynthetic: Bool
    }

    /// The name that items and fixtures use.
    package var id: String
    /// The package that brings the file; nil where it is another kind of source.
    package var package: Package?
    /// The file, from the folder of the corpus or from the root of the file system.
    package var file: String?
    /// The noise.
    package var generator: NoiseRecipe?
    /// The digest of the file; nil for a noise.
    package var sha256: String?
    /// The licence of the sound.
    package var licence: String
    /// Where it comes from.
    package var origin: String
    /// Who speaks; nil where nobody does.
    package var voice: Voice?
    /// The sample rate of the file.
    package var sampleRateHz: Double?
    /// The channels of the file.
    package var channels: Int?
    /// The length of the file.
    package var frames: Int?
    /// The labels, from the folder of the corpus; nil where there are none.
    package var labels: String?
    /// What the source is good for.
    package var note: String
  }

  /// Recordings of one voice, one after another, each brought to one peak.
  package struct Item: Codable, Hashable, Sendable {
    /// The name that fixtures use.
    package var id: String
    /// The recordings.
    package var sources: [String]
    /// The silence before, between and after them.
    package var gapSeconds: Double
    /// The rate, a whole multiple of the recordings' own.
    package var sampleRateHz: Double
    /// What the item is good for.
    package var note: String
  }

  /// What a fixture is for.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case speech, silence, rumble, hiss, hum, babble, clicks, impulse, mix
  }

  /// The level of speech; one of the two.
  package struct Level: Codable, Hashable, Sendable {
    /// The active speech level of the whole, after ITU-T P.56, in decibels over a mean square of
    /// one.
    package var activeDBOV: Double?
    /// The peak of each recording.
    package var clipPeakDBFS: Double?
  }

  /// The noise of a fixture.
  package struct Noise: Codable, Hashable, Sendable {
    /// The source of the noise, of this corpus or of another that is open beside it.
    package var source: String
    /// How far the active level of the speech stands over the noise; for mixes.
    package var snrDB: Double?
    /// The level of the noise; nil for its own, and in mixes.
    package var rmsDBFS: Double?
    /// The length; nil for that of the recording or of the speech.
    package var seconds: Double?
    /// The rate; nil for that of the recording or of the speech.
    package var sampleRateHz: Double?
  }

  /// One input of the harness: speech at a level, noise, or both.
  package struct Fixture: Codable, Hashable, Sendable {
    /// The name that commands and goldens use.
    package var id: String
    /// What it is for.
    package var kind: Kind
    /// What is spoken.
    package var item: String?
    /// How loud that is; nil for the level of the recordings.
    package var level: Level?
    /// What sounds beside it, or alone.
    package var noise: Noise?
    /// The digest of the samples, as little-endian 32-bit floats, channel by channel; nil where a
    /// decoder may round the last bit its own way.
    package var sha256: String?
    /// What the fixture can show.
    package var note: String
  }

  /// The format of the file.
  package var format: Int
  /// The recordings and noises.
  package var sources: [Source]
  /// What is spoken.
  package var items: [Item]
  /// The inputs, in the order of reports.
  package var fixtures: [Fixture]

  /// The source of a name.
  package func source(_ id: String) -> Source? { sources.first { $0.id == id } }

  /// The item of a name.
  package func item(_ id: String) -> Item? { items.first { $0.id == id } }
}

extension CorpusManifest.Source {
  /// Whether the sound comes from a file.
  package var isRecording: Bool { generator == nil }
}
