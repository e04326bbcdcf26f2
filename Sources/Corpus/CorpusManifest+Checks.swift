extension CorpusManifest {
  /// What is wrong with the numbers and the names of the manifest, as the end of a sentence; nil
  /// where nothing is.
  ///
  /// What passes here can be built without a trap: whatever else is wrong is seen then.
  var fault: String? {
    if let id = Self.repeated(sources.map(\.id)) ?? Self.repeated(fixtures.map(\.id)) {
      return "the id '\(id)' occurs twice"
    }
    for source in sources where !Self.isSound(source.sampleRateHz, source.channels, source.frames) {
      return "the source '\(source.id)' has a rate, channels or frames that no recording has"
    }
    for fixture in fixtures {
      guard Self.isSound(fixture.sampleRateHz, fixture.channels, fixture.frames) else {
        return "the fixture '\(fixture.id)' has a rate, channels or frames that no audio has"
      }
      if let fault = fault(of: fixture.recipe) { return "the fixture '\(fixture.id)' \(fault)" }
    }
    return nil
  }

  private func fault(of recipe: Recipe) -> String? {
    let parts: [Any?] = [recipe.sequence, recipe.generator, recipe.mix]
    let count = parts.count { $0 != nil }
    guard count == 1 else { return count == 0 ? "has no recipe" : "has more than one recipe" }
    if let sequence = recipe.sequence {
      guard !sequence.sources.isEmpty else { return "is a sequence of nothing" }
      guard Self.rates.contains(sequence.sampleRateHz), Self.lengths.contains(sequence.gapSeconds)
      else { return "has a rate or a gap that cannot be" }
    }
    if let mix = recipe.mix {
      // A mix of mixes could go round in circles.
      let speech = fixtures.first { $0.id == mix.speech }
      guard let speech else { return "mixes '\(mix.speech)', which is no fixture" }
      guard speech.recipe.sequence != nil else {
        return "mixes '\(mix.speech)', which is no sequence of recordings"
      }
    }
    guard let generator = recipe.generator ?? recipe.mix?.noise else { return nil }
    let orders = generator.parts.flatMap { [$0.highPassOrder, $0.lowPassOrder] }
    let corners = generator.parts.flatMap { [$0.highPassHz, $0.lowPassHz] }
    guard orders.allSatisfy((0...16).contains), corners.allSatisfy({ $0 > 0 }),
      Self.lengths.contains(generator.seconds ?? 0),
      Self.rates.contains(generator.sampleRateHz ?? Self.rates.lowerBound)
    else { return "has a noise whose order, corner, length or rate cannot be" }
    return nil
  }

  private static let rates = 1_000.0...768_000
  private static let lengths = 0.0...3_600

  private static func isSound(_ rate: Double, _ channels: Int, _ frames: Int) -> Bool {
    rates.contains(rate) && (1...64).contains(channels) && frames > 0
  }

  /// The first id that another one takes after, whatever the case.
  private static func repeated(_ ids: [String]) -> String? {
    var seen: Set<String> = []
    return ids.first { !seen.insert($0.lowercased()).inserted }
  }
}
