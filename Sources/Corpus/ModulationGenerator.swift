import Signal

/// Slow changes of level.
enum ModulationGenerator {
  /// Changes the level of some samples in place; their mean square stays, on average.
  ///
  /// - Parameters:
  ///   - modulations: The changes, with the seed of each.
  ///   - sampleRate: The rate.
  ///   - samples: The samples.
  static func apply(
    _ modulations: [(modulation: NoiseRecipe.Modulation, seed: UInt64)], sampleRate: Hertz,
    to samples: inout [Double]
  ) {
    var levels = [Double](repeating: 0, count: samples.count)
    var norm = 1.0
    for (modulation, seed) in modulations {
      // A level of u standard deviations is the factor exp(u · spread).
      let spread = modulation.depthDB * DeterministicMath.ln10 / 20
      switch modulation.shape {
      case .random:
        let curve = SlowCurve.values(
          seed: seed, risesPerSecond: modulation.rateHz, count: samples.count,
          rate: sampleRate.value)
        let slope = spread / SlowCurve.deviation
        norm *= randomNorm(slope)
        for frame in levels.indices { levels[frame] += slope * curve[frame] }
      case .periodic:
        var random = SeededGenerator(seed: seed)
        let start = random.nextUniform()
        let turnsPerFrame = modulation.rateHz / sampleRate.value
        let slope = spread * 2.0.squareRoot()
        norm *= periodicNorm(slope)
        for frame in levels.indices {
          let turns = Double(frame) * turnsPerFrame + start
          levels[frame] += slope * DeterministicMath.sin(2 * .pi * (turns - turns.rounded()))
        }
      }
    }
    for frame in samples.indices {
      samples[frame] *= DeterministicMath.exp(levels[frame]) * norm
    }
  }

  /// What keeps the mean square: the mean of exp(2 · slope · curve), from the weights of the
  /// spline and the mean of exp(a · x) = sinh(a) / a over numbers x from -1 to 1.
  private static func randomNorm(_ slope: Double) -> Double {
    let places = 32
    var mean = 0.0
    for place in 0..<places {
      let u = (Double(place) + 0.5) / Double(places)
      let v = 1 - u
      let weights = [
        v * v * v, 3 * u * u * u - 6 * u * u + 4, 3 * v * v * v - 6 * v * v + 4, u * u * u,
      ]
      mean += weights.reduce(1 / Double(places)) { product, weight in
        let a = 2 * slope * weight / 6
        return a > 0 ? product * DeterministicMath.sinh(a) / a : product
      }
    }
    return 1 / mean.squareRoot()
  }

  private static func periodicNorm(_ slope: Double) -> Double {
    let places = 64
    let mean = (0..<places).reduce(0.0) { sum, place in
      let angle = 2 * .pi * (Double(place) / Double(places) - 0.5)
      return sum + DeterministicMath.exp(2 * slope * DeterministicMath.sin(angle)) / Double(places)
    }
    return 1 / mean.squareRoot()
  }
}
