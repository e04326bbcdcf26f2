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
  mutating func take(_ other: SampleDigest) {
    sum = (sum ^ other.sum) &* 0x0000_0100_0000_01b3
    sampleCount += other.sampleCount
  }

  /// The digest, as 16 hexadecimal digits.
  var hexDigits: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
