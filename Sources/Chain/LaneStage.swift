import Presets
import Signal

/// High-pass, bells and dynamics of up to sixteen presets over one input, a chunk at a time.
struct LaneStage: Sendable {
  /// The lanes of the current chunk; the right channel rests in mono.
  private(set) var left = [Lanes](repeating: .zero, count: Chunk.frames)
  private(set) var right = [Lanes](repeating: .zero, count: Chunk.frames)
  /// The largest magnitude of each lane in the current chunk.
  private(set) var peaks = Lanes.zero

  private let isStereo: Bool
  private var leftSections: StateVariableSections
  private var rightSections: StateVariableSections
  private var dynamics: Dynamics
  /// The input of the current chunk, without vanishing samples.
  private var input = [Float](repeating: 0, count: Chunk.frames)
  /// The frames since the start of the stream, to place the ends of chunks.
  private var position = 0

  /// Creates the stage, at rest.
  ///
  /// - Parameters:
  ///   - presets: One to sixteen presets.
  ///   - sampleRate: The rate of the audio.
  ///   - isStereo: Whether there is a second channel.
  ///   - spareBells: How many bells presets may have beyond those of these, when they change.
  init(presets: [AudioPreset], sampleRate: Hertz, isStereo: Bool, spareBells: Int = 0) {
    self.isStereo = isStereo
    let stages = presets.map { LinearStage(preset: $0, sampleRate: sampleRate) }
    leftSections = StateVariableSections(stages, spareBells: spareBells)
    rightSections = leftSections
    dynamics = Dynamics(presets.map(DynamicsLaw.init), sampleRate: sampleRate)
  }

  /// How many of some frames the next chunk takes: up to the next boundary.
  func nextCount(of frameCount: Int) -> Int {
    min(frameCount, Chunk.frames - position % Chunk.frames)
  }

  /// Processes the next chunk.
  ///
  /// - Parameters:
  ///   - audio: The input.
  ///   - frames: The part of it that is next, at most `nextCount(of:)` frames.
  mutating func advance(_ audio: AudioBuffer, frames: Range<Int>) {
    advance(audio.channels, frames: frames)
  }

  /// Processes the next chunk of channels that nobody has put into a buffer.
  mutating func advance(_ channels: [[Float]], frames: Range<Int>) {
    Self.clean(channels[0], frames, into: &input)
    leftSections.process(input, into: &left, frameCount: frames.count)
    if isStereo {
      Self.clean(channels[1], frames, into: &input)
      rightSections.process(input, into: &right, frameCount: frames.count)
      peaks = Self.runDynamics(&dynamics, &left, &right, frames.count)
    } else {
      peaks = Self.runDynamics(&dynamics, &left, frames.count)
    }
    position += frames.count
    guard position % Chunk.frames == 0 else { return }
    leftSections.clearVanishing()
    if isStereo { rightSections.clearVanishing() }
    dynamics.clearVanishing()
  }

  /// Changes the sections of every lane, on each channel.
  mutating func changeSections(_ change: (inout StateVariableSections) -> Void) {
    change(&leftSections)
    if isStereo { change(&rightSections) }
  }

  /// Gives every lane other settings of its dynamics.
  mutating func setDynamics(_ settings: Dynamics.Settings) { dynamics.set(settings) }

  /// Forgets every past sample and keeps the settings.
  mutating func reset() {
    leftSections.reset()
    rightSections.reset()
    dynamics.reset()
    position = 0
  }

  /// Where in the current chunk a lane reaches its peak first.
  func frame(ofPeak lane: Int, frameCount: Int) -> Int {
    let peak = peaks[lane]
    for frame in 0..<frameCount {
      if left[frame][lane].magnitude == peak { return frame }
      if isStereo, right[frame][lane].magnitude == peak { return frame }
    }
    return 0
  }

  private static func runDynamics(
    _ dynamics: inout Dynamics, _ lanes: inout [Lanes], _ count: Int
  ) -> Lanes {
    var block = lanes.mutableSpan
    return dynamics.process(&block, frameCount: count)
  }

  private static func runDynamics(
    _ dynamics: inout Dynamics, _ left: inout [Lanes], _ right: inout [Lanes], _ count: Int
  ) -> Lanes {
    var leftBlock = left.mutableSpan
    var rightBlock = right.mutableSpan
    return dynamics.process(left: &leftBlock, right: &rightBlock, frameCount: count)
  }

  /// Copies samples, and makes vanishing ones a plain zero: subnormal input then costs nothing,
  /// and the sign of a zero cannot depend on how many sections a neighbour has.
  private static func clean(_ samples: [Float], _ frames: Range<Int>, into input: inout [Float]) {
    var span = input.mutableSpan
    for (slot, frame) in frames.enumerated() {
      let sample = samples[frame]
      span[slot] = sample.magnitude < Chunk.vanishing ? 0 : sample
    }
  }
}
