import Metrics
import Signal
import TestSupport
import Testing

@Suite("Intelligibility")
struct IntelligibilityTests {
  /// Bursts of noise in three bands of their own rhythm; whole numbers make them, so that any
  /// other language makes the same.
  private static func bursts(seed: UInt32, seconds: Double, rate: Int) -> [Float] {
    var state = seed
    func next() -> Double {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(Int(state >> 8)) / 8_388_608 - 1
    }
    var (slow, slower) = (0.0, 0.0)
    return (0..<Int(seconds * Double(rate))).map { frame in
      let x = next()
      slow += 0.3 * (x - slow)
      slower += 0.05 * (x - slower)
      let tick = frame * 40 / rate
      let (a, b, c) = (tick * 7 % 11, tick * 5 % 13, tick * 3 % 7)
      return Float(
        (Double(a) * (x - slow) / 11 + Double(b) * (slow - slower) / 13 + Double(c) * slower / 7)
          / 2)
    }
  }

  private func speech(_ seconds: Double = 3, rate: Int = 16_000) -> AudioBuffer {
    AudioBuffer(
      channels: [Self.bursts(seed: 1, seconds: seconds, rate: rate)],
      sampleRate: Hertz(Double(rate)))
  }

  private func noise(_ seconds: Double = 3, rate: Int = 16_000) -> AudioBuffer {
    var state: UInt32 = 2
    let samples = (0..<Int(seconds * Double(rate))).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float((Double(Int(state >> 8)) / 8_388_608 - 1) / 8)
    }
    return AudioBuffer(channels: [samples], sampleRate: Hertz(Double(rate)))
  }

  private func indices(
    of render: AudioBuffer, beside clean: AudioBuffer
  ) throws -> IntelligibilityReference.Indices {
    try #require(IntelligibilityReference(of: clean).indices(of: render))
  }

  @Test(
    "clean speech is wholly intelligible beside itself, at any rate and level",
    arguments: [8_000, 10_000, 22_050, 48_000], [Float(1), 0.1, 3])
  func identity(rate: Int, gain: Float) throws {
    let clean = speech(rate: rate)

    let indices = try indices(of: clean.multiplied(by: gain), beside: clean)

    // Rounding of single precision; a hundredth of what the cross-check allows.
    #expect(abs(indices.stoi - 1) <= 1e-6)
    #expect(abs(indices.estoi - 1) <= 1e-6)
  }

  @Test(
    "noise reads what pystoi 0.4.1 reads",
    arguments: [
      (8_000, 0.8983153, 0.7798574),
      (16_000, 0.8953238, 0.7910419),
      (22_050, 0.8887921, 0.7862093),
      (44_100, 0.8930828, 0.7907413),
      (48_000, 0.8996493, 0.7991013),
    ])
  func published(rate: Int, stoi: Double, estoi: Double) throws {
    let clean = speech(rate: rate)

    let indices = try indices(of: clean.adding(noise(rate: rate)), beside: clean)

    // A tenth of what the cross-check allows; single against double precision.
    #expect(abs(indices.stoi - stoi) <= 1e-5)
    #expect(abs(indices.estoi - estoi) <= 1e-5)
  }

  @Test("unrelated sound reads about nothing, and silence nothing at all")
  func unrelated() throws {
    let clean = speech()

    let other = try indices(of: noise(), beside: clean)
    let silent = try indices(
      of: AudioBuffer(silentFrames: clean.frameCount, sampleRate: clean.sampleRate), beside: clean)

    // Chance: eight independent segments of fifteen bands.
    #expect(abs(other.stoi) <= 0.1 && abs(other.estoi) <= 0.1)
    #expect(silent.stoi == 0 && silent.estoi == 0)
  }

  @Test("more noise is less intelligible")
  func order() throws {
    let clean = speech()
    let reference = IntelligibilityReference(of: clean)

    let readings = try [Float(0.3), 1, 3, 10].map {
      try #require(reference.indices(of: clean.adding(noise().multiplied(by: $0))))
    }

    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.stoi > $1.stoi + 0.01 })
    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.estoi > $1.estoi + 0.01 })
  }

  @Test("what sounds in the pauses of the clean speech does not count")
  func pauses() throws {
    // At 10 kHz, 40 hops of silence: no frame lies across its start in another way.
    let (clean, hiss) = (speech(rate: 10_000), noise(rate: 10_000))
    var paused = AudioBuffer(silentFrames: 5_120, sampleRate: clean.sampleRate)
    paused.append(clean)
    var render = noise(0.512, rate: 10_000)
    render.append(clean.adding(hiss))

    let reference = IntelligibilityReference(of: paused)
    let expected = try indices(of: clean.adding(hiss), beside: clean)
    let indices = try #require(reference.indices(of: render))

    // The one frame that lies across the start of the speech comes in, of 235.
    #expect(abs(indices.stoi - expected.stoi) <= 0.005)
    #expect(abs(indices.estoi - expected.estoi) <= 0.005)
    #expect(abs(reference.speechSeconds - 3) <= 0.05)
  }

  @Test("too little speech has no index, and says how much there is", arguments: [0.0, 0.02, 0.35])
  func tooLittle(seconds: Double) {
    let clean = speech(seconds)
    let reference = IntelligibilityReference(of: clean)

    #expect(reference.indices(of: clean) == nil)
    #expect(reference.speechSeconds < IntelligibilityReference.neededSeconds)
    // The frame at the end does not count, nor what is no whole frame.
    #expect(abs(reference.speechSeconds - seconds) <= 0.04)
  }

  @Test("silence is no speech")
  func silence() {
    let clean = AudioBuffer(silentFrames: 48_000, sampleRate: Hertz(48_000))

    #expect(IntelligibilityReference(of: clean).speechSeconds == 0)
    #expect(IntelligibilityReference(of: clean).indices(of: clean) == nil)
  }

  @Test("several channels read their mean, without those that hold no clean speech")
  func channels() throws {
    let (clean, noisy) = (speech(), speech().adding(noise()))
    let silent = [Float](repeating: 0, count: clean.frameCount)
    func joined(_ channels: [[Float]]) -> AudioBuffer {
      AudioBuffer(channels: channels, sampleRate: clean.sampleRate)
    }
    let one = try indices(of: noisy, beside: clean)

    let both = try indices(
      of: joined([clean.channels[0], noisy.channels[0]]),
      beside: joined([clean.channels[0], clean.channels[0]]))
    let left = try indices(
      of: joined([noisy.channels[0], silent]), beside: joined([clean.channels[0], silent]))

    // Rounding only.
    #expect(abs(both.stoi - (1 + one.stoi) / 2) <= 1e-6)
    #expect(abs(both.estoi - (1 + one.estoi) / 2) <= 1e-6)
    #expect(left == one)
  }

  @Test("what a render has after the end of the clean speech does not count")
  func tail() throws {
    // Of a length at which the last frame ends where the recording does.
    let clean = speech(2.9953)
    var longer = clean.adding(noise(2.9953))
    let expected = try indices(of: longer, beside: clean)
    longer.append(noise(0.3))

    #expect(try indices(of: longer, beside: clean) == expected)
  }

  @Test("a render that holds a NaN has no number")
  func notANumber() throws {
    let clean = speech()
    var samples = clean.channels[0]
    samples[20_000] = .nan

    let indices = try indices(
      of: AudioBuffer(channels: [samples], sampleRate: clean.sampleRate), beside: clean)

    #expect(indices.stoi.isNaN && indices.estoi.isNaN)
  }

  @Test("one reference reads many renders at the same time, each to the same bit")
  func parallel() throws {
    let clean = speech()
    let noisy = clean.adding(noise())
    let reference = IntelligibilityReference(of: clean)
    let expected = reference.indices(of: noisy)

    let readings = concurrentMap(8, workers: 2) { _ in reference.indices(of: noisy) }

    #expect(readings.allSatisfy { $0 == expected })
  }
}
