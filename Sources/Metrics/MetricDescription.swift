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
  /// A range of loudness after EBU Tech 3342.
  case loudnessRange = "LU"
  /// A time.
  case milliseconds = "ms"
  /// A long time.
  case seconds = "s"
  /// A share.
  case percent = "percent"
  /// How often something happens.
  case perSecond = "per-s"
  /// A number from 0 to 1 that is better the higher it is.
  case index = "index"
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
  /// What kind of harm it looks for.
  package var axis: MetricAxis
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
  /// Where harm starts when there is no golden to go by; nil where nobody can say.
  package var bounds: MetricBounds?
  /// What it cannot do without.
  package var needs: Set<MetricNeed>
  /// What the number tells somebody who tunes a preset.
  package var tells: String
  /// What is computed, in words.
  package var definition: String
  /// Where the definition and the numbers come from.
  package var source: String
  /// What the metric cannot see.
  package var blindTo: String

  /// Creates a description.
  package init(
    id: String, version: Int = 1, unit: MetricUnit, axis: MetricAxis,
    direction: MetricDirection, protectsSpeech: Bool, tolerance: Double,
    allowedWorsening: Double? = nil, limit: Double? = nil, bounds: MetricBounds? = nil,
    needs: Set<MetricNeed> = [], tells: String, definition: String, source: String,
    blindTo: String
  ) {
    precondition(
      direction != .neither
        || (allowedWorsening == nil && limit == nil && bounds == nil && !protectsSpeech),
      "a metric without direction has no worse")
    precondition(
      direction != .harmfulAboveLimit || (limit != nil && allowedWorsening == nil),
      "a metric that is harmful above its limit has a limit and no allowance")
    self.id = id
    self.version = version
    self.unit = unit
    self.axis = axis
    self.direction = direction
    self.protectsSpeech = protectsSpeech
    self.tolerance = tolerance
    self.allowedWorsening = allowedWorsening
    self.limit = limit
    self.bounds = bounds
    self.needs = needs
    self.tells = tells
    self.definition = definition
    self.source = source
    self.blindTo = blindTo
  }

  /// How the gain over speech is defined, which several metrics judge.
  package static let speechGain = """
    Frames of 16 ms every 4 ms. *Active* is what lies over the active speech level of the clean \
    speech (ITU-T P.56) less 35 dB, 8 dB over the noise of its pauses, and in no labelled pause; \
    *loud* what lies over that level less 3 dB; a *talk spurt* is active frames with gaps of less \
    than 150 ms. The gain is that which the dynamics report. For other renderers it is the mean \
    change in decibels of 12 bands from 186 Hz to 7.8 kHz, of those within 20 dB of the strongest \
    of the frame, each less the response that a fit of frames and bands finds for it: so the \
    equaliser counts for nothing. The median gain of the loud frames is 0 dB: so level counts for \
    nothing.
    """

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

  /// What a reading comes to beside the bounds, without a golden; NaN fails.
  package func boundsVerdict(_ value: Double) -> BoundsVerdict {
    guard let bounds else { return value.isNaN ? .fail : .ok }
    let isWithin: (Double) -> Bool
    switch direction {
    case .higherIsBetter: isWithin = { value >= $0 }
    case .lowerIsBetter, .harmfulAboveLimit: isWithin = { value <= $0 }
    case .neither: isWithin = { _ in !value.isNaN }
    }
    return isWithin(bounds.warning) ? .ok : isWithin(bounds.failure) ? .warn : .fail
  }
}

/// What a reading comes to without a golden, from harmless to harmful.
package enum BoundsVerdict: String, Hashable, Sendable, CaseIterable, Comparable {
  case ok
  case warn
  case fail

  private var rank: Int { self == .ok ? 0 : self == .warn ? 1 : 2 }

  package static func < (left: BoundsVerdict, right: BoundsVerdict) -> Bool {
    left.rank < right.rank
  }
}
