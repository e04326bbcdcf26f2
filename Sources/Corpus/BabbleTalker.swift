import Signal

/// One voice of a babble, which says chance syllables.
///
/// Vowels are pulses at a gliding pitch with a little breath, through three formants and a
/// low-pass; fricatives and bursts are noise through a high-pass at the same corner.
struct BabbleTalker {
  let rhythm: SpeechRhythm
  /// The middle of the pitch.
  let voiceHz: Double
  let seed: UInt64
  let sampleRate: Hertz

  /// How long before the first frame the voices start, each up to another phrase earlier: longer
  /// than any filter.
  private static let leadSeconds = 1.5
  private static let phraseSeconds = 4.0

  /// A state of the talk: what is random, and where in time and pitch it is.
  private struct Talk {
    var random: SeededGenerator
    var noise: SeededGenerator
    var time: Double
    var pitch = 0.0

    /// A number from 0 up to, not including, 1.
    mutating func unit() -> Double { (random.nextUniform() + 1) / 2 }

    mutating func within(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }
  }

  /// Adds the voice to the input of a filter.
  ///
  /// - Parameters:
  ///   - amplitude: A factor.
  ///   - leadFrames: How many samples of the input lie before the first frame.
  ///   - input: What the voice is added to.
  func speak(amplitude: Double, leadFrames: Int, into input: inout [Double]) {
    var talk = Talk(
      random: SeededGenerator(seed: seed),
      noise: SeededGenerator(seed: NoiseGenerator.substream(seed, 1)), time: -Self.leadSeconds)
    talk.time -= Self.phraseSeconds * talk.unit()
    let end = Double(input.count - leadFrames) / sampleRate.value
    while talk.time < end {
      let choices = Double(SpeechRhythm.phrase.count)
      let syllables = SpeechRhythm.phrase.lowerBound + Int(choices * talk.unit())
      for _ in 0..<syllables where talk.time < end {
        saySyllable(&talk, amplitude, leadFrames, &input)
      }
      talk.time += talk.within(rhythm.pauseSeconds)
      talk.pitch = 0.25
    }
  }

  private func saySyllable(
    _ talk: inout Talk, _ amplitude: Double, _ leadFrames: Int, _ input: inout [Double]
  ) {
    let noisy = amplitude * rhythm.noiseAmplitude
    let choice = talk.unit()
    if choice < SpeechRhythm.fricativeShare {
      say(rhythm.fricative, &talk, noisy, leadFrames, &input) { consonant($0, &$1) }
    } else if choice < SpeechRhythm.fricativeShare + SpeechRhythm.stopShare {
      talk.time += talk.within(rhythm.closureSeconds)
      say(rhythm.burst, &talk, noisy, leadFrames, &input) { consonant($0, &$1) }
    }
    // The pitch falls through a phrase and jumps with the stress, by octaves.
    let from = talk.pitch
    talk.pitch = 0.7 * talk.pitch + talk.within(-0.2...0.15)
    let to = talk.pitch
    let formants = VoiceFilters.formants.map { formant in
      let width = DeterministicMath.log(formant.highestHz / formant.lowestHz)
      return formant.lowestHz * DeterministicMath.exp(talk.unit() * width)
    }
    say(rhythm.vowel, &talk, amplitude, leadFrames, &input) { count, talk in
      vowel(count, from: from, to: to, formants, &talk)
    }
  }

  /// Draws the length and the level of a sound, makes it, and adds it between its slopes.
  private func say(
    _ sound: SpeechRhythm.Sound, _ talk: inout Talk, _ amplitude: Double, _ leadFrames: Int,
    _ input: inout [Double], make: (Int, inout Talk) -> [Double]
  ) {
    let rate = sampleRate.value
    let factor = Decibels(talk.within(sound.levelsDB)).amplitude * amplitude
    let first = Int((talk.time * rate).rounded()) + leadFrames
    talk.time += talk.within(sound.seconds)
    let count = Int((talk.time * rate).rounded()) + leadFrames - first
    guard first + count > 0, first < input.count else { return }
    let samples = make(count, &talk)
    let attack = sound.attackSeconds * rate
    let release = sound.releaseSeconds * rate
    for frame in max(0, -first)..<min(count, input.count - first) {
      let up = (Double(frame) + 0.5) / attack
      let down = (Double(count - frame) - 0.5) / release
      let slope = min(up, down)
      let envelope = slope < 1 ? slope * slope * (3 - 2 * slope) : 1
      input[first + frame] += factor * envelope * samples[frame]
    }
  }

  private func consonant(_ count: Int, _ talk: inout Talk) -> [Double] {
    // Numbers that are equally likely from -1 to 1 have a mean square of a third.
    let factor = 3.0.squareRoot()
    var samples = (0..<count).map { _ in talk.noise.nextUniform() * factor }
    VoiceFilters.shapeConsonant(&samples, sampleRate: sampleRate)
    return samples
  }

  private func vowel(
    _ count: Int, from: Double, to: Double, _ formantsHz: [Double], _ talk: inout Talk
  ) -> [Double] {
    let rate = sampleRate.value
    var samples = (0..<count + 4).map { _ in VoiceFilters.breath * talk.noise.nextUniform() }
    // Not from the numbers that make the talk, which goes on alike at every rate.
    var place = (talk.noise.nextUniform() + 1) / 2
    while place < Double(count) {
      let octaves = from + (to - from) * place / Double(count)
      let period = rate / (voiceHz * DeterministicMath.exp(octaves * DeterministicMath.ln2))
      let frame = Int(place)
      let weights = VoiceFilters.pulse(late: place - Double(frame))
      // A pulse of this size in each period has a mean square of one for each sample.
      for tap in 0..<4 { samples[frame + tap] += weights[tap] * period.squareRoot() }
      // The periods of a voice differ by a percent or so.
      place += max(2, period * (1 + 0.01 * talk.noise.nextUniform()))
    }
    VoiceFilters.shapeVowel(&samples, formantsHz: formantsHz, sampleRate: sampleRate)
    return samples
  }
}
