/// The unit of a reading; the raw value is how names and reports spell it.
package enum MetricUnit: String, Hashable, Sendable, CaseIterable {
  /// A ratio, or a change of level.
  case decibels = "dB"
  /// A level against full scale: a sample of 1.0, or the mean square 1.0.
  case fullScaleDecibels = "dBFS"
  /// A peak of the wave between the samples, against full scale.
  case truePeakDecibels = "dBTP"
  /// A loudness after ITU-R BS.1770.
  case loudnessUnits = "LUFS"
  /// A time.
  case milliseconds = "ms"
}

/// Which way a metric gets better.
package enum MetricDirection: String, Hashable, Sendable, CaseIterable {
  case higherIsBetter
  case lowerIsBetter
  /// A change is a change of tone or level, good or bad by intent alone.
  case neither
  /// A change is a change of level, but above the limit lies harm.
  case harmfulAboveLimit
}

/// What a metric measures, and what its numbers mean.
package struct MetricDescription: Hashable, Sendable {
  /// The name: lower case words with hyphens.
  package var id: String
  /// Which definition this is; readings of different versions cannot be compared.
  package var version: Int
  /// The unit of the readings.
  package var unit: MetricUnit
  /// Which way the metric gets better.
  package var direction: MetricDirection
  /// Whether a worsening is harm to speech.
  package var protectsSpeech: Bool
  /// How far two readings of the same sound may lie apart.
  package var tolerance: Double
  /// How much worse than its golden a reading may get before it counts as harm.
  package var allowedWorsening: Double?
  /// The worst reading that does no harm to speech at the reference level.
  package var limit: Double?
  /// What is computed, in words.
  package var definition: String
  /// Where the definition and the numbers come from.
  package var source: String
  /// What the metric cannot see.
  package var blindTo: String

  /// Creates a description.
  package init(
    id: String, version: Int = 1, unit: MetricUnit, direction: MetricDirection,
    protectsSpeech: Bool, tolerance: Double, allowedWorsening: Double? = nil,
    limit: Double? = nil, definition: String, source: String, blindTo: String
  ) {
    precondition(
      direction != .neither || (allowedWorsening == nil && limit == nil && !protectsSpeech),
      "a metric without direction has no worse")
    precondition(
      direction != .harmfulAboveLimit || (limit != nil && allowedWorsening == nil),
      "a metric that is harmful above its limit has a limit and no allowance")
    self.id = id
    self.version = version
    self.unit = unit
    self.direction = direction
    self.protectsSpeech = protectsSpeech
    self.tolerance = tolerance
    self.allowedWorsening = allowedWorsening
    self.limit = limit
    self.definition = definition
    self.source = source
    self.blindTo = blindTo
  }

  /// The id with the unit, which every reading of the metric is named after.
  package var name: String { "\(id)-\(unit.rawValue)" }

  /// Whether a reading stays on the harmless side of the limit; NaN never does.
  package func isWithinLimit(_ value: Double) -> Bool {
    guard let limit else { return !value.isNaN }
    switch direction {
    case .higherIsBetter: return value >= limit
    case .lowerIsBetter, .harmfulAboveLimit: return value <= limit
    case .neither: return !value.isNaN
    }
  }
}
