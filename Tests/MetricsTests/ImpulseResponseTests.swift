import Metrics
import Signal
import TestSupport
import Testing

@Suite("Measures of an impulse response")
struct ImpulseResponseMeasuresTests {
  private let rate = Hertz(48_000)

  private func measures(
    _ response: AudioBuffer, onset: Int? = nil
  ) throws -> ImpulseResponseMeasures {
    try #require(ImpulseResponseMeasures(of: response, onset: onset))
  }

  @Test(
    "an even decay reads its decay time", arguments: [0.3, 0.7, 1.5], [16_000.0, 44_100, 48_000])
  func decayTime(seconds: Double, rate: Double) throws {
    let response = KnownRooms.decay(seconds: seconds, length: 2 * seconds, rate: Hertz(rate))

    let band = try measures(response).broadband

    // Single precision rounds each sample by 6e-8; what is cut off after 2 T is 120 dB down, 1e-8
    // of the energy at -35 dB. EDT starts at the first sample, where the same holds.
    for time in [band.t30Seconds, band.t20Seconds, band.earlyDecaySeconds] {
      #expect(abs((time ?? .nan) / seconds - 1) <= 1e-5)
    }
    // e^(13.8 · 0.05 s / T) - 1, with the same roundings.
    let ratio = DeterministicMath.exp(DecayTime.nepers * 0.05 / seconds) - 1
    let expected = 10 * DeterministicMath.log10(ratio)
    // 44.1 kHz has 2205 samples in 50 ms: no rounding of the boundary at any of the rates.
    #expect(abs(band.clarity.value - expected) <= 1e-5)
  }

  @Test(
    "an even decay leaves what Schroeder's formula says of a modulation", arguments: [0.4, 2.0])
  func modulation(seconds: Double) throws {
    let response = KnownRooms.decay(seconds: seconds, length: 2 * seconds, rate: rate)

    let band = try measures(response).broadband

    for (hertz, depth) in zip(ImpulseResponseMeasures.modulationHertz, band.modulations) {
      // Steps of 0.5 ms and samples instead of an integral: (2π · 12.5 Hz · 0.5 ms)²/24 = 6e-5.
      #expect(abs(depth - KnownRooms.modulation(hertz, seconds)) <= 1e-4)
    }
    // The slope of 10 log m/(1 - m), over 30 dB, is at most 30 times the error where m nears 0.97.
    #expect(abs(band.transmission - KnownRooms.index(seconds)) <= 5e-4)
  }

  @Test("the octaves of an even decay of all of them give the index of the formula")
  func index() throws {
    // One sine at the centre of each octave, all of which decay alike.
    let count = Int(2.4 * rate.value)
    var samples = [Double](repeating: 0, count: count)
    for (number, center) in [125.0, 250, 500, 1000, 2000, 4000, 8000].enumerated() {
      for frame in 0..<count {
        let turns = center * Double(frame) / rate.value
        samples[frame] += DeterministicMath.sin(
          2 * .pi * (turns - turns.rounded(.down)) + Double(number))
      }
    }
    let response = samples.enumerated().map { frame, sample in
      Float(sample * KnownRooms.envelope(Double(frame) / rate.value, 1.2))
    }

    let found = try measures(AudioBuffer(channels: [response], sampleRate: rate), onset: 0)

    #expect(found.octaves.count == 7)
    // The filters ring in for up to 10 ms at 125 Hz, and let a little of the next sines through,
    // whose beats are fast against the modulations.
    #expect(abs(found.speechTransmissionIndex - KnownRooms.index(1.2)) <= 0.004)
    // The ring-in bends the first dB of the curve.
    #expect(abs(try #require(found.t30Seconds) / 1.2 - 1) <= 0.01)
  }

  @Test("a lone impulse is dry: nothing decays", arguments: [16_000.0, 44_100, 48_000, 96_000])
  func dry(rate: Double) throws {
    let impulse = TestSignals.impulse(
      height: -0.25, frameCount: Int(0.5 * rate), sampleRate: Hertz(rate))

    let found = try measures(impulse)

    #expect(found.octaves.count == (rate == 16_000 ? 6 : 7))
    // Every modulation is left but for what the filter at 125 Hz smears, inside the range that
    // counts as all: the index is exact, but for the sum of its weights.
    #expect(abs(found.speechTransmissionIndex - 1) <= 1e-12)
    #expect(found.speechClarity.value == 40)
    #expect(found.t30Seconds == nil)
    #expect(found.broadband.t30Seconds == nil)
    #expect(found.broadband.earlyDecaySeconds == nil)
  }

  @Test("the late energy over the early gives C50", arguments: [0.01, 0.3, 1, 3] as [Float])
  func clarity(height: Float) throws {
    var samples = TestSignals.impulse(at: 480, frameCount: 9_600, sampleRate: rate).channels[0]
    // 50 ms after the direct sound is late, one sample sooner early.
    samples[480 + 2_400] = height
    samples[480 + 2_399] = 0.5

    let found = try measures(AudioBuffer(channels: [samples], sampleRate: rate)).broadband

    let expected = min(40, -20 * DeterministicMath.log10(Double(height) / 1.25.squareRoot()))
    // Rounding in double precision.
    #expect(abs(found.clarity.value - expected) <= 1e-6)
    // A lone echo is no decay.
    #expect(found.t20Seconds == nil && found.t30Seconds == nil)
  }

  @Test("silence before the direct sound, gain and a copy on a second channel change nothing")
  func invariance() throws {
    let room = KnownRooms.room(seconds: 0.8, level: 0.05, length: 1.2, rate: rate)
    let late = [Float](repeating: 0, count: 777) + room.channels[0].map { $0 * 0.125 }

    let plain = try measures(room)

    for other in [
      try measures(AudioBuffer(channels: [late], sampleRate: rate)),
      try measures(AudioBuffer(channels: [late], sampleRate: rate), onset: 777),
      try measures(AudioBuffer(channels: [room.channels[0], room.channels[0]], sampleRate: rate)),
    ] {
      // Rounding in double precision: 0.125 is a power of two.
      #expect(abs(other.speechTransmissionIndex - plain.speechTransmissionIndex) <= 1e-9)
      #expect(abs(other.speechClarity.value - plain.speechClarity.value) <= 1e-9)
      #expect(abs((other.t30Seconds ?? 0) - (plain.t30Seconds ?? .nan)) <= 1e-9)
    }
  }

  @Test("silence, a sample that is no number and an onset past the end have no measures")
  func nothing() {
    let silent = AudioBuffer(silentFrames: 100, sampleRate: rate)
    let broken = AudioBuffer(channels: [[1, .nan]], sampleRate: rate)
    let short = AudioBuffer(channels: [[1, 0]], sampleRate: rate)

    #expect(ImpulseResponseMeasures(of: silent) == nil)
    #expect(ImpulseResponseMeasures(of: broken) == nil)
    #expect(ImpulseResponseMeasures(of: short, onset: 2) == nil)
    #expect(ImpulseResponseMeasures(of: short)?.speechClarity.value == 40)
  }
}
