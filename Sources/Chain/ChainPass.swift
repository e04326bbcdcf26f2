import Presets
import Signal

/// The chain up to its gain stage, running forward over one input for up to sixteen presets.
///
/// High-pass, bells and dynamics run in lanes; each preset then has its own reverb. What comes
/// out has the level of the input: the gain stage needs the peak of all of it first.
struct ChainPass: Sendable {
  private let isStereo: Bool
  private var leftSections: StateVariableSections
  private var rightSections: StateVariableSections
  private var dynamics: Dynamics
  private var voices: [Voice]
  /// One chunk of lanes for each channel; the right one rests in mono.
  private var left = [Lanes](repeating: .zero, count: Chunk.frames)
  private var right = [Lanes](repeating: .zero, count: Chunk.frames)
  /// The frames since the start of the stream, to place the ends of chunks.
  private var position = 0

  /// What one preset has for itself.
  private struct Voice: Sendable {
    var reverb: Reverb?
    var meter: TailMeter
    /// The current block; the right channel is empty in mono.
    var left: [Float] = []
    var right: [Float] = []
  }

  /// Creates the chain, at rest.
  ///
  /// - Parameters:
  ///   - presets: One to sixteen presets.
  ///   - rooms: The designs of the rooms that the presets name.
  ///   - sampleRate: The rate of the audio.
  ///   - channelCount: One or two.
  init(
    presets: [AudioPreset], rooms: [ReverbPreset: ReverbDesign], sampleRate: Hertz,
    channelCount: Int
  ) {
    isStereo = channelCount == 2
    let stages = presets.map { LinearStage(preset: $0, sampleRate: sampleRate) }
    leftSections = StateVariableSections(stages)
    rightSections = leftSections
    dynamics = Dynamics(presets.map(DynamicsLaw.init), sampleRate: sampleRate)
    voices = presets.map { preset in
      let room = preset.reverbMix > 0 ? preset.reverbPreset.flatMap { rooms[$0] } : nil
      return Voice(
        reverb: room.map { Reverb(design: $0, mixPercent: preset.reverbMix) },
        meter: TailMeter(boost: Decibels(preset.outputGain), sampleRate: sampleRate))
    }
  }

  /// Runs the next frames of the input through the chain.
  ///
  /// - Parameters:
  ///   - input: A buffer of the chain's channel count, with finite samples.
  ///   - frames: The part of it that is next.
  mutating func process(_ input: AudioBuffer, frames: Range<Int>) {
    for index in voices.indices {
      voices[index].left.removeAll(keepingCapacity: true)
      voices[index].right.removeAll(keepingCapacity: true)
    }
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let count = min(frames.upperBound - frame, Chunk.frames - position % Chunk.frames)
      processChunk(input, frames: frame..<frame + count)
      frame += count
    }
    for index in voices.indices { Self.finish(&voices[index], isStereo: isStereo) }
  }

  /// The block of one preset, as the last call of `process` left it.
  func block(of index: Int) -> [[Float]] {
    isStereo ? [voices[index].left, voices[index].right] : [voices[index].left]
  }

  /// What is known so far of one preset's render.
  func meter(of index: Int) -> TailMeter { voices[index].meter }

  /// Says that the input is over: from here on only tails are waited for.
  mutating func endInput(rendersTail: Bool) {
    for index in voices.indices {
      voices[index].meter.endInput(ringsOn: rendersTail && voices[index].reverb != nil)
    }
  }

  /// Whether every tail is over.
  var isFinished: Bool { voices.allSatisfy { $0.meter.finishedFrames != nil } }

  /// Filters, compresses and gates one chunk, and hands each preset its own samples.
  private mutating func processChunk(_ input: AudioBuffer, frames: Range<Int>) {
    let count = frames.count
    Self.broadcast(input.channels[0], frames, into: &left)
    if isStereo {
      Self.broadcast(input.channels[1], frames, into: &right)
      Self.runStereo(&left, &right, count, &leftSections, &rightSections, &dynamics)
    } else {
      Self.runMono(&left, count, &leftSections, &dynamics)
    }
    for index in voices.indices {
      Self.append(lane: index, of: left, count, to: &voices[index].left)
      if isStereo { Self.append(lane: index, of: right, count, to: &voices[index].right) }
    }
    position += count
    guard position % Chunk.frames == 0 else { return }
    leftSections.clearVanishing()
    rightSections.clearVanishing()
    dynamics.clearVanishing()
  }

  private static func runMono(
    _ lanes: inout [Lanes], _ count: Int, _ sections: inout StateVariableSections,
    _ dynamics: inout Dynamics
  ) {
    var block = lanes.mutableSpan
    sections.process(&block, frameCount: count)
    dynamics.process(&block, frameCount: count)
  }

  private static func runStereo(
    _ left: inout [Lanes], _ right: inout [Lanes], _ count: Int,
    _ leftSections: inout StateVariableSections, _ rightSections: inout StateVariableSections,
    _ dynamics: inout Dynamics
  ) {
    var leftBlock = left.mutableSpan
    var rightBlock = right.mutableSpan
    leftSections.process(&leftBlock, frameCount: count)
    rightSections.process(&rightBlock, frameCount: count)
    dynamics.process(left: &leftBlock, right: &rightBlock, frameCount: count)
  }

  /// Puts the samples of one channel into every lane.
  ///
  /// Vanishing samples become a plain zero, so that subnormal input costs nothing and the sign
  /// of a zero cannot depend on how many sections a neighbour has.
  private static func broadcast(
    _ samples: [Float], _ frames: Range<Int>, into lanes: inout [Lanes]
  ) {
    for (slot, frame) in frames.enumerated() {
      let sample = samples[frame]
      lanes[slot] = Lanes(repeating: sample.magnitude < Chunk.vanishing ? 0 : sample)
    }
  }

  /// Adds the samples of one lane to a block.
  private static func append(
    lane: Int, of lanes: [Lanes], _ count: Int, to block: inout [Float]
  ) {
    lanes.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      let start = block.count
      block.append(contentsOf: repeatElement(0, count: count))
      for frame in 0..<count { block[start + frame] = samples[frame * Lanes.scalarCount + lane] }
    }
  }

  /// Adds the room and takes the measure of one preset's block.
  private static func finish(_ voice: inout Voice, isStereo: Bool) {
    if voice.reverb != nil {
      if isStereo {
        reverberate(&voice.reverb, &voice.left, &voice.right)
      } else {
        reverberate(&voice.reverb, &voice.left)
      }
    }
    let (left, right) = (voice.left, voice.right)
    voice.meter.measure(left.span, isStereo ? right.span : nil)
  }

  private static func reverberate(_ reverb: inout Reverb?, _ samples: inout [Float]) {
    var block = samples.mutableSpan
    reverb?.process(&block)
  }

  private static func reverberate(
    _ reverb: inout Reverb?, _ left: inout [Float], _ right: inout [Float]
  ) {
    var leftBlock = left.mutableSpan
    var rightBlock = right.mutableSpan
    reverb?.process(left: &leftBlock, right: &rightBlock)
  }
}
