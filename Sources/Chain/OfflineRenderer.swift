import Dispatch
package import Presets
package import Signal
import Synchronization

/// Renders inputs with some presets, faster than real time.
///
/// The presets run side by side, sixteen at a time. The samples of a preset are the same to the
/// bit alone or beside others, from memory or streaming, and whatever the block size.
package struct OfflineRenderer: Sendable {
  /// How the input is cut and what follows it.
  package struct Options: Hashable, Sendable {
    /// The frames that are pulled at once, above zero.
    package var blockFrames = 16_384
    /// How many threads share the work, at least one; the samples do not depend on it.
    package var workers = 1
    /// Whether the render goes on until the reverberation has died away; otherwise it has the
    /// length of the input and its last 50 ms fade, so that it does not end in a step.
    package var rendersTail = true
    /// Whether the gains of the dynamics are kept beside a render from memory.
    package var recordsGains = false
    /// Whether compressor and expander are left out of a render from memory: what is left is
    /// linear, up to the ceiling of the gain stage.
    package var bypassesDynamics = false

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
    precondition(options.workers > 0, "the work needs somebody")
    self.presets = presets
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.options = options
    var rooms: [ReverbPreset: ReverbDesign] = [:]
    for preset in presets {
      guard let room = preset.heardRoom, rooms[room] == nil else { continue }
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
    var runs = groups.map { WholeRun(group: $0) }
    inParallel(&runs, workers: options.workers) { run in
      run.renders = renderGroup(run.group.map { presets[$0] }, input)
    }
    var renders: [Render?] = Array(repeating: nil, count: presets.count)
    for run in runs {
      for (index, render) in zip(run.group, run.renders) { renders[index] = render }
    }
    return renders.compactMap { $0 }
  }

  /// A group that is rendered as a whole.
  private struct WholeRun: Sendable {
    let group: [Int]
    var renders: [Render] = []
  }

  /// Renders an input of any length in bounded memory: a measuring pass, and a pass that writes.
  ///
  /// - Parameters:
  ///   - source: The input, of the renderer's format; it is read twice.
  ///   - sink: Gets the next block of the render of a preset, which its index names; with several
  ///     threads it is called from any of them, one call at a time, and presets take turns as they
  ///     come.
  /// - Returns: What the chain did, preset by preset.
  /// - Throws: `ChainError` for bad samples, and whatever the source and the sink throw.
  package func render<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into sink: (_ preset: Int, _ block: AudioBuffer) throws -> Void
  ) throws -> [RenderFacts] {
    let groups = groups
    var measuring = groups.map { StreamRun(group: $0, pass: makePass($0, .measuring)) }
    let inputFrames = try run(&source, &measuring) { _ in }
    var rendering = measuring.map { measured in
      StreamRun(
        group: measured.group, pass: makePass(measured.group, .rendering),
        outputs: measured.group.indices.map { slot in
          let preset = presets[measured.group[slot]]
          return RenderOutput(
            preset: preset, meter: measured.pass.meter(of: slot), inputFrames: inputFrames,
            sampleRate: sampleRate, channelCount: channelCount, fadeFrames: fadeFrames(of: preset))
        })
    }
    func give(_ run: StreamRun) throws {
      for (index, block) in zip(run.group, run.blocks) where block.frameCount > 0 {
        try sink(index, block)
      }
    }
    try run(&source, &rendering, visit: give)
    for index in rendering.indices {
      rendering[index].finish()
      try give(rendering[index])
    }
    var facts: [RenderFacts?] = Array(repeating: nil, count: presets.count)
    for run in rendering {
      for (index, output) in zip(run.group, run.outputs) { facts[index] = output.facts }
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
    var runs = groups.map { StreamRun(group: $0, pass: makePass($0, .measuring)) }
    try run(&source, &runs) { _ in }
    var peaks: [Float] = Array(repeating: 0, count: presets.count)
    for run in runs {
      for (slot, index) in run.group.enumerated() { peaks[index] = run.pass.meter(of: slot).peak }
    }
    return peaks
  }

  /// The presets in groups of sixteen at most.
  ///
  /// Those with many bells are together, as a group runs as many as its longest preset has. Those
  /// with rooms are together for one thread, as only they go on after the input; for several, each
  /// group gets its share of them, so that no thread waits for another.
  private var groups: [[Int]] {
    let count = (presets.count + Lanes.scalarCount - 1) / Lanes.scalarCount
    func slice(_ group: Int) -> Range<Int> {
      presets.count * group / count..<presets.count * (group + 1) / count
    }
    let order = presets.indices.sorted {
      (-presets[$0].eqBands.count, $0) < (-presets[$1].eqBands.count, $1)
    }
    var dry = order.filter { presets[$0].heardRoom == nil }
    let withRooms = order.filter { presets[$0].heardRoom != nil }
    let groups: [[Int]]
    if options.workers > 1 {
      groups = (0..<count).map { group in
        let rooms = withRooms.indices.filter { $0 % count == group }.map { withRooms[$0] }
        let others = dry.prefix(max(0, slice(group).count - rooms.count))
        dry.removeFirst(others.count)
        return others + rooms
      }
    } else {
      groups = (0..<count).map { Array((dry + withRooms)[slice($0)]) }
    }
    // Neighbours with like thresholds are quiet together.
    return groups.map { group in
      group.sorted {
        (presets[$0].compressionThreshold, $0) < (presets[$1].compressionThreshold, $1)
      }
    }
  }

  private func makePass(_ group: [Int], _ purpose: ChainPass.Purpose) -> ChainPass {
    ChainPass(
      presets: group.map { presets[$0] }, rooms: rooms, sampleRate: sampleRate,
      channelCount: channelCount, purpose: purpose)
  }

  /// Runs passes over a source, and over the silence after it until every tail is over.
  ///
  /// - Parameters:
  ///   - runs: The passes, at rest.
  ///   - visit: Called after each block of each pass, one call at a time.
  /// - Returns: The frames of the input.
  @discardableResult
  private func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ runs: inout [StreamRun], visit: (StreamRun) throws -> Void
  ) throws -> Int {
    try source.rewind()
    var inputFrames = 0
    var next = try readBatch(&source, from: inputFrames)
    while !next.isEmpty {
      let batch = next
      inputFrames += batch.reduce(0) { $0 + $1.frameCount }
      if options.workers > 1 {
        next = try readAhead(&source, from: inputFrames) {
          try advance(&runs, over: batch, visit: visit)
        }
      } else {
        try advance(&runs, over: batch, visit: visit)
        next = try readBatch(&source, from: inputFrames)
      }
    }
    for index in runs.indices { runs[index].pass.endInput(rendersTail: options.rendersTail) }
    let silence = AudioBuffer(
      silentFrames: options.blockFrames, channelCount: channelCount, sampleRate: sampleRate)
    while !runs.allSatisfy(\.pass.isFinished) {
      try advance(
        &runs, over: Array(repeating: silence, count: batchBlocks), visit: visit)
    }
    return inputFrames
  }

  /// Reads the next blocks and checks their samples; none where the source is over.
  private func readBatch<Source: AudioSource & ~Copyable>(
    _ source: inout Source, from start: Int
  ) throws -> [AudioBuffer] {
    var batch: [AudioBuffer] = []
    var position = start
    while batch.count < batchBlocks {
      let block = try source.read(maxFrames: options.blockFrames)
      guard block.frameCount > 0 else { break }
      try checkSamples(block, from: position)
      position += block.frameCount
      batch.append(block)
    }
    return batch
  }

  /// Reads the next blocks on a thread of its own while some work is done.
  ///
  /// - Throws: What the work throws, or else what reading throws.
  private func readAhead<Source: AudioSource & ~Copyable>(
    _ source: inout Source, from start: Int, during work: () throws -> Void
  ) throws -> [AudioBuffer] {
    let outcome = Mutex<Result<[AudioBuffer], any Error>>(.success([]))
    try withUnsafeMutablePointer(to: &source) { pointer in
      // Nobody else touches the source until the thread is done.
      nonisolated(unsafe) let pointer = pointer
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        let result = Result { try readBatch(&pointer.pointee, from: start) }
        outcome.withLock { $0 = result }
        isDone.signal()
      }
      let failure = Result(catching: work)
      isDone.wait()
      try failure.get()
    }
    return try outcome.withLock { $0 }.get()
  }

  /// How many blocks are read before the threads meet again: each may be ahead for a while, as the
  /// loud moments of one group are not those of another.
  private var batchBlocks: Int { options.workers > 1 ? 32 : 1 }

  /// Runs passes over the next blocks, as far as they are not over.
  private func advance(
    _ runs: inout [StreamRun], over batch: [AudioBuffer], visit: (StreamRun) throws -> Void
  ) throws {
    let failure = Mutex<(any Error)?>(nil)
    withoutActuallyEscaping(visit) { visit in
      // Called under the lock alone.
      nonisolated(unsafe) let visit = visit
      inParallel(&runs, workers: options.workers) { run in
        for block in batch where !run.pass.isFinished {
          run.advance(block)
          let goesOn = failure.withLock { failure in
            guard failure == nil else { return false }
            do {
              try visit(run)
              return true
            } catch {
              failure = error
              return false
            }
          }
          guard goesOn else { return }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func renderGroup(_ group: [AudioPreset], _ input: AudioBuffer) -> [Render] {
    var pass = ChainPass(
      presets: group, rooms: rooms, sampleRate: sampleRate, channelCount: channelCount,
      purpose: .rendering, bypassesDynamics: options.bypassesDynamics,
      recordsGains: options.recordsGains)
    var kept = Array(
      repeating: Array(repeating: [Float](), count: channelCount), count: group.count)
    let spareFrames = CeilingLimiter.latencyFrames(sampleRate: sampleRate)
    for index in kept.indices {
      for channel in 0..<channelCount {
        kept[index][channel].reserveCapacity(input.frameCount + spareFrames)
      }
    }
    func advance(_ block: AudioBuffer, _ frames: Range<Int>) {
      pass.process(block, frames: frames)
      for index in kept.indices { pass.append(index, to: &kept[index]) }
    }
    let step = min(options.blockFrames, ChainPass.mostFrames)
    for start in stride(from: 0, to: input.frameCount, by: step) {
      advance(input, start..<min(start + step, input.frameCount))
    }
    let traces = group.indices.map { pass.gainTrace(of: $0) }
    pass.endInput(rendersTail: options.rendersTail)
    let silence = AudioBuffer(
      silentFrames: step, channelCount: channelCount, sampleRate: sampleRate)
    while !pass.isFinished { advance(silence, 0..<step) }
    return group.indices.map { index in
      var output = RenderOutput(
        preset: group[index], meter: pass.meter(of: index), inputFrames: input.frameCount,
        sampleRate: sampleRate, channelCount: channelCount,
        fadeFrames: fadeFrames(of: group[index]))
      var channels: [[Float]] = []
      swap(&channels, &kept[index])
      output.processWhole(&channels)
      return Render(
        audio: AudioBuffer(channels: channels, sampleRate: sampleRate), facts: output.facts,
        gainTrace: traces[index])
    }
  }

  /// How many frames at the end of a render fade out: none where its tail is rendered.
  private func fadeFrames(of preset: AudioPreset) -> Int {
    let isCut = !options.rendersTail && preset.heardRoom != nil
    return isCut ? Int((Self.fadeSeconds * sampleRate.value).rounded()) : 0
  }
}

/// A group of presets that runs over a stream.
private struct StreamRun: Sendable {
  let group: [Int]
  var pass: ChainPass
  /// The gain stages; none while measuring.
  var outputs: [RenderOutput] = []
  /// What the last block came to, preset by preset; none while measuring.
  var blocks: [AudioBuffer] = []

  /// Takes the next block of the input.
  mutating func advance(_ input: AudioBuffer) {
    var channels = outputs.map { _ in
      Array(repeating: [Float](), count: input.channelCount)
    }
    for index in channels.indices {
      for channel in channels[index].indices {
        channels[index][channel].reserveCapacity(input.frameCount)
      }
    }
    for start in stride(from: 0, to: input.frameCount, by: ChainPass.mostFrames) {
      pass.process(input, frames: start..<min(start + ChainPass.mostFrames, input.frameCount))
      for index in channels.indices { pass.append(index, to: &channels[index]) }
    }
    blocks = outputs.indices.map { outputs[$0].process(channels[$0]) }
  }

  /// Gives out what is still in the gain stages.
  mutating func finish() { blocks = outputs.indices.map { outputs[$0].finish() } }
}
