import Chain
import Presets
import Signal
import TestSupport
import Testing

@Suite("Live chain")
struct LiveChainTests {
  private typealias Fixtures = LiveChainFixtures
  private let rate = LiveChainFixtures.rate

  @Test(
    "with numbers that stand it gives the bits of the offline render",
    arguments: ["denoise", "hum-cut", "telephone", "small-room", "cathedral"], [1, 2])
  func sameBits(id: String, channelCount: Int) throws {
    let preset = try Fixtures.preset(id)
    let input = Fixtures.input(seconds: 0.5, channelCount: channelCount)
    let renderer = try OfflineRenderer(
      presets: [preset], sampleRate: rate, channelCount: channelCount)
    let offline = try renderer.render(input)[0].audio
    var source = BufferSource(input)
    let peak = try renderer.peaks(of: &source)[0]
    var chain = try Fixtures.chain([preset], peak: peak, channelCount: channelCount)
    let wait = offline.frameCount - input.frameCount + chain.latencyFrames
    var channels = input.channels.map { $0 + [Float](repeating: 0, count: wait) }
    try Fixtures.run(&chain, &channels, 0..<channels[0].count, blockFrames: [1, 7, 64, 1_000, 333])
    let live = AudioBuffer(
      channels: channels.map { Array($0[chain.latencyFrames...]) }, sampleRate: rate)
    #expect(firstDifference(live, offline) == nil)
  }

  @Test("a change gives the same bits in any block size", arguments: [1, 7, 64, 1_000])
  func anyBlockSize(blockFrames: Int) throws {
    let input = Fixtures.input(seconds: 0.25, channelCount: 2)
    let (first, second) = (try Fixtures.preset("small-room"), try Fixtures.preset("studio-plate"))
    let whole = try Fixtures.output(
      from: first, to: second, at: 5_003, input, blockFrames: [100_000])
    let cut = try Fixtures.output(
      from: first, to: second, at: 5_003, input, blockFrames: [blockFrames])
    #expect(firstDifference(whole, cut) == nil)
  }

  @Test(
    "a change before the first frame, or before a reset, jumps to the new preset",
    arguments: [("cathedral", "hum-cut"), ("denoise", "small-room"), ("cathedral", "cathedral")],
    [0, 5_003])
  func jump(ids: (String, String), frame: Int) throws {
    let (first, second) = (try Fixtures.preset(ids.0), try Fixtures.preset(ids.1))
    let input = Fixtures.input(seconds: 0.3, channelCount: 2)
    var fresh = try Fixtures.chain([second, first], channelCount: 2)
    var expected = input.channels
    try Fixtures.run(&fresh, &expected, 0..<input.frameCount)
    var chain = try Fixtures.chain([first, second], channelCount: 2)
    var spent = input.channels
    try Fixtures.run(&chain, &spent, 0..<frame)
    try chain.apply(second, peak: 0.5)
    if frame > 0 {
      // Some way into the glide.
      try Fixtures.run(&chain, &spent, frame..<frame + 300)
      chain.reset()
    }
    var channels = input.channels
    try Fixtures.run(&chain, &channels, 0..<input.frameCount)
    #expect(
      firstDifference(
        AudioBuffer(channels: channels, sampleRate: rate),
        AudioBuffer(channels: expected, sampleRate: rate)) == nil)
  }

  @Test(
    "after a change the chain comes to what the new preset gives from the start",
    arguments: [("denoise", "hum-cut"), ("hum-cut", "warm"), ("studio-plate", "small-room")])
  func convergence(ids: (String, String)) throws {
    let (first, second) = (try Fixtures.preset(ids.0), try Fixtures.preset(ids.1))
    let input = TestSignals.noise(amplitude: 0.1, seconds: 3, seed: 5, sampleRate: rate)
    let changed = try Fixtures.output(from: first, to: second, at: 5_003, input)
    let steady = try Fixtures.output(from: second, to: second, at: 0, input)
    let late = 120_000..<input.frameCount
    let worst =
      zip(changed.channels[0][late], steady.channels[0][late])
      .map { ($0 - $1).magnitude }.max() ?? .infinity
    // Filters of single precision may end in another last bit: -120 dBFS. The small room has
    // fallen by 280 dB.
    #expect(worst <= 1e-6)
  }

  @Test("a change during a change starts from where the numbers stand")
  func changeDuringChange() throws {
    let boost = AudioPreset.neutral { $0.outputGain = -20 }
    let input = AudioBuffer(
      channels: [[Float](repeating: 0.5, count: 12_000)], sampleRate: rate
    ).channels[0]
      .indices.map { $0 % 2 == 0 ? Float(0.5) : -0.5 }
    var chain = try Fixtures.chain([.neutral()], peak: 0)
    var channels = [input]
    try Fixtures.run(&chain, &channels, 0..<6_000)
    try chain.apply(boost, peak: 0)
    try Fixtures.run(&chain, &channels, 6_000..<6_480)
    try chain.apply(.neutral(), peak: 0)
    try Fixtures.run(&chain, &channels, 6_480..<12_000)
    let levels = channels[0][3_000...].map(\.magnitude)
    let steepest = zip(levels, levels.dropFirst()).map { ($0 - $1).magnitude }.max() ?? 1
    // From 1 to 0.1 in 960 frames, at a level of 0.5; twice that would be a jump.
    #expect(steepest <= 2 * 0.5 * 0.9 / 960)
    let deepest = levels.min() ?? 0
    // Half of the way to 0.1.
    #expect(abs(deepest - 0.5 * 0.55) <= 0.005)
    #expect(abs((levels.last ?? 0) - 0.5) <= 0.001)
  }

  @Test("an error says what to do, and changes nothing", arguments: 0..<4)
  func errors(index: Int) throws {
    let preset = AudioPreset.denoise
    let input = Fixtures.input(seconds: 0.1, channelCount: 1)
    func make() throws -> LiveChain {
      try LiveChain(
        preset: preset, peak: 0.5, sampleRate: rate, channelCount: 1, rooms: [.plate],
        bellCount: 5)
    }
    let band = AudioPreset.EQBand(frequency: 500, gain: 3, bandwidth: 1)
    let refused: [(AudioPreset, ChainError, String)] = [
      (
        .neutral { ($0.reverbPreset, $0.reverbMix) = (.cathedral, 10) },
        .roomNotPrepared(preset: "neutral", room: .cathedral), "name the room"
      ),
      (
        .neutral { $0.eqBands = Array(repeating: band, count: 6) },
        .tooManyBells(preset: "neutral", count: 6, most: 5), "take bells away"
      ),
      (
        .neutral { $0.highPassFreq = 24_000 },
        .highPassAboveNyquist(preset: "neutral", corner: Hertz(24_000), sampleRate: rate),
        "use a higher sample rate"
      ),
    ]
    var (chain, untouched) = (try make(), try make())
    var (channels, expected) = (input.channels, input.channels)
    try Fixtures.run(&chain, &channels, 0..<2_000)
    if index < refused.count {
      let (preset, error, advice) = refused[index]
      #expect(throws: error) { try chain.apply(preset, peak: 0.5) }
      #expect(error.description.contains(advice))
    } else {
      var broken: [[Float]] = [[0.1, .nan, 0.1]]
      #expect(throws: ChainError.notFinite(channel: 0, frame: 2_001)) {
        try chain.process(&broken, frames: 0..<3)
      }
      #expect(broken[0][0] == 0.1)
    }
    try Fixtures.run(&chain, &channels, 2_000..<input.frameCount)
    try Fixtures.run(&untouched, &expected, 0..<input.frameCount)
    #expect(
      firstDifference(
        AudioBuffer(channels: channels, sampleRate: rate),
        AudioBuffer(channels: expected, sampleRate: rate)) == nil)
  }

  @Test("a change moves both channels by one gain")
  func linkedChannels() throws {
    let left = Fixtures.input(seconds: 0.3, channelCount: 1).channels[0]
    let input = AudioBuffer(channels: [left, left.map { $0 / 4 }], sampleRate: rate)
    let output = try Fixtures.output(
      from: Fixtures.preset("denoise"), to: Fixtures.preset("am-radio"), at: 5_003, input)
    let worst =
      zip(output.channels[0], output.channels[1])
      .map { ($0 - $1 * 4).magnitude }.max() ?? .infinity
    // A quarter is a power of two, so every rounding is the same on both sides, until states of
    // -400 dBFS are cleared in one channel before the other.
    #expect(worst <= 1e-15)
  }
}
