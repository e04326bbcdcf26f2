import Signal
import Speech
import TestSupport
import Testing

@Suite("Facts of a recording")
struct RecordingFactsTests {
  private let rate = Hertz(48_000)

  private func facts(_ samples: [Float], rate: Hertz? = nil) -> RecordingFacts {
    RecordingFacts(of: AudioBuffer(channels: [samples], sampleRate: rate ?? self.rate))
  }

  private func spoken(
    f0Hz: Double = 120, noise: Double = 0.001, seconds: Double = 3, rate: Double = 48_000
  ) -> [Float] {
    let voice = Voices.syllables(f0Hz: f0Hz, seconds: seconds, rate: rate)
    let hiss = TestSignals.noise(amplitude: noise, seconds: seconds, sampleRate: Hertz(rate))
    return zip(voice, hiss.channels[0]).map(+)
  }

  @Test("the floor is that of the noise in the pauses", arguments: [0.0001, 0.001, 0.01])
  func floor(noise: Double) throws {
    let facts = facts(spoken(noise: noise))

    let floor = try #require(facts.quiet.pauseFloor)
    // Frames of 960 samples scatter by 0.2 dB; the fifth percentile lies twice that lower.
    #expect(abs(floor.value - Decibels(power: noise * noise / 3).value) <= 0.8)
    // A quarter of a second, give or take a frame on either side.
    #expect(abs(facts.quiet.longestPauseSeconds - 0.25) <= 0.05)
    #expect(facts.quiet.digitalSilenceShare == 0)
  }

  @Test("digital zeros are told apart and do not make a floor")
  func digitalZeros() throws {
    let noisy = spoken(noise: 0.001, seconds: 2)
    let facts = facts(noisy + [Float](repeating: 0, count: 3 * 48_000))

    let floor = try #require(facts.quiet.floor)
    #expect(abs(floor.value + 64.8) <= 0.8)
    // Three seconds of five, in frames of 20 ms.
    #expect(abs(facts.quiet.digitalSilenceShare - 0.6) <= 0.005)
    #expect(facts.remarks.contains { $0.hasPrefix("60 % of it is digital zero") })
  }

  @Test("speech between zeros has no floor to speak of")
  func zeroFloor() {
    // The syllables swell and fade, so that their quietest frames are short.
    let samples = Voices.syllables(f0Hz: 120, seconds: 3, rate: 48_000)
    let facts = facts(
      samples.enumerated().map { frame, sample in
        let swell = DeterministicMath.sin(2 * .pi * Double(frame % 24_000) / 24_000)
        return sample * Float(swell * swell)
      })

    #expect(facts.quiet.pauseFloor == nil)
    #expect(facts.remarks.contains { $0.hasPrefix("It has no pause of 0.1 s") })
  }

  @Test("a low-pass is found where it is", arguments: [4_000.0, 7_900, 11_000, 16_000, 19_000])
  func wall(cutoff: Double) {
    // A sum of lines 50 Hz apart, with phases of chance, up to the cutoff: it repeats every 960
    // samples. The noise is 66 dB weaker than a line in the 50 Hz around it.
    var generator = SeededGenerator(seed: 3)
    var period = [Double](repeating: 0, count: 960)
    for line in 1..<Int(cutoff / 50) {
      let phase = generator.nextUniform()
      for frame in period.indices {
        let turns = (Double(line * frame) / 960 + phase).truncatingRemainder(dividingBy: 1)
        period[frame] += 0.005 * DeterministicMath.sin(2 * .pi * turns)
      }
    }
    let noise = TestSignals.noise(amplitude: 1e-4, seconds: 1, sampleRate: rate).channels[0]
    let samples = noise.indices.map { noise[$0] + Float(period[$0 % 960]) }

    let band = facts(samples).band

    // Two bands of 100 Hz.
    #expect(abs(band.upper.value - cutoff) <= 200)
    guard case .wall(let fall) = band.edge else {
      Issue.record("the edge is \(band.edge)")
      return
    }
    // Less what the bands beside the edge take of it.
    #expect(fall.value > 40)
  }

  @Test("white noise reaches half the sample rate", arguments: [8_000.0, 16_000, 44_100, 48_000])
  func wholeBand(rate: Double) {
    let noise = TestSignals.noise(amplitude: 0.1, seconds: 2, sampleRate: Hertz(rate))

    let facts = RecordingFacts(of: noise)

    #expect(facts.band.edge == .halfRate && facts.band.upper == Hertz(rate / 2))
    #expect(facts.voice == nil && facts.hum == nil)
    #expect(facts.remarks.contains { $0.contains("no speech stands out of the noise") })
  }

  @Test("speech ends where the noise of the pauses hides it")
  func speechBand() throws {
    // Harmonics of 300 Hz up to 6 kHz, and hiss above them.
    let upper = try #require(facts(spoken(f0Hz: 300, noise: 0.003)).band.speechUpper)

    #expect(abs(upper.value - 6_000) <= 400)
  }

  @Test("clipped tops are counted and placed", arguments: [1.0, 0.5])
  func clipping(fullScale: Double) throws {
    var samples = TestSignals.sine(
      Hertz(100), amplitude: 0.3 * fullScale, seconds: 1, sampleRate: rate
    ).channels[0]
    for frame in 24_000..<samples.count {
      let loud = samples[frame] * 5
      samples[frame] = min(Float(fullScale), max(-Float(fullScale), loud))
    }

    let clipping = facts(samples).clipping

    // Fifty periods with two tops each; 1.5 over 1 cuts off half a turn of 2 acos(2/3).
    #expect(clipping.runCount == 100)
    #expect(abs(clipping.sampleCount - 100 * 128) <= 400)
    let first = try #require(clipping.firstRuns.first)
    // The sine starts anew at 0.5 s and passes 2/3 after asin(2/3) / 200 pi.
    #expect(abs(first.startSeconds - 0.50116) <= 0.0001)
    #expect(clipping.firstRuns.count == Clipping.listed)
  }

  @Test("coarse steps and single peaks are no clipping", arguments: [8, 12, 16])
  func noClipping(bits: Int) {
    let step = Float(sign: .plus, exponent: 1 - bits, significand: 1)
    let sine = TestSignals.sine(Hertz(50), amplitude: 0.7, seconds: 1, sampleRate: rate)
    let samples = sine.channels[0].map { ($0 / step).rounded() * step }

    let facts = facts(samples)

    #expect(facts.clipping.runCount == 0)
    #expect(facts.bitDepth == bits)
  }

  @Test("mains hum is found by its lines", arguments: [50.0, 60], [16_000.0, 44_100, 48_000])
  func hum(mains: Double, rate: Double) throws {
    var samples = spoken(f0Hz: 137, noise: 0.001, rate: rate)
    Voices.addHum(mains, amplitude: 0.004, to: &samples, rate: rate)

    let hum = try #require(facts(samples, rate: Hertz(rate)).hum)

    #expect(hum.mains == Hertz(mains))
    #expect(hum.harmonics.starts(with: [1, 2, 3]))
    // Five lines of 1, 1/2 ... 1/5: 1.4636 times the power of the first, and some noise.
    #expect(abs(hum.level.value - Decibels(power: 0.004 * 0.004 / 2 * 1.4636).value) <= 1)
  }

  @Test("noise has no hum", arguments: 1...20)
  func noHum(seed: Int) {
    let noise = TestSignals.noise(
      amplitude: 0.01, seconds: 1.5, seed: UInt64(seed), sampleRate: Hertz(16_000))

    #expect(RecordingFacts(of: noise).hum == nil)
  }

  @Test("a voice is low or high", arguments: [(99.0, "low"), (150, "low"), (193, "high")])
  func register(f0Hz: Double, register: String) throws {
    let voice = try #require(facts(spoken(f0Hz: f0Hz)).voice)

    #expect(abs(voice.medianF0Hz / f0Hz - 1) <= 0.01)
    #expect(voice.register.rawValue == register)
    #expect(voice.lowerQuartileF0Hz <= voice.medianF0Hz)
    #expect(voice.upperQuartileF0Hz >= voice.medianF0Hz)
  }

  @Test("offset, peak, overs and broken samples are read")
  func faults() {
    var samples = spoken().map { $0 + 0.02 }
    samples[1_000] = 1.25
    samples[2_000] = .nan

    let facts = facts(samples)

    // The voice has no mean; one sample of 1.25 does not move that of 144,000.
    #expect(abs(facts.offset - 0.02) <= 0.001)
    #expect(facts.overCount == 1 && facts.brokenSampleCount == 1)
    #expect(abs(facts.peak.value - 1.938) <= 0.001)
    #expect(facts.remarks.count { $0.hasPrefix("1 sample") } == 2)
    #expect(facts.remarks.contains { $0.hasPrefix("An offset of 0.02") })
    // The floor is without the offset.
    #expect((facts.quiet.floor?.value ?? 0) < -60)
  }

  @Test("silence and nothing at all have remarks and no figures", arguments: [0, 1, 48_000])
  func nothing(frames: Int) {
    let facts = facts([Float](repeating: 0, count: frames))

    #expect(facts.activeLevel == nil && facts.quiet.floor == nil && facts.voice == nil)
    #expect(facts.signalToNoise == nil && facts.hum == nil && facts.bitDepth == nil)
    #expect(facts.remarks.count == 1)
  }
}
