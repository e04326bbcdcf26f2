package import Signal

/// One input recording of the corpus, ready to be rendered, with its facts.
package struct Fixture: Sendable {
  /// The name that commands and goldens use.
  package let id: String
  /// What it is for.
  package let kind: CorpusManifest.Kind
  /// The level class: "reference", "quiet", or nil where level plays no part.
  package let level: String?
  /// What goes into the chain.
  package let audio: AudioBuffer
  /// The spans of speech and pause; empty where nothing is said.
  package let labels: [Label]
  /// Whether the voice has its fundamental under 165 Hz, so that its body lies at 85-180 Hz.
  package let hasLowVoice: Bool
  /// The licence of the audio.
  package let licence: String
  /// The digest of all that the fixture is made of: recipe, recordings and labels.
  package let digest: String

  /// Whether somebody speaks.
  package var isSpeech: Bool { !labels.filter { $0.kind != .pause }.isEmpty }
}
