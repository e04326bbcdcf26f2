import Signal

/// How long the gate stays open after a word.
package struct GateClosingTime: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "gate-closing-time", unit: .milliseconds, axis: .levelAndNoise, direction: .neither,
      protectsSpeech: false,
      tolerance: 2,
      needs: [.speech, .labels],
      tells: """
        How soon the pauses become quiet after a word: a matter of the release.
        """,
      definition: """
        For each labelled pause of at least 150 ms after a word, where the reference holds sound \
        in most of the pause: the time from the end of the last labelled phone to the first frame \
        whose gain \
        is 12 dB or more under the median gain over the last vowel before it; infinite where the \
        gain never gets there, 0 where the vowel is silent too. The gain is that of gate-opening-delay. The reading is the median \
        over the pauses.
        """,
      source: """
        Hang-over of voice activity detectors; gain of −12 dB as "off" (D. Freeman et al., ICASSP \
        1989; F. Beritelli et al., IEEE Signal Processing Letters 2002).
        """,
      blindTo: """
        Pauses of digital silence, in which no gain can be read. Reverberation fills pauses: \
        there the number says how long the room rings.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool { !analysis.reference.endings.isEmpty }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    var follower = GateFollower(of: analysis)
    let millisecondsPerHop = follower.grid.millisecondsPerHop
    var times: [Double] = []
    for event in analysis.reference.endings {
      guard let vowelGain = follower.vowelGain(of: event) else {
        throw .nothingToMeasure(metric: description.id, place: event.vowel.subject)
      }
      let closed = follower.firstHop(of: event, in: event.closingHops) {
        $0 <= vowelGain * Decibels(-12).power
      }
      times.append(
        closed.map { Double($0 - event.closingHops.lowerBound) * millisecondsPerHop }
          ?? .infinity)
    }
    return median(times).map { [reading($0)] } ?? []
  }
}
