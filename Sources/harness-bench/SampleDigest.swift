import Signal

/// A digest of samples that costs next to nothing beside a render, to compare two builds with.
///
/// The sum of the samples' bit patterns, and the sum of those sums, in 64 bits: any one bit that
/// differs changes both, and samples that swap places change the second, unless they are equal.
///
/// Source: J. Fletcher, "An Arithmetic Checksum for Serial Transmissions", IEEE Trans. Comm. 30(1),
/// 1982.
struct SampleDigest {
  private var sum: UInt64 = 0
  private var sumOfSums: UInt64 = 0
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
    var (sum, sumOfSums) = (sum, sumOfSums)
    samples.withUnsafeBufferPointer { samples in
      for sample in samples {
        sum &+= UInt64(sample.bitPattern)
        sumOfSums &+= sum
      }
    }
    (self.sum, self.sumOfSums) = (sum, sumOfSums)
    sampleCount += samples.count
  }

  /// Takes another digest as the next samples.
  private mutating func take(_ other: SampleDigest) {
    sum = (sum ^ other.sum) &* 0x0000_0100_0000_01b3
    sumOfSums = (sumOfSums ^ other.sumOfSums) &* 0x0000_0100_0000_01b3
    sampleCount += other.sampleCount
  }

  /// The count of samples, and the digest as 16 hexadecimal digits.
  var text: String {
    let digits = String(sumOfSums ^ (sum &* 0x9E37_79B9_7F4A_7C15), radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return "\(sampleCount) samples, digest \(zeros)\(digits)"
  }
}
