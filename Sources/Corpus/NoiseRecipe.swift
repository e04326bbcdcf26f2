/// What a seeded noise is made of.
///
/// As JSON a seed and the parts, which are added up; no part is digital silence. The level of the
/// whole is set where the noise is used, so the levels in a recipe only say how its parts stand
/// beside each other. A part has `levelDB`, one of the six kinds, and perhaps `modulation`:
///
/// ```json
/// {
///   "seed": 7,
///   "parts": [
///     { "levelDB": 0, "highPassHz": 40, "highPassOrder": 1, "lowPassHz": 350, "lowPassOrder": 1 },
///     { "levelDB": 0, "spectrum": { "fromHz": 25, "levelsDB": [-76.4, -76.2, -74.4] } },
///     { "levelDB": -3, "hum": { "fundamentalHz": 50, "driftHz": 0.05, "linesDB": [-50, null] } },
///     { "levelDB": 0, "clicks": { "eventsPerSecond": 2, ... } },
///     { "levelDB": -20, "impulse": { "atSeconds": 0 } },
///     { "levelDB": 0, "babble": { "talkers": 8, ... }, "modulation": [{ "depthDB": 2, ... }] }
///   ]
/// }
/// ```
///
/// A key that is not known is an error, and so is a part of no kind or of two.
package struct NoiseRecipe: Hashable, Sendable {
  /// Where the random numbers start.
  package var seed: UInt64
  /// The noises that are added up.
  package var parts: [Part]

  /// Creates a recipe.
  package init(seed: UInt64, parts: [Part]) {
    self.seed = seed
    self.parts = parts
  }

  /// One of the noises that are added up.
  package struct Part: Hashable, Sendable {
    /// What is added to all levels of the part.
    package var levelDB: Double
    /// What the part is.
    package var kind: Kind
    /// How its level goes up and down; several add up.
    package var modulation: [Modulation]

    /// Creates a part.
    package init(levelDB: Double = 0, _ kind: Kind, modulation: [Modulation] = []) {
      self.levelDB = levelDB
      self.kind = kind
      self.modulation = modulation
    }
  }

  /// What a part can be.
  package enum Kind: Hashable, Sendable {
    case colour(Colour)
    case spectrum(Spectrum)
    case hum(Hum)
    case clicks(Clicks)
    case babble(Babble)
    case impulse(Impulse)
  }

  /// One sample of full scale, for the answer of a linear system; all others are zero.
  package struct Impulse: Codable, Hashable, Sendable {
    /// When it comes.
    package var atSeconds: Double
  }

  /// White noise through first-order filters; its keys stand in the part itself.
  ///
  /// The white noise has a mean square of a third.
  package struct Colour: Codable, Hashable, Sendable {
    /// The corner of the high-pass sections, where each takes 3 dB.
    package var highPassHz: Double
    /// How many of them follow one another.
    package var highPassOrder: Int
    /// The corner of the low-pass sections.
    ///
    /// A corner above 49 % of the sample rate counts as 49 %.
    package var lowPassHz: Double
    /// How many of them follow one another.
    package var lowPassOrder: Int
  }

  /// Noise with stated levels in thirds of an octave, and nothing above and below them.
  package struct Spectrum: Codable, Hashable, Sendable {
    /// The nominal centre of the first third of an octave: 25, 31.5, 40 and so on.
    package var fromHz: Double
    /// The levels of the mean square in that band and those above it.
    package var levelsDB: [Double]
  }

  /// Lines at the multiples of one frequency, as of mains or of the blades of a fan.
  package struct Hum: Codable, Hashable, Sendable {
    /// The frequency of the first line.
    package var fundamentalHz: Double
    /// How far that frequency may wander off; half a minute is a typical time of its turns.
    package var driftHz: Double
    /// The levels of the mean square of the first line and those above it; null for none.
    package var linesDB: [Double?]
  }

  /// Events that come by chance, each a burst of decaying resonances.
  package struct Clicks: Codable, Hashable, Sendable {
    /// A second sound that follows an event, as a key comes up again.
    package struct Release: Codable, Hashable, Sendable {
      /// How long after.
      package var afterSeconds: Span
      /// How much stronger than the event; mostly negative.
      package var levelDB: Double
    }

    /// How many events come on average; the times between them are exponential.
    package var eventsPerSecond: Double
    /// The level of the peak of an event, all levels between the two being equally likely.
    package var peakDB: Span
    /// The frequency of a resonance, all ratios being equally likely.
    package var resonanceHz: Span
    /// How many resonances an event has.
    package var resonances: Int
    /// How long a resonance takes to fall by 60 dB, all ratios being equally likely.
    package var decaySeconds: Span
    /// The time constant with which a resonance rises.
    package var attackSeconds: Double
    /// The sound that follows each event; nil for none.
    package var release: Release?
  }

  /// Voices that talk at once, none of which can be understood.
  ///
  /// The mean square over all bands is one, on average, and the spectrum that of speech.
  package struct Babble: Codable, Hashable, Sendable {
    /// How many talk.
    package var talkers: Int
    /// How many syllables each says in a second, outside of its pauses.
    package var syllablesPerSecond: Double
    /// How far the levels of the talkers lie apart at most.
    package var levelSpreadDB: Double
  }

  /// A slow change of level without corners.
  package struct Modulation: Codable, Hashable, Sendable {
    /// The course of the level.
    package enum Shape: String, Codable, Hashable, Sendable, CaseIterable {
      /// Up and down by chance.
      case random
      /// Up and down as a sine.
      case periodic
    }

    /// The course of the level.
    package var shape: Shape
    /// How often, on average, it goes up through its middle in a second.
    package var rateHz: Double
    /// The standard deviation of the level; the mean square of the part stays.
    package var depthDB: Double
    /// Parts with the same number here go up and down together; nil for a course of its own.
    package var together: Int?
  }

  /// The least and the most of something.
  package struct Span: Codable, Hashable, Sendable {
    /// The least.
    package var from: Double
    /// The most.
    package var to: Double
  }
}
