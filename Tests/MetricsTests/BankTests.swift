import Metrics
import Signal
import TestSupport
import Testing

@Suite("Metric bank")
struct BankTests {
  private let rate = Hertz(48_000)

  @Test("every metric is described, and no two share a name")
  func descriptions() {
    let descriptions = MetricBank.standard.metrics.map(\.description)

    #expect(descriptions.count == 40)
    #expect(Set(descriptions.map(\.name)).count == descriptions.count)
    for description in descriptions {
      #expect(!description.definition.isEmpty && !description.source.isEmpty)
      #expect(!description.blindTo.isEmpty)
      #expect(description.tolerance > 0)
      // A verdict needs room above the noise of the measurement itself.
      #expect((description.allowedWorsening ?? .infinity) >= 10 * description.tolerance)
    }
  }

  @Test("a sample that is no number is refused, and nothing is measured", arguments: [0, 40_000])
  func notFinite(frame: Int) {
    let good = TestSignals.noise(amplitude: 0.5, seconds: 1, channelCount: 2, sampleRate: rate)
    for value in [Float.nan, .infinity, -.infinity] {
      var bad = good
      bad.update(channel: 1) { $0[frame] = value }

      let result = MetricBank.standard.measure(MetricSubject(reference: good, render: bad))
      let swapped = MetricBank.standard.measure(MetricSubject(reference: bad, render: good))

      #expect(result.readings.isEmpty && swapped.readings.isEmpty)
      #expect(result.failures == [.notFinite(recording: .render, channel: 1, frame: frame)])
      #expect(swapped.failures == [.notFinite(recording: .reference, channel: 1, frame: frame)])
    }
  }

  @Test("sound in and silence out is refused", arguments: [0, Float(0x1p-25)])
  func silentRender(height: Float) {
    let noise = TestSignals.noise(amplitude: 0.5, seconds: 1, sampleRate: rate)

    let result = MetricBank.standard.measure(
      MetricSubject(reference: noise, render: noise.mapped { _, _ in height }))

    #expect(result.readings.isEmpty)
    #expect(result.failures == [.silentRender])
  }

  @Test("silence in and silence out is legal, and reads minus infinity")
  func silence() {
    let silence = AudioBuffer(silentFrames: 48_000, sampleRate: rate)

    let result = MetricBank.standard.measure(MetricSubject(reference: silence, render: silence))

    #expect(result.failures.isEmpty)
    #expect(result.readings.count == 10)
    #expect(result.readings.allSatisfy { $0.value == -.infinity })
  }

  @Test("recordings of different shapes are refused")
  func shapes() {
    let noise = TestSignals.noise(amplitude: 0.5, seconds: 1, sampleRate: rate)
    func failures(_ render: AudioBuffer) -> [MetricError] {
      MetricBank.standard.measure(MetricSubject(reference: noise, render: render)).failures
    }

    let otherRate = AudioBuffer(channels: noise.channels, sampleRate: Hertz(44_100))
    let stereo = AudioBuffer(channels: noise.channels + noise.channels, sampleRate: rate)
    let empty = AudioBuffer(silentFrames: 0, sampleRate: rate)

    #expect(failures(otherRate) == [.rateMismatch(expected: rate, found: Hertz(44_100))])
    #expect(failures(stereo) == [.channelMismatch(expected: 1, found: 2)])
    #expect(
      failures(noise.frames(0..<47_999))
        == [.renderEndsEarly(frames: 47_999, neededFrames: 48_000)])
    #expect(failures(empty) == [.renderEndsEarly(frames: 0, neededFrames: 48_000)])
    #expect(
      MetricBank.standard.measure(MetricSubject(reference: empty, render: empty)).failures
        == [.empty(recording: .reference)])
  }

  @Test("readings come sorted, with unique names, and the same for every run")
  func sorted() {
    let speech = SyntheticSpeech.standard
    let subject = MetricSubject(
      reference: speech.audio, render: speech.audio, labels: speech.labels.reversed(),
      hasLowVoice: true, normaliserGain: Decibels(4.5))

    let first = MetricBank.standard.measure(subject)
    let second = MetricBank.standard.measure(subject)

    let names = first.readings.map(\.name)
    #expect(first.failures.isEmpty)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
    // Ten levels, two tones, pause level, two gate times, normaliser, six consonants.
    #expect(names.count == 22)
    #expect(names.contains("consonant-retention-dB left/T@0.500s"))
    #expect(first["normaliser-gain-dB"]?.value == 4.5)
    #expect(first.readings == second.readings)
  }

  @Test("a reference analysis serves many renders at a time")
  func manyRenders() async throws {
    let speech = SyntheticSpeech.standard
    let reference = try ReferenceAnalysis(
      of: speech.audio, labels: speech.labels, hasLowVoice: true, isSpeech: true)

    let peaks = await withTaskGroup(of: (Int, Double?).self) { group in
      for step in 0..<8 {
        group.addTask {
          let render = speech.audio.scaled(by: Float(Decibels(-Double(step)).amplitude))
          let result = MetricBank.standard.measure(
            render, of: reference, renderer: nil)
          return (step, result["sample-peak-dBFS"]?.value)
        }
      }
      return await group.reduce(into: [Int: Double?]()) { $0[$1.0] = $1.1 }
    }

    let loudest = try #require(peaks[0] ?? nil)
    for step in 0..<8 {
      // Single precision of the scaled samples.
      #expect(abs(try #require(peaks[step] ?? nil) - loudest + Double(step)) <= 1e-5)
    }
  }

  @Test("errors say what to do, in a sentence")
  func errors() {
    let errors: [MetricError] = [
      .notFinite(recording: .render, channel: 0, frame: 3),
      .tooShort(metric: "x", frames: 1, neededFrames: 2), .empty(recording: .approved),
      .renderEndsEarly(frames: 1, neededFrames: 2), .silentRender,
      .rateMismatch(expected: rate, found: Hertz(8_000)), .channelMismatch(expected: 1, found: 2),
      .nothingToMeasure(metric: "x", place: "left/T@0.500s"),
      .meterRefused(channels: 65, sampleRate: rate),
    ]

    for error in errors { #expect(error.description.hasSuffix(".")) }
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
