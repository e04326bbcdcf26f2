import Signal

/// What became of the quiet parts of the speech.
package struct WeakClassGain: Metric {
  package init() {}

  /// Less weak speech than this is a single burst.
  private static let leastSeconds = 0.2

  /// A frame that is quieter than this counts with this much: what is gone is gone, and a mean of
  /// decibels must not hang on how deep silence is.
  private static let floor: Float = -40

  package var description: MetricDescription {
    MetricDescription(
      id: "weak-class-gain", unit: .decibels, axis: .weakConsonants, direction: .higherIsBetter,
      protectsSpeech: true, tolerance: 0.1, allowedWorsening: 3,
      bounds: MetricBounds(
        warning: -3, failure: -5,
        source: """
          3 dB is the just noticeable change of the speech-to-noise ratio (D. McShefferty, W. \
          Whitmer, M. Akeroyd, Trends in Hearing 2015); 6 dB is the meaningful one, which the mean \
          of a class must not come near.
          """),
      needs: [.speech],
      tells: "Whether the dynamics push the quiet consonants further down, all together.",
      definition: """
        The mean gain in decibels of the weak frames: the active ones more than 10 dB under the \
        active level. A gain below −40 dB counts as −40 dB. \(SpeechGain.words)
        """,
      source: """
        ITU-T G.160 Appendix II classes speech by level down to −16 dB under the active level; the \
        bursts of voiceless stops lie up to 29 dB under it, so the weak class goes on from there.
        """,
      blindTo: "Single consonants: see lost-final-obstruents and consonant-retention.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.speech != nil }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let speech = try SpeechGain(of: analysis, metric: description.id)
    let frames = speech.frames
    let weak = frames.isWeak.indices.filter { frames.isWeak[$0] && !speech.decibels[$0].isNaN }
    let material = try require(
      .weakSpeech, Double(weak.count) * frames.grid.hopSeconds, atLeast: Self.leastSeconds)
    let sum = weak.reduce(0) { $0 + Double(max(speech.decibels[$1], Self.floor)) }
    let lowered = weak.filter { speech.decibels[$0] <= -3 }
    return [
      reading(
        sum / Double(weak.count), at: lowered.isEmpty ? nil : speech.place(ofLongest: lowered),
        from: material)
    ]
  }
}
