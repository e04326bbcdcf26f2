package import Signal

/// How much of each bin of a spectrum lies between two frequencies.
///
/// Bin *k* of a spectrum with the bin width Δ stands for (k ± ½)Δ, the first and the last bin for
/// the half that lies below half the sample rate and above zero. A bin on an edge counts in part,
/// so bands that touch share it, and a band narrower than a bin takes its part of that bin.
package struct BandWeights: Sendable {
  private let firstBin: Int
  private let weights: [Double]

  /// Creates the weights of a band.
  ///
  /// - Parameters:
  ///   - low: Where the band starts.
  ///   - high: Where it ends; what lies above half the sample rate is left out.
  ///   - size: How many samples the transform takes.
  ///   - sampleRate: The rate of the audio.
  package init(from low: Hertz, to high: Hertz, size: Int, sampleRate: Hertz) {
    let width = sampleRate.value / Double(size)
    let lastBin = size / 2
    let lower = min(max(low.value, 0), sampleRate.nyquist.value) / width
    let upper = max(lower, min(high.value, sampleRate.nyquist.value) / width)
    let first = min(Int((lower + 0.5).rounded(.down)), lastBin)
    let last = min(Int((upper + 0.5).rounded(.down)), lastBin)
    firstBin = first
    weights = (first...last).map { bin in
      let start = max(0, Double(bin) - 0.5)
      let end = min(Double(lastBin), Double(bin) + 0.5)
      return max(0, min(end, upper) - max(start, lower)) / (end - start)
    }
  }

  /// The bins that the band touches.
  package var bins: Range<Int> { firstBin..<firstBin + weights.count }

  /// The part of one bin that lies in the band, from 0 to 1.
  package func weight(ofBin bin: Int) -> Double {
    bins.contains(bin) ? weights[bin - firstBin] : 0
  }

  /// Reads the sum of the powers in the band.
  package func sum(of powers: [Double]) -> Double {
    var sum = 0.0
    for index in weights.indices { sum += weights[index] * powers[firstBin + index] }
    return sum
  }

  /// Reads the sum of the powers in the band, each times a factor of its own.
  package func sum(of powers: [Double], times factors: [Double]) -> Double {
    var sum = 0.0
    for index in weights.indices {
      sum += weights[index] * powers[firstBin + index] * factors[firstBin + index]
    }
    return sum
  }
}
