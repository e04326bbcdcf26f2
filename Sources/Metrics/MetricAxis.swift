/// What kind of harm a metric looks for; each axis is blind to the harm of the others.
package enum MetricAxis: String, Hashable, Sendable, CaseIterable {
  /// Speech that a gate has swallowed.
  case lostSpeech
  /// Quiet consonants that have become quieter, or are gone.
  case weakConsonants
  /// A gate that opens and closes within words.
  case chatter
  /// The chest of low voices.
  case voiceBody
  /// The balance of the spectrum above the chest.
  case colour
  /// Reverberation.
  case wetness
  /// Loudness, peaks and the noise in the pauses.
  case levelAndNoise
  /// Intelligibility as a whole: warns, and points at no cause.
  case guardRail

  /// The axis in the words of reports.
  package var title: String {
    switch self {
    case .lostSpeech: "lost speech"
    case .weakConsonants: "weak consonants"
    case .chatter: "chatter"
    case .voiceBody: "voice body"
    case .colour: "colour"
    case .wetness: "wetness"
    case .levelAndNoise: "level and noise"
    case .guardRail: "guard rail"
    }
  }
}

/// What a metric cannot do without.
package enum MetricNeed: String, Hashable, Sendable, CaseIterable {
  /// A recording in which somebody speaks.
  case speech
  /// A voice with a median fundamental below 165 Hz.
  case lowVoice
  /// Labels of obstruents, vowels or pauses.
  case labels
  /// The clean speech beside the speech in noise that went into the chain.
  case cleanSpeech
  /// The gain that the renderer reports.
  case rendererGain
  /// The answer of the chain to an impulse, with its dynamics at rest, or speech to estimate it from.
  case impulseResponse

  /// The need in the words of reports.
  package var title: String {
    switch self {
    case .speech: "speech"
    case .lowVoice: "a voice with a median fundamental below 165 Hz"
    case .labels: "labels"
    case .cleanSpeech: "the clean speech of a noisy recording"
    case .rendererGain: "the gain that the renderer reports"
    case .impulseResponse: "the impulse response of the chain, or speech to estimate it from"
    }
  }
}

/// Where a reading starts to be harm when there is no golden to go by, as for a render beside the
/// dry recording that it was made of.
package struct MetricBounds: Hashable, Sendable {
  /// The reading from which on somebody should listen.
  package var warning: Double
  /// The reading from which on speech is hurt.
  package var failure: Double
  /// Why these, and who says so.
  package var source: String

  /// Creates bounds; the failure lies beyond the warning in the direction of the metric.
  package init(warning: Double, failure: Double, source: String) {
    self.warning = warning
    self.failure = failure
    self.source = source
  }
}

/// How much of what a reading rests on.
package struct MetricMaterial: Hashable, Sendable {
  /// What there has to be enough of.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case activeSpeech = "active speech"
    case loudSpeech = "loud speech"
    case weakSpeech = "weak speech"
    case voicedSpeech = "voiced speech"
    case finalObstruents = "word-final obstruents"
    case noise = "noise"
    case recording = "recording"
  }

  /// What it is.
  package var kind: Kind
  /// How much there is: seconds, or a number of obstruents.
  package var amount: Double

  /// Creates an amount of something.
  package init(_ kind: Kind, _ amount: Double) {
    self.kind = kind
    self.amount = amount
  }

  /// Whether the amount is a time in seconds and not a number of things.
  package var isTime: Bool { kind != .finalObstruents }
}
