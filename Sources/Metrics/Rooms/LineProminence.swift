package import Signal
import Spectrum

/// How far the strongest line of a room's late tail stands out: what sounds metallic.
///
/// One Hann window over the tail, beginning a quarter of the decay time after the room starts to
/// answer and half the decay time long, so over the decay from -15 to -45 dB, in which resonances
/// that ring longer than others come to the fore. From 200 Hz to 8 kHz every bin is set against
/// the median of the bins within 200 Hz, which follows the colour of the room and not its lines.
///
/// Noise that decays has lines too: the powers of its bins are exponentially distributed, so the
/// strongest of some thousands lies 10 to 13 dB over their median. A room is held against that.
package enum LineProminence {
  /// Reads the strongest line over its neighbourhood, in decibels.
  ///
  /// NaN where the tail is silent or the recording ends too early.
  ///
  /// - Parameters:
  ///   - samples: The answer of a room to an impulse at one ear.
  ///   - onset: The frame at which the room starts to answer.
  ///   - decaySeconds: The decay time at 1 kHz.
  ///   - sampleRate: Above 16.4 kHz, so that the band fits.
  package static func decibels(
    of samples: [Float], onset: Int, decaySeconds: Double, sampleRate: Hertz
  ) -> Double {
    let start = onset + Int(decaySeconds / 4 * sampleRate.value)
    let length = max(4, Int(decaySeconds / 2 * sampleRate.value))
    guard start + length <= samples.count else { return .nan }
    var size = 4
    while size < length { size *= 2 }
    var transform = RealFFT(size: size)
    let power = PowerSpectrum(
      of: start..<start + length, in: AudioBuffer(channels: [samples], sampleRate: sampleRate),
      window: HannWindow(count: length), transform: &transform
    ).power
    let width = sampleRate.value / Double(size)
    var most = -Double.infinity
    for centre in stride(from: 250.0, to: 8000, by: 100) {
      func bins(within reach: Double) -> ArraySlice<Double> {
        power[Int((centre - reach) / width)...Int((centre + reach) / width)]
      }
      let neighbours = bins(within: 200).sorted()
      let ratio = (bins(within: 50).max() ?? .nan) / neighbours[neighbours.count / 2]
      guard ratio.isFinite else { return .nan }
      most = max(most, ratio)
    }
    return Decibels(power: most).value
  }

  /// The same of white noise that decays evenly: the mean over some seeds, in decibels.
  package static func decibelsOfNoise(decaySeconds: Double, sampleRate: Hertz) -> Double {
    let seeds: [UInt64] = [1, 2, 3, 4]
    let sum = seeds.reduce(0) { sum, seed in
      var generator = SeededGenerator(seed: seed)
      let step = DeterministicMath.exp(
        -DecayTime.nepers / 2 / (decaySeconds * sampleRate.value))
      var level = 1.0
      let noise = (0..<Int(0.8 * decaySeconds * sampleRate.value)).map { _ in
        level *= step
        return Float(level * generator.nextUniform())
      }
      return sum
        + decibels(of: noise, onset: 0, decaySeconds: decaySeconds, sampleRate: sampleRate)
    }
    return sum / Double(seeds.count)
  }
}
