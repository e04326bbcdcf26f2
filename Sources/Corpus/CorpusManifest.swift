/// What the corpus consists of: recordings of others, by name and digest, and the fixtures that
/// are built from them and from seeded generators.
///
/// `Corpus/manifest.json`, format 1.
package struct CorpusManifest: Decodable, Sendable {
  /// The format that this code reads.
  package static let currentFormat = 1

  /// A recording that a package of the system brings.
  package struct Source: Codable, Hashable, Sendable {
    /// The voice of a recording.
    package struct Voice: Codable, Hashable, Sendable {
      /// "female" or "male".
      package let sex: String
      /// The median of the fundamental frequency.
      package let medianF0Hz: Double
    }

    /// The name that recipes use.
    package let id: String
    /// The package that brings the file.
    package let package: String
    /// The version of the package that the digest was taken from.
    package let packageVersion: String
    /// Where the package puts the file, from the root of the file system.
    package let path: String
    /// The digest of the file.
    package let sha256: String
    /// The licence of the recording.
    package let licence: String
    /// Who speaks, and where it comes from.
    package let origin: String
    /// The voice.
    package let voice: Voice
    /// The sample rate.
    package let sampleRateHz: Double
    /// The channels.
    package let channels: Int
    /// The length.
    package let frames: Int
    /// The file of labels, from the corpus folder.
    package let labels: String
    /// What the recording is good for.
    package let note: String
  }

  /// What a fixture is for.
  package enum Kind: String, Codable, Hashable, Sendable {
    case speech, silence, rumble, hiss, mix
  }

  /// How a fixture is made.
  package struct Recipe: Codable, Hashable, Sendable {
    /// Recordings one after another.
    package let sequence: Sequence?
    /// A seeded generator.
    package let generator: Generator?
    /// Another fixture with generated noise added.
    package let mix: Mix?
  }

  /// Recordings one after another, each brought to one peak.
  package struct Sequence: Codable, Hashable, Sendable {
    /// The recordings.
    package let sources: [String]
    /// The silence before, between and after them.
    package let gapSeconds: Double
    /// The peak of each recording.
    package let peakDBFS: Double
    /// The rate of the fixture, a whole multiple of the recordings' own.
    package let sampleRateHz: Double
  }

  /// Seeded noise, shaped by filters.
  package struct Generator: Codable, Hashable, Sendable {
    /// One of the noises that are added up.
    package struct Part: Codable, Hashable, Sendable {
      /// The level of the part beside the others.
      package let levelDB: Double
      /// The corner of its first-order high-pass sections.
      package let highPassHz: Double
      /// How many of them follow one another.
      package let highPassOrder: Int
      /// The corner of its first-order low-pass sections.
      package let lowPassHz: Double
      /// How many of them follow one another.
      package let lowPassOrder: Int
    }

    /// Where the random numbers start.
    package let seed: UInt64
    /// The level of the whole; null for digital silence.
    package let rmsDBFS: Double?
    /// The noises; none for digital silence.
    package let parts: [Part]
    /// The length; a mix takes the length of its speech.
    package let seconds: Double?
    /// The rate; a mix takes the rate of its speech.
    package let sampleRateHz: Double?
  }

  /// Another fixture with noise added.
  package struct Mix: Codable, Hashable, Sendable {
    /// The clean fixture, which is first brought back to its own level.
    package let speech: String
    /// How far the speech stands over the noise.
    ///
    /// The speech level is the mean square outside its labelled pauses.
    package let snrDB: Double
    /// The noise; its level follows from the ratio.
    package let noise: Generator
  }

  /// One input of the harness.
  package struct Fixture: Codable, Hashable, Sendable {
    /// The name that commands and goldens use.
    package let id: String
    /// What it is for.
    package let kind: Kind
    /// The level class: "reference", "quiet", or null where level plays no part.
    package let level: String?
    /// How it is made.
    package let recipe: Recipe
    /// The rate that comes out.
    package let sampleRateHz: Double
    /// The channels that come out.
    package let channels: Int
    /// The frames that come out.
    package let frames: Int
    /// The licence of what comes out.
    package let licence: String
    /// The digest of the samples, as little-endian 32-bit floats, channel by channel; null where
    /// a decoder may round the last bit its own way.
    package let sha256: String?
    /// What the fixture can show.
    package let note: String
  }

  /// The format of the file.
  package let format: Int
  /// The recordings.
  package let sources: [Source]
  /// The inputs, in the order of reports.
  package let fixtures: [Fixture]
}
