import Signal

/// Words of noise bursts and harmonics, with labels that are exact to the sample.
///
/// Each word is an initial consonant, a vowel and a final consonant, and stands between pauses.
struct SyntheticSpeech {
  /// Three words with pauses at −70 dBFS, made once.
  static let standard = SyntheticSpeech()

  let audio: AudioBuffer
  let labels: [Label]

  init(
    words: [String] = ["left", "right", "front"], pauseLevel: Decibels = Decibels(-70),
    fundamental: Double = 120, sampleRate: Hertz = Hertz(48_000)
  ) {
    var generator = SeededGenerator(seed: 7)
    var samples: [Float] = []
    var labels: [Label] = []
    func count(_ seconds: Double) -> Int { Int((seconds * sampleRate.value).rounded()) }
    func noise(_ seconds: Double, _ level: Decibels) -> [Float] {
      (0..<count(seconds)).map { _ in Float(level.amplitude * generator.nextUniform()) }
    }
    func vowel(_ seconds: Double) -> [Float] {
      (0..<count(seconds)).map { frame in
        let harmonics = (1...30).map { harmonic in
          let turns = fundamental * Double(harmonic) * Double(frame) / sampleRate.value
          let phase = (turns - turns.rounded()) * 2 * .pi + Double(harmonic * harmonic)
          return 0.1 * DeterministicMath.sin(phase) / Double(harmonic).squareRoot()
        }
        return Float(harmonics.reduce(0, +))
      }
    }
    func add(_ part: [Float], _ kind: Label.Kind, _ text: String, _ word: String) {
      let start = Double(samples.count) / sampleRate.value
      samples += part
      labels.append(
        Label(
          kind: kind, text: text, word: word, startSeconds: start,
          endSeconds: Double(samples.count) / sampleRate.value))
    }
    add(noise(0.3, pauseLevel), .pause, "pause", "")
    for word in words {
      add(noise(0.04, Decibels(-20)), .initialConsonant, "S", word)
      add(vowel(0.16), .vowel, "EH", word)
      add(noise(0.03, Decibels(-26)), .finalConsonant, "T", word)
      add(noise(0.3, pauseLevel), .pause, "pause", "")
    }
    audio = AudioBuffer(channels: [samples], sampleRate: sampleRate)
    self.labels = labels
  }

  /// The recording, scaled between two times and as it is elsewhere.
  func scaled(
    by gain: Decibels, from start: Double, to end: Double
  ) -> AudioBuffer {
    audio.mapped { frame, sample in
      let seconds = Double(frame) / audio.sampleRate.value
      return start - 1e-9 <= seconds && seconds < end - 1e-9
        ? sample * Float(gain.amplitude) : sample
    }
  }

  /// The label of some kind in a word.
  func label(_ kind: Label.Kind, in word: String) -> Label? {
    labels.first { $0.kind == kind && $0.word == word }
  }
}

extension AudioBuffer {
  /// The buffer with each sample replaced by a function of its frame and value.
  func mapped(_ change: (Int, Float) -> Float) -> AudioBuffer {
    AudioBuffer(
      channels: channels.map { $0.enumerated().map { change($0.offset, $0.element) } },
      sampleRate: sampleRate)
  }

  func scaled(by factor: Float) -> AudioBuffer { mapped { $1 * factor } }
}

/// A second-order filter in double precision, with its exact response.
///
/// Source: R. Bristow-Johnson, Audio EQ Cookbook, W3C Note 2021, `peakingEQ` and `HPF`.
struct TestFilter {
  private let b: [Double]
  private let a: [Double]
  private let sampleRate: Hertz

  static func bell(
    _ centre: Double, gain: Double, q: Double, sampleRate: Hertz = Hertz(48_000)
  ) -> TestFilter {
    let omega = 2 * Double.pi * centre / sampleRate.value
    let root = Decibels(gain / 2).amplitude
    let alpha = DeterministicMath.sin(omega) / (2 * q)
    let cosine = DeterministicMath.cos(omega)
    return TestFilter(
      b: [1 + alpha * root, -2 * cosine, 1 - alpha * root],
      a: [1 + alpha / root, -2 * cosine, 1 - alpha / root], sampleRate: sampleRate)
  }

  static func highPass(
    _ cutoff: Double, sampleRate: Hertz = Hertz(48_000)
  ) -> TestFilter {
    let omega = 2 * Double.pi * cutoff / sampleRate.value
    let alpha = DeterministicMath.sin(omega) / 2.0.squareRoot()
    let cosine = DeterministicMath.cos(omega)
    return TestFilter(
      b: [(1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2],
      a: [1 + alpha, -2 * cosine, 1 - alpha], sampleRate: sampleRate)
  }

  /// y[n] = x[n] + gain · x[n − 1].
  static func echo(_ gain: Double, sampleRate: Hertz = Hertz(48_000)) -> TestFilter {
    TestFilter(b: [1, gain, 0], a: [1, 0, 0], sampleRate: sampleRate)
  }

  func callAsFunction(_ audio: AudioBuffer) -> AudioBuffer {
    let channels = audio.channels.map { samples in
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      return samples.map { sample in
        let x = Double(sample)
        let y = (b[0] * x + b[1] * x1 + b[2] * x2 - a[1] * y1 - a[2] * y2) / a[0]
        (x1, x2, y1, y2) = (x, x1, y, y1)
        return Float(y)
      }
    }
    return AudioBuffer(channels: channels, sampleRate: audio.sampleRate)
  }

  var response: FrequencyResponse {
    let (a, b, rate) = (a, b, sampleRate.value)
    return FrequencyResponse { frequency in
      let omega = 2 * Double.pi * frequency.value / rate
      func power(_ c: [Double]) -> Double {
        let real =
          c[0] + c[1] * DeterministicMath.cos(omega) + c[2] * DeterministicMath.cos(2 * omega)
        let imaginary =
          c[1] * DeterministicMath.sin(omega) + c[2] * DeterministicMath.sin(2 * omega)
        return real * real + imaginary * imaginary
      }
      return Decibels(power: power(b) / power(a))
    }
  }
}
