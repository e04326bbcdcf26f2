import Chain
import Presets
import Signal
import TestSupport
import Testing

@Suite("Gain stage")
struct GainStageTests {
  private let rate = Hertz(48_000)

  /// Noise that falls above a kilohertz like a voice: its peaks are sample peaks.
  private static func voiceLike(amplitude: Double, sampleRate: Hertz) -> AudioBuffer {
    let noise = TestSignals.noise(amplitude: amplitude, seconds: 0.5, sampleRate: sampleRate)
    var low: Float = 0
    let samples = noise.channels[0].map { sample in
      low += 0.13 * (sample - low)
      return low
    }
    return AudioBuffer(channels: [samples], sampleRate: sampleRate)
  }

  private func render(
    _ input: AudioBuffer, _ change: (inout AudioPreset) -> Void
  ) throws -> Render {
    let renderer = try OfflineRenderer(
      presets: [.neutral(change)], sampleRate: input.sampleRate, channelCount: input.channelCount)
    return try renderer.render(input)[0]
  }

  @Test(
    "a normalised voice peaks at -1 dBFS, whatever the boost",
    arguments: [0.0, 1, 3, 6, 12], [0.002, 0.05, 0.7, 4])
  func peak(boostDB: Double, amplitude: Double) throws {
    let render = try render(Self.voiceLike(amplitude: amplitude, sampleRate: rate)) {
      $0.normalizeVolume = true
      $0.outputGain = boostDB
    }
    let wanted = render.facts.peakBeforeGain.value
    let peak = Decibels(amplitude: Double(render.audio.peak)).value
    #expect(peak <= -1)
    if -1 - wanted <= 30 {
      // The acceptance limit; the limiter reaches its ceiling to the last bit.
      #expect(peak >= -1.01)
    }
  }

  @Test("the ceiling holds without normalising too")
  func ceilingAlone() throws {
    let noise = TestSignals.noise(amplitude: 4, seconds: 0.3, sampleRate: rate)
    let render = try render(noise) { $0.outputGain = 6 }
    #expect(render.audio.peak <= Float(GainStage.ceiling.amplitude))
    #expect(render.facts.deepestLimiting.value < -10)
    #expect(render.facts.normalisingGain == nil)
  }

  @Test(
    "a tone that hides its peaks between the samples stays under full scale", arguments: [0.0, 6])
  func trueCeiling(boostDB: Double) throws {
    // A quarter of the rate, sampled 45 degrees beside its peaks: the wave lies 3 dB higher.
    let samples = (0..<24_000).map { [Float(0.5), 0.5, -0.5, -0.5][$0 % 4] }
    let render = try render(AudioBuffer(channels: [samples], sampleRate: rate)) {
      $0.normalizeVolume = true
      $0.outputGain = boostDB
    }
    let steady = render.audio.frames(9_600..<19_200).peak
    let wave = Decibels(amplitude: Double(steady) * 2.0.squareRoot()).value
    #expect(wave <= 0)
    // The promise is -0.1 dBTP; the twelve-tap kernel is a twentieth of a decibel off here.
    #expect(wave >= -0.2)
  }

  @Test("under the ceiling the limiter passes every bit, in time")
  func transparent() throws {
    let input = TestSignals.noise(amplitude: 0.4, seconds: 0.2, sampleRate: rate)
    var channels = input.channels
    var limiter = CeilingLimiter(
      ceiling: Float(GainStage.ceiling.amplitude), channelCount: 1, sampleRate: rate)
    channels[0] += [Float](repeating: 0, count: limiter.latencyFrames)
    limiter.process(&channels)
    let output = AudioBuffer(
      channels: [Array(channels[0][limiter.latencyFrames...])], sampleRate: rate)
    #expect(firstDifference(output, input) == nil)
  }

  @Test("the limiter comes back to passing every bit after a peak")
  func recovers() throws {
    var input = TestSignals.noise(amplitude: 0.4, seconds: 4, sampleRate: rate).channels[0]
    input[1_000] = 3
    var channels = [input]
    var limiter = CeilingLimiter(ceiling: 0.89, channelCount: 1, sampleRate: rate)
    limiter.process(&channels)
    let latency = limiter.latencyFrames
    // 2.5 s are 25 release constants: e^-25 is under what single precision can tell from one.
    let late = 1_000 + 2 * 48_000
    let output = AudioBuffer(
      channels: [Array(channels[0][(late + latency)...])], sampleRate: rate)
    let expected = AudioBuffer(
      channels: [Array(input[late..<input.count - latency])], sampleRate: rate)
    #expect(firstDifference(output, expected) == nil)
    // The peak itself stands on the ceiling but for the rounding of the gain to 2⁻²², and the frame
    // before it is already turned down.
    #expect(channels[0][1_000 + latency] <= 0.89)
    #expect(channels[0][1_000 + latency] >= 0.89 - 1e-6)
    #expect(abs(channels[0][999 + latency] / input[999] - 0.89 / 3) < 0.01)
  }

  @Test("silence stays silence", arguments: [1, 2])
  func silence(channelCount: Int) throws {
    let silence = AudioBuffer(silentFrames: 9_600, channelCount: channelCount, sampleRate: rate)
    let renderer = try OfflineRenderer(
      presets: [.denoise], sampleRate: rate, channelCount: channelCount)
    let render = try renderer.render(silence)[0]
    #expect(firstDifference(render.audio, silence) == nil)
    #expect(render.facts.normalisingGain == nil)
    #expect(render.facts.peakBeforeGain.value == -.infinity)
  }

  @Test("normalising adds at most 30 dB, and nothing under -60 dBFS")
  func normalisingLimits() throws {
    let quiet = TestSignals.sine(Hertz(1_000), amplitude: 0.01, seconds: 0.2, sampleRate: rate)
    let faint = TestSignals.sine(Hertz(1_000), amplitude: 0.000_9, seconds: 0.2, sampleRate: rate)
    let lifted = try render(quiet) { $0.normalizeVolume = true }
    #expect(lifted.facts.normalisingGain?.value == 30)
    let left = try render(faint) { $0.normalizeVolume = true }
    #expect(left.facts.normalisingGain == nil)
    // The 20 Hz high-pass passes a kilohertz; its own start may overshoot by a few percent.
    #expect(abs(left.audio.peak / faint.peak - 1) < 0.05)
  }

  @Test("both channels get one gain, set by the louder")
  func linkedGain() throws {
    let loud = TestSignals.noise(amplitude: 0.5, seconds: 0.3, seed: 3, sampleRate: rate)
    let soft = loud.channels[0].map { $0 * 0.25 }
    let stereo = AudioBuffer(channels: [loud.channels[0], soft], sampleRate: rate)
    let render = try render(stereo) {
      $0.normalizeVolume = true
      $0.outputGain = 6
    }
    for frame in stride(from: 10, to: stereo.frameCount, by: 97) {
      let (left, right) = (render.audio.channels[0][frame], render.audio.channels[1][frame])
      // Single precision of the products, relative to full scale.
      #expect(abs(left * 0.25 - right) <= 1e-6)
    }
  }
}
