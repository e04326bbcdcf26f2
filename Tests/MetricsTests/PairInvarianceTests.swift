import Signal
import TestSupport
import Testing

@testable import Metrics

@Suite("A pair of recordings, late or at another level")
struct PairInvarianceTests {
  private static let rate = Hertz(16_000)
  /// Some 8 s of it, of which more than 3 s are speech.
  private static let speech = TestSignals.talk(syllables: 30, sampleRate: rate)

  /// A thin voice behind a gate that takes pieces of it, in a room: no axis reads nothing.
  private static let render: AudioBuffer = {
    let thin = TestFilter.highPass(150, sampleRate: rate)(speech)
    let coloured = TestFilter.bell(1_000, gain: -9, q: 0.8, sampleRate: rate)(thin)
    var gain: Float = 1
    let gated = coloured.mapped { frame, sample in
      // Shuts for 40 ms every 0.37 s, within 2 ms, so that no edge is a click.
      gain += ((frame % 5_920 < 640 ? 0.01 : 1) - gain) / 32
      return sample * gain
    }
    let room = KnownRooms.room(seconds: 0.5, level: 0.01, length: 0.6, rate: rate)
    return RoomEstimateTests.convolved(gated, with: room)
  }()

  private static func measure(_ render: AudioBuffer) throws -> PairMeasurement {
    try PairMeasurement(of: render, against: speech)
  }

  private static let plain = Result { try measure(render) }

  /// The readings of the axes from lost speech to wetness.
  private static func judged(_ pair: PairMeasurement) -> [Reading] {
    let axes: [MetricAxis] = [
      .lostSpeech, .weakConsonants, .chatter, .voiceBody, .colour, .wetness,
    ]
    // The levels of bands are levels, and move with the level.
    return pair.measurements.readings.filter {
      axes.contains($0.metric.axis) && $0.metric.unit != .fullScaleDecibels
    }
  }

  private static func compare(_ render: AudioBuffer) throws {
    let expected = judged(try plain.get())
    let pair = try measure(render)
    #expect(pair.measurements.failures.isEmpty)
    #expect(judged(pair).map(\.name) == expected.map(\.name))
    for (one, other) in zip(judged(pair), expected) {
      let distance = abs(one.value - other.value)
      guard one.metric.id == "consonant-retention" else {
        #expect(distance < 0.01, "\(one.name): \(other.value), \(one.value)")
        continue
      }
      // Single bursts of hiss that reaches up to half the rate. Read between two frames, what lies
      // over 0.45 of it rings into the hole that the gate has left: up to 0.3 dB, and 2.7 dB of a
      // burst that has lost 35. 3 dB are what a retune is allowed.
      #expect(
        distance < (other.value > -20 ? 0.5 : 3), "\(one.name): \(other.value), \(one.value)")
    }
  }

  @Test("the render that is moved and scaled has something to read on each axis")
  func material() throws {
    let readings = Self.judged(try Self.plain.get())
    for axis in [MetricAxis.lostSpeech, .weakConsonants, .chatter, .voiceBody, .colour, .wetness] {
      #expect(
        readings.contains { $0.metric.axis == axis && abs($0.value) > 0.05 }, "\(axis)")
    }
  }

  @Test(
    "a delay of up to 50 ms moves no reading", arguments: [1, 123.27, 399.9, 800])
  func delay(frames: Double) throws {
    try Self.compare(AlignmentTests.shifted(Self.render, by: frames))
  }

  @Test("nor does a level", arguments: [Float(0.1), 3])
  func level(factor: Float) throws {
    try Self.compare(Self.render.scaled(by: factor))
  }

  @Test("nor do both")
  func both() throws {
    try Self.compare(AlignmentTests.shifted(Self.render.scaled(by: 0.1), by: 77.77))
  }
}
