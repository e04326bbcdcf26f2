import Chain
import Foundation
import Presets
import Signal
import TestSupport
import Testing

/// The rates that audio comes at, from telephones to studios.
private let rates: [Double] = [
  8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
]

@Suite("Sample rates")
struct SampleRateTests {
  @Test("the designs of all presets follow the cookbook at every rate", arguments: rates)
  func cookbook(rateHz: Double) throws {
    let frequencies = (0...60).map { 20 * pow(rateHz * 0.49 / 20, Double($0) / 60) }
    for preset in try PresetLibrary.embedded().presets {
      // Above two thirds of Nyquist the cookbook's width has no use; see the next test.
      var preset = preset
      preset.eqBands.removeAll { (rateHz / 3..<rateHz / 2).contains($0.frequency) }
      let below = preset.eqBands.filter { $0.frequency < rateHz / 2 }
      let filters =
        [CookbookFilter.highPass(cornerHz: preset.highPassFreq, rateHz: rateHz)]
        + below.map {
          .bell(centerHz: $0.frequency, gainDB: $0.gain, octaves: $0.bandwidth, rateHz: rateHz)
        }
      let stage = LinearStage(preset: preset, sampleRate: Hertz(rateHz))
      #expect(stage.bells.count { $0 != .identity } == below.count, "\(preset.id)")
      let worst = frequencies.map { frequency in
        let theory = filters.reduce(0) { $0 + $1.gainDB(atHz: frequency, rateHz: rateHz) }
        return abs(stage.response.gain(at: Hertz(frequency)).value - theory)
      }
      // Two ways to write one transfer function: rounding only.
      #expect((worst.max() ?? .infinity) <= 1e-6, "\(preset.id)")
    }
  }

  @Test(
    "a bell near Nyquist has its gain at its centre, and half of it no lower than it should",
    arguments: [0.67, 0.7, 0.8, 0.9, 0.95, 0.99, 0.9999], [0.1, 1, 3])
  func nearNyquist(share: Double, octaves: Double) {
    let (rate, center) = (Hertz(16_000), 8_000 * share)
    let stage = LinearStage(
      preset: .neutral {
        $0.eqBands = [.init(frequency: center, gain: -12, bandwidth: octaves)]
      }, sampleRate: rate)
    let bell = stage.bells[0]
    // Rounding only.
    #expect(abs(bell.gain(at: Hertz(center), sampleRate: rate).value + 12) <= 1e-6)
    let lower = bell.gain(at: Hertz(center * pow(2, -octaves / 2)), sampleRate: rate).value
    // The cookbook's own width at two thirds of Nyquist is up to 4.5 dB off there for three octaves.
    #expect(lower <= -6 + 1e-6)
    #expect(lower >= -11)
    let far = bell.gain(at: Hertz(center * pow(2, -octaves * 2)), sampleRate: rate).value
    #expect(far >= -3)
  }

  @Test("a rendered impulse follows the cookbook at every rate", arguments: rates)
  func impulse(rateHz: Double) throws {
    let preset = AudioPreset.neutral {
      $0.highPassFreq = 200
      $0.eqBands = [
        .init(frequency: 1_000, gain: 6, bandwidth: 1),
        .init(frequency: 2_500, gain: -9, bandwidth: 0.5),
        // Beyond the end of the band at every rate up to 192 kHz.
        .init(frequency: 96_000, gain: 12, bandwidth: 1),
      ]
    }
    // The slowest part rings at 200 Hz: 0.05 s are nine of its octaves of decibels, -270 dB.
    let impulse = TestSignals.impulse(
      height: 0.02, frameCount: Int(0.05 * rateHz), sampleRate: Hertz(rateHz))
    let renderer = try OfflineRenderer(
      presets: [preset], sampleRate: Hertz(rateHz), channelCount: 1)
    let response = try renderer.render(impulse)[0].audio.channels[0].map { $0 / 0.02 }
    let filters: [CookbookFilter] = [
      .highPass(cornerHz: 200, rateHz: rateHz),
      .bell(centerHz: 1_000, gainDB: 6, octaves: 1, rateHz: rateHz),
      .bell(centerHz: 2_500, gainDB: -9, octaves: 0.5, rateHz: rateHz),
    ]
    for frequency in [50, 100, 200, 500, 1_000, 2_000, 3_000, 3_900] as [Double] {
      let theory = filters.reduce(0) { $0 + $1.gainDB(atHz: frequency, rateHz: rateHz) }
      let measured = gainDB(ofImpulseResponse: response, atHz: frequency, rateHz: rateHz)
      // The acceptance limit of the filters.
      #expect(abs(measured - theory) <= 0.01, "at \(frequency) Hz")
    }
  }

  @Test("a high-pass at or above Nyquist is an error that says so", arguments: rates)
  func highPassAboveNyquist(rateHz: Double) {
    for corner in [rateHz / 2, rateHz] {
      let preset = AudioPreset.neutral { $0.highPassFreq = corner }
      let error = ChainError.highPassAboveNyquist(
        preset: "neutral", corner: Hertz(corner), sampleRate: Hertz(rateHz))
      #expect(throws: error) {
        try OfflineRenderer(presets: [preset], sampleRate: Hertz(rateHz), channelCount: 1)
      }
    }
    #expect(throws: Never.self) {
      try OfflineRenderer(
        presets: [.neutral { $0.highPassFreq = rateHz * 0.499 }], sampleRate: Hertz(rateHz),
        channelCount: 1)
    }
  }

  @Test("rates outside 8 to 192 kHz are an error", arguments: [7_999.0, 192_001, 0, -1, .nan])
  func unsupported(rateHz: Double) {
    #expect(throws: ChainError.self) {
      try OfflineRenderer(presets: [.neutral()], sampleRate: Hertz(rateHz), channelCount: 1)
    }
  }

  @Test("attack and release take their seconds at every rate", arguments: rates)
  func times(rateHz: Double) {
    let preset = AudioPreset.neutral {
      // The gain of full scale is then the followed amplitude itself.
      ($0.expansionRatio, $0.expansionThreshold) = (2, 0)
      ($0.attackTime, $0.releaseTime) = (0.01, 0.1)
    }
    var dynamics = Dynamics([DynamicsLaw(preset)], sampleRate: Hertz(rateHz))
    let (rise, fall) = (Int(0.1 * rateHz), Int(0.15 * rateHz))
    var block = [Lanes](repeating: Lanes(repeating: 1), count: rise)
    block += [Lanes](repeating: Lanes(repeating: 0.001), count: fall)
    for start in stride(from: 0, to: block.count, by: 64) {
      let count = min(64, block.count - start)
      var chunk = Array(block[start..<start + count])
      var span = chunk.mutableSpan
      _ = dynamics.process(&span, frameCount: count)
      block.replaceSubrange(start..<start + count, with: chunk)
    }
    // 63 % of the way; the first frame already counts.
    let risen = (block.firstIndex { $0[0] >= 1 - Float(exp(-1.0)) } ?? 0) + 1
    let level = block[rise - 1][0] * 0.001
    let fallen = block[rise...].firstIndex { $0[0] <= level * Float(exp(-1.0)) } ?? 0
    // 2 %, and one frame of the grid.
    #expect(abs(Double(risen) / rateHz / 0.01 - 1) <= 0.02 + 100 / rateHz)
    #expect(abs(Double(fallen - rise + 1) / rateHz / 0.1 - 1) <= 0.02 + 10 / rateHz)
  }

  @Test("the limiter looks ahead and lets go in seconds, and its ceilings hold", arguments: rates)
  func limiter(rateHz: Double) {
    let ceiling = Float(GainStage.ceiling.amplitude)
    var limiter = CeilingLimiter(ceiling: ceiling, channelCount: 1, sampleRate: Hertz(rateHz))
    // Beside the look-ahead there is half of the kernel that looks between the samples.
    let kernelFrames = 6
    let lookAhead = Double(limiter.latencyFrames - kernelFrames) / rateHz
    #expect(abs(lookAhead - 0.005) <= 0.501 / rateHz)
    // Full scale at 300 Hz, four times full scale for a while, and a quarter of it to the end.
    let (loud, end) = (Int(0.05 * rateHz), Int(0.5 * rateHz))
    let samples = (0..<end).map { frame -> Float in
      frame < loud ? 4 * (frame / 8 % 2 == 0 ? 1 : -1) : 0.2
    }
    var channels = [samples]
    limiter.process(&channels)
    let output = channels[0]
    #expect(output.allSatisfy { $0.magnitude <= ceiling })
    let start = loud + limiter.latencyFrames
    func reduction(_ seconds: Double) -> Double {
      1 - Double(output[start + Int(seconds * rateHz)]) / 0.2
    }
    let measured = 0.2 / log(reduction(0.05) / reduction(0.25))
    // 2⁻²² of a unit against a reduction of 0.06 at the end, and the grid of frames.
    #expect(abs(measured / CeilingLimiter.releaseSeconds - 1) <= 0.02)
    // The wave between samples, where it is worst: a quarter of the rate beside its peaks.
    var tone = CeilingLimiter(ceiling: ceiling, channelCount: 1, sampleRate: Hertz(rateHz))
    var wave = [(0..<end).map { [Float(0.8), 0.8, -0.8, -0.8][$0 % 4] }]
    tone.process(&wave)
    let steady = wave[0][end / 2..<end - 100].map(\.magnitude).max() ?? .infinity
    #expect(Decibels(amplitude: Double(steady) * 2.0.squareRoot()).value <= 0)
  }

  @Test("a 20 Hz high-pass keeps 100 dB of accuracy at every rate", arguments: rates)
  func accuracy(rateHz: Double) throws {
    let rate = Hertz(rateHz)
    let noise = TestSignals.noise(amplitude: 0.5, seconds: 0.5, sampleRate: rate)
    let renderer = try OfflineRenderer(presets: [.neutral()], sampleRate: rate, channelCount: 1)
    let output = try renderer.render(noise)[0].audio.channels[0]
    // The same section in double precision, in its textbook form.
    let g = tan(.pi * 20 / rateHz)
    let k = 2.0.squareRoot()
    let a1 = 1 / (1 + g * (g + k))
    var (s1, s2, signal, error) = (0.0, 0.0, 0.0, 0.0)
    for (sample, measured) in zip(noise.channels[0], output) {
      let x = Double(sample)
      let v3 = x - s2
      let v1 = a1 * s1 + g * a1 * v3
      let v2 = s2 + g * a1 * s1 + g * g * a1 * v3
      (s1, s2) = (2 * v1 - s1, 2 * v2 - s2)
      let y = x - k * v1 - v2
      signal += y * y
      error += (Double(measured) - y) * (Double(measured) - y)
    }
    let ratio = 10 * log10(signal / error)
    #expect(ratio >= 100, "\(ratio) dB")
  }

  @Test("every preset of the library renders at every rate, under the ceiling", arguments: rates)
  func library(rateHz: Double) throws {
    let presets = try PresetLibrary.embedded().presets
    let rate = Hertz(rateHz)
    let noise = TestSignals.noise(amplitude: 0.3, seconds: 0.1, sampleRate: rate)
    var options = OfflineRenderer.Options()
    // Tails are the business of other tests.
    options.rendersTail = false
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: rate, channelCount: 1, options: options)
    let renders = try renderer.render(noise)
    #expect(renders.count == 25)
    for (preset, render) in zip(presets, renders) {
      #expect(render.audio.firstNonFinite == nil, "\(preset.id)")
      // The least lifts a tenth of a second of noise to full scale, or at least lets it through.
      #expect(render.audio.peak >= 0.05, "\(preset.id)")
      #expect(render.audio.peak <= Float(GainStage.ceiling.amplitude), "\(preset.id)")
    }
  }
}
