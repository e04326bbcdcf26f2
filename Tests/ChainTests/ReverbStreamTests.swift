import Chain
import Presets
import Signal
import TestSupport
import Testing

@Suite("Reverb as a stage of the chain")
struct ReverbStreamTests {
  private let rate = Hertz(48_000)

  private func noise(seconds: Double, channelCount: Int = 2, rate: Hertz) -> AudioBuffer {
    TestSignals.noise(
      amplitude: 0.5, seconds: seconds, channelCount: channelCount, seed: 11, sampleRate: rate)
  }

  @Test(
    "block boundaries leave no trace", arguments: [1, 7, 37, 64, 4096],
    [8000.0, 44_100, 96_000])
  func blocks(blockFrames: Int, rateHz: Double) {
    let design = ReverbDesign(room: .smallRoom, sampleRate: Hertz(rateHz))
    let input = noise(seconds: 0.3, rate: Hertz(rateHz))
    var whole = Reverb(design: design, mixPercent: 40)
    var parts = Reverb(design: design, mixPercent: 40)

    let expected = RoomMeasures.render(input, with: &whole, blockFrames: input.frameCount)
    let output = RoomMeasures.render(input, with: &parts, blockFrames: blockFrames)

    #expect(firstDifference(output, expected) == nil)
    #expect(firstDifference(output, input) != nil)
  }

  @Test("block boundaries leave no trace in any room", arguments: ReverbPreset.allCases)
  func blocksInEveryRoom(room: ReverbPreset) {
    let design = ReverbDesign(room: room, sampleRate: rate)
    let input = noise(seconds: 0.3, rate: rate)
    var whole = Reverb(design: design, mixPercent: 100)
    var parts = Reverb(design: design, mixPercent: 100)

    let expected = RoomMeasures.render(input, with: &whole, blockFrames: input.frameCount)
    let output = RoomMeasures.render(input, with: &parts, blockFrames: 37)

    #expect(firstDifference(output, expected) == nil)
  }

  @Test("a single channel is the left of two equal ones", arguments: ReverbPreset.allCases)
  func monoIsLeft(room: ReverbPreset) {
    let design = ReverbDesign(room: room, sampleRate: rate)
    let mono = noise(seconds: 0.3, channelCount: 1, rate: rate)
    let dual = AudioBuffer(channels: [mono.channels[0], mono.channels[0]], sampleRate: rate)
    var one = Reverb(design: design, mixPercent: 35)
    var two = Reverb(design: design, mixPercent: 35)

    let single = RoomMeasures.render(mono, with: &one, blockFrames: 100)
    let both = RoomMeasures.render(dual, with: &two, blockFrames: 64)

    let left = AudioBuffer(channels: [both.channels[0]], sampleRate: rate)
    #expect(firstDifference(single, left) == nil)
    #expect(
      firstDifference(left, AudioBuffer(channels: [both.channels[1]], sampleRate: rate)) != nil)
  }

  @Test("without any mix the input passes bit for bit, down to the sign of zero")
  func dry() {
    var samples = noise(seconds: 0.2, rate: rate).channels
    for frame in stride(from: 0, to: samples[0].count, by: 5) { samples[0][frame] = -0.0 }
    let input = AudioBuffer(channels: samples, sampleRate: rate)
    let design = ReverbDesign(room: .largeHall, sampleRate: rate)
    var reverb = Reverb(design: design, mixPercent: 0)

    let output = RoomMeasures.render(input, with: &reverb, blockFrames: 64)

    #expect(firstDifference(output, input) == nil)
  }

  @Test("the mix is a plain cross-fade", arguments: [10.0, 50, 90])
  func crossFade(percent: Double) {
    let design = ReverbDesign(room: .mediumRoom, sampleRate: rate)
    let input = noise(seconds: 0.2, rate: rate)
    var mixed = Reverb(design: design, mixPercent: percent)
    var alone = Reverb(design: design, mixPercent: 100)

    let output = RoomMeasures.render(input, with: &mixed, blockFrames: 64)
    let room = RoomMeasures.render(input, with: &alone, blockFrames: 64)

    let share = Float(percent / 100)
    for channel in 0..<2 {
      let expected = zip(input.channels[channel], room.channels[channel]).map {
        $0 + share * ($1 - $0)
      }
      let worst = zip(output.channels[channel], expected).map { abs($0 - $1) }.max()
      // Rounding of samples around one.
      #expect((worst ?? .infinity) <= 1e-6)
    }
  }

  @Test("a new mix is reached in a straight line over 20 ms", arguments: [1, 37, 4096])
  func glide(blockFrames: Int) {
    let design = ReverbDesign(room: .mediumRoom, sampleRate: rate)
    let input = noise(seconds: 0.2, channelCount: 1, rate: rate)
    let before = input.frames(0..<4800)
    let after = input.frames(4800..<9600)
    var alone = Reverb(design: design, mixPercent: 100)
    let room = RoomMeasures.render(input, with: &alone, blockFrames: 64).channels[0]
    var reverb = Reverb(design: design, mixPercent: 80)

    _ = RoomMeasures.render(before, with: &reverb, blockFrames: blockFrames)
    reverb.setMix(percent: 20)
    let output = RoomMeasures.render(after, with: &reverb, blockFrames: blockFrames).channels[0]

    var worst = 0.0
    for frame in 0..<4800 {
      let share = 0.8 - 0.6 * min(1, Double(frame + 1) / 960)
      let dry = Double(after.channels[0][frame])
      let expected = dry + share * (Double(room[4800 + frame]) - dry)
      worst = max(worst, abs(Double(output[frame]) - expected))
    }
    // Rounding of samples around one.
    #expect(worst <= 1e-6)
  }

  @Test("a mix set before sound starts, or before a reset, is there at once")
  func jump() {
    let design = ReverbDesign(room: .mediumRoom, sampleRate: rate)
    let input = noise(seconds: 0.1, rate: rate)
    var expected = Reverb(design: design, mixPercent: 60)
    var early = Reverb(design: design, mixPercent: 0)
    early.setMix(percent: 60)
    var used = Reverb(design: design, mixPercent: 0)
    _ = RoomMeasures.render(input, with: &used, blockFrames: 64)
    used.setMix(percent: 60)
    used.reset()

    let fresh = RoomMeasures.render(input, with: &expected, blockFrames: 64)

    let afterEarly = RoomMeasures.render(input, with: &early, blockFrames: 64)
    let afterReset = RoomMeasures.render(input, with: &used, blockFrames: 64)
    #expect(firstDifference(afterEarly, fresh) == nil)
    #expect(firstDifference(afterReset, fresh) == nil)
  }

  @Test("a reset forgets everything, a NaN too")
  func reset() {
    let design = ReverbDesign(room: .plate, sampleRate: rate)
    let input = noise(seconds: 0.1, rate: rate)
    let broken = AudioBuffer(
      channels: [[.nan] + [Float](repeating: 1, count: 999), [Float](repeating: 1, count: 1000)],
      sampleRate: rate)
    var expected = Reverb(design: design, mixPercent: 60)
    var used = Reverb(design: design, mixPercent: 60)
    _ = RoomMeasures.render(broken, with: &used, blockFrames: 64)
    used.reset()

    let fresh = RoomMeasures.render(input, with: &expected, blockFrames: 50)

    let again = RoomMeasures.render(input, with: &used, blockFrames: 50)
    #expect(firstDifference(again, fresh) == nil)
  }

  @Test("silence stays silence", arguments: ReverbPreset.allCases)
  func silence(room: ReverbPreset) {
    let design = ReverbDesign(room: room, sampleRate: rate)
    let input = AudioBuffer(silentFrames: 4800, channelCount: 2, sampleRate: rate)
    var reverb = Reverb(design: design, mixPercent: 100)

    let output = RoomMeasures.render(input, with: &reverb, blockFrames: 512)

    #expect(output.peak == 0)
  }

  @Test(
    "a tail ends in exact zeros when the design says, and never becomes subnormal",
    arguments: [ReverbPreset.smallRoom, .plate, .cathedral], [8000.0, 48_000])
  func tail(room: ReverbPreset, rateHz: Double) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(rateHz))
    var reverb = Reverb(design: design, mixPercent: 100)
    let burst = TestSignals.noise(
      seconds: 0.2, channelCount: 2, seed: 3, sampleRate: Hertz(rateHz))
    let tail = AudioBuffer(
      silentFrames: Int(design.silenceSeconds * rateHz), channelCount: 2,
      sampleRate: Hertz(rateHz))
    let end = AudioBuffer(silentFrames: 9600, channelCount: 2, sampleRate: Hertz(rateHz))

    let sounding = RoomMeasures.render(burst, with: &reverb, blockFrames: 512)
    let dying = RoomMeasures.render(tail, with: &reverb, blockFrames: 512)
    let silent = RoomMeasures.render(end, with: &reverb, blockFrames: 512)

    #expect(sounding.peak > 0)
    #expect(silent.peak == 0)
    #expect(dying.channels.allSatisfy { !hasSubnormal($0) })
  }

  private func hasSubnormal(_ samples: [Float]) -> Bool {
    samples.withUnsafeBufferPointer { samples in
      var index = 0
      while index < samples.count {
        if samples[index].isSubnormal { return true }
        index += 1
      }
      return false
    }
  }
}
