import Signal

/// Turns the tiers of a TextGrid into labels.
///
/// The tier `word` holds the words, `initial-consonant`, `final-consonant` and `vowel` the phones
/// in ARPABET, `pause` the stretches without speech.
enum LabelTiers {
  /// The tiers that carry labels, and what they stand for.
  private static let kinds: [(tier: String, kind: Label.Kind)] = [
    ("initial-consonant", .initialConsonant), ("vowel", .vowel),
    ("final-consonant", .finalConsonant), ("pause", .pause),
  ]

  /// Reads the labels, in the order of time.
  ///
  /// - Returns: The labels, or the sentence that says what is wrong with the tiers.
  static func labels(of grid: TextGrid) -> Result<[Label], TierFault> {
    let tiers = Dictionary(grid.tiers.map { ($0.name, $0.intervals) }) { first, _ in first }
    guard let words = tiers["word"] else { return .failure(TierFault("it has no tier 'word'")) }
    var labels: [Label] = []
    for (name, kind) in kinds {
      guard let intervals = tiers[name] else {
        return .failure(TierFault("it has no tier '\(name)'"))
      }
      for interval in intervals where !interval.text.isEmpty {
        let middle = (interval.startSeconds + interval.endSeconds) / 2
        let word = words.first { $0.startSeconds <= middle && middle < $0.endSeconds }?.text ?? ""
        guard kind == .pause || !word.isEmpty else {
          return .failure(
            TierFault("'\(interval.text)' at \(interval.startSeconds) s lies in no word"))
        }
        labels.append(
          Label(
            kind: kind, text: interval.text, word: kind == .pause ? "" : word,
            startSeconds: interval.startSeconds, endSeconds: interval.endSeconds))
      }
    }
    labels.sort { ($0.startSeconds, $0.endSeconds) < ($1.startSeconds, $1.endSeconds) }
    for label in labels where label.isConsonant {
      guard labels.contains(where: { $0.kind == .vowel && $0.word == label.word }) else {
        return .failure(TierFault("the word '\(label.word)' has a consonant but no vowel"))
      }
    }
    return .success(labels)
  }
}

/// What is wrong with the tiers of a TextGrid, as the end of a sentence.
struct TierFault: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
