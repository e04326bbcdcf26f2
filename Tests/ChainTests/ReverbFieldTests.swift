import Chain
import Metrics
import Presets
import Signal
import TestSupport
import Testing

@Suite("Sound field of the reverb")
struct ReverbFieldTests {
  @Test(
    "decay, density, lines and correlation of a room are within their limits",
    arguments: ReverbPreset.allCases, [44_100.0, 48_000])
  func table(room: ReverbPreset, rateHz: Double) {
    #expect(findings(room, Hertz(rateHz)) == [])
  }

  /// The long answers of the other rooms at this rate are left to the page, for the sake of time.
  @Test(
    "so they are at twice the rate",
    arguments: [ReverbPreset.smallRoom, .mediumChamber, .plate, .mediumHall, .cathedral])
  func tableAtTwiceTheRate(room: ReverbPreset) {
    #expect(findings(room, Hertz(96_000)) == [])
  }

  private func findings(_ room: ReverbPreset, _ rate: Hertz) -> [String] {
    let design = ReverbDesign(room: room, sampleRate: rate)
    let expectation = RoomMeasures.expectation(of: design)
    let answer = RoomMeasures.impulseResponse(of: design, seconds: expectation.neededSeconds)
    return RoomReading(of: answer, expecting: expectation).findings
  }

  @Test(
    "a room alone is as loud as speech without it, at any rate", arguments: ReverbPreset.allCases,
    [16_000.0, 48_000])
  func level(room: ReverbPreset, rateHz: Double) {
    expectLevel(room, rateHz)
  }

  /// The other rooms are left out for the sake of time.
  @Test(
    "so it is at other rates", arguments: [ReverbPreset.smallRoom, .plate, .largeHall2],
    [44_100.0, 96_000, 192_000])
  func levelAtOtherRates(room: ReverbPreset, rateHz: Double) {
    expectLevel(room, rateHz)
  }

  private func expectLevel(_ room: ReverbPreset, _ rateHz: Double) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(rateHz))
    let response = RoomMeasures.impulseResponse(
      of: design, seconds: design.decayTimeSeconds(at: Hertz(0)) * 0.6)
    let impulse = TestSignals.impulse(frameCount: 12_000, sampleRate: Hertz(rateHz)).channels[0]
    let octaves = [250.0, 500, 1000, 2000, 4000]

    for samples in response.channels {
      let powers = octaves.map { octave in
        let filter = OctaveFilter(center: Hertz(octave), sampleRate: Hertz(rateHz))
        return energy(filter.filtered(samples)) / energy(filter.filtered(impulse))
      }
      let level = Decibels(power: powers.reduce(0, +) / Double(powers.count)).value
      // The filters here are steeper than those of the design, and see other resonances.
      #expect(abs(level) <= 0.5, "\(room) at \(rateHz) Hz: \(level) dB")
    }
  }

  private func energy(_ samples: [Double]) -> Double {
    samples.withUnsafeBufferPointer { $0.reduce(0) { $0 + $1 * $1 } }
  }

  @Test("nothing sounds before the pre-delay", arguments: ReverbPreset.allCases)
  func preDelay(room: ReverbPreset) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(48_000))
    let response = RoomMeasures.impulseResponse(of: design, seconds: 0.2)
    let first = response.channels[0].firstIndex { $0 != 0 } ?? 0
    let expected = Int((design.preDelaySeconds * 48_000).rounded())

    // The plate has no early reflections: its first sound has passed its shortest line, 14 ms.
    #expect(room == .plate ? (first >= 672 && first < 690) : first == expected)
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
