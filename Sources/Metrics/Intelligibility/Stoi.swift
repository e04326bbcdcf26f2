import Signal

/// How intelligible the render is beside the clean speech, each band for itself.
package struct Stoi: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "stoi", unit: .index, axis: .guardRail, direction: .higherIsBetter,
      protectsSpeech: false, tolerance: 0.002, needs: [.speech],
      tells: """
        The index that most publications on noise reduction state, to compare with them; 'estoi' \
        is the one that guards.
        """,
      definition: """
        The short-time objective intelligibility: frames, bands and segments as for 'estoi'; in \
        each band the render is brought to the level of the clean speech, clipped where it lies \
        more than 15 dB of error over it, and correlated with it; the mean of all. Several \
        channels: their mean. 1 is the clean speech itself.
        """,
      source: """
        C. H. Taal, R. C. Hendriks, R. Heusdens, J. Jensen, IEEE Transactions on Audio, Speech, \
        and Language Processing 19(7), 2011. Within 0.0001 of pystoi.
        """,
      blindTo: """
        What 'estoi' does not see, and noise that comes and goes between the syllables.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.isSpeech }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let (indices, material) = try intelligibility(of: analysis)
    return [reading(indices.stoi, from: material)]
  }
}

extension Metric {
  /// Reads both indices, and how much speech they rest on.
  func intelligibility(
    of analysis: Analysis
  ) throws(MetricError) -> (IntelligibilityReference.Indices, MetricMaterial) {
    let material = try require(
      .activeSpeech, analysis.reference.intelligibility?.speechSeconds ?? 0,
      atLeast: LostSpeechTime.leastSeconds)
    guard let indices = analysis.intelligibility else {
      throw .nothingToMeasure(metric: description.id, place: "the speech of the recording")
    }
    return (indices, material)
  }
}
