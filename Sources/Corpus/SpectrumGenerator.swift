import Signal

/// Noise with stated levels in thirds of an octave: white noise through a filter made for them.
enum SpectrumGenerator {
  static func add(
    _ spectrum: NoiseRecipe.Spectrum, seed: UInt64, gain: Double, sampleRate: Hertz,
    to sum: inout [Double]
  ) {
    guard let first = ThirdOctave(nominalHz: spectrum.fromHz) else { return }
    // Numbers that are equally likely from -1 to 1 have a mean square of a third.
    let filter = SpectrumFilter(
      powers: spectrum.levelsDB.map { Decibels($0).power }, first: first, inputPower: 1.0 / 3,
      sampleRate: sampleRate)
    var random = SeededGenerator(seed: seed)
    let white = (0..<filter.inputCount(for: sum.count)).map { _ in random.nextUniform() }
    filter.add(white, gain: gain, to: &sum)
  }
}
