import Metrics
import Signal
import TestSupport
import Testing

/// The test signals of the EBU for loudness meters, synthesised.
///
/// Source: EBU Tech 3341-2016, table 1; EBU Tech 3342-2016, table 1.
@Suite("Signals of the EBU")
struct EBUTechTests {
  private let rate = Hertz(48_000)

  @Test(
    "integrated loudness reads −23 or −33 LUFS on Tech 3341, cases 1 to 5",
    arguments: [
      ([-23], [20], -23), ([-33], [20], -33), ([-36, -23, -36], [10, 60, 10], -23),
      ([-72, -36, -23, -36, -72], [10, 10, 60, 10, 10], -23),
      ([-26, -20, -26], [20, 20.1, 20], -23),
    ] as [([Double], [Double], Double)])
  func integrated(levels: [Double], seconds: [Double], expected: Double) throws {
    let meter = try LoudnessMeter(of: tones(levels, seconds))

    // The tolerance of the standard.
    #expect(abs(meter.integrated - expected) <= 0.1)
  }

  @Test(
    "the loudness range reads 10, 5, 20 and 15 LU on Tech 3342, cases 1 to 4",
    arguments: [
      ([-20, -30], 10), ([-20, -15], 5), ([-40, -20], 20), ([-50, -35, -20, -35, -50], 15),
    ] as [([Double], Double)])
  func range(levels: [Double], expected: Double) throws {
    let meter = try LoudnessMeter(of: tones(levels, levels.map { _ in 20 }))

    // The tolerance of the standard.
    #expect(abs(try #require(meter.range) - expected) <= 1)
  }

  @Test(
    "true peak reads the height of the wave on Tech 3341, cases 15 to 19",
    arguments: [
      (4, 0, 0.5, -6), (4, 45, 0.5, -6), (6, 60, 0.5, -6), (8, 67.5, 0.5, -6), (4, 45, 1.41, 3),
    ] as [(Int, Double, Double, Double)])
  func truePeak(period: Int, degrees: Double, amplitude: Double, expected: Double) throws {
    let frames = 9_600
    let turn = (0..<period).map {
      amplitude * DeterministicMath.sin(2 * .pi * (Double($0) / Double(period) + degrees / 360))
    }
    let samples = (0..<frames).map { Float(turn[$0 % period] * fade($0, of: frames)) }

    // The tolerance of the standard: +0.2 and -0.4 dB.
    #expect((-0.4...0.2).contains(try truePeak(of: samples) - expected))
  }

  @Test(
    "true peak reads 0 dBTP on a period between the samples: Tech 3341, cases 20 to 23",
    arguments: 0..<4)
  func interSamplePeak(offset: Int) throws {
    let samples = loudPeriod(offset: offset)

    // The peak lies between samples in some of the cases, and 0.13 dB of it above the low-pass.
    // The tolerance of the standard: +0.2 and -0.4 dB.
    #expect((-0.4...0.2).contains(try truePeak(of: samples)))
  }

  @Test("the meters agree with libebur128", arguments: [16_000.0, 44_100, 48_000, 96_000], [1, 2])
  func library(rate: Double, channelCount: Int) throws {
    let audio = uneven(channelCount: channelCount, rate: Hertz(rate))
    let expected = try LibraryMeter.readings(of: audio)

    let result = MetricBank.standard.measure(MetricSubject(reference: audio, render: audio))
    let loudness = try #require(result["integrated-loudness-LUFS"]).value
    let peak = try #require(result["true-peak-dBTP"]).value

    // Both follow the same definitions in double precision; the tolerance of the metric is 0.02.
    #expect(abs(loudness - expected.integrated) <= 0.002)
    // Single precision of the interpolator.
    #expect(abs(peak - Decibels(amplitude: expected.truePeak).value) <= 0.001)
  }

  @Test("surround channels weigh 1.41, and the low-frequency channel nothing", arguments: [5, 6])
  func surround(channelCount: Int) throws {
    let audio = uneven(channelCount: channelCount, rate: rate)

    let loudness = try LoudnessMeter(of: audio).integrated

    // As above.
    #expect(abs(loudness - (try LibraryMeter.readings(of: audio).integrated)) <= 0.002)
  }

  @Test("the filters at 48 kHz are those of the tables of BS.1770")
  func tables() {
    let filters = KWeighting(sampleRate: rate)

    let shelf = [
      filters.shelf.b0, filters.shelf.b1, filters.shelf.b2, filters.shelf.a1, filters.shelf.a2,
    ]
    let expected = [
      1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585,
    ]
    // The analogue values have enough digits for all but the last of the tables.
    for (value, expected) in zip(shelf, expected) { #expect(abs(value - expected) <= 1e-10) }
    #expect(abs(filters.highPass.a1 + 1.99004745483398) <= 1e-10)
    #expect(abs(filters.highPass.a2 - 0.99007225036621) <= 1e-10)
  }

  @Test("the loudness range of a reference of less than 3 s is uncertain")
  func uncertain() throws {
    let short = TestSignals.noise(amplitude: 0.5, seconds: 2.9, sampleRate: rate)

    let result = MetricBank.standard.measure(MetricSubject(reference: short, render: short))

    #expect(result["loudness-range-LU"] == nil)
    let uncertain = try #require(result.uncertain.first { $0.metric.id == "loudness-range" })
    // Rounding only.
    #expect(abs(uncertain.material.amount - 2.9) <= 1e-6)
    #expect(uncertain.neededAmount == 3)
  }

  @Test("the loudness range of next to silence is zero, whatever the render has become")
  func faintRange() throws {
    let loud = TestSignals.noise(amplitude: 0.5, seconds: 4, sampleRate: rate)
    let faint = TestSignals.noise(amplitude: 1e-4, seconds: 4, sampleRate: rate)

    let result = MetricBank.standard.measure(MetricSubject(reference: loud, render: faint))

    #expect(try #require(result["loudness-range-LU"]).value == 0)
  }

  /// Stereo tones of 1 kHz one after another, levels of the peak in dBFS.
  private func tones(_ levels: [Double], _ seconds: [Double]) -> AudioBuffer {
    let period = TestSignals.sine(Hertz(1_000), seconds: 0.001, sampleRate: rate).channels[0]
    var samples: [Float] = []
    for (level, seconds) in zip(levels, seconds) {
      let scaled = period.map { $0 * Float(Decibels(level).amplitude) }
      for _ in 0..<Int((seconds * 1_000).rounded()) { samples += scaled }
    }
    return AudioBuffer(channels: [samples, samples], sampleRate: rate)
  }

  private func truePeak(of samples: [Float]) throws -> Double {
    let audio = AudioBuffer(channels: [samples, samples], sampleRate: rate)
    let result = MetricBank.standard.measure(MetricSubject(reference: audio, render: audio))
    return try #require(result["true-peak-dBTP"]).value
  }

  /// A fade in and out of 20 ms.
  private func fade(_ frame: Int, of frames: Int) -> Double {
    min(1, Double(min(frame, frames - frame)) / 960)
  }

  /// A tone of a sixth of the rate and half of full scale with one period of a quarter of the rate
  /// at full scale in its middle, continuous in phase; made at four times the rate, then low-passed
  /// and thinned out from some sample on.
  private func loudPeriod(offset: Int) -> [Float] {
    let frames = 2_400
    let (slow, fast) = (24, 16)
    let middle = 4 * frames / 2 / slow * slow
    let wave = (0..<4 * frames).map { frame -> Double in
      let place = frame - middle
      if (0..<fast).contains(place) {
        return DeterministicMath.sin(2 * .pi * Double(place) / Double(fast))
      }
      let phase = place < 0 ? (place + middle) % slow : (place - fast) % slow
      return 0.5 * fade(frame / 4, of: frames)
        * DeterministicMath.sin(2 * .pi * Double(phase) / Double(slow))
    }
    // Half of the rate lies at an eighth of the higher one.
    let half = 64
    let taps = (-half...half).map { tap -> Double in
      let turn = Double.pi * Double(tap) / 4
      let window = (1 + DeterministicMath.cos(.pi * Double(tap) / Double(half + 1))) / 2
      return window * (tap == 0 ? 1 : DeterministicMath.sin(turn) / turn) / 4
    }
    return (0..<frames).map { frame in
      var sum = 0.0
      for (index, tap) in taps.enumerated() {
        let place = 4 * frame + offset + index - half
        if wave.indices.contains(place) { sum += tap * wave[place] }
      }
      return Float(sum)
    }
  }

  /// Noise that swells and fades, other noise on each channel, silence of 4 s, and a last burst.
  private func uneven(channelCount: Int, rate: Hertz) -> AudioBuffer {
    let noise = TestSignals.noise(
      amplitude: 0.8, seconds: 7.03, channelCount: channelCount, seed: 5, sampleRate: rate)
    return noise.mapped { frame, sample in
      let seconds = Double(frame) / rate.value
      if (2.5..<6.5).contains(seconds) { return 0 }
      return sample * Float(0.05 + 0.3 * seconds.truncatingRemainder(dividingBy: 1))
    }
  }
}
