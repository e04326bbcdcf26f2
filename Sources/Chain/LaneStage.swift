import Presets
import Signal

/// High-pass, bells and dynamics of up to sixteen presets over one input, a chunk at a time.
struct LaneStage: Sendable {
  /// The lanes of the current chunk; the right channel rests in mono.
  private(set) var left = [Lanes](repeating: .zero, count: Chunk.frames)
  private(set) var right = [Lanes](repeating: .zero, count: Chunk.frames)
  /// The largest magnitude of each lane in the current chunk.
  private(set) var peaks = Lanes.zero
  /// Whether every lane of the current chunk is zero because nothing went in and nothing rings.
  private(set) var isSilent = false

  private let isStereo: Bool
  private let bypassesDynamics: Bool
  private var leftSections: StateVariableSections
  private var rightSections: StateVariableSections
  private var dynamics: Dynamics
  /// What keeps the gains of the dynamics; nil where nobody asks for them, or there are none.
  private(set) var recorder: GainRecorder?
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
  ///   - bypassesDynamics: Whether compressor and expander are left out.
  ///   - recordsGains: Whether the gains of the dynamics are kept.
  init(
    presets: [AudioPreset], sampleRate: Hertz, isStereo: Bool, spareBells: Int = 0,
    bypassesDynamics: Bool = false, recordsGains: Bool = false
  ) {
    self.bypassesDynamics = bypassesDynamics
    // Dynamics that are left out have no gain to keep.
    recorder = recordsGains && !bypassesDynamics ? GainRecorder(sampleRate: sampleRate) : nil
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
    let count = frames.count
    isSilent = Self.filter(channels[0], frames, &input, &leftSections, into: &left)
    if isStereo {
      let isRightSilent = Self.filter(channels[1], frames, &input, &rightSections, into: &right)
      isSilent = isSilent && isRightSilent
    }
    if isSilent {
      // Zero times any gain is zero.
      dynamics.processSilence(frameCount: count, keepsGains: recorder != nil)
      peaks = .zero
    } else if bypassesDynamics {
      peaks = loudest(count)
    } else if isStereo {
      peaks = Self.runDynamics(&dynamics, &left, &right, count)
    } else {
      peaks = Self.runDynamics(&dynamics, &left, count)
    }
    recorder?.record(dynamics.gains, frameCount: count)
    position += count
    guard position % Chunk.frames == 0 else { return }
    leftSections.clearVanishing()
    if isStereo { rightSections.clearVanishing() }
    dynamics.clearVanishing()
  }

  /// The largest magnitude of each lane where no loop has looked for it.
  private func loudest(_ count: Int) -> Lanes {
    var peaks = Lanes.zero
    for frame in 0..<count {
      for lanes in isStereo ? [left[frame], right[frame]] : [left[frame]] {
        let magnitude = lanes.replacing(with: -lanes, where: lanes .< 0)
        peaks.replace(with: magnitude, where: magnitude .> peaks)
      }
    }
    return peaks
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

  /// Filters the next samples of one channel; silence into sections at rest costs nothing.
  ///
  /// - Returns: Whether it was that.
  private static func filter(
    _ samples: [Float], _ frames: Range<Int>, _ input: inout [Float],
    _ sections: inout StateVariableSections, into lanes: inout [Lanes]
  ) -> Bool {
    let isZero = clean(samples, frames, into: &input)
    guard isZero, sections.isAtRest else {
      sections.process(input, into: &lanes, frameCount: frames.count)
      return false
    }
    lanes.withUnsafeMutableBufferPointer { $0[..<frames.count].update(repeating: .zero) }
    return true
  }

  /// Copies samples, and makes vanishing ones a plain zero: subnormal input then costs nothing,
  /// and the sign of a zero cannot depend on how many sections a neighbour has.
  ///
  /// - Returns: Whether nothing but zeros came of it.
  private static func clean(
    _ samples: [Float], _ frames: Range<Int>, into input: inout [Float]
  ) -> Bool {
    var span = input.mutableSpan
    var bits: UInt32 = 0
    for (slot, frame) in frames.enumerated() {
      let sample = samples[frame]
      let cleaned = sample.magnitude < Chunk.vanishing ? 0 : sample
      span[slot] = cleaned
      bits |= cleaned.bitPattern
    }
    return bits == 0
  }
}
