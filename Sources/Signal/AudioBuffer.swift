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

  /// The frames of a range, as a buffer of its own.
  package func frames(_ range: Range<Int>) -> AudioBuffer {
    AudioBuffer(channels: channels.map { Array($0[range]) }, sampleRate: sampleRate)
  }

  /// The largest magnitude of any sample; zero for an empty buffer, NaN where a sample is NaN.
  package var peak: Float {
    var peak: Float = 0
    for samples in channels {
      for sample in samples {
        if !(sample.magnitude <= peak) { peak = sample.magnitude }
        if peak.isNaN { return peak }
      }
    }
    return peak
  }

  /// The first frame that holds a NaN or an infinity, with its channel.
  package var firstNonFinite: (channel: Int, frame: Int)? {
    var first: (channel: Int, frame: Int)?
    for (channel, samples) in channels.enumerated() {
      guard let frame = samples.firstIndex(where: { !$0.isFinite }) else { continue }
      if first.map({ frame < $0.frame }) ?? true { first = (channel, frame) }
    }
    return first
  }
}
