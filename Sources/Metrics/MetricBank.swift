package import Signal

/// What a bank of metrics found on one render.
package struct Measurements: Sendable {
  /// The readings, sorted by name; no two have the same name.
  package var readings: [Reading]
  /// What there was too little material for, in the order of the bank.
  package var uncertain: [UncertainReading]
  /// What could not be measured, in the order of the bank.
  package var failures: [MetricError]

  /// Creates a result.
  package init(
    readings: [Reading], uncertain: [UncertainReading] = [], failures: [MetricError]
  ) {
    self.readings = readings
    self.uncertain = uncertain
    self.failures = failures
  }

  /// Takes from the measurements of one channel what is worse, and what failed.
  ///
  /// The indices of intelligibility are defined as the mean of the channels, and stay that.
  mutating func merge(_ other: Measurements) {
    for reading in other.readings
    where reading.metric.protectsSpeech && reading.metric.axis != .guardRail {
      guard let index = readings.firstIndex(where: { $0.name == reading.name }) else { continue }
      let isWorse =
        reading.metric.direction == .higherIsBetter
        ? reading.value < readings[index].value : reading.value > readings[index].value
      if isWorse { readings[index] = reading }
    }
    failures += other.failures.filter { !failures.contains($0) }
  }

  /// The reading of some name.
  package subscript(name: String) -> Reading? { readings.first { $0.name == name } }
}

/// The metrics that every render is measured with.
package struct MetricBank: Sendable {
  /// The metrics, in the order in which they are documented.
  package let metrics: [any Metric]

  /// Creates a bank of metrics with different ids.
  package init(_ metrics: [any Metric]) {
    precondition(
      Set(metrics.map(\.description.id)).count == metrics.count, "two metrics share an id")
    self.metrics = metrics
  }

  /// Every metric there is.
  package static let standard = MetricBank([
    SamplePeak(),
    TruePeak(),
    IntegratedLoudness(),
    LoudnessRange(),
    BandLevel.rumble,
    BandLevel.bass,
    BandLevel.body,
    BandLevel.mud,
    BandLevel.clarity,
    BandLevel.crispness,
    BandLevel.air,
    LostSpeechTime.lost,
    LostSpeechTime.faded,
    LongestHole(),
    SpeechClipping.front,
    SpeechClipping.middle,
    SpeechClipping.back,
    WeakClassGain(),
    LostFinalObstruents(),
    GateChatter(),
    ThirdOctaveDeviation(),
    Wetness.decayTime,
    Wetness.clarity,
    Wetness.speechTransmission,
    NoiseReduction.total,
    NoiseReduction.near,
    NoiseReduction.ratio,
    NoiseReduction.weakRatio,
    NoiseReduction.difference,
    NoisePassing.overhang,
    NoisePassing.elsewhere,
    Estoi(),
    Stoi(),
    ToneChange.voiceBody,
    ToneChange.lowMids,
    PauseLevel(),
    ConsonantRetention(),
    GateOpeningDelay(),
    GateClosingTime(),
    NormaliserGain(),
  ])

  /// Measures one render.
  package func measure(_ subject: MetricSubject) -> Measurements {
    do {
      let reference = try ReferenceAnalysis(
        of: subject.reference, labels: subject.labels, hasLowVoice: subject.hasLowVoice,
        isSpeech: subject.isSpeech)
      return measure(
        subject.render, of: reference,
        renderer: RendererFacts(
          linearResponse: subject.linearResponse, normaliserGain: subject.normaliserGain))
    } catch {
      return Measurements(readings: [], failures: [error])
    }
  }

  /// Measures one of many renders of a reference.
  ///
  /// A render that is broken, silent or of the wrong shape has no readings and one failure.
  ///
  /// - Parameters:
  ///   - render: What came out of the chain, aligned to the frame.
  ///   - reference: What is known of the recording that went in.
  ///   - renderer: What the renderer says of itself; nil for the renders of others.
  ///   - delivered: The render before it was aligned; nil where it did not have to be.
  package func measure(
    _ render: AudioBuffer, of reference: ReferenceAnalysis, renderer: RendererFacts?,
    delivered: AudioBuffer? = nil
  ) -> Measurements {
    do {
      return measure(
        try Analysis(
          of: render, reference: reference, renderer: renderer, delivered: delivered))
    } catch {
      return Measurements(readings: [], failures: [error])
    }
  }

  /// Measures a render that lies beside its reference already.
  func measure(_ analysis: Analysis) -> Measurements {
    var result = Measurements(readings: [], failures: [])
    for metric in metrics where metric.isApplicable(to: analysis) {
      // What an impulse answers is the room, and nothing else can be read from it.
      if analysis.reference.isImpulse,
        !metric.description.needs.contains(.impulseResponse)
      {
        continue
      }
      measure(metric, on: analysis, into: &result)
    }
    // Names are made when asked for: once for each reading, not twice for each comparison.
    result.readings = result.readings.map { (name: $0.name, reading: $0) }
      .sorted { $0.name < $1.name }.map(\.reading)
    return result
  }

  private func measure(_ metric: any Metric, on analysis: Analysis, into result: inout Measurements)
  {
    do {
      let readings = try metric.readings(of: analysis)
      // An applicable metric that reads nothing, or no number, has not measured.
      guard !readings.isEmpty, !readings.contains(where: \.value.isNaN) else {
        result.failures.append(
          .nothingToMeasure(metric: metric.description.id, place: "the recording"))
        return
      }
      result.readings += readings
    } catch .tooLittle(_, let material, let neededAmount) {
      result.uncertain.append(
        UncertainReading(
          metric: metric.description, material: material, neededAmount: neededAmount))
    } catch {
      result.failures.append(error)
    }
  }
}
