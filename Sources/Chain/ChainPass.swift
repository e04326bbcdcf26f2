import Presets
import Signal

/// The chain up to its gain stage, running forward over one input for up to sixteen presets.
///
/// High-pass, bells and dynamics run in lanes; each preset that has a room then has its own. What
/// comes out has the level of the input: the gain stage needs the peak of all of it first.
struct ChainPass: Sendable {
  /// What a pass is for.
  enum Purpose: Sendable {
    /// The meters alone: presets without a room never leave their lane.
    case measuring
    /// The samples, too.
    case rendering
  }

  private let isStereo: Bool
  private let purpose: Purpose
  private var stage: LaneStage
  private var voices: [Voice]

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
  ///   - purpose: Whether samples are wanted, or peaks alone.
  init(
    presets: [AudioPreset], rooms: [ReverbPreset: ReverbDesign], sampleRate: Hertz,
    channelCount: Int, purpose: Purpose
  ) {
    isStereo = channelCount == 2
    self.purpose = purpose
    stage = LaneStage(presets: presets, sampleRate: sampleRate, isStereo: isStereo)
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
      let count = stage.nextCount(of: frames.upperBound - frame)
      stage.advance(input, frames: frame..<frame + count)
      takeChunk(count)
      frame += count
    }
    for index in voices.indices where voices[index].reverb != nil {
      Self.finish(&voices[index], isStereo: isStereo)
    }
  }

  /// The block of one preset, as the last call of `process` left it; empty where the pass is for
  /// measuring.
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

  /// Measures the lanes of a chunk, and hands out the samples that somebody wants.
  private mutating func takeChunk(_ count: Int) {
    let peaks = stage.peaks
    for index in voices.indices {
      let hasRoom = voices[index].reverb != nil
      if !hasRoom {
        let isLouder = peaks[index] > voices[index].meter.peak
        let frame = isLouder ? stage.frame(ofPeak: index, frameCount: count) : 0
        voices[index].meter.measure(peak: peaks[index], at: frame, frameCount: count)
      }
      guard hasRoom || purpose == .rendering else { continue }
      Self.append(lane: index, of: stage.left, count, to: &voices[index].left)
      if isStereo { Self.append(lane: index, of: stage.right, count, to: &voices[index].right) }
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
      var target = block.mutableSpan
      for frame in 0..<count { target[start + frame] = samples[frame * Lanes.scalarCount + lane] }
    }
  }

  /// Adds the room and takes the measure of one preset's block.
  private static func finish(_ voice: inout Voice, isStereo: Bool) {
    if isStereo {
      reverberate(&voice.reverb, &voice.left, &voice.right)
    } else {
      reverberate(&voice.reverb, &voice.left)
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
