import Signal

/// The longest stretch of speech that is gone in one piece.
package struct LongestHole: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "longest-hole", unit: .milliseconds, axis: .lostSpeech, direction: .lowerIsBetter,
      protectsSpeech: true, tolerance: 3, allowedWorsening: 32,
      bounds: MetricBounds(
        warning: 16, failure: 32,
        source: "A stop burst lasts 5 to 30 ms, so a longer hole can hold all of it."),
      needs: [.speech],
      tells: "The word and the phone to listen to first after a change of the gate.",
      definition: """
        The longest run of active frames whose gain lies 12 dB or more under that of the loud \
        frames; 4 ms for each frame. \(SpeechGain.words)
        """,
      source: """
        Lost segments of 64 ms are never acceptable (J. Gruber and L. Strawczynski, IEEE \
        Transactions on Communications 33, 1985).
        """,
      blindTo: "How many holes there are: see lost-speech-time.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.speech != nil }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let speech = try SpeechGain(of: analysis, metric: description.id)
    let off = speech.frames.isActive.indices.filter {
      speech.frames.isActive[$0] && speech.decibels[$0] <= LostSpeechTime.off
    }
    let hole = speech.longest(off)
    let milliseconds = 1_000 * Double(hole.count) * speech.frames.grid.hopSeconds
    return [
      reading(milliseconds, at: hole.isEmpty ? nil : speech.place(hole), from: speech.material)
    ]
  }
}
