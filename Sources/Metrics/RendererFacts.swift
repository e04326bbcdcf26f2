package import Signal

/// What is known exactly of the renderer, where it is a chain that says so.
///
/// The renders of others have none of it: there, gain and response are estimated from the signals.
package struct RendererFacts: Sendable {
  /// The steady response of the high-pass and the equaliser of the preset.
  package var linearResponse: FrequencyResponse
  /// The gain that the renderer reports for its normaliser.
  package var normaliserGain: Decibels?
  /// The whole gain after the dynamics: that of the normaliser and that of the output.
  package var makeUpGain: Decibels?
  /// The gain of the dynamics over time.
  package var gainTrace: GainTrace?
  /// What the answer of the chain to an impulse says, with its dynamics at rest.
  package var impulseResponse: ImpulseResponseMeasures?

  /// Creates the facts.
  package init(
    linearResponse: FrequencyResponse, normaliserGain: Decibels? = nil,
    makeUpGain: Decibels? = nil, gainTrace: GainTrace? = nil,
    impulseResponse: ImpulseResponseMeasures? = nil
  ) {
    self.linearResponse = linearResponse
    self.normaliserGain = normaliserGain
    self.makeUpGain = makeUpGain
    self.gainTrace = gainTrace
    self.impulseResponse = impulseResponse
  }
}
