package import Signal

extension SpeechMarks {
  /// The marks as labels: the tiers of `Corpus/Labels`, to be corrected by hand.
  ///
  /// A spurt stands for a word, because nobody knows where its words are: it is called `spurt-1`
  /// and so on. An obstruent is called `burst` or `frication`. One before all voice of its spurt is
  /// an initial consonant, one after voice with no voice behind it a final one; between voices it
  /// goes with the voice that starts within 40 ms of its end, and else with the voice before it.
  /// A vowel is called `voiced`. A closure is called `burst`, and reaches from the end of what
  /// sounds before a burst inside a spurt to the burst.
  ///
  /// A spurt without a steady vowel gives no labels: a consonant needs one to be compared with.
  package func labels() -> [Label] {
    var labels = pauses.map {
      Label(
        kind: .pause, text: "pause", word: "", startSeconds: $0.startSeconds,
        endSeconds: $0.endSeconds)
    }
    var number = 0
    for spurt in spurts {
      let steady = vowels.filter { $0.isInside(spurt) }
      guard !steady.isEmpty else { continue }
      number += 1
      let word = "spurt-\(number)"
      func label(_ kind: Label.Kind, _ text: String, _ start: Double, _ end: Double) -> Label {
        Label(kind: kind, text: text, word: word, startSeconds: start, endSeconds: end)
      }
      labels += steady.map { label(.vowel, "voiced", $0.startSeconds, $0.endSeconds) }
      for obstruent in obstruents where obstruent.span.isInside(spurt) {
        let span = obstruent.span
        labels.append(
          label(
            kind(of: obstruent), obstruent.kind.rawValue, span.startSeconds, span.endSeconds))
        if let start = closureStart(before: obstruent, in: spurt) {
          labels.append(label(.closure, "burst", start, span.startSeconds))
        }
      }
    }
    return labels.sorted {
      ($0.startSeconds, $0.endSeconds) < ($1.startSeconds, $1.endSeconds)
    }
  }

  private static let besideVoice = 0.04
  private static let leastClosure = 0.01

  private func kind(of obstruent: Obstruent) -> Label.Kind {
    switch obstruent.position {
    case .initial: return .initialConsonant
    case .final: return .finalConsonant
    case .medial:
      let end = obstruent.span.endSeconds
      let isBeforeVoice = voiced.contains {
        $0.endSeconds > end && $0.startSeconds <= end + Self.besideVoice
      }
      return isBeforeVoice ? .initialConsonant : .finalConsonant
    }
  }

  /// Where the sound before a burst ends; nil at the start of a spurt, and where it goes on.
  private func closureStart(before obstruent: Obstruent, in spurt: Span) -> Double? {
    guard obstruent.kind == .burst else { return nil }
    let burst = obstruent.span.startSeconds
    let sounds = voiced + obstruents.map(\.span)
    let before = sounds.filter { $0.startSeconds < burst && $0.endSeconds > spurt.startSeconds }
    guard let end = before.map(\.endSeconds).max(), burst - end >= Self.leastClosure else {
      return nil
    }
    return end
  }
}

extension SpeechMarks.Span {
  /// Whether the middle lies in another stretch.
  fileprivate func isInside(_ other: SpeechMarks.Span) -> Bool {
    let middle = (startSeconds + endSeconds) / 2
    return other.startSeconds <= middle && middle < other.endSeconds
  }
}
