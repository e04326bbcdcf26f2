/// The steady gain of a linear system at each frequency.
package struct FrequencyResponse: Sendable {
  private let gain: @Sendable (Hertz) -> Decibels

  /// Creates a response from a function of frequency.
  package init(_ gain: @escaping @Sendable (Hertz) -> Decibels) { self.gain = gain }

  /// The response that changes nothing.
  package static let flat = FrequencyResponse { _ in Decibels(0) }

  /// The gain at one frequency.
  package func gain(at frequency: Hertz) -> Decibels { gain(frequency) }
}
