import Signal

/// A digest of samples that costs next to nothing beside a render, to compare two builds with.
///
/// The sum of the samples' bit patterns, each times an odd number of its own, in 64 bits: any one
/// bit that differs changes it, and so do two samples that swap places, unless they are equal.
struct SampleDigest {
  private var sum: UInt64 = 0
  private var weight: UInt64 = 1
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
    var (sum, weight) = (sum, weight)
    for sample in samples {
      sum &+= UInt64(sample.bitPattern) &* weight
      weight &+= 2
    }
    (self.sum, self.weight) = (sum, weight)
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
