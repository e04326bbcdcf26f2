import Chain
import Presets
import Signal

/// What a job made.
struct JobReport {
  /// The name of the job.
  let job: String
  /// How many presets ran.
  let presetCount: Int
  /// A digest with a name for each preset, or each clip and preset, in the order of the library
  /// whatever the order of the lanes.
  let parts: [(name: String, digest: SampleDigest)]

  /// The report in lines.
  ///
  /// - Parameter each: Whether every part gets a line of its own.
  func text(each: Bool) -> String {
    let whole = SampleDigest(parts.map(\.digest))
    let line = "\(job): \(presetCount) presets, \(whole.text)"
    return ((each ? parts.map { "\($0.name): \($0.digest.text)" } : []) + [line])
      .joined(separator: "\n")
  }
}

/// Digests of the channels of one render, which come block by block.
struct RenderDigest {
  private var channels: [SampleDigest]

  /// Creates the digest of a render that has no samples yet.
  init(channelCount: Int) {
    channels = Array(repeating: SampleDigest(), count: channelCount)
  }

  /// Takes the next block.
  mutating func take(_ block: AudioBuffer) {
    for (channel, samples) in block.channels.enumerated() { channels[channel].take(samples) }
  }

  /// The digest of all channels, wherever the blocks were cut.
  var whole: SampleDigest { SampleDigest(channels) }
}
