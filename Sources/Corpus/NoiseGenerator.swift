import Signal

/// Seeded noise, the same on every machine.
///
/// Frame *n* depends on the recipe and the sample rate, and not on how many frames follow it: a
/// longer noise goes on where a shorter one ends, without a seam.
enum NoiseGenerator {
  /// Makes the noise of a recipe, at the level that comes of it.
  ///
  /// - Parameters:
  ///   - recipe: The seed and the parts, without a fault.
  ///   - frameCount: The length.
  ///   - sampleRate: The rate; what a recipe holds above half of it is left out.
  /// - Returns: The samples, in double precision.
  static func samples(
    _ recipe: NoiseRecipe, frameCount: Int, sampleRate: Hertz
  ) -> [Double] {
    precondition(recipe.fault == nil, "a recipe with a fault cannot be made")
    var sum = [Double](repeating: 0, count: max(0, frameCount))
    guard frameCount > 0 else { return sum }
    for (index, part) in recipe.parts.enumerated() {
      // Parts must not repeat one another's random numbers.
      let seed = recipe.seed &* 0x1_0000_0001 &+ UInt64(index)
      guard !part.modulation.isEmpty else {
        add(part, seed: seed, sampleRate: sampleRate, to: &sum)
        continue
      }
      var steady = [Double](repeating: 0, count: frameCount)
      add(part, seed: seed, sampleRate: sampleRate, to: &steady)
      let modulations = part.modulation.enumerated().map { number, modulation in
        let ownSeed =
          modulation.together.map { substream(recipe.seed, UInt64(bitPattern: Int64($0))) }
          ?? substream(seed, 0x6D6F_6475 &+ UInt64(number))
        return (modulation: modulation, seed: ownSeed)
      }
      ModulationGenerator.apply(modulations, sampleRate: sampleRate, to: &steady)
      for frame in sum.indices { sum[frame] += steady[frame] }
    }
    return sum
  }

  /// Brings samples to a level; silence stays silence.
  ///
  /// - Parameters:
  ///   - samples: The samples.
  ///   - level: The level of their mean square, re full scale.
  static func scaled(_ samples: [Double], toRMS level: Decibels) -> [Double] {
    guard !samples.isEmpty else { return samples }
    let power = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    guard power > 0 else { return samples }
    let factor = (level.power / power).squareRoot()
    return samples.map { $0 * factor }
  }

  /// The seed of one of many streams that come of one seed.
  static func substream(_ seed: UInt64, _ number: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: seed ^ (number &* 0xD134_2543_DE82_EF95))
    return generator.next()
  }

  private static func add(
    _ part: NoiseRecipe.Part, seed: UInt64, sampleRate: Hertz, to sum: inout [Double]
  ) {
    let gain = Decibels(part.levelDB).amplitude
    switch part.kind {
    case .colour(let colour):
      ColourGenerator.add(colour, seed: seed, gain: gain, sampleRate: sampleRate, to: &sum)
    case .spectrum(let spectrum):
      SpectrumGenerator.add(spectrum, seed: seed, gain: gain, sampleRate: sampleRate, to: &sum)
    case .hum(let hum):
      HumGenerator.add(hum, seed: seed, gain: gain, sampleRate: sampleRate, to: &sum)
    case .clicks(let clicks):
      ClickGenerator.add(clicks, seed: seed, gain: gain, sampleRate: sampleRate, to: &sum)
    case .babble(let babble):
      BabbleGenerator.add(babble, seed: seed, gain: gain, sampleRate: sampleRate, to: &sum)
    case .impulse(let impulse):
      let frame = Int((impulse.atSeconds * sampleRate.value).rounded())
      if sum.indices.contains(frame) { sum[frame] += gain }
    }
  }
}
