import Signal

/// Where a recording was cut off at its highest or lowest value.
///
/// A run is three samples or more at the extreme value of their channel that the samples beside it
/// jump to: a smooth top that only seems flat because the steps of the samples are coarse is none.
/// Clipping that was filtered or coded afterwards has no flat top any more, and is not found.
package struct Clipping: Hashable, Sendable {
  /// Samples of one channel.
  package struct Run: Hashable, Sendable {
    package let channel: Int
    package let frames: Range<Int>
    package let startSeconds: Double
  }

  /// How many runs there are.
  package private(set) var runCount = 0
  /// How many samples lie in them.
  package private(set) var sampleCount = 0
  /// The first runs, at most `listed`, in the order of time, channel by channel.
  package private(set) var firstRuns: [Run] = []

  /// How many runs are listed.
  package static let listed = 20
  private static let shortest = 3
  /// How far the samples beside a run must lie away, both together, in steps of the samples.
  private static let jump: Float = 8

  init(in channels: [[Float]], sampleRate: Hertz) {
    let step = SampleGrid(of: channels).step
    var runs: [Run] = []
    for (channel, samples) in channels.enumerated() {
      guard let highest = samples.max(), let lowest = samples.min() else { continue }
      var start = 0
      while start < samples.count {
        let value = samples[start]
        var end = start + 1
        if (value == highest && value > 0) || (value == lowest && value < 0) {
          while end < samples.count, samples[end] == value { end += 1 }
          let before = start > 0 ? abs(samples[start - 1] - value) : 0
          let after = end < samples.count ? abs(samples[end] - value) : 0
          if end - start >= Self.shortest, before + after >= Self.jump * step {
            runCount += 1
            sampleCount += end - start
            if runs.count < Self.listed * (channel + 1) {
              runs.append(
                Run(
                  channel: channel, frames: start..<end,
                  startSeconds: Double(start) / sampleRate.value))
            }
          }
        }
        start = end
      }
    }
    firstRuns = Array(
      runs.sorted { ($0.frames.lowerBound, $0.channel) < ($1.frames.lowerBound, $1.channel) }
        .prefix(Self.listed))
  }
}

/// The grid that samples lie on, as a file of integers leaves it.
struct SampleGrid {
  /// The bits of a sample; nil for samples that need more than 24, and for silence.
  let bits: Int?

  /// The distance of two neighbours on the grid; that of 24 bits where there is none.
  var step: Float { Float(sign: .plus, exponent: 1 - (bits ?? 24), significand: 1) }

  init(of channels: [[Float]]) {
    var used: Int64 = 0
    for samples in channels {
      for sample in samples {
        let scaled = sample * 0x1p23
        guard scaled == scaled.rounded(), scaled.magnitude < 0x1p40 else {
          bits = nil
          return
        }
        used |= Int64(scaled.magnitude)
      }
    }
    bits = used == 0 ? nil : max(1, 24 - used.trailingZeroBitCount)
  }
}
