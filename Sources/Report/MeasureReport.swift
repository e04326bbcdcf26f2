package import Golden
package import Metrics

/// What a pair of recordings comes to, judged by the bounds of the metrics alone.
package struct MeasureReport: Sendable {
  /// The files that were measured, as they were named.
  package struct Files: Sendable {
    package var reference: String
    package var render: String
    package var clean: String?
    package var labels: String?

    /// Creates the names.
    package init(
      reference: String, render: String, clean: String? = nil, labels: String? = nil
    ) {
      self.reference = reference
      self.render = render
      self.clean = clean
      self.labels = labels
    }
  }

  /// What an axis comes to.
  package enum AxisVerdict: String, Hashable, Sendable {
    case ok
    case warn
    case fail
    /// There was too little material for any of its metrics.
    case uncertain
    /// None of its metrics has anything to say of these recordings, or none has bounds.
    case none
  }

  /// The files.
  package let files: Files
  /// What was measured; nil where the two could not be laid side by side.
  package let pair: PairMeasurement?
  /// What could not be done, a sentence each.
  package let failures: [String]

  /// Creates a report of a measurement.
  package init(_ files: Files, _ pair: PairMeasurement) {
    self.files = files
    self.pair = pair
    failures = pair.measurements.failures.map(\.description)
  }

  /// Creates a report of a pair that could not be measured.
  package init(_ files: Files, _ error: MetricError) {
    self.files = files
    pair = nil
    failures = [error.description]
  }

  /// What became of the render.
  ///
  /// Hurt where a reading fails; unchecked where something could not be measured, where an axis is
  /// uncertain, where no voice was found or where nothing was judged; changed where a reading warns.
  package var outcome: Outcome {
    let verdicts = judged.map(\.verdict)
    if verdicts.contains(.fail) { return .hurt }
    let isUncertain = MetricAxis.allCases.contains { verdict(of: $0) == .uncertain }
    if verdicts.isEmpty || isUncertain || pair?.isSpeech != true || !failures.isEmpty {
      return .unchecked
    }
    return verdicts.contains(.warn) ? .changed : .same
  }

  /// What an axis comes to: the gravest of its readings.
  package func verdict(of axis: MetricAxis) -> AxisVerdict {
    switch judged.filter({ $0.reading.metric.axis == axis }).map(\.verdict).max() {
    case .ok: .ok
    case .warn: .warn
    case .fail: .fail
    case nil: uncertain.contains { $0.metric.axis == axis } ? .uncertain : .none
    }
  }

  /// The readings that have bounds, the gravest first.
  var judged: [(reading: Reading, verdict: BoundsVerdict)] {
    let readings = (pair?.measurements.readings ?? []).filter { $0.metric.bounds != nil }
    let excused = pair?.asInReference ?? []
    return readings.map { reading in
      (reading, excused.contains(reading.name) ? .ok : reading.metric.boundsVerdict(reading.value))
    }.sorted { left, right in
      if left.1 != right.1 { return left.1 > right.1 }
      return Self.excess(left.0) > Self.excess(right.0)
    }
  }

  /// The metrics that there was too little material for.
  var uncertain: [UncertainReading] { pair?.measurements.uncertain ?? [] }

  /// How far a reading is past its warning, in steps from the warning to the failure.
  private static func excess(_ reading: Reading) -> Double {
    guard let bounds = reading.metric.bounds else { return -.infinity }
    // Bounds that are one make every step large; what counts is the order.
    let step = max(abs(bounds.failure - bounds.warning), 1e-9)
    let past =
      reading.metric.direction == .higherIsBetter
      ? bounds.warning - reading.value : reading.value - bounds.warning
    return past / step
  }
}
