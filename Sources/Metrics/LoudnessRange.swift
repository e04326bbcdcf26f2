import Signal

/// How far the loudness of the render spreads over time.
package struct LoudnessRange: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "loudness-range", unit: .loudnessRange, axis: .levelAndNoise, direction: .neither,
      protectsSpeech: false, tolerance: 0.05,
      tells: """
        How even the voice is: more compression makes it smaller, an expander or a noisier pause \
        moves it too.
        """,
      definition: """
        The loudness of blocks of 3 s, 0.1 s apart, after the K weighting, gated at −70 LUFS and \
        at 20 LU under their mean: the 95th percentile less the 10th. Uncertain under 3 s; 0 \
        where no block lies over −70 LUFS.
        """,
      source: "EBU Tech 3342-2016; ITU-R BS.1770-4.",
      blindTo: """
        Changes within 3 s: between the words of a sentence, or within a word. Recordings of a few \
        seconds have few independent blocks.
        """)
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    // Whether there is a number must not hang on the render, which may be broken.
    let material = try require(
      .recording, analysis.reference.audio.durationSeconds, atLeast: 3)
    return [reading(try analysis.loudness.get().range ?? 0, from: material)]
  }
}
