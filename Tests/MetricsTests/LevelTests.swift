import Metrics
import Signal
import TestSupport
import Testing

@Suite("Levels and bands")
struct LevelTests {
  private let rate = Hertz(48_000)

  private func measure(_ audio: AudioBuffer) -> Measurements {
    MetricBank.standard.measure(MetricSubject(reference: audio, render: audio))
  }

  @Test(
    "a sine inside a band reads its level there, and next to nothing elsewhere",
    arguments: [
      ("band-rumble", 40.0, "band-mud"), ("band-bass", 95, "band-mud"),
      ("band-body", 130, "band-clarity"), ("band-mud", 300, "band-clarity"),
      ("band-clarity", 2_000, "band-mud"), ("band-crispness", 6_500, "band-clarity"),
      ("band-air", 15_000, "band-crispness"),
    ])
  func bandLevel(band: String, frequency: Double, other: String) throws {
    let sine = TestSignals.sine(Hertz(frequency), amplitude: 0.5, seconds: 10, sampleRate: rate)

    let result = measure(sine)

    // -6.02 dB of peak are -9.03 dB of mean square. The hard ends of the tone spread a part of it,
    // which is why it does not vanish elsewhere, and 40 Hz lies only four bins from the edges.
    let value = try #require(result["\(band)-dBFS"]).value
    #expect(abs(value + 9.03) <= 0.05)
    #expect(try #require(result["\(other)-dBFS"]).value <= value - 40)
  }

  @Test("white noise reads its share of each band")
  func whiteNoise() throws {
    let result = measure(TestSignals.noise(seconds: 10, sampleRate: rate))

    for (band, width) in [("clarity", 2_000.0), ("crispness", 3_000), ("air", 10_000)] {
      let expected = Decibels(power: width / 24_000 / 3).value
      // 10 s of a band of 2 kHz are 20000 independent values: 0.05 dB of scatter at one sigma.
      #expect(abs(try #require(result["band-\(band)-dBFS"]).value - expected) <= 0.15)
    }
  }

  @Test("a band above half the sample rate is not measured", arguments: [8_000.0, 16_000])
  func bandAboveNyquist(rate: Double) {
    let noise = TestSignals.noise(amplitude: 0.5, seconds: 1, sampleRate: Hertz(rate))

    let result = measure(noise)

    #expect(result["band-air-dBFS"] == nil)
    #expect((result["band-crispness-dBFS"] != nil) == (rate == 16_000))
    #expect(result.failures.isEmpty)
  }

  @Test("the peak of the loudest channel counts")
  func samplePeak() throws {
    let left = TestSignals.sine(Hertz(440), amplitude: 0.25, seconds: 1, sampleRate: rate)
    var right = [Float](repeating: 0, count: left.frameCount)
    right[777] = -0.5
    let audio = AudioBuffer(channels: [left.channels[0], right], sampleRate: rate)

    let reading = try #require(measure(audio)["sample-peak-dBFS"])

    // Rounding only.
    #expect(abs(reading.value + 6.0206) <= 1e-4)
    #expect(reading.metric.isWithinLimit(reading.value))
    #expect(!reading.metric.isWithinLimit(-0.98))
    #expect(!reading.metric.isWithinLimit(.nan))
  }

  /// Source: EBU Tech 3341, tests 1 to 3: 1 kHz on two channels, levels of the peak in dBFS.
  @Test(
    "integrated loudness passes the EBU's tests",
    arguments: [
      ([-23], [20], -23), ([-33], [20], -33), ([-36, -23, -36], [10, 60, 10], -23),
    ] as [([Double], [Double], Double)])
  func integratedLoudness(levels: [Double], seconds: [Double], expected: Double) throws {
    var audio = AudioBuffer(silentFrames: 0, channelCount: 2, sampleRate: rate)
    for (level, seconds) in zip(levels, seconds) {
      let sine = TestSignals.sine(
        Hertz(1_000), amplitude: Decibels(level).amplitude, seconds: seconds, sampleRate: rate
      ).channels[0]
      audio.append(AudioBuffer(channels: [sine, sine], sampleRate: rate))
    }
    let mono = AudioBuffer(channels: [audio.channels[0]], sampleRate: rate)

    let stereo = try #require(measure(audio)["integrated-loudness-LUFS"]).value
    let single = try #require(measure(mono)["integrated-loudness-LUFS"]).value

    // The tolerance of the test.
    #expect(abs(stereo - expected) <= 0.1)
    // One channel has half of the power; rounding only.
    #expect(abs(stereo - single - 3.0103) <= 0.001)
  }

  /// Source: EBU Tech 3341, tests 15 to 17.
  @Test(
    "true peak passes the EBU's tests",
    arguments: [(4.0, 0.0), (4, 45), (6, 60)])
  func truePeak(period: Double, degrees: Double) throws {
    // Silence fades in and out, or the edges would ring above the wave itself.
    let frames = 48_000
    let samples = (0..<frames).map { frame in
      let fade = min(1, Double(min(frame, frames - frame)) / 4_800)
      let turn = Double(frame % Int(period)) / period + degrees / 360
      return Float(0.5 * fade * DeterministicMath.sin(2 * .pi * turn))
    }
    let audio = AudioBuffer(channels: [samples, samples], sampleRate: rate)

    let result = measure(audio)
    let truePeak = try #require(result["true-peak-dBTP"]).value

    // The tolerance of the test: +0.2 and -0.4 dB.
    #expect((-6.4 ... -5.8).contains(truePeak))
    #expect(truePeak >= (try #require(result["sample-peak-dBFS"]).value))
  }

  @Test("the true peak may lie far from the largest sample")
  func truePeakElsewhere() throws {
    // A wave of 0.9 that no sample catches above 0.636, then one sample of 0.7 by itself.
    var samples = (0..<48_000).map { frame in
      let fade = max(0, min(1, Double(min(frame, 24_000 - frame)) / 4_800))
      return Float(0.9 * fade * DeterministicMath.sin(2 * .pi * (Double(frame % 4) / 4 + 0.125)))
    }
    samples[40_000] = 0.7

    let result = measure(AudioBuffer(channels: [samples], sampleRate: rate))

    // The tolerance of the EBU's tests: +0.2 and -0.4 dB.
    let error = try #require(result["true-peak-dBTP"]).value - Decibels(amplitude: 0.9).value
    #expect((-0.4...0.2).contains(error))
  }

  @Test("a peak on the last sample is not lost", arguments: [1, 2])
  func lastSample(channelCount: Int) throws {
    // The wave between two equal samples rises above both.
    var samples = [Float](repeating: 0, count: 24_000)
    samples[23_998] = 0.9
    samples[23_999] = 0.9
    let channels = Array(repeating: samples, count: channelCount)

    let result = measure(AudioBuffer(channels: channels, sampleRate: rate))

    // Half way between two samples, sinc interpolation reads 4/π times their height: +2.1 dB.
    let rise = try #require(result["true-peak-dBTP"]).value - Decibels(amplitude: 0.9).value
    #expect((1.8...2.2).contains(rise))
  }

  @Test("too short a render has no loudness, and says so")
  func tooShort() {
    let result = measure(TestSignals.noise(amplitude: 0.5, seconds: 0.3, sampleRate: rate))

    #expect(result["integrated-loudness-LUFS"] == nil)
    #expect(
      result.failures
        == [.tooShort(metric: "integrated-loudness", frames: 14_400, neededFrames: 19_200)])
  }

  @Test("a mean of channels: sound on one side reads half the power")
  func oneSide() throws {
    let left = TestSignals.sine(Hertz(2_000), seconds: 4, sampleRate: rate).channels[0]
    let silence = [Float](repeating: 0, count: left.count)

    let result = measure(AudioBuffer(channels: [left, silence], sampleRate: rate))

    // A sine of full scale has half the power, on half the channels: -6.02 dB; edges as above.
    #expect(abs(try #require(result["band-clarity-dBFS"]).value + 6.02) <= 0.05)
  }
}
