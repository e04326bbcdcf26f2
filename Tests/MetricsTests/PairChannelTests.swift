import Signal
import TestSupport
import Testing

@testable import Metrics

@Suite("Channels of a pair")
struct PairChannelTests {
  private static let rate = Hertz(16_000)
  private static let mono = TestSignals.talk(syllables: 40, sampleRate: rate)

  private static func stereo(_ left: [Float], _ right: [Float]) -> AudioBuffer {
    AudioBuffer(channels: [left, right], sampleRate: rate)
  }

  @Test("a voice that is left on one side only is not measured as whole")
  func deadChannel() throws {
    let voice = Self.mono.channels[0]
    let silence = [Float](repeating: 0, count: voice.count)

    let pair = try PairMeasurement(
      of: Self.stereo(voice, silence), against: Self.stereo(voice, voice))

    #expect(pair.measurements.failures.contains(.silentRender))
  }

  @Test("a hole in one of two channels is found, though the other one is whole")
  func hole() throws {
    let voice = Self.mono.channels[0]
    var damaged = voice
    // Half a second, which holds two syllables wherever it falls.
    for frame in 48_000..<56_000 { damaged[frame] = 0 }

    let whole = try PairMeasurement(
      of: Self.stereo(voice, voice), against: Self.stereo(voice, voice))
    let pair = try PairMeasurement(
      of: Self.stereo(voice, damaged), against: Self.stereo(voice, voice))

    #expect(try #require(whole.measurements["longest-hole-ms"]).value == 0)
    let reading = try #require(pair.measurements["longest-hole-ms"])
    #expect(reading.value > 100)
    let place = try #require(reading.place?.startSeconds)
    #expect(place >= 2.9 && place <= 3.5)
  }

  @Test("the intelligibility of two channels stays their mean")
  func mean() throws {
    let voice = Self.mono.channels[0]
    var damaged = voice
    for frame in 48_000..<56_000 { damaged[frame] = 0 }

    let pair = try PairMeasurement(
      of: Self.stereo(voice, damaged), against: Self.stereo(voice, voice))
    let alone = try PairMeasurement(
      of: AudioBuffer(channels: [damaged], sampleRate: Self.rate), against: Self.mono)

    let expected = (1 + (try #require(alone.measurements["estoi-index"]).value)) / 2
    // Rounding only: the indices of each channel are those of the channel alone.
    #expect(abs(try #require(pair.measurements["estoi-index"]).value - expected) < 1e-6)
  }

  @Test("a file that came with its peaks at full scale is excused for keeping them")
  func peaks() throws {
    var voice = Self.mono.channels[0]
    let factor = 1 / Self.mono.peak
    for frame in voice.indices { voice[frame] *= factor }
    let full = AudioBuffer(channels: [voice], sampleRate: Self.rate)

    let kept = try PairMeasurement(of: full, against: full)
    let raised = try PairMeasurement(of: full, against: Self.mono)

    #expect(kept.asInReference.contains("sample-peak-dBFS"))
    #expect(kept.asInReference.contains("true-peak-dBTP"))
    #expect(raised.asInReference.isEmpty)
  }
}
