import Signal

/// How late the gate opens at the start of a word after a pause.
package struct GateOpeningDelay: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "gate-opening-delay", unit: .milliseconds, axis: .lostSpeech, direction: .lowerIsBetter,
      protectsSpeech: true, tolerance: 1, allowedWorsening: 10,
      needs: [.speech, .labels],
      tells: """
        Whether the gate opens late and clips the starts of words: a matter of its attack and threshold.
        """,
      definition: """
        For each labelled pause of at least 80 ms with a word within 60 ms of its end: the time \
        from the first audible frame of the word (in the reference within 40 dB of its vowel, and 8 \
        dB over the last 80 ms of the pause) to the first frame whose gain is within 3 dB of the median gain over the vowel. The gain is \
        the energy of the render over the energy of the reference times the linear response, \
        100 Hz to 8 kHz, in Hann frames of 5 ms every 1 ms. The reading is the worst word; \
        infinite where the render is silent over the vowel.
        """,
      source: """
        Front-end clipping of voice activity detectors (D. Freeman et al., ICASSP 1989). 10 ms: \
        a stop burst lasts 5 to 30 ms.
        """,
      blindTo: """
        Losses inside a word; words without a labelled pause before them, or too deep in noise. Reverberation and a \
        slow compressor move the gain too: there, compare with the golden only.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool { !analysis.reference.onsets.isEmpty }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    var follower = GateFollower(of: analysis)
    let grid = follower.grid
    // The place is that of the worst word; of equal ones, the first.
    var worst: Reading?
    for event in analysis.reference.onsets {
      guard let vowelGain = follower.vowelGain(of: event), let first = event.firstAudibleHop else {
        throw .nothingToMeasure(metric: description.id, place: event.vowel.subject)
      }
      let open = follower.firstHop(of: event, in: first..<event.levels.count) {
        $0 >= vowelGain * Decibels(-3).power
      }
      let delay: Double
      if let open, vowelGain > 0 {
        delay = Double(open - first) * grid.millisecondsPerHop
      } else {
        delay = .infinity
      }
      if worst.map({ delay > $0.value }) ?? true {
        let start =
          Double(event.origin + first * grid.hop) / analysis.render.sampleRate.value
        worst = reading(
          delay,
          at: Place(
            startSeconds: start, endSeconds: event.vowel.startSeconds, word: event.vowel.word))
      }
    }
    return worst.map { [$0] } ?? []
  }
}
