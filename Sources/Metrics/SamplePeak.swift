import Signal

/// The largest sample magnitude of any channel; silence reads `-infinity`.
package struct SamplePeak: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "sample-peak", unit: .fullScaleDecibels, axis: .levelAndNoise,
      direction: .harmfulAboveLimit,
      protectsSpeech: true, tolerance: 0.01, limit: -0.99,
      bounds: MetricBounds(
        warning: -0.99, failure: 0,
        source: "The ceiling of the article the presets come from; over 0 dBFS a file clips."),

      tells: """
        Whether a render keeps the ceiling that the app promises: where it does not, the gain stage is wrong.
        """,
      definition: """
        The largest magnitude of any sample of any channel; −infinity for digital silence. No \
        render may lie above −1 dBFS, with 0.01 dB for the rounding of a file.
        """,
      source: """
        The ceiling of −1 dBFS is that of the article the presets come from; 1 dB of room before \
        lossy coding is also what EBU R 128 asks of true peaks.
        """,
      blindTo: "What the wave does between the samples: see true-peak.")
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    [reading(Decibels(amplitude: Double(analysis.deliveredPeak)).value)]
  }
}
