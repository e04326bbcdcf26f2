package import Speech

extension LabelledSpeech {
  /// Takes the tiers of a grid that marks can be held against; those that it lacks are empty.
  ///
  /// Without a tier `phone` nobody knows whether the obstruents of a word are all labelled, so a
  /// mark counts as false in pauses alone.
  package init(_ grid: TextGrid) {
    func tier(_ name: String) -> [Interval] {
      let intervals = grid.tiers.first { $0.name == name }?.intervals ?? []
      return intervals.filter { !$0.text.isEmpty }.map {
        Interval(text: $0.text, startSeconds: $0.startSeconds, endSeconds: $0.endSeconds)
      }
    }
    self.init(
      finals: tier("final-consonant"), initials: tier("initial-consonant"), phones: tier("phone"),
      judged: tier("pause").map(\.span), words: tier("word"))
  }
}
