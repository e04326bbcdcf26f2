package import Presets
package import Signal

/// Renders inputs with some presets, faster than real time.
///
/// The presets run side by side, sixteen at a time. The samples of a preset are the same to the
/// bit alone or beside others, and whatever the block size.
package struct OfflineRenderer: Sendable {
  /// How the input is cut and what follows it.
  package struct Options: Hashable, Sendable {
    /// The frames that are pulled at once, above zero.
    package var blockFrames = 4_096
    /// Whether the render goes on until the reverberation has died away; otherwise it has the
    /// length of the input and its last 50 ms fade, so that it does not end in a step.
    package var rendersTail = true

    /// Creates the options of a plain render.
    package init() {}
  }

  /// The fade at the end of a render whose tail is cut off.
  package static let fadeSeconds = 0.05

  private let presets: [AudioPreset]
  private let rooms: [ReverbPreset: ReverbDesign]
  private let sampleRate: Hertz
  private let channelCount: Int
  private let options: Options

  /// Creates a renderer for inputs of one format.
  ///
  /// - Throws: `ChainError` where a format or a preset cannot be run.
  package init(
    presets: [AudioPreset], sampleRate: Hertz, channelCount: Int, options: Options = Options()
  ) throws(ChainError) {
    try checkFormat(presets: presets, sampleRate: sampleRate, channelCount: channelCount)
    precondition(options.blockFrames > 0, "a block needs at least one frame")
    self.presets = presets
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.options = options
    var rooms: [ReverbPreset: ReverbDesign] = [:]
    for preset in presets where preset.reverbMix > 0 {
      guard let room = preset.reverbPreset, rooms[room] == nil else { continue }
      rooms[room] = ReverbDesign(room: room, sampleRate: sampleRate)
    }
    self.rooms = rooms
  }

  /// Renders a whole input that is in memory.
  ///
  /// - Parameter input: Audio of the renderer's format, with finite samples.
  /// - Returns: One render for each preset, in their order.
  /// - Throws: `ChainError.notFinite` at the first NaN or infinite sample.
  package func render(_ input: AudioBuffer) throws(ChainError) -> [Render] {
    precondition(
      input.sampleRate == sampleRate && input.channelCount == channelCount,
      "the renderer was made for another format")
    if let bad = input.firstNonFinite {
      throw .notFinite(channel: bad.channel, frame: bad.frame)
    }
    var renders: [Render] = []
    for start in stride(from: 0, to: presets.count, by: Lanes.scalarCount) {
      let group = Array(presets[start..<min(start + Lanes.scalarCount, presets.count)])
      renders += renderGroup(group, input)
    }
    return renders
  }

  private func renderGroup(_ group: [AudioPreset], _ input: AudioBuffer) -> [Render] {
    var pass = ChainPass(
      presets: group, rooms: rooms, sampleRate: sampleRate, channelCount: channelCount)
    var kept = Array(
      repeating: Array(repeating: [Float](), count: channelCount), count: group.count)
    for index in kept.indices {
      for channel in 0..<channelCount { kept[index][channel].reserveCapacity(input.frameCount) }
    }
    func keepBlocks() {
      for index in kept.indices {
        let block = pass.block(of: index)
        for channel in 0..<channelCount { kept[index][channel] += block[channel] }
      }
    }
    for start in stride(from: 0, to: input.frameCount, by: options.blockFrames) {
      let end = min(start + options.blockFrames, input.frameCount)
      pass.process(input, frames: start..<end)
      keepBlocks()
    }
    pass.endInput(rendersTail: options.rendersTail)
    let silence = AudioBuffer(
      silentFrames: options.blockFrames, channelCount: channelCount, sampleRate: sampleRate)
    while !pass.isFinished {
      pass.process(silence, frames: 0..<options.blockFrames)
      keepBlocks()
    }
    return group.indices.map { index in
      finish(
        group[index], kept[index], meter: pass.meter(of: index), inputFrames: input.frameCount)
    }
  }

  /// Sends one preset's samples through the gain stage.
  private func finish(
    _ preset: AudioPreset, _ kept: [[Float]], meter: TailMeter, inputFrames: Int
  ) -> Render {
    let frameCount = meter.finishedFrames ?? inputFrames
    let plan = GainStage.plan(peak: meter.peak, preset: preset)
    var limiter = CeilingLimiter(
      ceiling: plan.ceiling, channelCount: channelCount, sampleRate: sampleRate)
    let latency = limiter.latencyFrames
    var channels = kept.map { samples in
      samples[..<frameCount].map { $0 * plan.drive } + [Float](repeating: 0, count: latency)
    }
    limiter.process(&channels)
    channels = channels.map { Array($0[latency...]) }
    if !options.rendersTail, preset.reverbMix > 0, preset.reverbPreset != nil {
      for channel in channels.indices { fadeOut(&channels[channel]) }
    }
    let facts = RenderFacts(
      inputFrames: inputFrames, tailFrames: frameCount - inputFrames, isTailCut: meter.isCut,
      peakBeforeGain: Decibels(amplitude: Double(meter.peak)),
      peakSeconds: Double(meter.peakFrame) / sampleRate.value,
      normalisingGain: plan.normalisingGain,
      deepestLimiting: Decibels(amplitude: Double(limiter.deepestGain)))
    return Render(
      audio: AudioBuffer(channels: channels, sampleRate: sampleRate), facts: facts)
  }

  /// Takes the end of a channel to silence in a straight line.
  private func fadeOut(_ samples: inout [Float]) {
    let count = min(samples.count, Int((Self.fadeSeconds * sampleRate.value).rounded()))
    for step in 0..<count {
      samples[samples.count - 1 - step] *= Float(step) / Float(count)
    }
  }
}
