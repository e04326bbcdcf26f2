import Signal
import TestSupport
import Testing

@testable import Metrics

@Suite("The gain over speech")
struct GainMetricsTests {
  private static let harmless = [
    "lost-speech-time-percent", "faded-speech-time-percent", "longest-hole-ms",
    "front-end-clipping-percent", "mid-speech-clipping-percent", "back-end-clipping-percent",
    "weak-class-gain-dB", "lost-final-obstruents-percent", "gate-chatter-per-s",
    "third-octave-deviation-dB",
  ]

  @Test("speech beside itself has lost exactly nothing", arguments: harmless)
  func identity(name: String) throws {
    let result = try SpokenWords.measure(SpokenWords.speech.audio)

    #expect(result.failures.isEmpty)
    #expect(try #require(result[name]).value == 0)
  }

  @Test(
    "the share of the speech that is silenced is the share that is lost", arguments: [3, 6, 12])
  func lostShare(count: Int) throws {
    let words = Array(SpokenWords.names.prefix(count))

    let result = try SpokenWords.measure(
      SpokenWords.scaled(Decibels(-30), .finalConsonant, words: words))

    let expected = 100 * 0.03 * Double(count) / SpokenWords.spokenSeconds
    // Each hole begins and ends within a frame of 16 ms, and frames come every 4 ms: up to two
    // frames of a word's 58 at each end.
    let edges = 100 * 0.016 * Double(count) / SpokenWords.spokenSeconds
    #expect(abs(try #require(result["lost-speech-time-percent"]).value - expected) <= edges)
    #expect(
      abs(try #require(result["lost-final-obstruents-percent"]).value - Double(count) / 0.12)
        < 1e-9)
    let hole = try #require(result["longest-hole-ms"])
    #expect(abs(hole.value - 30) <= 8)
    #expect(hole.place?.word == "word0")
    #expect(hole.place?.phone == "T")
  }

  @Test("what is 8 dB quieter has faded and is not lost, and its consonants are")
  func faded() throws {
    let result = try SpokenWords.measure(SpokenWords.scaled(Decibels(-8), .finalConsonant))

    #expect(try #require(result["lost-speech-time-percent"]).value == 0)
    #expect(try #require(result["longest-hole-ms"]).value == 0)
    #expect(try #require(result["faded-speech-time-percent"]).value > 8)
    #expect(try #require(result["lost-final-obstruents-percent"]).value == 100)
    #expect(try #require(result["gate-chatter-per-s"]).value == 0)
  }

  @Test("a hole stands at the start, inside or at the end of its talk spurt, and nowhere else")
  func clipping() throws {
    let front = try SpokenWords.measure(SpokenWords.scaled(Decibels(-30), .initialConsonant))
    let middle = try SpokenWords.measure(
      SpokenWords.scaled(Decibels(-30), .vowel) { ($0.startSeconds + 0.05, $0.startSeconds + 0.08) }
    )
    let back = try SpokenWords.measure(SpokenWords.scaled(Decibels(-30), .finalConsonant))

    for (result, part) in [(front, "front-end"), (middle, "mid-speech"), (back, "back-end")] {
      for name in ["front-end", "mid-speech", "back-end"] {
        let value = try #require(result["\(name)-clipping-percent"]).value
        #expect((value > 5) == (name == part), "\(name) of a hole at \(part): \(value)")
      }
      let sum = try ["front-end", "mid-speech", "back-end"].reduce(0.0) {
        $0 + (try #require(result["\($1)-clipping-percent"]).value)
      }
      // The three parts are all of what is lost.
      #expect(abs(sum - (try #require(result["lost-speech-time-percent"]).value)) < 1e-9)
    }
  }

  @Test("a gate that closes once within each vowel toggles twice a word")
  func chatter() throws {
    let result = try SpokenWords.measure(
      SpokenWords.scaled(Decibels(-20), .vowel) { ($0.startSeconds + 0.05, $0.startSeconds + 0.09) }
    )

    let seconds = try #require(result["gate-chatter-per-s"]?.material).amount
    #expect(abs(try #require(result["gate-chatter-per-s"]).value * seconds - 24) < 1e-9)
  }

  @Test("the weak class reads the gain of the weak, and a silence counts as -40 dB")
  func weakClass() throws {
    let lowered = try SpokenWords.measure(SpokenWords.scaled(Decibels(-4), .finalConsonant))
    let silenced = try SpokenWords.measure(SpokenWords.scaled(Decibels(-90), .finalConsonant))

    let weak = try #require(lowered["weak-class-gain-dB"])
    // Frames that reach into the vowel hold some of its power.
    #expect(weak.value < -2 && weak.value > -4.01)
    #expect(try #require(silenced["weak-class-gain-dB"]).value >= -40)
    #expect(try #require(silenced["weak-class-gain-dB"]).value < -20)
  }

  @Test("level counts for nothing, be it of the render or of both", arguments: [Float(0.1), 3])
  func levelInvariance(factor: Float) throws {
    let render = SpokenWords.scaled(Decibels(-14), .finalConsonant)
    let before = try SpokenWords.measure(render)
    let louder = try SpokenWords.measure(render.scaled(by: factor))
    let reference = try ReferenceAnalysis(
      of: SpokenWords.speech.audio.scaled(by: factor), labels: SpokenWords.speech.labels,
      hasLowVoice: true, isSpeech: true)
    let both = MetricBank.standard.measure(
      render.scaled(by: factor), of: reference, renderer: nil)

    let judged = before.readings.filter {
      $0.metric.axis != .levelAndNoise && !$0.metric.id.hasPrefix("band-")
    }
    #expect(judged.count >= 12)
    for reading in judged {
      // Single precision rounds the scaled samples: a hundredth of any unit is asked for.
      #expect(abs(try #require(louder[reading.name]).value - reading.value) < 0.01)
      #expect(abs(try #require(both[reading.name]).value - reading.value) < 0.01)
    }
  }

  @Test("too little speech has no number, and says how much there was")
  func uncertain() throws {
    let short = SyntheticSpeech(words: ["one"])

    let result = try SpokenWords.measure(short.audio, speech: short)

    #expect(result["lost-speech-time-percent"] == nil)
    let uncertain = try #require(
      result.uncertain.first { $0.metric.id == "lost-speech-time" })
    #expect(uncertain.material.kind == .activeSpeech)
    // A word lasts 0.23 s; frames at its edges may count or not.
    #expect(abs(uncertain.material.amount - 0.23) < 0.02)
    #expect(uncertain.description.hasSuffix("s of active speech, 1.0 s needed"))
    #expect(result.failures.isEmpty)
  }

  @Test("an equaliser takes nothing from the gain, and all it does is colour")
  func equaliser() throws {
    let bell = TestFilter.bell(2_000, gain: -12, q: 0.9)

    let result = try SpokenWords.measure(bell(SpokenWords.speech.audio))

    #expect(try #require(result["lost-speech-time-percent"]).value == 0)
    #expect(try #require(result["lost-final-obstruents-percent"]).value == 0)
    #expect(try #require(result["third-octave-deviation-dB"]).value > 6)
  }

  @Test("the deviation that is fitted to the signals is that of the known response")
  func deviation() throws {
    let bell = TestFilter.bell(2_000, gain: -12, q: 0.9)
    let render = bell(SpokenWords.speech.audio)

    let fitted = try SpokenWords.measure(render)
    let exact = try SpokenWords.measure(
      render, renderer: RendererFacts(linearResponse: bell.response))

    let (one, other) = (
      try #require(fitted["third-octave-deviation-dB"]),
      try #require(exact["third-octave-deviation-dB"])
    )
    // The fit sees the bands of single frames, in which harmonics stand where they like.
    #expect(abs(one.value - other.value) <= 1)
    #expect(one.place?.lowHertz == other.place?.lowHertz)
  }

  @Test("a gain trace takes the place of the signals, exactly")
  func trace() throws {
    let speech = SpokenWords.speech
    let burst = try #require(speech.label(.finalConsonant, in: "word4"))
    let step = GainTrace.stepFrames(sampleRate: speech.audio.sampleRate)
    let powers = (0..<speech.audio.frameCount / step + 1).map { index -> Float in
      let seconds = Double(index * step) / speech.audio.sampleRate.value
      return seconds >= burst.startSeconds && seconds < burst.endSeconds ? 0 : 0.25
    }
    let trace = GainTrace(
      stepFrames: step, sampleRate: speech.audio.sampleRate, powers: powers)

    let result = try SpokenWords.measure(
      speech.audio, renderer: RendererFacts(linearResponse: .flat, gainTrace: trace))

    let hole = try #require(result["longest-hole-ms"])
    // Of the frames over the burst those that reach out of it are open.
    #expect(hole.value >= 16 && hole.value <= 36)
    #expect(hole.place?.word == "word4")
    #expect(abs(try #require(result["lost-final-obstruents-percent"]).value - 100 / 12.0) < 1e-9)
  }
}
