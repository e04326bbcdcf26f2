package import Signal

/// Which channel of a reference a channel of a render is compared with.
///
/// One delay holds for all channels: it is that of the loudest pair.
package enum ChannelRule: String, Hashable, Sendable {
  /// As many channels on both sides: each with its own.
  case pairwise
  /// One channel in the reference, several in the render: each with that one.
  case monoReference

  /// Finds the rule for two recordings.
  ///
  /// - Throws: `MetricError.needsMixDown` for several channels in the reference and one in the
  ///   render, and `channelMismatch` for other counts that differ.
  package init(reference: AudioBuffer, render: AudioBuffer) throws(MetricError) {
    switch (reference.channelCount, render.channelCount) {
    case (let one, let other) where one == other: self = .pairwise
    case (1, _): self = .monoReference
    case (let several, 1): throw .needsMixDown(channels: several)
    case (let expected, let found): throw .channelMismatch(expected: expected, found: found)
    }
  }

  /// A reference with as many channels as the render has.
  package func reference(_ reference: AudioBuffer, for render: AudioBuffer) -> AudioBuffer {
    switch self {
    case .pairwise: reference
    case .monoReference:
      AudioBuffer(
        channels: Array(repeating: reference.channels[0], count: render.channelCount),
        sampleRate: reference.sampleRate)
    }
  }
}
