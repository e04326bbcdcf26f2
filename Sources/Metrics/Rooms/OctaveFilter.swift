package import Signal

/// A band of one octave, -3 dB at its edges: Butterworth filters of fourth order on both sides.
///
/// Source: R. Bristow-Johnson, Audio EQ Cookbook; the two Q of a Butterworth filter of fourth
/// order are 1/(2 cos(π/8)) and 1/(2 cos(3π/8)).
package struct OctaveFilter: Sendable {
  private var sections: [Section] = []
  private let center: Hertz
  private let sampleRate: Hertz

  private struct Section {
    let b0: Double
    let b1: Double
    let a1: Double
    let a2: Double
  }

  /// Creates the filter of an octave whose upper edge lies below half the sample rate.
  package init(center: Hertz, sampleRate: Hertz) {
    precondition(
      center.value * 2.0.squareRoot() < sampleRate.nyquist.value, "the octave must fit the rate")
    self.center = center
    self.sampleRate = sampleRate
    for (edge, isHighPass) in [(0.5.squareRoot(), true), (2.0.squareRoot(), false)] {
      let omega = 2 * .pi * center.value * edge / sampleRate.value
      let cosine = DeterministicMath.cos(omega)
      for q in [0.5411961001, 1.3065629649] {
        let alpha = DeterministicMath.sin(omega) / (2 * q)
        let a0 = 1 + alpha
        let b1 = isHighPass ? -(1 + cosine) : 1 - cosine
        sections.append(
          Section(
            b0: abs(b1) / 2 / a0, b1: b1 / a0, a1: -2 * cosine / a0, a2: (1 - alpha) / a0))
      }
    }
  }

  /// How much of the power at a frequency passes.
  ///
  /// Source: Butterworth's 1/(1 + x⁸) on the axis that the bilinear transform bends.
  package func power(at frequency: Hertz) -> Double {
    func bent(_ frequency: Double) -> Double {
      DeterministicMath.tan(.pi * frequency / sampleRate.value)
    }
    func square(_ x: Double) -> Double { x * x }
    func share(_ ratio: Double) -> Double { 1 / (1 + square(square(square(ratio)))) }
    let x = bent(frequency.value)
    return share(bent(center.value * 0.5.squareRoot()) / x)
      * share(x / bent(center.value * 2.0.squareRoot()))
  }

  /// Filters a whole recording.
  package func filtered(_ samples: [Float]) -> [Double] {
    var output = samples.map { Double($0) }
    output.withUnsafeMutableBufferPointer { output in
      for section in sections {
        let (b0, b1, a1, a2) = (section.b0, section.b1, section.a1, section.a2)
        var (s1, s2) = (0.0, 0.0)
        for index in output.indices {
          let x = output[index]
          let y = b0 * x + s1
          s1 = b1 * x - a1 * y + s2
          s2 = b0 * x - a2 * y
          output[index] = y
        }
      }
    }
    return output
  }
}
