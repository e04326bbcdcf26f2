/// What is known of a recording, to hold marks against.
package struct LabelledSpeech: Hashable, Sendable {
  /// A phone, a word or a pause.
  package struct Interval: Hashable, Sendable {
    /// The phone in ARPABET, or the word.
    package var text: String
    /// When it sounds.
    package var span: SpeechMarks.Span

    /// Creates an interval.
    package init(text: String, startSeconds: Double, endSeconds: Double) {
      self.text = text
      span = SpeechMarks.Span(startSeconds: startSeconds, endSeconds: endSeconds)
    }
  }

  /// The obstruents at the ends of words, as the tier `final-consonant` has them.
  package var finals: [Interval]
  /// The obstruents at the starts of words, as the tier `initial-consonant` has them.
  package var initials: [Interval]
  /// All phones, of synthesis only; empty where nobody has labelled them.
  package var phones: [Interval]
  /// Where a mark beside every label is false: pauses, and words of which every obstruent is
  /// labelled. With `phones` the whole recording is, whatever stands here.
  package var judged: [SpeechMarks.Span]
  /// All words, to know how far a fricative at an edge may fade.
  package var words: [Interval]

  /// Creates what is known.
  package init(
    finals: [Interval], initials: [Interval] = [], phones: [Interval] = [],
    judged: [SpeechMarks.Span] = [], words: [Interval] = []
  ) {
    self.finals = finals
    self.initials = initials
    self.phones = phones
    self.judged = judged
    self.words = words
  }

  private static let stops = Set(["P", "T", "K", "B", "D", "G", "CH", "JH"])
  private static let fricatives = Set(["F", "TH", "S", "SH", "Z", "ZH", "V", "DH", "HH"])

  /// Whether a phone has a release: a stop or an affricate.
  static func isStop(_ phone: String) -> Bool { stops.contains(phone) }

  /// Whether a phone is an obstruent; H counts, being noise.
  static func isObstruent(_ phone: String) -> Bool {
    stops.contains(phone) || fricatives.contains(phone)
  }

  /// Everything that a mark may stand on.
  var obstruents: [SpeechMarks.Span] {
    let phones = phones.filter { Self.isObstruent($0.text) }.map(\.span)
    return phones + initials.map { widened($0, isFinal: false) }
      + finals.map { widened($0, isFinal: true) }
  }

  /// A fricative is labelled without its slopes: it may sound as far as the edge of its word.
  private func widened(_ label: Interval, isFinal: Bool) -> SpeechMarks.Span {
    var span = label.span
    let middle = (span.startSeconds + span.endSeconds) / 2
    let word = words.first { $0.span.startSeconds < middle && middle < $0.span.endSeconds }
    guard let word, !Self.isStop(label.text) else { return span }
    if isFinal {
      span.endSeconds = max(span.endSeconds, word.span.endSeconds)
    } else {
      span.startSeconds = min(span.startSeconds, word.span.startSeconds)
    }
    return span
  }
}
