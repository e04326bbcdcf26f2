import Presets
import Signal

/// The gain stage of one render: drive, ceiling, and the cut to length.
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
  /// The frames that have come out, those before the first one included.
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

  /// How many frames a whole render needs beyond its own while it is worked on.
  var spareFrames: Int { limiter.latencyFrames }

  /// Takes all samples of the chain at once, and makes the whole render of them in place.
  mutating func processWhole(_ channels: inout [[Float]]) {
    for channel in channels.indices {
      channels[channel].removeLast(channels[channel].count - frameCount)
      channels[channel].append(contentsOf: repeatElement(0, count: spareFrames))
    }
    limiter.process(
      &channels, frames: 0..<frameCount + spareFrames, drive: plan.drive, to: -spareFrames)
    for channel in channels.indices {
      channels[channel].removeLast(spareFrames)
      fade(&channels[channel], from: 0)
    }
  }

  /// Takes the next samples of the chain; what comes out lags by the limiter's latency.
  mutating func process(_ block: [[Float]]) -> AudioBuffer {
    let count = min(block[0].count, frameCount - taken)
    taken += count
    return limit(block.map { $0.count == count ? $0 : Array($0[..<count]) })
  }

  /// Gives out what is still in the limiter.
  mutating func finish() -> AudioBuffer {
    limit(
      Array(
        repeating: [Float](repeating: 0, count: limiter.latencyFrames),
        count: limiter.channelCount))
  }

  /// What the chain did; whole once everything has come out.
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
    let count = channels[0].count
    limiter.process(&channels, frames: 0..<count, drive: plan.drive, to: 0)
    let early = min(max(0, limiter.latencyFrames - given), count)
    let start = max(0, given - limiter.latencyFrames)
    given += count
    if early > 0 { channels = channels.map { Array($0[early...]) } }
    for channel in channels.indices { fade(&channels[channel], from: start) }
    return AudioBuffer(channels: channels, sampleRate: sampleRate)
  }

  /// Takes the last frames of the render to silence in a straight line.
  private func fade(_ samples: inout [Float], from start: Int) {
    guard fadeFrames > 0 else { return }
    let end = frameCount - start
    for index in max(0, end - fadeFrames)..<max(samples.count, end - fadeFrames, 0) {
      samples[index] *= Float(end - 1 - index) / Float(fadeFrames)
    }
  }
}
