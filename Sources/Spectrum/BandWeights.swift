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
    precondition(powers.count >= bins.upperBound, "the powers must reach over the band")
    let stride = MemoryLayout<Double>.stride
    return powers.withUnsafeBytes { powers in
      weights.withUnsafeBytes { weights in
        var wide = SIMD8<Double>.zero
        var index = 0
        while index + 8 <= self.weights.count {
          wide +=
            weights.loadUnaligned(fromByteOffset: index * stride, as: SIMD8<Double>.self)
            * powers.loadUnaligned(
              fromByteOffset: (firstBin + index) * stride, as: SIMD8<Double>.self)
          index += 8
        }
        var sum = wide.sum()
        while index < self.weights.count {
          sum +=
            weights.load(fromByteOffset: index * stride, as: Double.self)
            * powers.load(fromByteOffset: (firstBin + index) * stride, as: Double.self)
          index += 1
        }
        return sum
      }
    }
  }

  /// Reads the sum of the powers in the band, each times a factor of its own; to the bit the same
  /// as without factors where all of them are one.
  package func sum(of powers: [Double], times factors: [Double]) -> Double {
    precondition(
      min(powers.count, factors.count) >= bins.upperBound, "the numbers must reach over the band")
    let stride = MemoryLayout<Double>.stride
    return powers.withUnsafeBytes { powers in
      factors.withUnsafeBytes { factors in
        weights.withUnsafeBytes { weights in
          var wide = SIMD8<Double>.zero
          var index = 0
          while index + 8 <= self.weights.count {
            let place = (firstBin + index) * stride
            wide +=
              weights.loadUnaligned(fromByteOffset: index * stride, as: SIMD8<Double>.self)
              * powers.loadUnaligned(fromByteOffset: place, as: SIMD8<Double>.self)
              * factors.loadUnaligned(fromByteOffset: place, as: SIMD8<Double>.self)
            index += 8
          }
          var sum = wide.sum()
          while index < self.weights.count {
            let place = (firstBin + index) * stride
            sum +=
              weights.load(fromByteOffset: index * stride, as: Double.self)
              * powers.load(fromByteOffset: place, as: Double.self)
              * factors.load(fromByteOffset: place, as: Double.self)
            index += 1
          }
          return sum
        }
      }
    }
  }
}
