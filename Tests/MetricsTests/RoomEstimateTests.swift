import Metrics
import Signal
import Spectrum
import TestSupport
import Testing

@Suite("Wetness from two signals")
struct RoomEstimateTests {
  private static let rate = Hertz(16_000)
  /// Syllables of noise that come and go four times a second, over a faint floor.
  static let speech: AudioBuffer = {
    var samples = TestSignals.noise(
      amplitude: 0.5, seconds: 10, seed: 21, sampleRate: rate
    ).channels[0]
    var low: Float = 0
    for frame in samples.indices {
      let time = Double(frame) / rate.value
      let syllable = DeterministicMath.sin(2 * .pi * 2.1 * time)
      let level = syllable * syllable * (DeterministicMath.sin(2 * .pi * 0.3 * time) > 0.9 ? 0 : 1)
      // The spectrum of a voice falls by 6 dB an octave.
      low += 0.2 * (samples[frame] - low)
      samples[frame] = low * Float(level + 0.001)
    }
    return AudioBuffer(channels: [samples], sampleRate: rate)
  }()

  /// A recording in a room.
  static func convolved(_ audio: AudioBuffer, with response: AudioBuffer) -> AudioBuffer {
    var size = 2
    while size < audio.frameCount + response.frameCount { size *= 2 }
    var transform = RealFFT(size: size)
    var x = [Float](repeating: 0, count: 2 * transform.binCount)
    var h = x
    transform.readSpectrum(of: audio.channels[0], into: &x)
    transform.readSpectrum(of: response.channels[0], into: &h)
    for bin in stride(from: 0, to: x.count, by: 2) {
      (x[bin], x[bin + 1]) = (
        x[bin] * h[bin] - x[bin + 1] * h[bin + 1], x[bin] * h[bin + 1] + x[bin + 1] * h[bin]
      )
    }
    var samples = [Float](repeating: 0, count: size)
    transform.readSamples(of: x, into: &samples)
    let count = audio.frameCount + response.frameCount
    return AudioBuffer(channels: [Array(samples.prefix(count))], sampleRate: audio.sampleRate)
  }

  private func estimate(_ render: AudioBuffer) throws -> RoomEstimate {
    try #require(RoomEstimate(of: render, from: Self.speech))
  }

  private func changed(_ change: (Int, Float) -> Float) -> AudioBuffer {
    AudioBuffer(
      channels: [Self.speech.channels[0].enumerated().map { change($0, $1) }],
      sampleRate: Self.rate)
  }

  @Test(
    "what is heard of a room agrees with its impulse response",
    arguments: [(0.4, 0.05), (1.2, 0.05), (1.2, 0.02), (2.0, 0.1)])
  func room(seconds: Double, level: Double) throws {
    let response = KnownRooms.room(
      seconds: seconds, level: level, length: 1.9, rate: Self.rate)
    let truth = try #require(ImpulseResponseMeasures(of: response))

    let found = try estimate(Self.convolved(Self.speech, with: response)).measures

    // Thirteen rooms on two voices: 0.002 and 0.25 dB; the filters of the octaves differ in phase.
    #expect(abs(found.speechTransmissionIndex - truth.speechTransmissionIndex) <= 0.004)
    #expect(abs(found.speechClarity.value - truth.speechClarity.value) <= 0.35)
    if let time = found.t20Seconds {
      // The same rooms: 2 %, and steps of 2 ms.
      #expect(abs(time / (truth.t20Seconds ?? .nan) - 1) <= 0.04)
    }
  }

  @Test("what works on the gain alone reads dry")
  func gains() throws {
    var envelope: Float = 0
    let gated = changed { _, sample in
      envelope = max(sample.magnitude, envelope * 0.998)
      return envelope > 0.15 ? sample : 0
    }
    var level: Float = 0
    let compressed = changed { _, sample in
      level += (sample.magnitude > level ? 0.02 : 0.0005) * (sample.magnitude - level)
      return sample / (level + 0.01).squareRoot()
    }

    for render in [Self.speech, changed { -0.25 * $1 }, gated, compressed] {
      let found = try estimate(render).measures
      // Half of what counts as a worsening, 0.03; and 20 dB is drier than any room.
      #expect(found.speechTransmissionIndex >= 0.985)
      #expect(found.speechClarity.value >= 20)
    }
  }

  @Test("filters read dry", arguments: [-12.0, 9])
  func filters(gain: Double) throws {
    let filter = TestFilter.bell(300, gain: gain, q: 0.8, sampleRate: Self.rate)

    let found = try estimate(filter(Self.speech)).measures

    #expect(found.speechTransmissionIndex >= 0.999)
    #expect(found.speechClarity.value == 40)
    #expect(found.t20Seconds == nil)
  }

  @Test("a delay of 20 ms either way and hiss make nothing wet", arguments: [-320, 320])
  func delayAndHiss(delay: Int) throws {
    let noise = TestSignals.noise(amplitude: 0.02, seconds: 10, seed: 5, sampleRate: Self.rate)
    let speech = Self.speech.channels[0]
    let moved = changed { frame, _ in
      let source = frame - delay
      return (speech.indices.contains(source) ? speech[source] : 0) + noise.channels[0][frame]
    }

    let found = try estimate(moved).measures

    #expect(found.speechTransmissionIndex >= 0.985)
    #expect(found.speechClarity.value >= 20)
  }

  @Test("gain and a second channel change nothing, and a reading comes out the same twice")
  func invariance() throws {
    let response = KnownRooms.room(seconds: 0.8, level: 0.05, length: 1.2, rate: Self.rate)
    let wet = Self.convolved(Self.speech, with: response)
    let first = try estimate(wet)

    let second = try estimate(wet.multiplied(by: 3))
    let stereo = try #require(
      RoomEstimate(
        of: AudioBuffer(channels: [wet.channels[0], wet.channels[0]], sampleRate: Self.rate),
        from: AudioBuffer(
          channels: [Self.speech.channels[0], Self.speech.channels[0]], sampleRate: Self.rate)))

    #expect(try estimate(wet).measures == first.measures)
    #expect(stereo.measures == first.measures)
    let difference =
      second.measures.speechTransmissionIndex - first.measures.speechTransmissionIndex
    // Single precision.
    #expect(abs(difference) <= 1e-4)
  }

  @Test("what has nothing to do with the reference, and what is silent, is unsure")
  func unsure() {
    let other = TestSignals.noise(amplitude: 0.1, seconds: 10, seed: 9, sampleRate: Self.rate)
    let silent = AudioBuffer(silentFrames: 160_000, sampleRate: Self.rate)

    #expect(RoomEstimate(of: other, from: Self.speech) == nil)
    #expect(RoomEstimate(of: silent, from: Self.speech) == nil)
    #expect(RoomEstimate(of: Self.speech, from: silent) == nil)
    let empty = AudioBuffer(silentFrames: 0, sampleRate: Self.rate)
    #expect(RoomEstimate(of: empty, from: Self.speech) == nil)
    #expect(RoomEstimate(of: empty, from: empty) == nil)
  }
}
