import Signal

/// The gain that the normaliser of the chain applied, as the renderer reports it.
package struct NormaliserGain: Metric {
  package init() {}

  package var description: MetricDescription {
    MetricDescription(
      id: "normaliser-gain", unit: .decibels, axis: .levelAndNoise, direction: .neither,
      protectsSpeech: false,
      tolerance: 0.02,
      needs: [.rendererGain],
      tells: """
        How much the normaliser had to do: a peak that one consonant sets makes a whole recording quiet.
        """,
      definition: """
        The gain that brought the peak of the render to the ceiling, before the output gain of \
        the preset. Measured by the renderer, and only where it reports one.
        """,
      source: "The gain stage of the chain.",
      blindTo: "The renders of others, which report nothing.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    analysis.renderer?.normaliserGain != nil
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    analysis.renderer?.normaliserGain.map { [reading($0.value)] } ?? []
  }
}
