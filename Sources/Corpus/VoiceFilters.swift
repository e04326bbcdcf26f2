import Signal

/// The filters of a chance voice, and what they do to its sounds on average.
///
/// All are of the second order, by the trapezoidal rule.
///
/// Source: A. Simper, "Solving the continuous SVF equations using trapezoidal integration", 2013.
enum VoiceFilters {
  /// A resonance of the mouth: where it may lie, all ratios being equally likely, and its shape.
  ///
  /// Source for the ranges: G. E. Peterson and H. L. Barney, "Control methods used in a study of
  /// the vowels", Journal of the Acoustical Society of America 24(2), 1952, table II.
  struct Formant {
    let lowestHz: Double
    let highestHz: Double
    let gainDB: Double
    let q: Double
  }

  static let formants = [
    Formant(lowestHz: 300, highestHz: 800, gainDB: 14, q: 3.5),
    Formant(lowestHz: 900, highestHz: 2_300, gainDB: 12, q: 5),
    Formant(lowestHz: 2_400, highestHz: 3_000, gainDB: 10, q: 7),
  ]

  /// The amplitude of the breath in a vowel.
  static let breath = 0.1

  /// Where vowels end and fricatives begin.
  private static let crossoverHz = 2_500.0
  private static let butterworth = 2.0.squareRoot()

  /// The four samples of a pulse that lies between the second and the third of them: a cubic
  /// B-spline, whose sum is one.
  static func pulse(late u: Double) -> [Double] {
    let v = 1 - u
    return [
      v * v * v / 6, (3 * u * u * u - 6 * u * u + 4) / 6, (3 * v * v * v - 6 * v * v + 4) / 6,
      u * u * u / 6,
    ]
  }

  /// Sends a voice through formants and the low-pass.
  static func shapeVowel(
    _ samples: inout [Double], formantsHz: [Double], sampleRate: Hertz
  ) {
    precondition(formantsHz.count == formants.count, "each formant needs a frequency")
    func bell(_ place: Int) -> (section: Section, mix: Double) {
      let formant = formants[place]
      let a = Decibels(formant.gainDB / 2).amplitude
      let k = 1 / (formant.q * a)
      return (Section(atHz: formantsHz[place], k: k, sampleRate), (a * a - 1) * k)
    }
    var (first, second, third) = (bell(0), bell(1), bell(2))
    var lowPass = Section(atHz: crossoverHz, k: butterworth, sampleRate)
    // One loop for all: a processor works on several sections at once.
    for frame in samples.indices {
      var x = samples[frame]
      x += first.mix * first.section.process(x).band
      x += second.mix * second.section.process(x).band
      x += third.mix * third.section.process(x).band
      samples[frame] = lowPass.process(x).low
    }
  }

  /// Sends noise through the high-pass.
  static func shapeConsonant(_ samples: inout [Double], sampleRate: Hertz) {
    var section = Section(atHz: crossoverHz, k: butterworth, sampleRate)
    for frame in samples.indices {
      let x = samples[frame]
      let (band, low) = section.process(x)
      samples[frame] = x - butterworth * band - low
    }
  }

  /// The mean power density of a voice whose vowels and consonants are equally strong before the
  /// filters.
  ///
  /// Low-pass and high-pass of the second order and the same corner add up to one in power, so
  /// what is left is the formants, of which the mean is taken, and the width of the pulses.
  static func meanDensity(atHz hertz: Double, sampleRate: Hertz) -> Double {
    guard hertz < sampleRate.nyquist.value else { return 1 }
    let tangent = DeterministicMath.tan(.pi * hertz / sampleRate.value)
    var vowel = 1.0
    for formant in formants {
      let places = 32
      let width = DeterministicMath.log(formant.highestHz / formant.lowestHz)
      let a = Decibels(formant.gainDB / 2).amplitude
      vowel *= (0..<places).reduce(0.0) { sum, place in
        let share = (Double(place) + 0.5) / Double(places)
        let centre = formant.lowestHz * DeterministicMath.exp(share * width)
        let w = tangent / warped(centre, sampleRate)
        let detuning = (1 - w * w) * (1 - w * w)
        let (above, below) = (w * a / formant.q, w / (a * formant.q))
        return sum + (detuning + above * above) / (detuning + below * below) / Double(places)
      }
    }
    // The transform of a cubic B-spline is the fourth power of sin x / x.
    let x = .pi * hertz / sampleRate.value
    let sinc = DeterministicMath.sin(x) / x
    let pulses = sinc * sinc * sinc * sinc * sinc * sinc * sinc * sinc
    let ratio = tangent / warped(crossoverHz, sampleRate)
    let high = ratio * ratio * ratio * ratio
    return (vowel * (pulses + breath * breath / 3) + high) / (1 + high)
  }

  private static func warped(_ hertz: Double, _ sampleRate: Hertz) -> Double {
    DeterministicMath.tan(.pi * min(hertz / sampleRate.value, 0.45))
  }

  /// A state-variable section.
  private struct Section {
    private let a1: Double
    private let a2: Double
    private let a3: Double
    private var s1 = 0.0
    private var s2 = 0.0

    init(atHz hertz: Double, k: Double, _ sampleRate: Hertz) {
      let g = warped(hertz, sampleRate)
      a1 = 1 / (1 + g * (g + k))
      a2 = g * a1
      a3 = g * a2
    }

    mutating func process(_ x: Double) -> (band: Double, low: Double) {
      let v3 = x - s2
      let v1 = a1 * s1 + a2 * v3
      let v2 = s2 + a2 * s1 + a3 * v3
      s1 = v1 + v1 - s1
      s2 = v2 + v2 - s2
      return (v1, v2)
    }
  }
}
