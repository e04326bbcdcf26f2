package import Presets
package import Signal

/// Renders inputs with some presets, faster than real time.
///
/// The presets run side by side, sixteen at a time. The samples of a preset are the same to the
/// bit alone or beside others, from memory or streaming, and whatever the block size.
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

  /// Renders a whole input that is in memory, in one pass.
  ///
  /// - Parameter input: Audio of the renderer's format, with finite samples.
  /// - Returns: One render for each preset, in their order.
  /// - Throws: `ChainError` at the first sample that is not finite, or far too loud.
  package func render(_ input: AudioBuffer) throws(ChainError) -> [Render] {
    precondition(
      input.sampleRate == sampleRate && input.channelCount == channelCount,
      "the renderer was made for another format")
    try checkSamples(input, from: 0)
    var renders: [Render?] = Array(repeating: nil, count: presets.count)
    for group in groups {
      for (index, render) in zip(group, renderGroup(group.map { presets[$0] }, input)) {
        renders[index] = render
      }
    }
    return renders.compactMap { $0 }
  }

  /// Renders an input of any length in bounded memory: a measuring pass, and a pass that writes.
  ///
  /// - Parameters:
  ///   - source: The input, of the renderer's format; it is read twice for each sixteen presets.
  ///   - sink: Gets the next block of the render of a preset, which its index names.
  /// - Returns: What the chain did, preset by preset.
  /// - Throws: `ChainError` for bad samples, and whatever the source and the sink throw.
  package func render<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into sink: (_ preset: Int, _ block: AudioBuffer) throws -> Void
  ) throws -> [RenderFacts] {
    var facts: [RenderFacts?] = Array(repeating: nil, count: presets.count)
    for group in groups {
      let (meters, inputFrames) = try measure(&source, group)
      var outputs = zip(group, meters).map { index, meter in
        RenderOutput(
          preset: presets[index], meter: meter, inputFrames: inputFrames, sampleRate: sampleRate,
          channelCount: channelCount, fadeFrames: fadeFrames(of: presets[index]))
      }
      try run(&source, group, purpose: .rendering) { pass in
        for (slot, index) in group.enumerated() {
          let block = outputs[slot].process(pass.block(of: slot))
          if block.frameCount > 0 { try sink(index, block) }
        }
      }
      for (slot, index) in group.enumerated() {
        let block = outputs[slot].finish()
        if block.frameCount > 0 { try sink(index, block) }
        facts[index] = outputs[slot].facts
      }
    }
    return facts.compactMap { $0 }
  }

  /// Measures an input of any length: what `render` would do, without its samples.
  ///
  /// - Parameter source: The input, of the renderer's format.
  /// - Returns: The peak before the gain stage of each preset, as an amplitude.
  /// - Throws: `ChainError` for bad samples, and whatever the source throws.
  package func peaks<Source: AudioSource & ~Copyable>(
    of source: inout Source
  ) throws -> [Float] {
    var peaks: [Float] = Array(repeating: 0, count: presets.count)
    for group in groups {
      for (index, meter) in zip(group, try measure(&source, group).meters) {
        peaks[index] = meter.peak
      }
    }
    return peaks
  }

  /// The presets by sixteens, those with many bells together: a group runs as many sections as its
  /// longest preset has.
  private var groups: [[Int]] {
    let order = presets.indices.sorted {
      (presets[$1].eqBands.count, $0) < (presets[$0].eqBands.count, $1)
    }
    return stride(from: 0, to: order.count, by: Lanes.scalarCount).map { start in
      Array(order[start..<min(start + Lanes.scalarCount, order.count)])
    }
  }

  private func makePass(_ group: [AudioPreset], _ purpose: ChainPass.Purpose) -> ChainPass {
    ChainPass(
      presets: group, rooms: rooms, sampleRate: sampleRate, channelCount: channelCount,
      purpose: purpose)
  }

  private func measure<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ group: [Int]
  ) throws -> (meters: [TailMeter], inputFrames: Int) {
    var meters: [TailMeter] = []
    let inputFrames = try run(&source, group, purpose: .measuring) { pass in
      if pass.isFinished { meters = group.indices.map { pass.meter(of: $0) } }
    }
    return (meters, inputFrames)
  }

  /// Runs a pass over a source, and over the silence after it until every tail is over.
  ///
  /// - Parameter visit: Called after each block, and once more after the last.
  /// - Returns: The frames of the input.
  @discardableResult
  private func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ group: [Int], purpose: ChainPass.Purpose,
    visit: (ChainPass) throws -> Void
  ) throws -> Int {
    var pass = makePass(group.map { presets[$0] }, purpose)
    var inputFrames = 0
    try source.rewind()
    while true {
      let block = try source.read(maxFrames: options.blockFrames)
      guard block.frameCount > 0 else { break }
      try checkSamples(block, from: inputFrames)
      pass.process(block, frames: 0..<block.frameCount)
      inputFrames += block.frameCount
      try visit(pass)
    }
    pass.endInput(rendersTail: options.rendersTail)
    let silence = AudioBuffer(
      silentFrames: options.blockFrames, channelCount: channelCount, sampleRate: sampleRate)
    if pass.isFinished {
      pass.process(silence, frames: 0..<0)
      try visit(pass)
    }
    while !pass.isFinished {
      pass.process(silence, frames: 0..<silence.frameCount)
      try visit(pass)
    }
    return inputFrames
  }

  private func renderGroup(_ group: [AudioPreset], _ input: AudioBuffer) -> [Render] {
    var pass = makePass(group, .rendering)
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
      pass.process(
        input, frames: start..<min(start + options.blockFrames, input.frameCount))
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
      var output = RenderOutput(
        preset: group[index], meter: pass.meter(of: index), inputFrames: input.frameCount,
        sampleRate: sampleRate, channelCount: channelCount,
        fadeFrames: fadeFrames(of: group[index]))
      var audio = output.process(kept[index])
      kept[index] = []
      audio.append(output.finish())
      return Render(audio: audio, facts: output.facts)
    }
  }

  /// How many frames at the end of a render fade out: none where its tail is rendered.
  private func fadeFrames(of preset: AudioPreset) -> Int {
    let isCut = !options.rendersTail && preset.reverbMix > 0 && preset.reverbPreset != nil
    return isCut ? Int((Self.fadeSeconds * sampleRate.value).rounded()) : 0
  }
}
