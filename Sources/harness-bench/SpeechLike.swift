import Signal

/// A test signal with the shape of speech, made of pulses and noise: nobody's voice.
///
/// Syllables of a consonant of noise and a vowel of pulses through three resonances, in phrases
/// with pauses between them, over hiss at -60 dBFS. The same seed gives the same samples on every
/// machine.
///
/// Source: source and filter after G. Fant, Acoustic Theory of Speech Production, 1960; digital
/// resonators in cascade after D. Klatt, "Software for a cascade/parallel formant synthesizer",
/// JASA 67(3), 1980. The ranges are of everyday speech; nothing depends on their exact values.
enum SpeechLike {
  /// The rate of the signal.
  static let sampleRate = Hertz(48_000)
  /// The peak of the voice; the hiss adds at most 0.05 dB.
  static let peak = Decibels(-9)
  /// The RMS level of the hiss.
  static let hiss = Decibels(-60)

  /// Makes the signal.
  ///
  /// - Parameters:
  ///   - seconds: Its length, above zero.
  ///   - isStereo: Whether there is a second channel: the voice 0.25 ms later and 2 dB lower, with
  ///     hiss of its own.
  ///   - seed: Which signal.
  static func audio(seconds: Double, isStereo: Bool, seed: UInt64) -> AudioBuffer {
    labelled(seconds: seconds, isStereo: isStereo, seed: seed).audio
  }

  /// Makes the signal, and tells what it holds where.
  ///
  /// The parameters are those of `audio`. Each syllable counts as a word, and the pauses lie
  /// between phrases.
  static func labelled(
    seconds: Double, isStereo: Bool, seed: UInt64
  ) -> (audio: AudioBuffer, labels: [Label]) {
    let frameCount = Int((seconds * sampleRate.value).rounded())
    var random = SeededGenerator(seed: seed)
    var voice: [Float] = []
    var labels: [Label] = []
    voice.reserveCapacity(frameCount + 2 * Int(sampleRate.value))
    while voice.count < frameCount { addPhrase(to: &voice, &labels, &random) }
    voice.removeLast(voice.count - frameCount)

    let loudest = voice.reduce(Float(0)) { max($0, $1.magnitude) }
    let scale = loudest > 0 ? Float(peak.amplitude) / loudest : 0
    var channels = [hissed(voice, scale, delay: 0, &random)]
    if isStereo {
      let lower = scale * Float(Decibels(-2).amplitude)
      channels.append(
        hissed(voice, lower, delay: Int(0.000_25 * sampleRate.value), &random))
    }
    let end = Double(frameCount) / sampleRate.value
    return (
      AudioBuffer(channels: channels, sampleRate: sampleRate),
      labels.filter { $0.endSeconds <= end }
    )
  }

  /// The signal with exact zeros from some time on.
  ///
  /// - Parameters:
  ///   - audio: The signal.
  ///   - seconds: When the zeros begin.
  static func silenced(_ audio: AudioBuffer, after seconds: Double) -> AudioBuffer {
    let start = min(audio.frameCount, Int((seconds * audio.sampleRate.value).rounded()))
    let zeros = repeatElement(Float(0), count: audio.frameCount - start)
    return AudioBuffer(
      channels: audio.channels.map { Array($0[..<start]) + zeros }, sampleRate: audio.sampleRate)
  }

  /// The voice at its level, with hiss.
  private static func hissed(
    _ voice: [Float], _ scale: Float, delay: Int, _ random: inout SeededGenerator
  ) -> [Float] {
    // The RMS of even noise is its peak over √3.
    let hissPeak = Float(3.0.squareRoot() * hiss.amplitude)
    return voice.indices.map { frame in
      let sample = frame < delay ? 0 : voice[frame - delay]
      return sample * scale + hissPeak * Float(random.nextUniform())
    }
  }

  /// Adds three to nine syllables, and a pause.
  private static func addPhrase(
    to voice: inout [Float], _ labels: inout [Label], _ random: inout SeededGenerator
  ) {
    func label(_ kind: Label.Kind, _ text: String, _ word: String, _ start: Int, _ end: Int) {
      labels.append(
        Label(
          kind: kind, text: text, word: word, startSeconds: Double(start) / sampleRate.value,
          endSeconds: Double(end) / sampleRate.value))
    }
    let pitch = between(95, 210, &random)
    let loudness = Decibels(between(-8, 0, &random)).amplitude
    let count = Int(between(3, 10, &random))
    for number in 0..<count {
      // Pitch and level sink towards the end of a phrase.
      let fall = 1 - 0.25 * Double(number) / Double(count)
      let start = voice.count
      addConsonant(to: &voice, loudness * fall, &random)
      let vowel = voice.count
      addVowel(to: &voice, pitch: pitch * fall, loudness * fall, &random)
      label(.initialConsonant, "S", "s\(start)", start, vowel)
      label(.vowel, "AH", "s\(start)", vowel, voice.count)
      addSilence(to: &voice, seconds: between(0.01, 0.06, &random))
    }
    let pause = voice.count
    addSilence(to: &voice, seconds: between(0.25, 0.8, &random))
    label(.pause, "pause", "", pause, voice.count)
  }

  /// Adds a burst of noise about one high resonance.
  private static func addConsonant(
    to voice: inout [Float], _ loudness: Double, _ random: inout SeededGenerator
  ) {
    let seconds = between(0.025, 0.11, &random)
    var resonance = Resonator(hertz: between(2_500, 7_500, &random), bandwidth: 1_500)
    let level = loudness * Decibels(between(-24, -12, &random)).amplitude
    let frames = Int(seconds * sampleRate.value)
    for frame in 0..<frames {
      let envelope = swell(frame, of: frames, attack: 0.2, release: 0.5)
      voice.append(Float(level * envelope * resonance.next(random.nextUniform())))
    }
  }

  /// Adds pulses of a gliding pitch through three resonances.
  private static func addVowel(
    to voice: inout [Float], pitch: Double, _ loudness: Double, _ random: inout SeededGenerator
  ) {
    var resonances = [
      Resonator(hertz: between(280, 800, &random), bandwidth: 70),
      Resonator(hertz: between(900, 2_200, &random), bandwidth: 110),
      Resonator(hertz: between(2_400, 3_200, &random), bandwidth: 170),
    ]
    let frames = Int(between(0.09, 0.24, &random) * sampleRate.value)
    let bend = between(-0.12, 0.12, &random)
    var phase = 1.0
    var (slow, source) = (0.0, 0.0)
    for frame in 0..<frames {
      let place = Double(frame) / Double(frames)
      phase += pitch * (1 + bend * place) / sampleRate.value
      var pulse = 0.0
      if phase >= 1 {
        phase -= 1
        pulse = 1 + 0.05 * random.nextUniform()
      }
      // Two poles at 100 Hz and the difference that the lips make: down 6 dB an octave above.
      slow = 0.987 * slow + pulse
      source = 0.987 * source + 0.013 * slow
      var sample = slow - source
      for index in resonances.indices { sample = resonances[index].next(sample) }
      let envelope = swell(frame, of: frames, attack: 0.15, release: 0.4)
      voice.append(Float(loudness * envelope * sample))
    }
  }

  private static func addSilence(to voice: inout [Float], seconds: Double) {
    voice.append(contentsOf: repeatElement(0, count: Int(seconds * sampleRate.value)))
  }

  /// An envelope that rises over its first part and falls over its last.
  private static func swell(
    _ frame: Int, of frames: Int, attack: Double, release: Double
  ) -> Double {
    let place = Double(frame) / Double(frames)
    let nearness = min(1, min(place / attack, (1 - place) / release))
    return nearness * nearness * (3 - 2 * nearness)
  }

  private static func between(
    _ low: Double, _ high: Double, _ random: inout SeededGenerator
  ) -> Double {
    low + (high - low) * (random.nextUniform() + 1) / 2
  }

  /// A resonance with a gain of one at 0 Hz.
  private struct Resonator {
    private let gain: Double
    private let first: Double
    private let second: Double
    private var last = 0.0
    private var beforeLast = 0.0

    init(hertz: Double, bandwidth: Double) {
      let radius = DeterministicMath.exp(-Double.pi * bandwidth / sampleRate.value)
      first = 2 * radius * DeterministicMath.cos(2 * .pi * hertz / sampleRate.value)
      second = -radius * radius
      gain = 1 - first - second
    }

    mutating func next(_ input: Double) -> Double {
      let output = gain * input + first * last + second * beforeLast
      (beforeLast, last) = (last, output)
      return output
    }
  }
}
