import Signal
import TestSupport
import Testing

@testable import Speech

@Suite("Faults of a recording")
struct RecordingFaultTests {
  private static let rate = Hertz(44_100)

  private static func voice() -> [Float] {
    (0..<44_100).map { frame in
      let sum = (1...30).reduce(0.0) { sum, harmonic in
        let turns = 120 * Double(harmonic * frame) / 44_100
        return sum
          + DeterministicMath.sin(2 * .pi * (turns - turns.rounded()) + Double(harmonic * harmonic))
          / Double(harmonic)
      }
      return Float(0.2 * sum)
    }
  }

  @Test("a click of one sample is found where it is, and a voice and noise have none")
  func spikes() {
    var samples = Self.voice()
    #expect(LoneSpikes(in: [samples], sampleRate: Self.rate).count == 0)
    samples[22_050] += 0.5
    let found = LoneSpikes(in: [samples], sampleRate: Self.rate)
    #expect(found.count == 1 && found.firstSeconds == 0.5)
    for amplitude in [0.02, 0.9] {
      let noise = TestSignals.noise(
        amplitude: amplitude, seconds: 5, seed: 11, sampleRate: Self.rate)
      #expect(LoneSpikes(in: noise.channels, sampleRate: Self.rate).count == 0)
    }
  }

  @Test("a silent and a reversed channel are named, and usual stereo is not")
  func channels() {
    let left = Self.voice()
    let silent = [Float](repeating: 0, count: left.count)
    func remarks(_ right: [Float]) -> String {
      RecordingFacts(of: AudioBuffer(channels: [left, right], sampleRate: Self.rate)).remarks
        .joined(separator: " ")
    }

    #expect(remarks(silent).contains("right channel is silent"))
    #expect(remarks(left.map { -$0 }).contains("cancel each other"))
    #expect(!remarks(left.map { $0 * 0.5 }).contains("channel"))
  }

  @Test("a tone beside a multiple of the mains is no hum, and lines on its multiples are")
  func hum() {
    func facts(_ frequencies: [Double]) -> RecordingFacts {
      let noise = TestSignals.noise(
        amplitude: 0.0001, seconds: 3, seed: 4, sampleRate: Self.rate
      ).channels[0]
      let tones = frequencies.map {
        TestSignals.sine(Hertz($0), amplitude: 0.05, seconds: 3, sampleRate: Self.rate).channels[0]
      }
      let samples = noise.indices.map { frame in
        noise[frame] + tones.reduce(Float(0)) { $0 + $1[frame] }
      }
      return RecordingFacts(of: AudioBuffer(channels: [samples], sampleRate: Self.rate))
    }

    #expect(facts([440]).hum == nil)
    #expect(facts([50, 100, 150]).hum?.mains == Hertz(50))
    #expect(facts([60, 120]).hum?.mains == Hertz(60))
  }
}
