import Chain
import Presets
import Signal
import TestSupport

/// What the tests of the live chain share.
enum LiveChainFixtures {
  static let rate = Hertz(48_000)

  static func preset(_ id: String) throws -> AudioPreset {
    try PresetLibrary.embedded().preset(id: id)
  }

  /// Bursts of noise, a tone and gaps; the right channel runs backwards.
  static func input(seconds: Double, channelCount: Int) -> AudioBuffer {
    let noise = TestSignals.noise(amplitude: 0.4, seconds: seconds, seed: 7, sampleRate: rate)
    let hum = TestSignals.sine(Hertz(140), amplitude: 0.2, seconds: seconds, sampleRate: rate)
    let left = noise.channels[0].indices.map { frame -> Float in
      [noise.channels[0][frame], hum.channels[0][frame], 0, -0.0][frame / 6_000 % 4]
    }
    return AudioBuffer(
      channels: [left, left.reversed()].dropLast(2 - channelCount), sampleRate: rate)
  }

  /// A chain with the rooms that some presets ask for.
  static func chain(
    _ presets: [AudioPreset], peak: Float = 0.5, channelCount: Int = 1
  ) throws -> LiveChain {
    try LiveChain(
      preset: presets[0], peak: peak, sampleRate: rate, channelCount: channelCount,
      rooms: presets.compactMap(\.reverbPreset))
  }

  /// Runs a chain over frames of an input, in blocks.
  static func run(
    _ chain: inout LiveChain, _ channels: inout [[Float]], _ frames: Range<Int>,
    blockFrames: [Int] = [512]
  ) throws {
    var (start, turn) = (frames.lowerBound, 0)
    while start < frames.upperBound {
      let end = min(start + blockFrames[turn % blockFrames.count], frames.upperBound)
      try chain.process(&channels, frames: start..<end)
      (start, turn) = (end, turn + 1)
    }
  }

  /// What a chain makes of an input, with a change of preset at some frame.
  static func output(
    from first: AudioPreset, to second: AudioPreset, at frame: Int, _ input: AudioBuffer,
    peaks: (Float, Float) = (0.5, 0.5), blockFrames: [Int] = [512]
  ) throws -> AudioBuffer {
    var chain = try chain(
      [first, second], peak: peaks.0, channelCount: input.channelCount)
    var channels = input.channels
    try run(&chain, &channels, 0..<frame, blockFrames: blockFrames)
    try chain.apply(second, peak: peaks.1)
    try run(&chain, &channels, frame..<input.frameCount, blockFrames: blockFrames)
    return AudioBuffer(channels: channels, sampleRate: rate)
  }
}
