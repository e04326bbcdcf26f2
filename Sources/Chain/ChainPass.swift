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

  /// The most frames that one call of `process` takes.
  static let mostFrames = 1_024

  private let channelCount: Int
  private let purpose: Purpose
  private var stage: LaneStage
  private var voices: [Voice]
  /// The current block: `mostFrames` for each channel of each preset, one after the other.
  private var samples: [Float]
  /// The frames of the current block.
  private var frameCount = 0

  /// What one preset has for itself.
  private struct Voice: Sendable {
    var reverb: Reverb?
    var meter: TailMeter
    /// Whether the render was still going on when the current block began.
    var isRunning = true
  }

  /// Creates the chain, at rest.
  ///
  /// - Parameters:
  ///   - presets: One to sixteen presets.
  ///   - rooms: The designs of the rooms that the presets name.
  ///   - sampleRate: The rate of the audio.
  ///   - channelCount: One or two.
  ///   - purpose: Whether samples are wanted, or peaks alone.
  ///   - bypassesDynamics: Whether compressor and expander are left out.
  ///   - recordsGains: Whether the gains of the dynamics are kept.
  init(
    presets: [AudioPreset], rooms: [ReverbPreset: ReverbDesign], sampleRate: Hertz,
    channelCount: Int, purpose: Purpose, bypassesDynamics: Bool = false, recordsGains: Bool = false
  ) {
    self.channelCount = channelCount
    self.purpose = purpose
    stage = LaneStage(
      presets: presets, sampleRate: sampleRate, isStereo: channelCount == 2,
      bypassesDynamics: bypassesDynamics, recordsGains: recordsGains)
    voices = presets.map { preset in
      let room = preset.heardRoom.flatMap { rooms[$0] }
      return Voice(
        reverb: room.map { Reverb(design: $0, mixPercent: preset.reverbMix) },
        meter: TailMeter(boost: Decibels(preset.outputGain), sampleRate: sampleRate))
    }
    samples = Array(repeating: 0, count: voices.count * channelCount * Self.mostFrames)
  }

  /// Runs the next frames of the input through the chain.
  ///
  /// - Parameters:
  ///   - input: A buffer of the chain's channel count, with finite samples.
  ///   - frames: The part of it that is next, at most `mostFrames`.
  mutating func process(_ input: AudioBuffer, frames: Range<Int>) {
    precondition(frames.count <= Self.mostFrames, "a block must fit")
    frameCount = 0
    for index in voices.indices {
      voices[index].isRunning = voices[index].meter.finishedFrames == nil
    }
    while frameCount < frames.count {
      let count = stage.nextCount(of: frames.count - frameCount)
      let start = frames.lowerBound + frameCount
      stage.advance(input, frames: start..<start + count)
      takeChunk(count)
      frameCount += count
    }
    for index in voices.indices where voices[index].reverb != nil { reverberate(index) }
  }

  /// Adds the current block of one preset to its audio; nothing where the render was over before.
  ///
  /// - Parameters:
  ///   - index: The preset.
  ///   - channels: Where the samples go.
  func append(_ index: Int, to channels: inout [[Float]]) {
    guard voices[index].isRunning else { return }
    samples.withUnsafeBufferPointer { samples in
      for channel in channels.indices {
        let start = (index * channelCount + channel) * Self.mostFrames
        channels[channel].append(
          contentsOf: UnsafeBufferPointer(rebasing: samples[start..<start + frameCount]))
      }
    }
  }

  /// What is known so far of one preset's render.
  func meter(of index: Int) -> TailMeter { voices[index].meter }

  /// The gains that the dynamics of one preset applied; nil where they were not kept.
  func gainTrace(of index: Int) -> GainTrace? { stage.recorder?.trace(ofLane: index) }

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
    for index in voices.indices where voices[index].isRunning {
      let hasRoom = voices[index].reverb != nil
      if !hasRoom {
        let isLouder = peaks[index] > voices[index].meter.peak
        let frame = isLouder ? stage.frame(ofPeak: index, frameCount: count) : 0
        voices[index].meter.measure(peak: peaks[index], at: frame, frameCount: count)
      }
      guard hasRoom || purpose == .rendering else { continue }
      let start = index * channelCount * Self.mostFrames + frameCount
      guard !stage.isSilent else {
        silence(count, at: start)
        continue
      }
      Self.copy(lane: index, of: stage.left, count, to: &samples, at: start)
      guard channelCount == 2 else { continue }
      Self.copy(lane: index, of: stage.right, count, to: &samples, at: start + Self.mostFrames)
    }
  }

  /// Makes frames of one preset's block zero.
  private mutating func silence(_ count: Int, at start: Int) {
    samples.withUnsafeMutableBufferPointer { samples in
      for channel in 0..<channelCount {
        let first = start + channel * Self.mostFrames
        samples[first..<first + count].update(repeating: 0)
      }
    }
  }

  /// Copies the samples of one lane into the block.
  private static func copy(
    lane: Int, of lanes: [Lanes], _ count: Int, to samples: inout [Float], at start: Int
  ) {
    lanes.withUnsafeBytes { bytes in
      samples.withUnsafeMutableBufferPointer { samples in
        let source = bytes.bindMemory(to: Float.self)
        for frame in 0..<count {
          samples[start &+ frame] = source[frame &* Lanes.scalarCount &+ lane]
        }
      }
    }
  }

  /// Adds the room to one preset's block and takes its measure.
  private mutating func reverberate(_ index: Int) {
    guard voices[index].isRunning else { return }
    let start = index * channelCount * Self.mostFrames
    let count = frameCount
    let isStereo = channelCount == 2
    samples.withUnsafeMutableBufferPointer { samples in
      var left = UnsafeMutableBufferPointer(rebasing: samples[start..<start + count]).mutableSpan
      if isStereo {
        let second = start + Self.mostFrames
        var right =
          UnsafeMutableBufferPointer(rebasing: samples[second..<second + count]).mutableSpan
        voices[index].reverb?.process(left: &left, right: &right)
        voices[index].meter.measure(left.span, right.span)
      } else {
        voices[index].reverb?.process(&left)
        voices[index].meter.measure(left.span, nil)
      }
    }
  }
}
