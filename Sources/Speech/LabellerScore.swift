package import Signal

/// How well marks agree with labels.
///
/// - A final obstruent is found where some obstruent mark starts within 20 ms of the label's start.
///   A label of frication starts where the frication is steady, so where the phone itself is known
///   the mark may start anywhere from 20 ms before the phone on; it must not end before the label.
/// - A mark is false where it meets no obstruent, 20 ms to either side. H is an obstruent here.
/// - An obstruent is hidden, and does not count, where the samples hardly show it: see
///   `LabelAudibility`. That rule knows nothing of the labeller.
package struct LabellerScore: Hashable, Sendable {
  /// How many final obstruents count.
  package private(set) var finals = 0
  /// How many of those were found.
  package private(set) var found = 0
  /// How many final obstruents do not count because the samples hardly show them.
  package private(set) var hidden = 0
  /// How many marks could be judged.
  package private(set) var judged = 0
  /// How many of those stand on no obstruent.
  package private(set) var falseMarks = 0
  /// The final obstruents that count and were not found.
  package private(set) var missed: [LabelledSpeech.Interval] = []
  /// The marks that stand on no obstruent.
  package private(set) var wrong: [SpeechMarks.Obstruent] = []

  /// How far a start may be off.
  package static let toleranceSeconds = 0.02

  /// Creates a score of nothing, to add others to.
  package init() {}

  /// Holds marks against labels.
  ///
  /// - Parameters:
  ///   - marks: What the labeller found.
  ///   - labels: What is known.
  ///   - audibility: Which labels the samples show.
  package init(of marks: SpeechMarks, against labels: LabelledSpeech, audibility: LabelAudibility) {
    for label in labels.finals {
      guard audibility.shows(label) else {
        hidden += 1
        continue
      }
      finals += 1
      if marks.obstruents.contains(where: { Self.finds($0, label, labels) }) {
        found += 1
      } else {
        missed.append(label)
      }
    }
    let obstruents = labels.obstruents
    let tolerance = Self.toleranceSeconds
    for mark in marks.obstruents {
      let (start, end) = (mark.span.startSeconds, mark.span.endSeconds)
      let isRight = obstruents.contains {
        start < $0.endSeconds + tolerance && end > $0.startSeconds - tolerance
      }
      let isJudged =
        isRight || !labels.phones.isEmpty
        || labels.judged.contains { $0.startSeconds <= start && start <= $0.endSeconds }
      guard isJudged else { continue }
      judged += 1
      if !isRight {
        falseMarks += 1
        wrong.append(mark)
      }
    }
  }

  private static func finds(
    _ mark: SpeechMarks.Obstruent, _ label: LabelledSpeech.Interval, _ labels: LabelledSpeech
  ) -> Bool {
    let start = label.span.startSeconds
    // Half a sample of the lowest rate: the edges of the labels are rounded to the millisecond.
    let tolerance = toleranceSeconds + 1e-6
    var earliest = start - tolerance
    if !LabelledSpeech.isStop(label.text) {
      guard mark.span.endSeconds > start else { return false }
      let middle = (start + label.span.endSeconds) / 2
      let phone = labels.phones.first {
        $0.span.startSeconds < middle && middle < $0.span.endSeconds
      }
      if let phone { earliest = min(earliest, phone.span.startSeconds - tolerance) }
    }
    return earliest <= mark.span.startSeconds && mark.span.startSeconds <= start + tolerance
  }

  /// The part of the final obstruents that was found; NaN without any.
  package var recall: Double { Double(found) / Double(finals) }

  /// The part of the judged marks that is false; NaN without any.
  package var falseShare: Double { Double(falseMarks) / Double(judged) }

  /// Adds another recording of the same voice.
  package static func += (sum: inout LabellerScore, other: LabellerScore) {
    sum.finals += other.finals
    sum.found += other.found
    sum.hidden += other.hidden
    sum.judged += other.judged
    sum.falseMarks += other.falseMarks
    sum.missed += other.missed
    sum.wrong += other.wrong
  }
}

/// Whether the samples show a labelled obstruent at all.
///
/// Above 1.5 kHz, a burst must stand 3 dB over the 2 to 12 ms before it in its first 10 ms, with
/// the noise added to both, and a frication 3 dB over the noise alone. The noise is what was mixed
/// in, from 0.1 s before the label to 0.1 s behind it; in a recording that nothing was mixed into,
/// its own noise is part of the closure, and every labelled frication counts.
package struct LabelAudibility: Sendable {
  private let speech: [Double]
  private let noise: [Double]?
  private let sampleRate: Double

  /// Looks at a recording.
  ///
  /// - Parameters:
  ///   - speech: The speech as it was labelled; its first channel counts.
  ///   - noise: What was mixed into it, of the same length and rate.
  package init(speech: AudioBuffer, noise: AudioBuffer? = nil) {
    sampleRate = speech.sampleRate.value
    self.speech = Self.energies(of: speech)
    self.noise = noise.map(Self.energies)
  }

  private static func energies(of audio: AudioBuffer) -> [Double] {
    var filter = LabelBandFilter(sampleRate: audio.sampleRate)
    return FrameCurves.sums(
      audio.channels[0].map { sample in
        let y = filter.process(Double(sample))
        return y * y
      })
  }

  private func power(_ sums: [Double], _ start: Double, _ end: Double) -> Double {
    FrameCurves.mean(sums, Int(start * sampleRate), Int(end * sampleRate))
  }

  /// Whether a labelled obstruent stands out.
  package func shows(_ label: LabelledSpeech.Interval) -> Bool {
    let (start, end) = (label.span.startSeconds, label.span.endSeconds)
    let isStop = LabelledSpeech.isStop(label.text)
    guard isStop || noise != nil else { return true }
    let mixed = noise.map { power($0, start - 0.1, end + 0.1) } ?? 0
    let sound = power(speech, start, isStop ? start + 0.01 : end)
    let before = isStop ? power(speech, start - 0.012, start - 0.002) : 0
    return sound > 0 && sound + mixed >= Decibels(3).power * (before + mixed)
  }
}

/// A high-pass of the fourth order at 1.5 kHz.
///
/// Source: R. Bristow-Johnson, Audio EQ Cookbook, W3C Note 2021, `HPF`, with Butterworth's poles.
private struct LabelBandFilter {
  private var sections: [(b: Double, a1: Double, a2: Double, s1: Double, s2: Double)]

  init(sampleRate: Hertz) {
    let omega = 2 * Double.pi * 1_500 / sampleRate.value
    let cosine = DeterministicMath.cos(omega)
    sections = [0.541196100146197, 1.30656296487638].map { quality in
      let alpha = DeterministicMath.sin(omega) / (2 * quality)
      let a0 = 1 + alpha
      return ((1 + cosine) / (2 * a0), -2 * cosine / a0, (1 - alpha) / a0, 0, 0)
    }
  }

  mutating func process(_ x: Double) -> Double {
    var x = x
    for index in sections.indices {
      let section = sections[index]
      let y = section.b * x + section.s1
      sections[index].s1 = -2 * section.b * x - section.a1 * y + section.s2
      sections[index].s2 = section.b * x - section.a2 * y
      x = y
    }
    return x
  }
}
