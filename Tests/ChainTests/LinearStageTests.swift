import Chain
import Foundation
import Presets
import Signal
import TestSupport
import Testing

@Suite("Linear stage")
struct LinearStageTests {
  /// The linear part of every preset of the library, one impulse through all of it at once.
  ///
  /// The impulse is 0.02 high, so no compressor moves, and the expanders are off.
  private static func impulseResponses(rateHz: Double) throws -> [(AudioPreset, [Float])] {
    let presets = try PresetLibrary.embedded().presets.map { original in
      AudioPreset.neutral {
        $0.id = original.id
        $0.highPassFreq = original.highPassFreq
        $0.eqBands = original.eqBands
      }
    }
    let rate = Hertz(rateHz)
    // The narrowest band, 0.08 octaves at 150 Hz, has rung out by then to under -200 dB.
    let impulse = TestSignals.impulse(height: 0.02, frameCount: 65_536, sampleRate: rate)
    let renderer = try OfflineRenderer(presets: presets, sampleRate: rate, channelCount: 1)
    return zip(presets, try renderer.render(impulse)).map { preset, render in
      (preset, render.audio.channels[0].map { $0 / 0.02 })
    }
  }

  private static let frequencies: [Double] = (0...200).map { 20 * pow(900, Double($0) / 200) }

  @Test(
    "high-pass and bells of all presets follow the cookbook within 0.01 dB from 20 Hz to 18 kHz",
    arguments: [44_100.0, 48_000])
  func followsCookbook(rateHz: Double) throws {
    for (preset, response) in try Self.impulseResponses(rateHz: rateHz) {
      let filters =
        [CookbookFilter.highPass(cornerHz: preset.highPassFreq, rateHz: rateHz)]
        + preset.eqBands.map {
          .bell(
            centerHz: $0.frequency, gainDB: $0.gain, octaves: $0.bandwidth, rateHz: rateHz)
        }
      let stage = LinearStage(preset: preset, sampleRate: Hertz(rateHz))
      var worst = 0.0
      for frequency in Self.frequencies {
        let theory = filters.reduce(0) { $0 + $1.gainDB(atHz: frequency, rateHz: rateHz) }
        let measured = gainDB(ofImpulseResponse: response, atHz: frequency, rateHz: rateHz)
        worst = max(worst, abs(measured - theory))
        let analytic = stage.response.gain(at: Hertz(frequency)).value
        // Two ways to write one transfer function: rounding only.
        #expect(abs(analytic - theory) <= 1e-6, "\(preset.id) at \(frequency) Hz")
      }
      // The acceptance limit; single precision takes about a thousandth of a decibel of it.
      #expect(worst <= 0.01, "\(preset.id) is off by \(worst) dB")
    }
  }

  @Test(
    "Denoise takes out 14 dB where hiss lives",
    arguments: [(8_000.0, -14.1), (9_000, -14.7)])
  func denoiseInHiss(frequency: Double, expectedDB: Double) throws {
    let responses = try Self.impulseResponses(rateHz: 48_000)
    let response = try #require(responses.first { $0.0.id == "denoise" }).1
    let measured = gainDB(ofImpulseResponse: response, atHz: frequency, rateHz: 48_000)
    // The figures are given to one decimal.
    #expect(abs(measured - expectedDB) <= 0.05)
  }

  @Test("a band at or above Nyquist is left out", arguments: [8_000.0, 9_500])
  func bandAboveNyquist(frequency: Double) {
    let band = AudioPreset.EQBand(frequency: frequency, gain: -12, bandwidth: 1)
    let stage = LinearStage(preset: .neutral { $0.eqBands = [band] }, sampleRate: Hertz(16_000))
    #expect(stage.bells == [.identity])
  }

  @Test("a 20 Hz high-pass at 192 kHz keeps a tone and removes a constant")
  func lowCornerAtHighRate() throws {
    let rate = Hertz(192_000)
    let tone = TestSignals.sine(Hertz(1_000), amplitude: 0.1, seconds: 0.5, sampleRate: rate)
    let biased = AudioBuffer(channels: [tone.channels[0].map { $0 + 0.2 }], sampleRate: rate)
    let renderer = try OfflineRenderer(
      presets: [.neutral { $0.compressionThreshold = 20 }], sampleRate: rate, channelCount: 1)
    let output = try renderer.render(biased)[0].audio.channels[0][48_000...]
    let mean = output.reduce(0) { $0 + Double($1) } / Double(output.count)
    // Twenty time constants of a 20 Hz corner leave under -60 dBFS of the constant.
    #expect(abs(mean) <= 0.001)
  }
}
