package import Signal

/// One input of the harness, ready to be rendered, with its facts.
package struct Fixture: Sendable {
  /// The name that commands and goldens use.
  package let id: String
  /// What it is for.
  package let kind: CorpusManifest.Kind
  /// The level of its speech; nil where level plays no part.
  package let level: CorpusManifest.Level?
  /// What goes into the chain.
  package let audio: AudioBuffer
  /// The digest of its samples; see `AudioCorpus.sampleDigest`.
  package let sampleDigest: String
  /// The spans of speech and pause; empty where nothing is said, or nobody has labelled it.
  package let labels: [Label]
  /// Whether the voice has its fundamental under 165 Hz, so that its body lies at 85-180 Hz.
  package let hasLowVoice: Bool
  /// Whether somebody speaks.
  package let isSpeech: Bool
  /// Whether the audio is an impulse, to be rendered with the dynamics of the chain at rest.
  package var isImpulse: Bool { kind == .impulse }
  /// The licence of the audio.
  package let licence: String
  /// The digest of all that the fixture is made of: recipe, recordings and labels.
  package let digest: String
}
