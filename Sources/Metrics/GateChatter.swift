import Signal

/// How often a gate opens and closes while somebody speaks.
package struct GateChatter: Metric {
  package init() {}

  /// A rate over less speech than this is that of a word.
  private static let leastSeconds = 2.0
  /// The gate is closed from here on down ...
  private static let closed: Float = -9
  /// ... and open again from here on up.
  private static let open: Float = -3

  package var description: MetricDescription {
    MetricDescription(
      id: "gate-chatter", unit: .perSecond, axis: .chatter, direction: .lowerIsBetter,
      protectsSpeech: true, tolerance: 0.1, allowedWorsening: 3,
      bounds: MetricBounds(
        warning: 3, failure: 5,
        source: """
          Our own measurement: harmless chains stay below 1.2 a second, a gate that eats consonants \
          reads 9 to 13.
          """),
      needs: [.speech],
      tells: "Whether the gate flutters within words: too short a release, or a threshold in them.",
      definition: """
        How often, for each second of active speech, the gain changes between open (−3 dB or more) \
        and closed (−9 dB or less) in the active frames of a talk spurt; between the \
        two it stays what it was. \(SpeechGain.words)
        """,
      source: "Hysteresis as in a gate; the counting is our own.",
      blindTo: "A gate that closes once and stays closed: see lost-speech-time.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.speech != nil }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let speech = try SpeechGain(
      of: analysis, metric: description.id, atLeast: Self.leastSeconds)
    let frames = speech.frames
    var toggles = 0
    var worst: (count: Int, spurt: Range<Int>) = (0, 0..<0)
    for spurt in frames.spurts {
      var isOpen: Bool?
      var count = 0
      for frame in spurt where frames.isActive[frame] {
        let gain = speech.decibels[frame]
        let state: Bool? = gain >= Self.open ? true : gain <= Self.closed ? false : isOpen
        if let isOpen, let state, isOpen != state { count += 1 }
        isOpen = state
      }
      toggles += count
      if count > worst.count { worst = (count, spurt) }
    }
    return [
      reading(
        Double(toggles) / speech.material.amount,
        at: worst.count > 0 ? speech.place(worst.spurt) : nil, from: speech.material)
    ]
  }
}
