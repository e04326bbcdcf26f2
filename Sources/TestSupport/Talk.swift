package import Signal

extension TestSignals {
  /// Syllables of hiss and of pulses whose pitch glides, none like the other, with soft pauses.
  ///
  /// Nothing in it repeats, so it fits itself in one place alone; a quarter of a second a syllable.
  package static func talk(
    syllables: Int, pitch: Double = 130, seed: UInt64 = 3, sampleRate: Hertz
  ) -> AudioBuffer {
    var random = SeededGenerator(seed: seed)
    var samples: [Float] = []
    func frames(_ seconds: Double) -> Int {
      Int(seconds * (1 + 0.6 * random.nextUniform()) * sampleRate.value)
    }
    for _ in 0..<syllables {
      for _ in 0..<frames(0.05) { samples.append(Float(0.1 * random.nextUniform())) }
      var throat = Resonators(sampleRate: sampleRate)
      var frequency = pitch * (1 + 0.2 * random.nextUniform())
      var turns = 0.0
      for _ in 0..<frames(0.13) {
        turns += frequency / sampleRate.value
        frequency *= 1 - 0.3 / sampleRate.value
        samples.append(Float(throat.next(turns >= 1 ? 0.3 : 0)))
        turns -= turns.rounded(.down)
      }
      for _ in 0..<frames(0.07) { samples.append(Float(0.0005 * random.nextUniform())) }
    }
    return AudioBuffer(channels: [samples], sampleRate: sampleRate)
  }
}

/// Three resonances side by side, as of an open vowel.
private struct Resonators {
  private let coefficients: [(first: Double, second: Double)]
  private var states = [(Double, Double)](repeating: (0, 0), count: 3)

  init(sampleRate: Hertz) {
    coefficients = [150.0, 600, 1_700].map { centre in
      let radius = DeterministicMath.exp(-.pi * 120 / sampleRate.value)
      let turn = 2 * Double.pi * centre / sampleRate.value
      return (2 * radius * DeterministicMath.cos(turn), -radius * radius)
    }
  }

  mutating func next(_ input: Double) -> Double {
    var sum = 0.0
    for index in coefficients.indices {
      let (one, two) = states[index]
      let output = input + coefficients[index].first * one + coefficients[index].second * two
      states[index] = (output, one)
      sum += output
    }
    return sum / 10
  }
}
