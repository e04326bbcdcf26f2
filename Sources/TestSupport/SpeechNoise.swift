package import Signal

/// Noise to be mixed with speech, the same on every machine.
package enum SpeechNoise: String, Sendable, CaseIterable {
  /// Equally strong everywhere.
  case white
  /// White noise, less below 1 kHz.
  case hiss
  /// White noise, less above 90 Hz.
  case rumble
  /// 50 Hz and nineteen multiples, over a little white noise.
  case hum
  /// Eight talkers.
  case babble

  /// Makes noise of a mean square of one.
  ///
  /// - Parameters:
  ///   - frames: The length.
  ///   - sampleRate: The rate.
  ///   - talkers: Speech of other people, for babble; at least one recording.
  ///   - seed: Where the random numbers start.
  package func samples(
    frames: Int, sampleRate: Hertz, talkers: [AudioBuffer] = [], seed: UInt64 = 5
  ) -> [Float] {
    var random = SeededGenerator(seed: seed)
    switch self {
    case .babble: return Self.unit(Self.babble(frames, sampleRate, talkers, &random))
    case .hum: return Self.unit(Self.hum(frames, sampleRate, &random))
    default: break
    }
    let corner = self == .hiss ? 1_000.0 : 90
    let g = DeterministicMath.tan(.pi * corner / sampleRate.value)
    var states = (0.0, 0.0)
    var samples: [Double] = []
    samples.reserveCapacity(frames)
    for frame in -4_000..<frames {
      let x = random.nextUniform()
      let v = (x - states.0) * g / (1 + g)
      let low = v + states.0
      states.0 = low + v
      let v2 = (low - states.1) * g / (1 + g)
      let lower = v2 + states.1
      states.1 = lower + v2
      if frame >= 0 { samples.append(self == .white ? x : self == .hiss ? x - low : lower) }
    }
    return Self.unit(samples)
  }

  private static func hum(
    _ frames: Int, _ sampleRate: Hertz, _ random: inout SeededGenerator
  ) -> [Double] {
    let period = Int((sampleRate.value / 50).rounded())
    let cycle = (0..<period).map { frame in
      (1..<20).reduce(0.0) { sum, harmonic in
        let turns = Double(harmonic * frame % period) / Double(period)
        return sum
          + DeterministicMath.sin(2 * .pi * turns + Double(harmonic * harmonic)) / Double(harmonic)
      }
    }
    return (0..<frames).map { cycle[$0 % period] + 0.017 * random.nextUniform() }
  }

  private static func babble(
    _ frames: Int, _ sampleRate: Hertz, _ talkers: [AudioBuffer], _ random: inout SeededGenerator
  ) -> [Double] {
    var sum = [Double](repeating: 0, count: frames)
    for number in 0..<8 {
      let talker = talkers[number % talkers.count]
      let samples = unit(talker.channels[0].map(Double.init))
      let step = talker.sampleRate.value / sampleRate.value
      let start = (random.nextUniform() + 1) / 2 * Double(samples.count)
      for frame in 0..<frames {
        let place = start + Double(frame) * step
        let index = Int(place)
        let part = Float(place - Double(index))
        let here = samples[index % samples.count]
        let next = samples[(index + 1) % samples.count]
        sum[frame] += Double(here + part * (next - here))
      }
    }
    return sum
  }

  private static func unit(_ samples: [Double]) -> [Float] {
    let power = samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))
    let factor = power > 0 ? 1 / power.squareRoot() : 0
    return samples.map { Float($0 * factor) }
  }
}

extension AudioBuffer {
  /// The buffer with another one of the same shape added to it.
  package func adding(_ other: AudioBuffer) -> AudioBuffer {
    AudioBuffer(
      channels: zip(channels, other.channels).map { zip($0, $1).map { $0 + $1 } },
      sampleRate: sampleRate)
  }

  /// The buffer with every sample multiplied.
  package func multiplied(by factor: Float) -> AudioBuffer {
    AudioBuffer(channels: channels.map { $0.map { $0 * factor } }, sampleRate: sampleRate)
  }
}
