import Signal

/// Voices that talk at once, with the rhythm and the spectrum of speech and without words.
///
/// What the talkers say is flat on average; one filter gives the sum the spectrum of speech.
enum BabbleGenerator {
  static func add(
    _ babble: NoiseRecipe.Babble, seed: UInt64, gain: Double, sampleRate: Hertz,
    to sum: inout [Double]
  ) {
    let filter = filter(sampleRate)
    var input = [Double](repeating: 0, count: filter.inputCount(for: sum.count))
    var random = SeededGenerator(seed: seed)
    let powers = (0..<babble.talkers).map { _ in
      Decibels(babble.levelSpreadDB * (random.nextUniform() - 1) / 2).power
    }
    let whole = powers.reduce(0, +)
    for (number, power) in powers.enumerated() {
      // Voices from low to high, one in each of as many steps as there are talkers.
      let place = (Double(number) + (random.nextUniform() + 1) / 2) / Double(babble.talkers)
      // Some talk faster than others, by a fifth or so.
      let pace = DeterministicMath.exp(0.2 * random.nextUniform())
      let rhythm = SpeechRhythm(syllablesPerSecond: babble.syllablesPerSecond * pace)
      let talker = BabbleTalker(
        rhythm: rhythm, voiceHz: 95 * DeterministicMath.exp(place * DeterministicMath.log(2.5)),
        seed: random.next(), sampleRate: sampleRate)
      talker.speak(
        amplitude: (power / whole / rhythm.voicedPower).squareRoot(), leadFrames: filter.length,
        into: &input)
    }
    filter.add(input, gain: gain, to: &sum)
  }

  /// What makes speech of the talkers' even sounds.
  private static func filter(_ sampleRate: Hertz) -> SpectrumFilter {
    let levels = SpeechSpectrum.levelsDB
    let first = SpeechSpectrum.first
    let whole = levels.reduce(0) { $0 + Decibels($1).power }
    let powers = levels.enumerated().map { place, level in
      let hertz = ThirdOctave(index: first.index + place).centreHz
      let density = VoiceFilters.meanDensity(atHz: hertz, sampleRate: sampleRate)
      return Decibels(level).power / whole / density
    }
    return SpectrumFilter(powers: powers, first: first, inputPower: 1, sampleRate: sampleRate)
  }
}

/// The long-term average spectrum of speech, of women and men in many languages.
enum SpeechSpectrum {
  /// The first of the bands.
  static let first = ThirdOctave(index: -12)

  /// The levels in thirds of an octave from 63 Hz to 16 kHz, of speech at 70 dB in all.
  ///
  /// Source: D. Byrne et al., "An international comparison of long-term average speech spectra",
  /// Journal of the Acoustical Society of America 96(4), 1994 (women and men together).
  static let levelsDB = [
    38.6, 43.5, 54.4, 57.7, 56.8, 60.2, 60.3, 59.0, 62.1, 62.1, 60.5, 56.8, 53.7, 53.0, 52.0,
    48.7, 48.1, 46.8, 45.6, 44.5, 44.3, 43.7, 43.4, 41.3, 40.7,
  ]
}
