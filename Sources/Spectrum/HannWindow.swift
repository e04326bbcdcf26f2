import Signal

/// A raised cosine that fades a frame in and out.
///
/// Periodic: w[n] = (1 − cos 2πn/count)/2, so copies a quarter of the length apart add up to a
/// constant, and so do their squares.
///
/// Source: F. J. Harris, "On the use of windows for harmonic analysis with the discrete Fourier
/// transform", Proceedings of the IEEE 66(1), 1978.
package struct HannWindow: Sendable {
  let values: [Float]
  /// The sum of the squares of the values.
  package let energy: Double

  /// Creates a window of some samples, two or more.
  package init(count: Int) {
    precondition(count >= 2, "a window needs two samples")
    let step = 2 * Double.pi / Double(count)
    values = (0..<count).map { index in
      Float((1 - DeterministicMath.cos(step * Double(index))) / 2)
    }
    energy = values.reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// How many samples the window spans.
  package var count: Int { values.count }
}
