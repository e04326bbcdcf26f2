import Signal
import Testing

@testable import Corpus

@Suite("Clicks")
struct NoiseClickTests {
  private static func clicks(
    perSecond: Double, decay: Double = 0.003,
    resonance: NoiseRecipe.Span = NoiseProbe.span(500, 2_000),
    release: NoiseRecipe.Clicks.Release? = nil
  ) -> NoiseRecipe.Part {
    NoiseRecipe.Part(
      .clicks(
        NoiseRecipe.Clicks(
          eventsPerSecond: perSecond, peakDB: NoiseProbe.span(-30, -20), resonanceHz: resonance,
          resonances: 3, decaySeconds: NoiseProbe.span(decay, decay), attackSeconds: 0.0001,
          release: release)))
  }

  /// The frames in which something starts after silence, and the peak that follows.
  private static func events(
    _ samples: [Double], silentFrames: Int
  ) -> [(frame: Int, peak: Double)] {
    var events: [(frame: Int, peak: Double)] = []
    var last = -silentFrames
    for (frame, sample) in samples.enumerated() where abs(sample) > 1e-4 {
      if frame - last >= silentFrames { events.append((frame, 0)) }
      last = frame
      events[events.count - 1].peak = max(events[events.count - 1].peak, abs(sample))
    }
    return events
  }

  @Test("events come as often as stated, by chance", arguments: [1 as UInt64, 2, 3])
  func rate(seed: UInt64) {
    let samples = NoiseProbe.samples(
      Self.clicks(perSecond: 4), seed: seed, seconds: 200, rate: 8_000)
    let events = Self.events(samples, silentFrames: 40)

    // 800 events have a deviation of 28, of which 4 are allowed; 1 to 2 % fall into another one.
    #expect(abs(Double(events.count) - 790) <= 113)
    // Exponential times: 1/e of them are longer than the mean, with a deviation of 1.7 %.
    let gaps = zip(events, events.dropFirst()).map { Double($1.frame - $0.frame) / 8_000 }
    let long = Double(gaps.count { $0 > 0.25 }) / Double(gaps.count)
    #expect(abs(long - 0.368) <= 0.068)
  }

  @Test("the peaks lie between the levels stated, all over them")
  func peaks() {
    let samples = NoiseProbe.samples(Self.clicks(perSecond: 1), seconds: 200, rate: 8_000)
    let levels = Self.events(samples, silentFrames: 40).map { Decibels(amplitude: $0.peak).value }

    // Two events in one may add up to 6 dB more: some three of 200 are.
    #expect(levels.count { $0 > -19.999 } <= 6)
    #expect(levels.allSatisfy { $0 >= -30.001 })
    // A third of them in each third, with a deviation of 3.3 %.
    for low in [-30.0, -26.667, -23.333] {
      let share = Double(levels.count { $0 >= low && $0 < low + 3.333 }) / Double(levels.count)
      #expect(abs(share - 1.0 / 3) <= 0.13)
    }
  }

  @Test("an event decays by 60 dB in the time stated")
  func decay() throws {
    let rate = 48_000.0
    let part = Self.clicks(
      perSecond: 0.2, decay: 0.2, resonance: NoiseProbe.span(1_000, 1_000))
    let samples = NoiseProbe.samples(part, seconds: 30, rate: rate)
    let start = try #require(Self.events(samples, silentFrames: 4_800).first).frame
    func level(after seconds: Double) -> Double {
      let first = start + Int(seconds * rate)
      return Decibels(power: NoiseProbe.meanSquare(samples[first..<first + 480])).value
    }

    // Equal windows of ten whole periods fall as the event does; rounding only.
    #expect(abs(level(after: 0.02) - level(after: 0.12) - 30) <= 0.01)
  }

  @Test("a release follows its event")
  func releases() {
    let release = NoiseRecipe.Clicks.Release(
      afterSeconds: NoiseProbe.span(0.1, 0.1), levelDB: -10)
    let samples = NoiseProbe.samples(
      Self.clicks(perSecond: 0.3, release: release), seconds: 100, rate: 8_000)
    let events = Self.events(samples, silentFrames: 40)
    let pairs = zip(events, events.dropFirst()).filter { abs($1.frame - $0.frame - 800) <= 8 }

    // Nearly every event of 30 stands alone with its release; the others meet a third one.
    #expect(pairs.count >= events.count * 2 / 5 && events.count >= 30)
    for (event, softer) in pairs {
      #expect(abs(Decibels(amplitude: softer.peak / event.peak).value + 10) <= 0.01)
    }
  }

  @Test("the events are the same ones at every rate")
  func rates() {
    let part = Self.clicks(perSecond: 2)
    let low = Self.events(
      NoiseProbe.samples(part, seconds: 20, rate: 16_000), silentFrames: 80)
    let high = Self.events(
      NoiseProbe.samples(part, seconds: 20, rate: 96_000), silentFrames: 480)

    #expect(low.count == high.count && low.count > 20)
    for (left, right) in zip(low, high) {
      // A sample of the lower rate, and the rise through the threshold.
      #expect(abs(Double(left.frame) / 16_000 - Double(right.frame) / 96_000) <= 0.0003)
    }
  }
}
