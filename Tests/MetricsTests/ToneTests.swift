import Metrics
import Signal
import TestSupport
import Testing

@Suite("Tone of the voice")
struct ToneTests {
  private let speech = SyntheticSpeech.standard

  private func measure(
    _ render: AudioBuffer, labels: Bool = true, lowVoice: Bool = true
  ) -> Measurements {
    MetricBank.standard.measure(
      MetricSubject(
        reference: speech.audio, render: render, labels: labels ? speech.labels : [],
        hasLowVoice: lowVoice, isSpeech: true))
  }

  @Test(
    "a filter changes the body by its gain at the one harmonic there", arguments: [true, false])
  func body(labels: Bool) throws {
    let filter = TestFilter.highPass(200)

    let reading = try #require(measure(filter(speech.audio), labels: labels)["voice-body-dB"])

    // The fundamental, 120 Hz, is alone in the band; the middle band loses up to 0.1 dB. Frames
    // of 85 ms smear it over 25 Hz of a slope of 12 dB an octave.
    let expected = filter.response.gain(at: Hertz(120)).value
    #expect(abs(reading.value - expected) <= 0.5)
    #expect(reading.value < -9)
  }

  @Test("a wide cut at 300 Hz costs the low mids, a narrow one little")
  func lowMids() throws {
    let wide = TestFilter.bell(300, gain: -12, q: 0.7)(speech.audio)
    let narrow = TestFilter.bell(320, gain: -2.5, q: 5.8)(speech.audio)

    // The wide one takes 6 dB or more at the harmonics of 240 and 360 Hz, and some of the middle.
    #expect(try #require(measure(wide)["low-mids-dB"]).value < -6)
    #expect((-1...0).contains(try #require(measure(narrow)["low-mids-dB"]).value))
  }

  @Test("a gain that differs from vowel to vowel is no change of tone")
  func compression() throws {
    var render = TestFilter.highPass(150)(speech.audio)
    let constant = measure(render)
    for (index, word) in ["left", "right", "front"].enumerated() {
      let vowel = try #require(speech.label(.vowel, in: word))
      let range = vowel.frames(sampleRate: render.sampleRate, frameCount: render.frameCount)
      render.update(channel: 0) { for frame in range { $0[frame] *= 1 / Float(1 + 3 * index) } }
    }
    let compressed = measure(render)

    for name in ["voice-body-dB", "low-mids-dB"] {
      // Single precision.
      #expect(
        abs(try #require(compressed[name]).value - (try #require(constant[name]).value)) <= 1e-3)
    }
  }

  @Test("high voices have no body to measure, and noise no tone at all")
  func applicability() {
    let highVoice = measure(speech.audio, lowVoice: false)
    let noise = TestSignals.noise(amplitude: 0.5, seconds: 1, sampleRate: Hertz(48_000))
    let noVoice = MetricBank.standard.measure(MetricSubject(reference: noise, render: noise))

    #expect(highVoice["voice-body-dB"] == nil)
    #expect(highVoice["low-mids-dB"]?.value == 0)
    #expect(noVoice["low-mids-dB"] == nil)
  }

  @Test("a voice that holds nothing in the band is a failure")
  func noBody() {
    let thin = TestSignals.sine(Hertz(1_000), amplitude: 0.5, seconds: 2, sampleRate: Hertz(48_000))

    let result = MetricBank.standard.measure(
      MetricSubject(reference: thin, render: thin, hasLowVoice: true))

    #expect(result["voice-body-dB"] == nil)
    #expect(result.failures.count == 2)
  }
}
