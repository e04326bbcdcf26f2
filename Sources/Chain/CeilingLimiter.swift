package import Signal

/// A look-ahead limiter that holds the sample peak at a ceiling, keeps the wave between the samples
/// under full scale, and leaves the rest alone.
///
/// For each frame the gain that its peak needs is min(1, ceiling / peak), or less where the wave
/// between the samples would come nearer than 0.1 dB to full scale. The least such gain of the
/// look-ahead ahead of a frame is let go with a slow release and then averaged over the same span:
/// every gain in that average is at most what the frame needs, so the frame stays under the
/// ceiling, and no step is steeper than the look-ahead. Where nothing is over the ceiling for long
/// enough the gain is 1 and the samples pass bit for bit.
///
/// Source: the structure is the common one; see D. Giannoulis, M. Massberg, J. Reiss, "Digital
/// Dynamic Range Compressor Design", JAES 60(6), 2012, section 2 for limiters with look-ahead.
package struct CeilingLimiter: Sendable {
  /// How far ahead the limiter looks, which is also how far its output lags.
  package static let lookAheadSeconds = 0.005
  /// The time constant with which the gain returns.
  package static let releaseSeconds = 0.1
  /// The level that the wave between the samples is kept under, in dBTP.
  ///
  /// Our kernel and those of the meters differ by some hundredths of a decibel: this leaves them
  /// room under 0 dBTP.
  package static let trueCeiling = Decibels(-0.1)

  /// How many frames the output lags behind the input.
  package let latencyFrames: Int
  private let ceiling: Float
  private var delays: [[Float]]
  private var delaySlot = 0
  private var smoother: GainSmoother
  private var finders: [InterSamplePeaks]
  /// The gains of the current block.
  private var gains: [Float] = []

  /// Creates a limiter, at rest.
  ///
  /// - Parameters:
  ///   - ceiling: The largest magnitude that may leave.
  ///   - channelCount: The channels, which share one gain.
  ///   - sampleRate: The rate of the audio.
  package init(ceiling: Float, channelCount: Int, sampleRate: Hertz) {
    self.ceiling = ceiling
    let lookAhead = Int((Self.lookAheadSeconds * sampleRate.value).rounded())
    latencyFrames = lookAhead + InterSamplePeaks.latencyFrames
    delays = Array(
      repeating: Array(repeating: 0, count: latencyFrames), count: channelCount)
    smoother = GainSmoother(
      window: lookAhead + 1,
      releaseStep: DynamicsLaw.step(seconds: Self.releaseSeconds, sampleRate: sampleRate))
    let trueCeiling = Float(Self.trueCeiling.amplitude)
    finders = Array(
      repeating: InterSamplePeaks(least: trueCeiling, scale: ceiling / trueCeiling),
      count: channelCount)
  }

  /// The deepest gain so far.
  package var deepestGain: Float { smoother.deepestGain }

  /// How many channels share the gain.
  package var channelCount: Int { delays.count }

  /// Limits the next frames in place; what comes out is what went in `latencyFrames` before.
  package mutating func process(_ channels: inout [[Float]]) {
    precondition(channels.count == delays.count, "the limiter was made for other channels")
    let count = channels[0].count
    gains.removeAll(keepingCapacity: true)
    gains.append(contentsOf: repeatElement(0, count: count))
    for channel in channels.indices { finders[channel].raise(&gains, with: channels[channel]) }
    let loudest = gains.reduce(0) { $1 > $0 ? $1 : $0 }
    let leavesAlone = loudest <= ceiling && smoother.isAtRest
    if !leavesAlone { smoother.turnPeaksIntoGains(&gains, ceiling: ceiling) }
    for channel in channels.indices {
      if leavesAlone {
        Self.delay(&channels[channel], by: &delays[channel], slot: delaySlot)
      } else {
        Self.limit(
          &channels[channel], by: &delays[channel], slot: delaySlot, gains, ceiling: ceiling)
      }
    }
    delaySlot = (delaySlot + count) % latencyFrames
  }

  /// Delays a channel and leaves its samples alone.
  private static func delay(_ samples: inout [Float], by line: inout [Float], slot: Int) {
    var block = samples.mutableSpan
    var ring = line.mutableSpan
    var slot = slot
    for frame in block.indices {
      let delayed = ring[slot]
      ring[slot] = block[frame]
      block[frame] = delayed
      slot = slot + 1 == ring.count ? 0 : slot + 1
    }
  }

  /// Delays a channel and scales its samples.
  private static func limit(
    _ samples: inout [Float], by line: inout [Float], slot: Int, _ gains: [Float], ceiling: Float
  ) {
    var block = samples.mutableSpan
    var ring = line.mutableSpan
    var slot = slot
    for frame in block.indices {
      let limited = ring[slot] * gains[frame]
      ring[slot] = block[frame]
      // The product may round one unit over the ceiling; the ceiling is a promise.
      block[frame] = limited > ceiling ? ceiling : (limited < -ceiling ? -ceiling : limited)
      slot = slot + 1 == ring.count ? 0 : slot + 1
    }
  }
}
