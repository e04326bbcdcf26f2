import Presets
import Signal

/// Presets for tests: numbers that do nothing, to be changed one at a time.
extension AudioPreset {
  /// A preset whose every stage leaves ordinary audio alone, as far as the ranges allow.
  static func neutral(_ change: (inout AudioPreset) -> Void = { _ in }) -> AudioPreset {
    var preset = AudioPreset(
      id: "neutral", name: "Neutral", category: "test", order: 0, purpose: "None",
      highPassFreq: 20, eqBands: [], compressionThreshold: 20, compressionHeadroom: 40,
      expansionRatio: 1, expansionThreshold: -120, gateNote: "", attackTime: 0.001,
      releaseTime: 0.1, reverbPreset: nil, reverbMix: 0, normalizeVolume: false, outputGain: 0)
    change(&preset)
    return preset
  }

  /// Denoise, by the numbers of the seed article.
  static var denoise: AudioPreset {
    neutral {
      $0.id = "denoise"
      $0.highPassFreq = 100
      $0.eqBands = [
        EQBand(frequency: 200, gain: -3.5, bandwidth: 0.35),
        EQBand(frequency: 320, gain: -2.5, bandwidth: 0.25),
        EQBand(frequency: 2_200, gain: 3.5, bandwidth: 0.9),
        EQBand(frequency: 7_500, gain: -5, bandwidth: 0.7),
        EQBand(frequency: 9_500, gain: -12, bandwidth: 1),
      ]
      $0.compressionThreshold = -16
      $0.compressionHeadroom = 5
      $0.expansionRatio = 10
      $0.expansionThreshold = -32
      $0.attackTime = 0.001
      $0.releaseTime = 0.22
      $0.normalizeVolume = true
      $0.outputGain = 3
    }
  }
}
