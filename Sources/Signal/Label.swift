/// A named time span of a recording.
package struct Label: Hashable, Sendable {
  /// What a span of speech is, as far as the metrics care.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An obstruent at the start of a word: the burst or the frication, without the closure.
    case initialConsonant
    /// An obstruent at the end of a word: the burst or the frication, without the closure.
    case finalConsonant
    /// The closure of a stop, which ends where its burst starts.
    case closure
    /// The steady part of a vowel.
    case vowel
    /// No speech: silence, or the noise of the room.
    case pause
  }

  /// What the span is.
  package var kind: Kind
  /// The phone, in ARPABET, or the word "pause".
  package var text: String
  /// The word that the span belongs to; empty for a pause.
  package var word: String
  /// Where the span starts, from the start of the recording.
  package var startSeconds: Double
  /// Where the span ends; after its start.
  package var endSeconds: Double

  /// Creates a label.
  package init(
    kind: Kind, text: String, word: String, startSeconds: Double, endSeconds: Double
  ) {
    self.kind = kind
    self.text = text
    self.word = word
    self.startSeconds = startSeconds
    self.endSeconds = endSeconds
  }

  /// Whether the label marks an obstruent.
  package var isConsonant: Bool { kind == .initialConsonant || kind == .finalConsonant }

  /// How long the span is.
  package var durationSeconds: Double { endSeconds - startSeconds }

  /// The frames of the span at a sample rate, clipped to a recording of some length.
  package func frames(sampleRate: Hertz, frameCount: Int) -> Range<Int> {
    let start = min(max(0, Int((startSeconds * sampleRate.value).rounded())), frameCount)
    let end = min(max(start, Int((endSeconds * sampleRate.value).rounded())), frameCount)
    return start..<end
  }
}
