package import Signal

/// A render with all that the metrics may know about it.
package struct MetricSubject: Sendable {
  /// What went into the chain.
  package var reference: AudioBuffer
  /// What came out: frame *i* belongs to frame *i* of the reference; the tail may be longer.
  package var render: AudioBuffer
  /// What is spoken where in the reference; empty where nobody knows.
  package var labels: [Label]
  /// Whether the voice has a median fundamental below 165 Hz.
  package var hasLowVoice: Bool
  /// Whether the reference holds speech at all.
  package var isSpeech: Bool
  /// The steady response of the high-pass and the equaliser of the preset.
  package var linearResponse: FrequencyResponse
  /// The gain that the renderer reports for its normaliser; nil for the renders of others.
  package var normaliserGain: Decibels?

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - reference: What went into the chain.
  ///   - render: What came out, aligned to the frame.
  ///   - labels: What is spoken where, in any order.
  ///   - hasLowVoice: Whether the voice has a median fundamental below 165 Hz.
  ///   - isSpeech: Whether the reference holds speech; nil says that labels or a low voice do.
  ///   - linearResponse: The steady response of the high-pass and the equaliser of the preset.
  ///   - normaliserGain: What the renderer reports.
  package init(
    reference: AudioBuffer, render: AudioBuffer, labels: [Label] = [], hasLowVoice: Bool = false,
    isSpeech: Bool? = nil, linearResponse: FrequencyResponse = .flat,
    normaliserGain: Decibels? = nil
  ) {
    self.reference = reference
    self.render = render
    self.labels = labels
    self.hasLowVoice = hasLowVoice
    self.isSpeech = isSpeech ?? (hasLowVoice || !labels.isEmpty)
    self.linearResponse = linearResponse
    self.normaliserGain = normaliserGain
  }
}
