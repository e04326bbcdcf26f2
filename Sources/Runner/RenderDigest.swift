package import Signal

/// A short digest of samples, to tell at a glance whether two renders are the same to the bit.
///
/// A hint for people, not a proof: goldens are judged by their readings.
package enum RenderDigest {
  /// The digest, as 16 hexadecimal digits.
  ///
  /// Source: the FNV-1a hash (G. Fowler, L. C. Noll, K.-P. Vo), 64 bits, over the 32-bit patterns
  /// of the samples instead of bytes.
  package static func hexDigest(of audio: AudioBuffer) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for samples in audio.channels {
      for sample in samples {
        hash = (hash ^ UInt64(sample.bitPattern)) &* 0x0000_0100_0000_01b3
      }
      // Two channels of one length must not read like one of twice the length.
      hash = (hash ^ UInt64(samples.count)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
