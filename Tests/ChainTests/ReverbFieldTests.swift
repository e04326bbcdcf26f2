import Chain
import Presets
import Signal
import TestSupport
import Testing

@Suite("Sound field of the reverb")
struct ReverbFieldTests {
  @Test(
    "the room alone keeps the energy of noise at each ear", arguments: ReverbPreset.allCases,
    [8000.0, 44_100, 48_000, 192_000])
  func energy(room: ReverbPreset, rateHz: Double) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(rateHz))
    let response = RoomMeasures.impulseResponse(
      of: design, seconds: design.decayTimeSeconds(at: Hertz(0)))

    for samples in response.channels {
      // The design listens for half the decay time and misses 0.004 dB.
      #expect(abs(Decibels(power: RoomMeasures.energy(samples)).value) <= 0.02)
    }
  }

  @Test("nothing sounds before the pre-delay", arguments: ReverbPreset.allCases)
  func preDelay(room: ReverbPreset) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(48_000))
    let response = RoomMeasures.impulseResponse(of: design, seconds: 0.2)
    let first = response.channels[0].firstIndex { $0 != 0 } ?? 0
    let expected = Int((design.preDelaySeconds * 48_000).rounded())

    // The plate has no early reflections: its first sound has passed its shortest line, 8 ms.
    #expect(room == .plate ? (first >= 384 && first < 400) : first == expected)
  }

  @Test("the ears hear different tails", arguments: ReverbPreset.allCases, [44_100.0, 48_000])
  func tailCorrelation(room: ReverbPreset, rateHz: Double) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(rateHz))
    let seconds = design.decayTimeSeconds(at: Hertz(0))
    let response = RoomMeasures.impulseResponse(of: design, seconds: seconds)
    let start = Int((design.preDelaySeconds + 0.1) * rateHz)
    let tail = response.frames(start..<response.frameCount)

    // Independent decaying noise scatters by about 0.02 here.
    let r = RoomMeasures.correlation(tail.channels[0], tail.channels[1])
    #expect(abs(r) <= 0.1)
  }

  @Test("echoes become dense soon", arguments: ReverbPreset.allCases, [44_100.0, 48_000])
  func echoDensity(room: ReverbPreset, rateHz: Double) throws {
    let design = ReverbDesign(room: room, sampleRate: Hertz(rateHz))
    let response = RoomMeasures.impulseResponse(of: design, seconds: 0.5)
    let start = Int(design.preDelaySeconds * rateHz)

    let limit =
      switch room {
      case .cathedral: 0.3
      case .mediumHall, .mediumHall2, .mediumHall3, .largeHall, .largeHall2: 0.15
      default: 0.1
      }
    for samples in response.channels {
      let time = try #require(
        RoomMeasures.mixingTime(of: samples, from: start, sampleRate: Hertz(rateHz)))
      #expect(time <= limit)
    }
  }

  @Test("an offset does not pile up, and leaves", arguments: ReverbPreset.allCases)
  func offset(room: ReverbPreset) {
    let rate = 8000.0
    let design = ReverbDesign(room: room, sampleRate: Hertz(rate))
    let decay = Int(design.decayTimeSeconds(at: Hertz(0)) * rate)
    let constant = [Float](repeating: 0.1, count: 4 * Int(rate))
    let input = AudioBuffer(
      channels: [constant + [Float](repeating: 0, count: decay + 2000)], sampleRate: Hertz(rate))
    var reverb = Reverb(design: design, mixPercent: 50)

    let output = RoomMeasures.render(input, with: &reverb, blockFrames: 512).channels[0]

    let means = stride(from: 0, to: output.count - 1999, by: 2000).map {
      abs(RoomMeasures.sum(Array(output[$0..<$0 + 2000])) { $0 }) / 2000
    }
    #expect((means.max() ?? .infinity) <= 0.105)
    // -60 dBFS after the decay time.
    #expect((means.last ?? .infinity) <= 0.001)
  }
}
