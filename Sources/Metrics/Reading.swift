package import Signal
package import Spectrum

/// Where in a recording something was measured.
package struct Place: Hashable, Sendable {
  /// Where it starts, from the start of the recording.
  package var startSeconds: Double?
  /// Where it ends.
  package var endSeconds: Double?
  /// Where its band starts.
  package var lowHertz: Double?
  /// Where its band ends.
  package var highHertz: Double?
  /// The word that is spoken there.
  package var word: String?
  /// The phone that is spoken there, in ARPABET.
  package var phone: String?

  /// Creates a place; nil leaves a side of it open.
  package init(
    startSeconds: Double? = nil, endSeconds: Double? = nil, lowHertz: Double? = nil,
    highHertz: Double? = nil, word: String? = nil, phone: String? = nil
  ) {
    self.startSeconds = startSeconds
    self.endSeconds = endSeconds
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.word = word
    self.phone = phone
  }

  /// Creates the place of a label.
  package init(_ label: Label) {
    self.init(
      startSeconds: label.startSeconds, endSeconds: label.endSeconds,
      word: label.word.isEmpty ? nil : label.word, phone: label.text)
  }

  /// Creates the place of a band.
  package init(_ band: FrequencyBand) {
    self.init(lowHertz: band.low.value, highHertz: band.high.value)
  }
}

/// The value of one metric on one render.
package struct Reading: Hashable, Sendable {
  /// What was measured.
  package var metric: MetricDescription
  /// Which of several things of a kind was measured, like "left/T@1.105s".
  package var subject: String?
  /// The number, in the unit of the metric; infinite where the definition says so, never NaN.
  package var value: Double
  /// Where it was measured; nil for the whole of the recording.
  package var place: Place?
  /// What the number rests on; nil where the whole of the recording does.
  package var material: MetricMaterial?

  /// Creates a reading.
  package init(
    metric: MetricDescription, subject: String? = nil, value: Double, place: Place? = nil,
    material: MetricMaterial? = nil
  ) {
    self.metric = metric
    self.subject = subject
    self.value = value
    self.place = place
    self.material = material
  }

  /// What tells the reading from all others of a render, like
  /// "consonant-retention-dB left/T@1.105s".
  package var name: String {
    guard let subject else { return metric.name }
    return "\(metric.name) \(subject)"
  }
}

/// A metric that there was too little of something for: it has no number, and says why.
package struct UncertainReading: Hashable, Sendable {
  /// What was to be measured.
  package var metric: MetricDescription
  /// What there was too little of.
  package var material: MetricMaterial
  /// How much there has to be.
  package var neededAmount: Double

  /// Creates an uncertain reading.
  package init(metric: MetricDescription, material: MetricMaterial, neededAmount: Double) {
    self.metric = metric
    self.material = material
    self.neededAmount = neededAmount
  }

  /// What there was and what there should be, such as "0.4 s of active speech, 2.0 s needed".
  package var description: String {
    func amount(_ value: Double) -> String {
      material.isTime ? Fixed.text(value, decimals: 1) + " s" : Fixed.text(value, decimals: 0)
    }
    return "\(amount(material.amount)) of \(material.kind.rawValue), \(amount(neededAmount)) needed"
  }
}
