import Metrics
import Signal
import TestSupport

/// Impulse responses with a known answer.
enum KnownRooms {
  /// e^(-6.9078 t/T): an energy that decays by 60 dB in T.
  static func decay(seconds: Double, length: Double, rate: Hertz) -> AudioBuffer {
    let samples = (0..<Int(length * rate.value)).map { frame in
      Float(envelope(Double(frame) / rate.value, seconds))
    }
    return AudioBuffer(channels: [samples], sampleRate: rate)
  }

  /// A direct sound, and from 10 ms on noise that decays.
  static func room(seconds: Double, level: Double, length: Double, rate: Hertz) -> AudioBuffer {
    var samples = TestSignals.noise(
      amplitude: level, seconds: length, seed: 11, sampleRate: rate
    ).channels[0]
    for frame in samples.indices {
      let time = Double(frame) / rate.value
      samples[frame] *= time < 0.01 ? 0 : Float(envelope(time, seconds))
    }
    samples[0] = 1
    return AudioBuffer(channels: [samples], sampleRate: rate)
  }

  static func envelope(_ time: Double, _ seconds: Double) -> Double {
    DeterministicMath.exp(-DecayTime.nepers / 2 * time / seconds)
  }

  /// What is left of a modulation where an energy decays evenly.
  static func modulation(_ hertz: Double, _ seconds: Double) -> Double {
    let ratio = 2 * Double.pi * hertz * seconds / DecayTime.nepers
    return 1 / (1 + ratio * ratio).squareRoot()
  }

  /// The STI of a room in which every octave decays so.
  static func index(_ seconds: Double) -> Double {
    let terms = ImpulseResponseMeasures.modulationHertz.map { hertz in
      let depth = modulation(hertz, seconds)
      let ratio = 10 * DeterministicMath.log10(depth / (1 - depth))
      return (min(max(ratio, -15), 15) + 15) / 30
    }
    return terms.reduce(0, +) / Double(terms.count)
  }
}
