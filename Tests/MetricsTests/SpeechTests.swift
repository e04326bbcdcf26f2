import Metrics
import Signal
import TestSupport
import Testing

@Suite("Speech metrics")
struct SpeechTests {
  private let speech = SyntheticSpeech.standard

  private func measure(
    _ render: AudioBuffer, response: FrequencyResponse = .flat, speech: SyntheticSpeech? = nil
  ) -> Measurements {
    let speech = speech ?? self.speech
    return MetricBank.standard.measure(
      MetricSubject(
        reference: speech.audio, render: render, labels: speech.labels, hasLowVoice: true,
        linearResponse: response))
  }

  private func retentions(_ result: Measurements) -> [Reading] {
    result.readings.filter { $0.metric.id == "consonant-retention" }
  }

  @Test("the reference compared with itself has changed by exactly nothing")
  func identity() throws {
    let result = measure(speech.audio)

    #expect(result.failures.isEmpty)
    #expect(retentions(result).count == 6)
    #expect(retentions(result).allSatisfy { $0.value == 0 })
    #expect(try #require(result["voice-body-dB"]).value == 0)
    #expect(try #require(result["low-mids-dB"]).value == 0)
    #expect(try #require(result["gate-opening-delay-ms"]).value == 0)
    #expect(try #require(result["gate-closing-time-ms"]).value == .infinity)
  }

  @Test("a change of level alone changes no speech metric", arguments: [Float(0.1), 3])
  func gainInvariance(gain: Float) throws {
    let before = measure(speech.audio)
    let after = measure(speech.audio.scaled(by: gain))

    for reading in before.readings where reading.metric.unit == .decibels {
      // Rounding of the scaled samples to single precision.
      #expect(abs(try #require(after[reading.name]).value - reading.value) <= 0.01)
    }
    #expect(after["gate-opening-delay-ms"]?.value == before["gate-opening-delay-ms"]?.value)
    #expect(after["gate-closing-time-ms"]?.value == before["gate-closing-time-ms"]?.value)
  }

  @Test("a burst that loses 20 dB reads -20 dB, and the others keep theirs")
  func eatenConsonant() throws {
    let burst = try #require(speech.label(.finalConsonant, in: "right"))

    let result = measure(
      speech.scaled(by: Decibels(-20), from: burst.startSeconds, to: burst.endSeconds))

    let name = "consonant-retention-dB right/T@1.030s"
    let reading = try #require(result[name])
    // The label is exact, so only single precision is left; 0.5 dB is what a person would ask.
    #expect(abs(reading.value + 20) <= 0.5)
    #expect(!reading.metric.isWithinLimit(reading.value))
    #expect(reading.place == Place(burst))
    #expect(reading.place?.word == "right" && reading.place?.phone == "T")
    for other in retentions(result) where other.name != name { #expect(abs(other.value) <= 0.01) }
  }

  @Test("a consonant that is gone altogether reads minus infinity; one without its vowel is kept")
  func silencedConsonant() throws {
    let burst = try #require(speech.label(.finalConsonant, in: "left"))
    let vowel = try #require(speech.label(.vowel, in: "right"))

    let eaten = measure(
      speech.scaled(by: Decibels(-.infinity), from: burst.startSeconds, to: burst.endSeconds))
    let hollow = measure(
      speech.scaled(by: Decibels(-.infinity), from: vowel.startSeconds, to: vowel.endSeconds))

    #expect(eaten.failures.isEmpty && hollow.failures.isEmpty)
    #expect(eaten["consonant-retention-dB left/T@0.500s"]?.value == -.infinity)
    #expect(hollow["consonant-retention-dB right/T@1.030s"]?.value == 0)
    #expect(hollow["gate-opening-delay-ms"]?.value == .infinity)
  }

  @Test("a word that a gate swallows whole is lost, not kept")
  func swallowedWord() throws {
    let burst = try #require(speech.label(.finalConsonant, in: "right"))
    let vowel = try #require(speech.label(.vowel, in: "right"))

    let result = measure(
      speech.scaled(by: Decibels(-40), from: vowel.startSeconds, to: burst.endSeconds))

    // The vowels together lose next to nothing, so 40 dB less the 6 dB that a vowel may sink.
    let value = try #require(result["consonant-retention-dB right/T@1.030s"]).value
    #expect(value <= -30)
  }

  @Test("a consonant that gains on its vowel is kept, and no more than that")
  func liftedConsonant() throws {
    let burst = try #require(speech.label(.finalConsonant, in: "right"))

    let result = measure(
      speech.scaled(by: Decibels(9), from: burst.startSeconds, to: burst.endSeconds))

    #expect(result["consonant-retention-dB right/T@1.030s"]?.value == 0)
  }

  @Test(
    "an equaliser alone costs no consonant",
    arguments: [
      TestFilter.echo(0.5), .echo(-0.9), .highPass(400), .bell(7_500, gain: -12, q: 1.4),
      .bell(1_200, gain: 8, q: 1),
    ])
  func equaliser(filter: TestFilter) {
    let result = measure(filter(speech.audio), response: filter.response)
    let unaware = measure(filter(speech.audio))

    #expect(retentions(result).count == 6)
    // Filters ring a little across the edges of the labels.
    #expect(retentions(result).allSatisfy { abs($0.value) <= 0.3 })
    // The same renders without the response: the test would see an equaliser that is not undone,
    // where it takes more from consonants than from vowels.
    let (high, low) = (Hertz(6_000), Hertz(600))
    guard filter.response.gain(at: high) < filter.response.gain(at: low) else { return }
    #expect(retentions(unaware).contains { abs($0.value) > 0.3 })
  }

  @Test("a gate behind an equaliser is still seen")
  func equaliserAndGate() throws {
    let filter = TestFilter.bell(7_500, gain: -12, q: 1.4)
    let burst = try #require(speech.label(.finalConsonant, in: "left"))
    let gated = speech.scaled(by: Decibels(-10), from: burst.startSeconds, to: burst.endSeconds)

    let result = measure(filter(gated), response: filter.response)

    // As above.
    let value = try #require(result["consonant-retention-dB left/T@0.500s"]).value
    #expect(abs(value + 10) <= 0.3)
  }

  @Test("a consonant where the reference is silent is a failure, not a number")
  func silentConsonant() throws {
    let burst = try #require(speech.label(.finalConsonant, in: "left"))
    let muted = speech.scaled(
      by: Decibels(-.infinity), from: burst.startSeconds, to: burst.endSeconds)

    let result = MetricBank.standard.measure(
      MetricSubject(reference: muted, render: speech.audio, labels: speech.labels))

    #expect(retentions(result).isEmpty)
    #expect(
      result.failures
        == [.nothingToMeasure(metric: "consonant-retention", place: "left/T@0.500s")])
  }

  @Test("a label beyond the end of the recording is a failure")
  func labelOutside() {
    let label = Label(
      kind: .vowel, text: "EH", word: "late", startSeconds: 100, endSeconds: 101)

    let result = MetricBank.standard.measure(
      MetricSubject(reference: speech.audio, render: speech.audio, labels: [label]))

    #expect(result.readings.isEmpty)
    #expect(result.failures == [.nothingToMeasure(metric: "labels", place: "late/EH@100.000s")])
  }

  @Test("muting the first 30 ms of a word reads 30 ms of delay", arguments: [10.0, 30, 60])
  func openingDelay(milliseconds: Double) throws {
    let onset = try #require(speech.label(.initialConsonant, in: "right")).startSeconds

    let result = measure(
      speech.scaled(by: Decibels(-60), from: onset, to: onset + milliseconds / 1000))

    let reading = try #require(result["gate-opening-delay-ms"])
    // Frames of 5 ms every 1 ms: half a frame at most.
    #expect(abs(reading.value - milliseconds) <= 2)
    #expect(reading.place?.word == "right")
    #expect(abs((reading.place?.startSeconds ?? 0) - onset) <= 0.003)
  }

  @Test("a gain within 3 dB of the vowel's is open, and less is not", arguments: [-2.0, -5])
  func openingThreshold(gain: Double) throws {
    let onset = try #require(speech.label(.initialConsonant, in: "right")).startSeconds

    let result = measure(speech.scaled(by: Decibels(gain), from: onset, to: onset + 0.03))

    // Half a frame at most, as above.
    let delay = try #require(result["gate-opening-delay-ms"]).value
    #expect(abs(delay - (gain < -3 ? 30 : 0)) <= 3)
  }

  @Test("a word too deep in noise has no opening delay to read")
  func noisyOnset() {
    let noisy = SyntheticSpeech(pauseLevel: Decibels(-8))

    let result = measure(noisy.audio, speech: noisy)

    #expect(result["gate-opening-delay-ms"] == nil)
    #expect(result.failures.isEmpty)
  }

  @Test("noise between the labelled pause and the word is no part of the word")
  func noiseBeforeWord() throws {
    // The labels keep 30 ms from the word, as a careful labeller does, and a gate is shut there.
    let noisy = SyntheticSpeech(pauseLevel: Decibels(-40))
    let labels = noisy.labels.map { label in
      var label = label
      if label.kind == .pause { label.endSeconds -= 0.03 }
      return label
    }
    let onset = try #require(noisy.label(.initialConsonant, in: "left")).startSeconds
    let render = noisy.scaled(by: Decibels(-30), from: onset - 0.1, to: onset + 0.012)

    let result = MetricBank.standard.measure(
      MetricSubject(reference: noisy.audio, render: render, labels: labels))

    // Half a frame at most, as above.
    #expect(abs(try #require(result["gate-opening-delay-ms"]).value - 12) <= 3)
  }

  @Test(
    "a gate that closes some time into the pauses reads that time", arguments: [20.0, 100, 250])
  func closingTime(milliseconds: Double) throws {
    var render = speech.audio
    for pause in speech.labels where pause.kind == .pause {
      let start = Int(((pause.startSeconds + milliseconds / 1000) * 48_000).rounded())
      let end = Int((pause.endSeconds * 48_000).rounded())
      render.update(channel: 0) { for frame in start..<end { $0[frame] *= 0.01 } }
    }

    let result = measure(render)

    // Frames of 5 ms every 1 ms: half a frame at most.
    #expect(abs(try #require(result["gate-closing-time-ms"]).value - milliseconds) <= 3)
    #expect(try #require(result["gate-opening-delay-ms"]).value <= 2)
  }

  @Test("pauses of digital silence are legal: no closing time, and the least level there is")
  func digitalPauses() {
    let clean = SyntheticSpeech(pauseLevel: Decibels(-.infinity))

    let result = measure(clean.audio, speech: clean)

    #expect(result.failures.isEmpty)
    #expect(result["gate-closing-time-ms"] == nil)
    #expect(result["gate-opening-delay-ms"]?.value == 0)
    #expect(result["pause-level-dB"]?.value == -60)
  }

  @Test("pauses that get louder by some decibels read so much more", arguments: [-2.0, 6])
  func pauseLevel(gain: Double) throws {
    var render = speech.audio
    for pause in speech.labels where pause.kind == .pause {
      let start = Int((pause.startSeconds * 48_000).rounded())
      let end = Int((pause.endSeconds * 48_000).rounded())
      render.update(channel: 0) {
        for frame in start..<end { $0[frame] *= Float(Decibels(gain).amplitude) }
      }
    }

    let before = try #require(measure(speech.audio)["pause-level-dB"]).value
    let after = try #require(measure(render)["pause-level-dB"]).value

    // Single precision.
    #expect(abs(after - before - gain) <= 1e-4)
  }

  @Test("what rings in the first 100 ms of a pause does not count as its level")
  func pauseRinging() throws {
    let pause = try #require(speech.labels.last)

    let loud = speech.scaled(
      by: Decibels(40), from: pause.startSeconds, to: pause.startSeconds + 0.1)

    #expect(
      measure(loud)["pause-level-dB"]?.value == measure(speech.audio)["pause-level-dB"]?.value)
  }
}
