package import Signal

/// A low-pass of finite length and linear phase: a sinc under a Kaiser window.
///
/// Source: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function",
/// IEEE International Symposium on Circuits and Systems, 1974.
package struct KaiserLowPass: Hashable, Sendable {
  /// The middle of the slope, where the gain is a half.
  package var edge: Hertz
  /// How wide the slope is, half of it on each side of the edge.
  package var slope: Hertz
  /// How far down the stop band lies, more than 50 dB.
  package var rejection: Decibels

  /// Creates a low-pass.
  package init(edge: Hertz, slope: Hertz, rejection: Decibels) {
    precondition(edge.value > 0 && slope.value > 0, "an edge and its slope lie above zero")
    precondition(rejection.value > 50, "the law of the window holds from 50 dB on")
    self.edge = edge
    self.slope = slope
    self.rejection = rejection
  }

  /// The weights from the middle one to the last; the others mirror them, and all add up to one.
  ///
  /// With A decibels of rejection and a slope of d cycles a sample there are (A − 8)/(28.714 d)
  /// weights beside the middle one, and the shape of the window is 0.1102 (A − 8.7).
  ///
  /// - Parameter sampleRate: The rate that the filter runs at.
  func half(sampleRate: Hertz) -> [Double] {
    let width = slope.value / sampleRate.value
    let last = Int(((rejection.value - 8) / (28.714 * width)).rounded(.up))
    let shape = 0.1102 * (rejection.value - 8.7)
    let step = 2 * Double.pi * edge.value / sampleRate.value
    let weights = (0...last).map { index -> Double in
      let ratio = Double(index) / Double(last)
      let window = DeterministicMath.besselI0(shape * (1 - ratio * ratio).squareRoot())
      guard index > 0 else { return window }
      return window * DeterministicMath.sin(step * Double(index)) / (step * Double(index))
    }
    let sum = 2 * weights.dropFirst().reduce(0, +) + weights[0]
    return weights.map { $0 / sum }
  }
}
