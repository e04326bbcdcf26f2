import Signal
import TestSupport

/// Signals whose active level can be computed, and the computation.
enum Bursts {
  /// Bursts of a 500 Hz tone, each followed by silence.
  static func tone(
    seconds: Double, gap: Double, count: Int, amplitude: Double, rate: Double
  ) -> AudioBuffer {
    let one = TestSignals.sine(
      Hertz(500), amplitude: amplitude, seconds: seconds, sampleRate: Hertz(rate))
    let silence = AudioBuffer(silentFrames: Int(gap * rate), sampleRate: Hertz(rate))
    var audio = one
    audio.append(silence)
    for _ in 1..<count {
      audio.append(one)
      audio.append(silence)
    }
    return audio
  }

  /// The active level of such bursts in closed form.
  ///
  /// Two poles with one time constant T answer the mean E = 2a/π of a rectified sine with
  /// E(1 − e^(−t/T)(1 + t/T)), and its end with E e^(−t/T)(1 + t/T). A burst is active from where
  /// the first passes the threshold to 0.2 s after the second falls under it, and the threshold
  /// lies 15.9 dB under the energy over that time.
  static func activeLevel(amplitude: Double, seconds: Double) -> Double {
    let (mean, energy) = (2 * amplitude / .pi, amplitude * amplitude / 2 * seconds)
    var level = Decibels(power: amplitude * amplitude / 2).value
    for _ in 0..<50 {
      let part = Decibels(level - 15.9).amplitude / mean
      let rise = solve { 1 - remainder($0) - part }
      let fall = solve { part - remainder($0) }
      level = Decibels(power: energy / (seconds - rise + fall + 0.2)).value
    }
    return level
  }

  private static func remainder(_ t: Double) -> Double {
    DeterministicMath.exp(-t / 0.03) * (1 + t / 0.03)
  }

  /// Where a rising function of time crosses zero, in the first second.
  private static func solve(_ function: (Double) -> Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if function(middle) < 0 { low = middle } else { high = middle }
    }
    return low
  }

  /// Noise whose loudness wanders over 40 dB at the pace of syllables, with pauses.
  static func speechLike(seconds: Double, rate: Hertz) -> AudioBuffer {
    var samples = TestSignals.noise(seconds: seconds, seed: 7, sampleRate: rate).channels[0]
    for index in samples.indices {
      let t = Double(index) / rate.value
      let slow = DeterministicMath.sin(2 * .pi * 0.31 * t)
      let syllable = DeterministicMath.sin(2 * .pi * 3.3 * t)
      samples[index] *= Float(Decibels(-28 + 13 * slow + 10 * syllable).amplitude)
    }
    return AudioBuffer(channels: [samples], sampleRate: rate)
  }

  /// The level at one threshold, counted sample by sample as the standard words it.
  static func countedLevel(of audio: AudioBuffer, threshold: Decibels) -> Double? {
    let rate = audio.sampleRate.value
    let g = DeterministicMath.exp(-1 / (0.03 * rate))
    let hangover = Int(0.2 * rate)
    var (p, q, energy, active, hung) = (0.0, 0.0, 0.0, 0, hangover)
    for sample in audio.channels[0] {
      let x = Double(sample)
      energy += x * x
      p = g * p + (1 - g) * abs(x)
      q = g * q + (1 - g) * p
      if q >= threshold.amplitude {
        active += 1
        hung = 0
      } else if hung < hangover {
        active += 1
        hung += 1
      }
    }
    return active > 0 ? Decibels(power: energy / Double(active)).value : nil
  }
}
