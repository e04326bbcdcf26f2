import Signal

/// The gated loudness of the whole render; silence reads `-infinity`.
package struct IntegratedLoudness: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "integrated-loudness", unit: .loudnessUnits, axis: .levelAndNoise, direction: .neither,
      protectsSpeech: false,
      tolerance: 0.02,
      tells: """
        How loud the preset ends up: more compression or output gain raises it, a wilder peak lowers it.
        """,
      definition: """
        The loudness of 400 ms blocks after the K weighting, gated at −70 LUFS and at 10 LU under \
        the mean; mono counts as one channel; −infinity where every block lies under the gate.
        """,
      source: "ITU-R BS.1770-4 and EBU R 128; held against libebur128 in the tests.",
      blindTo: "Where the loudness lies in time and in frequency.")
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let needed = Int((0.4 * analysis.render.sampleRate.value).rounded(.up))
    guard analysis.render.frameCount >= needed else {
      throw .tooShort(
        metric: description.id, frames: analysis.render.frameCount, neededFrames: needed)
    }
    return [reading(try analysis.loudness.get().integrated)]
  }
}
