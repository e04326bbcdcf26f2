/// A level, or a change of level, on the logarithmic amplitude scale.
///
/// No literal conformance: a bare number never becomes decibels by accident.
package struct Decibels: Hashable, Comparable, Sendable {
  /// The number of decibels; `-infinity` is silence.
  package var value: Double

  /// Creates a level from a number of decibels.
  package init(_ value: Double) { self.value = value }

  /// Creates the level of a linear amplitude; zero gives silence.
  package init(amplitude: Double) {
    self.init(20 / DeterministicMath.ln10 * DeterministicMath.log(abs(amplitude)))
  }

  /// Creates the level of a mean square, or any other power; zero gives silence.
  package init(power: Double) {
    self.init(10 / DeterministicMath.ln10 * DeterministicMath.log(power))
  }

  /// The factor by which this level scales a sample.
  package var amplitude: Double { DeterministicMath.exp(value * DeterministicMath.ln10 / 20) }

  /// The factor by which this level scales a power.
  package var power: Double { DeterministicMath.exp(value * DeterministicMath.ln10 / 10) }

  package static func < (left: Decibels, right: Decibels) -> Bool { left.value < right.value }
}
