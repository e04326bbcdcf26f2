package import Signal

/// Turns the tiers of a TextGrid into labels.
///
/// The tier `word` holds the words, `initial-consonant`, `final-consonant` and `vowel` the phones
/// in ARPABET, `pause` the stretches without speech; `closure`, which may be missing, the stops
/// before their bursts.
package enum LabelTiers {
  /// The tiers that carry labels, and what they stand for.
  private static let kinds: [(tier: String, kind: Label.Kind, isOptional: Bool)] = [
    ("initial-consonant", .initialConsonant, false), ("vowel", .vowel, false),
    ("final-consonant", .finalConsonant, false), ("pause", .pause, false),
    ("closure", .closure, true),
  ]

  /// Reads the labels, in the order of time.
  ///
  /// - Returns: The labels, or the sentence that says what is wrong with the tiers.
  static func labels(of grid: TextGrid) -> Result<[Label], TierFault> {
    for name in ["word"] + kinds.map(\.tier) where grid.tiers.count(where: { $0.name == name }) > 1
    {
      return .failure(TierFault("it has two tiers '\(name)': make them one"))
    }
    let tiers = Dictionary(grid.tiers.map { ($0.name, $0.intervals) }) { first, _ in first }
    guard let words = tiers["word"] else {
      return .failure(
        TierFault(
          "it has no tier 'word'; in an Audacity label track a label reads 'word: left' or "
            + "'final-consonant: T'"))
    }
    var labels: [Label] = []
    for (name, kind, isOptional) in kinds {
      guard let intervals = tiers[name] else {
        if isOptional { continue }
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

extension LabelTiers {
  /// A grid with empty tiers where it has none of a kind; its other tiers stay.
  static func completed(_ grid: TextGrid) throws(TextGrid.ParseError) -> TextGrid {
    let names = grid.tiers.map(\.name)
    let missing = kinds.filter { !$0.isOptional && !names.contains($0.tier) }
    guard !missing.isEmpty, names.contains("word") else { return grid }
    return try TextGrid(
      endSeconds: grid.endSeconds,
      tiers: grid.tiers + missing.map { TextGrid.Tier(name: $0.tier, intervals: []) },
      pointTiers: grid.pointTiers)
  }

  /// Labels as the tiers that hold them, the words among them.
  ///
  /// - Parameters:
  ///   - labels: What is spoken where; labels of one kind must not overlap.
  ///   - endSeconds: How long the recording lasts.
  package static func grid(
    of labels: [Label], endSeconds: Double
  ) throws(TextGrid.ParseError) -> TextGrid {
    var words: [TextGrid.Interval] = []
    let ordered = labels.sorted { $0.startSeconds < $1.startSeconds }
    for label in ordered where !label.word.isEmpty {
      if let last = words.last, last.text == label.word {
        words[words.count - 1] = TextGrid.Interval(
          startSeconds: last.startSeconds, endSeconds: max(last.endSeconds, label.endSeconds),
          text: last.text)
      } else {
        words.append(
          TextGrid.Interval(
            startSeconds: max(label.startSeconds, words.last?.endSeconds ?? 0),
            endSeconds: label.endSeconds, text: label.word))
      }
    }
    let tiers = kinds.map { name, kind, _ in
      TextGrid.Tier(
        name: name,
        intervals: ordered.filter { $0.kind == kind }.map {
          TextGrid.Interval(
            startSeconds: $0.startSeconds, endSeconds: $0.endSeconds, text: $0.text)
        })
    }
    return try TextGrid(
      endSeconds: endSeconds, tiers: [TextGrid.Tier(name: "word", intervals: words)] + tiers)
  }
}

/// What is wrong with the tiers of a TextGrid, as the end of a sentence.
struct TierFault: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
