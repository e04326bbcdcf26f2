import Signal

/// How far the pauses of the render lie under its vowels.
package struct PauseLevel: Metric {
  /// The level under the vowels that nobody hears any more, and that lower levels count as.
  private static let inaudible = Decibels(-60)

  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "pause-level", unit: .decibels, axis: .levelAndNoise, direction: .lowerIsBetter,
      protectsSpeech: true,
      tolerance: 0.1, allowedWorsening: 6,
      needs: [.speech, .labels],
      tells: """
        Whether the gate quietens the room between the words, or a compressor pulls it up.
        """,
      definition: """
        The mean square of the render in the labelled pauses over its mean square in the labelled \
        vowels, in dB. The first 100 ms of each pause are left out, or its first half if it is \
        shorter than 200 ms: words end and rooms ring there. Levels under −60 dB count as −60 dB: beside speech of 65 dB \
        SPL they lie at 5 dB SPL, under the noise of any room.
        """,
      source: """
        6 dB is the just meaningful change of the speech-to-noise ratio (D. McShefferty, W. \
        Whitmer, M. Akeroyd, Trends in Hearing 2016).
        """,
      blindTo: """
        Noise under the words. A gate that closes in the pauses hides all noise from it: read it \
        beside consonant-retention.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    let labels = analysis.reference.labels
    return labels.contains { $0.kind == .pause } && labels.contains { $0.kind == .vowel }
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let labels = analysis.reference.labels
    let pauses = labels.filter { $0.kind == .pause }.map { pause in
      var rest = pause
      rest.startSeconds += min(0.1, pause.durationSeconds / 2)
      return rest
    }
    let vowels = labels.filter { $0.kind == .vowel }
    guard let pausePower = meanSquare(over: pauses, of: analysis) else {
      throw .nothingToMeasure(metric: description.id, place: "the labelled pauses")
    }
    guard let vowelPower = meanSquare(over: vowels, of: analysis), vowelPower > 0 else {
      throw .nothingToMeasure(metric: description.id, place: "the labelled vowels of the render")
    }
    let level = Decibels(power: pausePower / vowelPower)
    return [reading(max(level, Self.inaudible).value)]
  }

  private func meanSquare(over labels: [Label], of analysis: Analysis) -> Double? {
    let frameCount = analysis.reference.audio.frameCount
    var sum = 0.0
    var count = 0
    for label in labels {
      let range = label.frames(sampleRate: analysis.render.sampleRate, frameCount: frameCount)
      for samples in analysis.render.channels {
        sum += energy(of: samples[range])
        count += range.count
      }
    }
    return count > 0 ? sum / Double(count) : nil
  }
}

/// Reads the sum of the squares of some samples.
private func energy(of samples: ArraySlice<Float>) -> Double {
  samples.withUnsafeBytes { bytes in
    let stride = MemoryLayout<Float>.stride
    var wide = SIMD8<Double>.zero
    let wideCount = samples.count / 8
    for index in 0..<wideCount {
      let values = SIMD8<Double>(
        bytes.loadUnaligned(fromByteOffset: index * 8 * stride, as: SIMD8<Float>.self))
      wide += values * values
    }
    var sum = wide.sum()
    for index in wideCount * 8..<samples.count {
      let value = Double(bytes.load(fromByteOffset: index * stride, as: Float.self))
      sum += value * value
    }
    return sum
  }
}
