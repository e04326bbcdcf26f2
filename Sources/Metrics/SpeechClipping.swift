import Signal

/// Where in its talk spurts speech is gone: at their starts, inside, or at their ends.
package struct SpeechClipping: Metric {
  /// Which part of a talk spurt is meant.
  package enum Part: Sendable {
    case front
    case middle
    case back
  }

  /// The starts of talk spurts.
  package static let front = SpeechClipping(part: .front)
  /// Their insides.
  package static let middle = SpeechClipping(part: .middle)
  /// Their ends.
  package static let back = SpeechClipping(part: .back)

  private let part: Part

  private var words: (id: String, tells: String, definition: String) {
    switch part {
    case .front:
      (
        "front-end-clipping", "Whether the gate opens too late: its attack, or its threshold.",
        "before the first frame of their talk spurt that is not off (FEC); all of a spurt that is off throughout"
      )
    case .middle:
      (
        "mid-speech-clipping", "Whether the gate closes within words: its threshold is too high.",
        "after the first and before the last frame of their talk spurt that are not off (MSC)"
      )
    case .back:
      (
        "back-end-clipping",
        "Whether the gate closes on the ends of words: its release is too short.",
        "after the last frame of their talk spurt that is not off (BEC)"
      )
    }
  }

  package var description: MetricDescription {
    MetricDescription(
      id: words.id, unit: .percent, axis: .lostSpeech, direction: .lowerIsBetter,
      protectsSpeech: true, tolerance: 0.2, allowedWorsening: 2,
      bounds: MetricBounds(
        warning: 0.5, failure: 2,
        source: """
          As for lost-speech-time, of which this is a part (J. Gruber and L. Strawczynski, IEEE \
          Transactions on Communications 33, 1985).
          """),
      needs: [.speech], tells: words.tells,
      definition: """
        The share of the active frames that are off, with a gain 12 dB or more under that of the \
        loud frames, \(words.definition). \
        \(SpeechGain.words)
        """,
      source: """
        Front-end and mid-speech clipping of voice activity detectors: D. Freeman et al., ICASSP \
        1989; F. Beritelli, S. Casale, G. Ruggeri, S. Serrano, IEEE Signal Processing Letters \
        9(3), 2002. Back-end clipping is the same at the other end.
        """,
      blindTo: "What is quieter by less than 12 dB: see faded-speech-time.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.speech != nil }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let speech = try SpeechGain(of: analysis, metric: description.id)
    let frames = speech.frames
    var off: [Int] = []
    for spurt in frames.spurts {
      let active = spurt.filter { frames.isActive[$0] }
      let passed = active.filter { !(speech.decibels[$0] <= LostSpeechTime.off) }
      let first = passed.first ?? spurt.upperBound
      let last = passed.last ?? spurt.upperBound
      let span: Range<Int> =
        switch part {
        case .front: spurt.lowerBound..<first
        case .middle: first..<max(first, last)
        case .back: last..<spurt.upperBound
        }
      off += active.filter { span.contains($0) && speech.decibels[$0] <= LostSpeechTime.off }
    }
    return [
      reading(
        100 * Double(off.count) / Double(speech.judgedCount),
        at: off.isEmpty ? nil : speech.place(ofLongest: off), from: speech.material)
    ]
  }
}
