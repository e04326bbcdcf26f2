/// Which of the right words a wrong word was probably meant to be.
enum Nearness {
  /// The words that `word` could be a slip of, the nearest first; may be empty.
  static func slips(of word: String, among words: [String]) -> [String] {
    let allowed = max(2, word.count / 3)
    let scores = words.map { score(word, $0) }
    return ranked(words, by: scores).filter { $0.score <= allowed }.map(\.word)
  }

  /// All words, the nearest first; equally near ones keep their order.
  static func sorted(_ words: [String], by word: String) -> [String] {
    ranked(words, by: words.map { score(word, $0) }).map(\.word)
  }

  private static func ranked(
    _ words: [String], by scores: [Int]
  ) -> [(word: String, score: Int, place: Int)] {
    words.indices.map { (word: words[$0], score: scores[$0], place: $0) }
      .sorted { ($0.score, $0.place) < ($1.score, $1.place) }
  }

  /// How far two words are apart; a word that holds the other is at most one step away.
  private static func score(_ a: String, _ b: String) -> Int {
    let (a, b) = (folded(a), folded(b))
    let shorter = min(a.count, b.count)
    let holds = shorter >= 4 && (contains(a, b) || contains(b, a))
    let distance = editDistance(a, b)
    return holds ? min(distance, 1) : distance
  }

  private static func folded(_ word: String) -> [Character] {
    word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }.map { $0 }
  }

  private static func contains(_ whole: [Character], _ part: [Character]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { start in
      whole[start..<(start + part.count)].elementsEqual(part)
    }
  }

  /// How many letters must be added, dropped or replaced.
  ///
  /// Source: V. Levenshtein, "Binary codes capable of correcting deletions, insertions and
  /// reversals", 1966, by the usual table of two rows.
  private static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var previous = Array(0...b.count)
    for (row, letter) in a.enumerated() {
      var current = [row + 1]
      for (column, other) in b.enumerated() {
        let replaced = previous[column] + (letter == other ? 0 : 1)
        current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[b.count]
  }
}
