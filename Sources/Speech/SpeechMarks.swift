/// What stands where in a recording of speech, by its samples alone.
///
/// All times are seconds from the first sample; the marks of each kind are in order and apart.
package struct SpeechMarks: Hashable, Sendable {
  /// A stretch of time.
  package struct Span: Hashable, Sendable {
    /// Where it starts.
    package var startSeconds: Double
    /// Where it ends; after its start.
    package var endSeconds: Double

    /// Creates a stretch.
    package init(startSeconds: Double, endSeconds: Double) {
      self.startSeconds = startSeconds
      self.endSeconds = endSeconds
    }

    /// How long it lasts.
    package var durationSeconds: Double { endSeconds - startSeconds }
  }

  /// A burst or a frication.
  package struct Obstruent: Hashable, Sendable {
    /// What it sounds like.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The release of a stop with its aspiration, without the closure.
      case burst
      /// The noise of a fricative, or of an affricate behind its burst.
      case frication
    }

    /// Where it stands among the voiced stretches of its spurt.
    package enum Position: String, Hashable, Sendable, CaseIterable {
      /// Before all voice of the spurt.
      case initial
      /// Between two voiced stretches.
      case medial
      /// After voice, and before a pause, a closure or the end of the spurt.
      case final
    }

    /// What it sounds like.
    package var kind: Kind
    /// Where it stands.
    package var position: Position
    /// When it sounds; a burst starts with the first sample of its release.
    package var span: Span

    /// Creates an obstruent.
    package init(kind: Kind, position: Position, span: Span) {
      self.kind = kind
      self.position = position
      self.span = span
    }
  }

  /// What lies between pauses: words that follow one another.
  package var spurts: [Span]
  /// Where nobody speaks for 80 ms or more, at least 30 ms away from every spurt.
  package var pauses: [Span]
  /// Where the voice sounds.
  package var voiced: [Span]
  /// Bursts and frications.
  package var obstruents: [Obstruent]
  /// The steady parts of the voiced stretches, 40 to 200 ms long.
  package var vowels: [Span]

  /// Creates marks.
  package init(
    spurts: [Span] = [], pauses: [Span] = [], voiced: [Span] = [], obstruents: [Obstruent] = [],
    vowels: [Span] = []
  ) {
    self.spurts = spurts
    self.pauses = pauses
    self.voiced = voiced
    self.obstruents = obstruents
    self.vowels = vowels
  }
}
