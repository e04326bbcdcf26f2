import Signal

/// How long the sounds of a talker last, how strong they are, and what that comes to on average.
///
/// Phrases of five to eleven syllables with pauses between them. A syllable is a vowel with the
/// sonorants around it, mostly after a fricative or a stop. The figures are round ones near those
/// of conversation: 120 to 260 ms of voice, fricatives of 60 to 130 ms, closures of 40 to 70 ms,
/// pauses of a quarter of the time.
///
/// Source: T. H. Crystal and A. S. House, "Segmental durations in connected-speech signals:
/// current results", Journal of the Acoustical Society of America 83(4), 1988; syllables come at
/// 4 to 5 a second: T. Arai and S. Greenberg, "The temporal properties of spoken Japanese are
/// similar to those of English", Eurospeech 1997.
struct SpeechRhythm {
  /// One sound: its range of lengths, its slopes, and its range of levels.
  struct Sound {
    let seconds: ClosedRange<Double>
    let attackSeconds: Double
    let releaseSeconds: Double
    let levelsDB: ClosedRange<Double>

    /// The mean length.
    var meanSeconds: Double { (seconds.lowerBound + seconds.upperBound) / 2 }

    /// The mean of the energy: a slope 3s² - 2s³ has 13/35 of the power of the middle.
    var meanEnergy: Double {
      let width = (levelsDB.upperBound - levelsDB.lowerBound) * DeterministicMath.ln10 / 10
      let power =
        (Decibels(levelsDB.upperBound).power - Decibels(levelsDB.lowerBound).power) / width
      return power * (meanSeconds - 22.0 / 35 * (attackSeconds + releaseSeconds))
    }
  }

  /// How many syllables a phrase has.
  static let phrase = 5...11
  /// How often a syllable starts with a fricative, and how often with a stop.
  static let fricativeShare = 0.4
  static let stopShare = 0.35

  let vowel: Sound
  let fricative: Sound
  let burst: Sound
  let closureSeconds: ClosedRange<Double>
  let pauseSeconds: ClosedRange<Double>
  /// What voiced sound comes to on average over all time, for a power of one at level 0.
  let voicedPower: Double
  /// The amplitude of fricatives and bursts that makes their average power that of vowels.
  let noiseAmplitude: Double

  init(syllablesPerSecond: Double) {
    func sounds(_ scale: Double) -> (vowel: Sound, fricative: Sound, burst: Sound) {
      (
        Sound(
          seconds: 0.12 * scale...0.26 * scale, attackSeconds: 0.03 * scale,
          releaseSeconds: 0.05 * scale, levelsDB: -6...3),
        Sound(
          seconds: 0.06 * scale...0.13 * scale, attackSeconds: 0.02 * scale,
          releaseSeconds: 0.02 * scale, levelsDB: -4...2),
        Sound(
          seconds: 0.024 * scale...0.026 * scale, attackSeconds: 0.002 * scale,
          releaseSeconds: 0.018 * scale, levelsDB: 0...6)
      )
    }
    func syllableSeconds(_ scale: Double) -> Double {
      let (vowel, fricative, burst) = sounds(scale)
      return vowel.meanSeconds + Self.fricativeShare * fricative.meanSeconds
        + Self.stopShare * (burst.meanSeconds + 0.055 * scale)
    }
    let scale = 1 / (syllablesPerSecond * syllableSeconds(1))
    (vowel, fricative, burst) = sounds(scale)
    closureSeconds = 0.04 * scale...0.07 * scale
    pauseSeconds = 0.25...0.8
    let syllables = Double(Self.phrase.lowerBound + Self.phrase.upperBound) / 2
    let pause = (pauseSeconds.lowerBound + pauseSeconds.upperBound) / 2
    let cycleSeconds = syllables * syllableSeconds(scale) + pause
    let noise =
      Self.fricativeShare * fricative.meanEnergy + Self.stopShare * burst.meanEnergy
    voicedPower = syllables * vowel.meanEnergy / cycleSeconds
    noiseAmplitude = (vowel.meanEnergy / noise).squareRoot()
  }
}
