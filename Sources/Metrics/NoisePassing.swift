import Signal

/// How much of the noise between the talk spurts a gate lets through.
package struct NoisePassing: Metric {
  /// What follows on speech.
  package static let overhang = NoisePassing(isOverhang: true)
  /// What comes elsewhere.
  package static let elsewhere = NoisePassing(isOverhang: false)

  private let isOverhang: Bool

  /// Less noise than this says little.
  private static let leastSeconds = 0.5

  package var description: MetricDescription {
    MetricDescription(
      id: isOverhang ? "noise-overhang" : "noise-detected-as-speech", unit: .percent,
      axis: .levelAndNoise, direction: .neither, protectsSpeech: false, tolerance: 0.5,
      needs: [.speech],
      tells: isOverhang
        ? "How long the gate stays open after a word: its release."
        : "How often the gate opens for noise: its threshold lies within the noise.",
      definition: """
        The share of the frames outside of talk spurts in which the input holds sound (over −110 \
        dBFS) and the gain lies less than 12 dB under that of the loud frames\
        \(isOverhang
          ? ", from the end of a talk spurt to the first frame that does not (OVER)"
          : ", other than those that follow on a talk spurt without a break (NDS)"). \
        \(SpeechGain.words)
        """,
      source: """
        D. Freeman et al., ICASSP 1989; F. Beritelli, S. Casale, G. Ruggeri, S. Serrano, IEEE \
        Signal Processing Letters 9(3), 2002.
        """,
      blindTo: "How loud the noise is: see total-noise-level-reduction.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.speech != nil }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let speech = try SpeechGain(of: analysis, metric: description.id)
    let frames = speech.frames
    var isOutside = [Bool](repeating: true, count: frames.count)
    for spurt in frames.spurts { for frame in spurt { isOutside[frame] = false } }
    let noise = isOutside.indices.filter { isOutside[$0] && !speech.decibels[$0].isNaN }
    let material = try require(
      .noise, Double(noise.count) * frames.grid.hopSeconds, atLeast: Self.leastSeconds)
    var (overhang, elsewhere) = (0, 0)
    var follows = false
    for frame in 0..<frames.count {
      guard isOutside[frame] else {
        follows = true
        continue
      }
      let isPassed = speech.decibels[frame] > LostSpeechTime.off
      follows = follows && isPassed
      guard isPassed else { continue }
      if follows { overhang += 1 } else { elsewhere += 1 }
    }
    let passed = isOverhang ? overhang : elsewhere
    return [reading(100 * Double(passed) / Double(noise.count), from: material)]
  }
}
