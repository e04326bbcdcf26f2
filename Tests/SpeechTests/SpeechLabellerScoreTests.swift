import Signal
import Speech
import Testing

@Suite("The labeller's score")
struct SpeechLabellerScoreTests {
  private static func burst(_ start: Double) -> SpeechMarks.Obstruent {
    SpeechMarks.Obstruent(
      kind: .burst, position: .final,
      span: SpeechMarks.Span(startSeconds: start, endSeconds: start + 0.02))
  }

  private static func label(_ text: String, _ start: Double, _ end: Double)
    -> LabelledSpeech.Interval
  {
    LabelledSpeech.Interval(text: text, startSeconds: start, endSeconds: end)
  }

  /// A click at 1 s in silence.
  private static let audibility: LabelAudibility = {
    var samples = [Float](repeating: 0, count: 32_000)
    for frame in 0..<160 { samples[16_000 + frame] = frame.isMultiple(of: 2) ? 0.1 : -0.1 }
    return LabelAudibility(
      speech: AudioBuffer(channels: [samples], sampleRate: Hertz(16_000)))
  }()

  private func score(_ starts: [Double], _ labels: LabelledSpeech) -> LabellerScore {
    LabellerScore(
      of: SpeechMarks(obstruents: starts.map(Self.burst)), against: labels,
      audibility: Self.audibility)
  }

  @Test(
    "a burst is found within 20 ms and not beyond",
    arguments: zip([0.979, 0.981, 1, 1.019, 1.021], [0, 1, 1, 1, 0]))
  func tolerance(start: Double, found: Int) {
    let score = score([start], LabelledSpeech(finals: [Self.label("T", 1, 1.03)]))

    #expect(score.finals == 1)
    #expect(score.found == found)
    #expect(score.missed.count == 1 - found)
  }

  @Test("a mark on nothing is false where everything is known, and not judged where nothing is")
  func falseMarks() {
    let phones = [Self.label("AE", 0.2, 0.9), Self.label("T", 0.9, 1.03)]
    let known = score(
      [0.5, 1, 1.06], LabelledSpeech(finals: [Self.label("T", 1, 1.03)], phones: phones))
    let open = score([0.5, 1], LabelledSpeech(finals: [Self.label("T", 1, 1.03)]))
    let pause = SpeechMarks.Span(startSeconds: 0.4, endSeconds: 0.6)
    let inPause = score(
      [0.5, 1], LabelledSpeech(finals: [Self.label("T", 1, 1.03)], judged: [pause]))

    // From 1.03 s on the 20 ms reach to 1.05 s.
    #expect(known.judged == 3 && known.falseMarks == 2)
    #expect(open.judged == 1 && open.falseMarks == 0)
    #expect(inPause.judged == 2 && inPause.falseMarks == 1)
    #expect(inPause.wrong.map(\.span.startSeconds) == [0.5])
  }

  @Test("a frication may be marked from 20 ms before its phone on")
  func frication() {
    let labels = LabelledSpeech(
      finals: [Self.label("S", 1, 1.1)], phones: [Self.label("S", 0.95, 1.12)])
    func found(_ start: Double) -> Int {
      let mark = SpeechMarks.Obstruent(
        kind: .frication, position: .final,
        span: SpeechMarks.Span(startSeconds: start, endSeconds: 1.05))
      return LabellerScore(
        of: SpeechMarks(obstruents: [mark]), against: labels, audibility: Self.audibility
      ).found
    }

    #expect(found(0.931) == 1)
    #expect(found(0.929) == 0)
    #expect(found(1.021) == 0)
  }

  @Test("a release that does not rise over its closure is hidden")
  func hidden() {
    let labels = LabelledSpeech(
      finals: [Self.label("T", 1, 1.03), Self.label("T", 1.5, 1.53)])

    let score = score([1], labels)

    #expect(score.hidden == 1)
    #expect(score.finals == 1)
    #expect(score.recall == 1)
  }

  @Test(
    "noise as strong as a burst hides it; 20 dB less does not",
    arguments: zip([1, 0.1], [true, false]))
  func hiddenByNoise(level: Double, isHidden: Bool) {
    var samples = [Float](repeating: 0, count: 32_000)
    for frame in 0..<160 { samples[16_000 + frame] = frame.isMultiple(of: 2) ? 0.1 : -0.1 }
    // At half the rate nothing is filtered away: 0.1 is the amplitude of the burst as well.
    let noise = (0..<32_000).map { Float($0.isMultiple(of: 2) ? 0.11 * level : -0.11 * level) }
    let audibility = LabelAudibility(
      speech: AudioBuffer(channels: [samples], sampleRate: Hertz(16_000)),
      noise: AudioBuffer(channels: [noise], sampleRate: Hertz(16_000)))

    #expect(audibility.shows(Self.label("T", 1, 1.03)) == !isHidden)
  }
}
