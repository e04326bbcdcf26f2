package import Signal

/// How densely the echoes of a room follow each other.
package enum EchoDensity {
  /// The density that counts as mixed; Gaussian noise has one.
  package static let mixed = 0.9

  /// Reads how long after a frame the echoes have become as dense as noise; NaN when they never do.
  ///
  /// Inside a Hann window of 20 ms the share of samples beyond one standard deviation, over the
  /// share that Gaussian noise has there, reaches 0.9 for the first time.
  ///
  /// Source: J. Abel and P. Huang, "A Simple, Robust Measure of Reverberation Echo Density",
  /// AES 121, 2006.
  package static func mixingSeconds(
    of samples: [Float], from start: Int, sampleRate: Hertz
  ) -> Double {
    let half = Int(0.01 * sampleRate.value)
    let window = (-half...half).map {
      0.5 + 0.5 * DeterministicMath.cos(.pi * Double($0) / Double(half + 1))
    }
    let total = window.reduce(0, +)
    for center in stride(from: max(start, half), to: samples.count - half, by: half / 10) {
      let first = center - half
      var power = 0.0
      for offset in window.indices {
        let sample = Double(samples[first + offset])
        power += window[offset] * sample * sample
      }
      let deviation = (power / total).squareRoot()
      var beyond = 0.0
      for offset in window.indices where Double(samples[first + offset].magnitude) > deviation {
        beyond += window[offset]
      }
      // erfc(1/√2): the share of a Gaussian outside one standard deviation.
      if beyond / total / 0.3173105079 >= mixed {
        return Double(center - start) / sampleRate.value
      }
    }
    return .nan
  }
}
