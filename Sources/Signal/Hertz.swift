/// A frequency, or a sample rate, in cycles per second.
///
/// No literal conformance: a bare number never becomes a frequency by accident.
package struct Hertz: Hashable, Comparable, Sendable {
  /// The number of cycles per second.
  package var value: Double

  /// Creates a frequency from a number of cycles per second.
  package init(_ value: Double) { self.value = value }

  /// Half of this sample rate: the first frequency that it cannot carry.
  package var nyquist: Hertz { Hertz(value / 2) }

  package static func < (left: Hertz, right: Hertz) -> Bool { left.value < right.value }
}
