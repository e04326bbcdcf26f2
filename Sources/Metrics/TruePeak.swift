import Signal

/// The largest magnitude of the wave between the samples; silence reads `-infinity`.
package struct TruePeak: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "true-peak", unit: .truePeakDecibels, axis: .levelAndNoise, direction: .harmfulAboveLimit,
      protectsSpeech: true,
      tolerance: 0.05, limit: 0,
      bounds: MetricBounds(
        warning: 0, failure: 0.1,
        source: """
          Over 0 dBTP a converter clips; 0.1 dB for the 0.05 dB by which true-peak meters differ. EBU \
          R 128 asks broadcasters for -1 dBTP.
          """),

      tells: """
        Whether a converter or a lossy coder will clip a render whose samples all look harmless.
        """,
      definition: """
        The largest magnitude after oversampling: four times below 96 kHz, twice below 192 kHz; \
        never below the sample peak; −infinity for digital silence. Above 0 dBTP a converter or a \
        lossy coder clips.
        """,
      source: "ITU-R BS.1770-4, Annex 2; held against libebur128 in the tests.",
      blindTo: "Up to 0.7 dB near half the sample rate, which four times do not resolve.")
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let peak = TruePeakMeter(sampleRate: analysis.render.sampleRate)
      .peak(of: analysis.delivered, samplePeak: analysis.deliveredPeak)
    return [reading(Decibels(amplitude: Double(peak)).value)]
  }
}
