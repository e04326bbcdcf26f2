import Presets
import Signal

/// The gain stage of one render, block by block: drive, ceiling, and the cut to length.
struct RenderOutput: Sendable {
  private let plan: GainStage.Plan
  private let meter: TailMeter
  private let inputFrames: Int
  private let frameCount: Int
  private let fadeFrames: Int
  private let sampleRate: Hertz
  private var limiter: CeilingLimiter
  /// The frames that have gone in, up to the length of the render.
  private var taken = 0
  /// The frames that have come out.
  private var given = 0

  /// Creates the stage.
  ///
  /// - Parameters:
  ///   - preset: The preset.
  ///   - meter: What measuring found.
  ///   - inputFrames: The frames of the input.
  ///   - sampleRate: The rate of the audio.
  ///   - channelCount: The channels.
  ///   - fadeFrames: How many of the last frames fade out.
  init(
    preset: AudioPreset, meter: TailMeter, inputFrames: Int, sampleRate: Hertz,
    channelCount: Int, fadeFrames: Int
  ) {
    plan = GainStage.plan(peak: meter.peak, preset: preset)
    self.meter = meter
    self.inputFrames = inputFrames
    frameCount = meter.finishedFrames ?? inputFrames
    self.fadeFrames = min(fadeFrames, frameCount)
    self.sampleRate = sampleRate
    limiter = CeilingLimiter(
      ceiling: plan.ceiling, channelCount: channelCount, sampleRate: sampleRate)
  }

  /// Takes the next samples of the chain; what comes out lags by the limiter's latency.
  mutating func process(_ channels: [[Float]]) -> AudioBuffer {
    let count = min(channels[0].count, frameCount - taken)
    taken += count
    return limit(channels.map { samples in samples[..<count].map { $0 * plan.drive } })
  }

  /// Gives out what is still in the limiter.
  mutating func finish() -> AudioBuffer {
    limit(
      Array(
        repeating: [Float](repeating: 0, count: limiter.latencyFrames),
        count: limiter.channelCount))
  }

  /// What the chain did; whole after `finish`.
  var facts: RenderFacts {
    RenderFacts(
      inputFrames: inputFrames, tailFrames: frameCount - inputFrames, isTailCut: meter.isCut,
      peakBeforeGain: Decibels(amplitude: Double(meter.peak)),
      peakSeconds: Double(meter.peakFrame) / sampleRate.value,
      normalisingGain: plan.normalisingGain,
      deepestLimiting: Decibels(amplitude: Double(limiter.deepestGain)))
  }

  /// Limits a block, and leaves out what the limiter gives before the first frame.
  private mutating func limit(_ block: [[Float]]) -> AudioBuffer {
    var channels = block
    limiter.process(&channels)
    let early = min(max(0, limiter.latencyFrames - given), channels[0].count)
    let start = max(0, given - limiter.latencyFrames)
    given += channels[0].count
    if early > 0 { channels = channels.map { Array($0[early...]) } }
    if fadeFrames > 0 {
      for channel in channels.indices { fade(&channels[channel], from: start) }
    }
    return AudioBuffer(channels: channels, sampleRate: sampleRate)
  }

  /// Takes the last frames of the render to silence in a straight line.
  private func fade(_ samples: inout [Float], from start: Int) {
    let end = frameCount - start
    for index in max(0, end - fadeFrames)..<max(samples.count, end - fadeFrames, 0) {
      samples[index] *= Float(end - 1 - index) / Float(fadeFrames)
    }
  }
}
