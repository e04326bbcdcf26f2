import Signal

/// How much of the speech a gate has taken away.
package struct LostSpeechTime: Metric {
  /// What is gone.
  package static let lost = LostSpeechTime(
    id: "lost-speech-time", threshold: Decibels(-12), allowedWorsening: 2,
    bounds: MetricBounds(
      warning: 0.5, failure: 2,
      source: """
        Lost segments must stay below 0.5 % of active speech (J. Gruber and L. Strawczynski, IEEE \
        Transactions on Communications 33, 1985); listeners and recognisers err from 2 to 3 % on.
        """),
    tells: "Whether the gate eats speech: its threshold is too high or its ratio too steep.")

  /// What has become meaningfully quieter.
  package static let faded = LostSpeechTime(
    id: "faded-speech-time", threshold: Decibels(-6), allowedWorsening: 8,
    bounds: MetricBounds(
      warning: 3, failure: 8,
      source: """
        6 dB is the just meaningful change of the speech-to-noise ratio (D. McShefferty, W. \
        Whitmer, M. Akeroyd, Trends in Hearing 2016).
        """),
    tells: "Whether an expander is nibbling at the speech, before a gate loses it.")

  /// The gain under which speech counts as off.
  static let off: Float = -12

  /// A percentage of less speech than this is made of single frames.
  static let leastSeconds = 1.0

  private let id: String
  private let threshold: Decibels
  private let allowedWorsening: Double
  private let bounds: MetricBounds
  private let tells: String

  package var description: MetricDescription {
    MetricDescription(
      id: id, unit: .percent, axis: .lostSpeech, direction: .lowerIsBetter, protectsSpeech: true,
      tolerance: 0.2, allowedWorsening: allowedWorsening, bounds: bounds, needs: [.speech],
      tells: tells,
      definition: """
        The share of the active frames of the clean speech whose gain lies \
        \(Int(-threshold.value)) dB or more under that of the loud frames. \(SpeechGain.words)
        """,
      source:
        "Gain of −12 dB as \"off\": D. Freeman et al., ICASSP 1989; of −6 dB: see the bounds.",
      blindTo: """
        What the equaliser takes, at any frequency; reverberation, which fills the holes that a \
        gate leaves, where the renderer does not report its gain.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.speech != nil }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let speech = try SpeechGain(of: analysis, metric: id)
    let off = speech.frames.isActive.indices.filter {
      speech.frames.isActive[$0] && speech.decibels[$0] <= Float(threshold.value)
    }
    let place = off.isEmpty ? nil : speech.place(ofLongest: off)
    return [
      reading(
        100 * Double(off.count) / Double(speech.judgedCount), at: place, from: speech.material)
    ]
  }
}
