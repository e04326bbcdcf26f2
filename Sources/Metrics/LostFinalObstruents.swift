import Signal
import Spectrum

/// How many words have lost their last consonant.
package struct LostFinalObstruents: Metric {
  package init() {}

  /// One of fewer than these is more than the bound.
  private static let least = 10.0
  /// The loss from which on a consonant counts as lost.
  private static let loss: Float = -6

  package var description: MetricDescription {
    MetricDescription(
      id: "lost-final-obstruents", unit: .percent, axis: .weakConsonants,
      direction: .lowerIsBetter, protectsSpeech: true, tolerance: 0.1, allowedWorsening: 10,
      bounds: MetricBounds(
        warning: 5, failure: 10,
        source: """
          What counts is whether a consonant stays audible, not the mean of a ratio (R. Freyman and \
          G. Nerbonne, Journal of Speech and Hearing Research 32, 1989): so lost ones are counted.
          """),
      needs: [.speech, .labels],
      tells: "How many words lose their t, p, s at the end, and which word loses the most.",
      definition: """
        The share of the labelled obstruents at word ends that lose more than 6 dB: the gain over \
        the label less 8 ms at each end, as a mean of powers weighted with the power of the input over \
        1.5 kHz. The place is that of the one that loses most. \(SpeechGain.words)
        """,
      source: """
        6 dB: D. McShefferty, W. Whitmer, M. Akeroyd, Trends in Hearing 2016. Final stops without \
        their release lose their place of articulation (L. Lisker, Phonetica 56, 1999).
        """,
      blindTo: "Obstruents inside words and at their starts: see consonant-retention.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    analysis.reference.speech != nil
      && analysis.reference.labels.contains { $0.kind == .finalConsonant }
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let speech = try SpeechGain(of: analysis, metric: description.id)
    let finals = analysis.reference.labels.filter { $0.kind == .finalConsonant }
    var (lost, known) = (0, 0)
    var worst: (gain: Float, label: Label)?
    for label in finals {
      // Noise may hide a consonant, and a label that was found may hold nothing.
      guard let gain = gain(over: label, speech) else { continue }
      known += 1
      if gain < Self.loss { lost += 1 }
      if worst.map({ gain < $0.gain }) ?? true { worst = (gain, label) }
    }
    let material = try require(.finalObstruents, Double(known), atLeast: Self.least)
    return [
      reading(
        100 * Double(lost) / Double(known),
        at: worst.flatMap { $0.gain < Self.loss ? Place($0.label) : nil }, from: material)
    ]
  }

  /// The gain over one label; nil where the input holds nothing there.
  private func gain(over label: Label, _ speech: SpeechGain) -> Float? {
    let grid = speech.frames.grid
    let width = grid.bands.count
    let high = grid.bands.firstIndex { $0.centre.value > 1_500 } ?? 0
    // Frames at the edges reach into the neighbours; the middle of the label is its own.
    let middle = (label.startSeconds + label.endSeconds) / 2
    let reach = max(grid.hopSeconds / 2, label.durationSeconds / 2 - grid.reachSeconds)
    var range = grid.frames(from: middle - reach, to: middle + reach, count: speech.frames.count)
    if range.isEmpty {
      // Rounding may put a label of a few milliseconds between two frames.
      let nearest = Int((middle / grid.hopSeconds).rounded())
      let frame = min(max(0, nearest), speech.frames.count - 1)
      range = frame..<frame + 1
    }
    var (power, sum): (Float, Float) = (0, 0)
    for frame in range where !speech.decibels[frame].isNaN {
      let weight = speech.frames.inputPowers[frame * width + high..<(frame + 1) * width]
        .reduce(0, +)
      sum += weight
      power += weight * Float(Decibels(Double(speech.decibels[frame])).power)
    }
    guard sum > 0 else { return nil }
    return Float(Decibels(power: Double(power / sum)).value)
  }
}
