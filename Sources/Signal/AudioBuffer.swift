/// Planar audio: one array of samples for each channel, all of one length.
///
/// Samples are linear; 1.0 is full scale. A buffer may be empty, but it always has a channel.
package struct AudioBuffer: Sendable {
  /// The samples, channel by channel.
  package private(set) var channels: [[Float]]
  /// How many frames pass in a second.
  package let sampleRate: Hertz

  /// Creates a buffer from its channels.
  ///
  /// - Parameters:
  ///   - channels: At least one channel; all must have the same number of samples.
  ///   - sampleRate: The rate of the audio, above zero.
  package init(channels: [[Float]], sampleRate: Hertz) {
    precondition(!channels.isEmpty, "a buffer needs at least one channel")
    precondition(
      channels.allSatisfy { $0.count == channels[0].count }, "channels must be of one length")
    precondition(sampleRate.value > 0, "the sample rate must be above zero")
    self.channels = channels
    self.sampleRate = sampleRate
  }

  /// Creates a buffer of digital silence.
  package init(silentFrames: Int, channelCount: Int = 1, sampleRate: Hertz) {
    self.init(
      channels: Array(repeating: Array(repeating: 0, count: silentFrames), count: channelCount),
      sampleRate: sampleRate)
  }

  /// How many channels run side by side.
  package var channelCount: Int { channels.count }

  /// How many frames the buffer holds.
  package var frameCount: Int { channels[0].count }

  /// How long the buffer lasts.
  package var durationSeconds: Double { Double(frameCount) / sampleRate.value }

  /// Lends one channel for change in place; a span cannot change its length.
  package mutating func update<Result>(
    channel: Int, _ body: (inout MutableSpan<Float>) throws -> Result
  ) rethrows -> Result {
    var samples = channels[channel].mutableSpan
    return try body(&samples)
  }

  /// Adds frames of the same channels and rate at the end.
  package mutating func append(_ other: AudioBuffer) {
    precondition(other.channelCount == channelCount, "channel counts must agree")
    precondition(other.sampleRate == sampleRate, "sample rates must agree")
    for channel in channels.indices { channels[channel] += other.channels[channel] }
  }

  /// One channel, as a buffer of its own.
  package func channel(_ index: Int) -> AudioBuffer {
    AudioBuffer(channels: [channels[index]], sampleRate: sampleRate)
  }

  /// The frames of a range, as a buffer of its own.
  package func frames(_ range: Range<Int>) -> AudioBuffer {
    AudioBuffer(channels: channels.map { Array($0[range]) }, sampleRate: sampleRate)
  }

  /// The largest magnitude of any sample; zero for an empty buffer, NaN where a sample is NaN.
  package var peak: Float {
    // As whole numbers the bits of magnitudes are in the order of their values, with NaN above all.
    var largest: Int32 = 0
    for samples in channels { largest = max(largest, largestMagnitudeBits(of: samples)) }
    return Float(bitPattern: UInt32(largest))
  }

  /// The first frame that holds a NaN or an infinity, with its channel.
  package var firstNonFinite: (channel: Int, frame: Int)? {
    guard !peak.isFinite else { return nil }
    var first: (channel: Int, frame: Int)?
    for (channel, samples) in channels.enumerated() {
      guard let frame = samples.firstIndex(where: { !$0.isFinite }) else { continue }
      if first.map({ frame < $0.frame }) ?? true { first = (channel, frame) }
    }
    return first
  }
}

/// Reads the bits of the largest magnitude, NaN being the largest there is.
private func largestMagnitudeBits(of samples: [Float]) -> Int32 {
  let withoutSign: Int32 = 0x7fff_ffff
  return samples.withUnsafeBytes { bytes in
    let width = 16
    let stride = MemoryLayout<Float>.stride
    var largest = SIMD16<Int32>.zero
    for index in 0..<samples.count / width {
      let bits =
        bytes.loadUnaligned(fromByteOffset: index * width * stride, as: SIMD16<Int32>.self)
        & withoutSign
      largest.replace(with: bits, where: bits .> largest)
    }
    var most = largest.max()
    for index in samples.count / width * width..<samples.count {
      let bits = bytes.loadUnaligned(fromByteOffset: index * stride, as: Int32.self)
      most = max(most, bits & withoutSign)
    }
    return most
  }
}
