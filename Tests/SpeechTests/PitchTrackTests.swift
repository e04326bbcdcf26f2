import Signal
import Speech
import TestSupport
import Testing

@Suite("Pitch")
struct PitchTrackTests {
  @Test(
    "a voice reads its fundamental at every rate",
    arguments: [8_000.0, 16_000, 22_050, 44_100, 48_000], [70.0, 99, 163, 250, 410])
  func fundamental(rate: Double, f0Hz: Double) {
    let voice = Voices.syllables(f0Hz: f0Hz, seconds: 2, rate: rate)

    let track = PitchTrack(of: voice, sampleRate: Hertz(rate))
    let voiced = track.sortedVoicedHz

    // Four syllables of 25 frames; their ends fade, and the window reaches 25 ms over them.
    #expect(voiced.count >= 70 && voiced.count <= 124)
    // The parabola through three lags of 125 us.
    #expect(voiced.allSatisfy { abs($0 / f0Hz - 1) <= 0.02 })
    #expect(track.f0Hz.count == 201 && track.strength.count == 201)
    #expect(track.strength.allSatisfy { $0 >= 0 && $0 <= 1 })
  }

  @Test("hum under a voice is neither heard as voice nor in its place", arguments: [50.0, 60])
  func humUnderVoice(mains: Double) {
    let rate = 16_000.0
    var voice = Voices.syllables(f0Hz: 137, seconds: 3, rate: rate)
    Voices.addHum(mains, amplitude: 0.02, to: &voice, rate: rate)

    let voiced = PitchTrack(of: voice, sampleRate: Hertz(rate)).sortedVoicedHz

    #expect(voiced.count >= 100 && voiced.count <= 165)
    // The hum lies 15 dB under the voice; single frames at the ends of syllables may be pulled.
    #expect(voiced.filter { abs($0 / 137 - 1) <= 0.03 }.count >= voiced.count * 9 / 10)
  }

  @Test("noise after a voice is no voice")
  func noise() {
    let rate = 16_000.0
    let hiss = TestSignals.noise(amplitude: 0.05, seconds: 2, sampleRate: Hertz(rate)).channels[0]
    let voice = Voices.syllables(f0Hz: 120, seconds: 2, rate: rate)

    let track = PitchTrack(
      of: zip(voice + voice.map { _ in 0 }, hiss + hiss).map(+), sampleRate: Hertz(rate))

    // Of the 200 frames of noise alone.
    #expect(track.f0Hz.dropFirst(205).count { $0 > 0 } <= 4)
  }

  @Test("silence, nothing and broken samples have no voice and do no harm")
  func nothing() {
    let rate = Hertz(16_000)
    let silence = PitchTrack(of: [Float](repeating: 0, count: 16_000), sampleRate: rate)
    let broken = PitchTrack(of: [Float](repeating: .nan, count: 16_000), sampleRate: rate)

    #expect(PitchTrack(of: [], sampleRate: rate).f0Hz.isEmpty)
    #expect(silence.f0Hz.allSatisfy { $0 == 0 } && silence.f0Hz.count == 101)
    #expect(broken == silence)
  }

  @Test("a sample that is no number counts as silence", arguments: [Float.nan, .infinity])
  func brokenSample(sample: Float) {
    let rate = 16_000.0
    var voice = Voices.syllables(f0Hz: 120, seconds: 1, rate: rate)
    voice[2_000] = 0
    let clean = PitchTrack(of: voice, sampleRate: Hertz(rate))
    voice[2_000] = sample

    #expect(PitchTrack(of: voice, sampleRate: Hertz(rate)) == clean)
  }
}
