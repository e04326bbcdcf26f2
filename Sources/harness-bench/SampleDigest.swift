import Signal

/// A digest of samples that costs next to nothing beside a render, to compare two builds with.
///
/// Two sums of the samples' bit patterns, each times an odd number of its own, in 32 bits, which
/// become vector code: any one bit that differs changes both, and so do two samples that swap
/// places, unless they are equal.
struct SampleDigest {
  private var sum: UInt64 = 0
  private var weight: UInt32 = 1
  /// How many samples went in.
  private(set) var sampleCount = 0

  /// Creates the digest of no samples.
  init() {}

  /// Creates the digest of other digests, whose order counts.
  init(_ parts: [SampleDigest]) {
    for part in parts { take(part) }
  }

  /// Takes the next samples.
  mutating func take(_ samples: [Float]) {
    let first = weight
    var (low, high) = (UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: sum >> 32))
    for index in samples.indices {
      let odd = first &+ 2 &* UInt32(truncatingIfNeeded: index)
      let bits = samples[index].bitPattern
      low &+= bits &* odd
      // The golden ratio in 32 bits spreads the weights.
      high &+= (bits ^ (bits >> 15)) &* (odd &* 0x9E37_79B1)
    }
    sum = UInt64(high) << 32 | UInt64(low)
    weight = first &+ 2 &* UInt32(truncatingIfNeeded: samples.count)
    sampleCount += samples.count
  }

  /// Takes another digest as the next samples.
  private mutating func take(_ other: SampleDigest) {
    sum = (sum ^ other.sum) &* 0x0000_0100_0000_01b3
    sampleCount += other.sampleCount
  }

  /// The count of samples, and the digest as 16 hexadecimal digits.
  var text: String {
    let digits = String(sum, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return "\(sampleCount) samples, digest \(zeros)\(digits)"
  }
}
