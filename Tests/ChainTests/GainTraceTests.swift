import Chain
import Foundation
import Presets
import Signal
import TestSupport
import Testing

@Suite("The gain that the dynamics report")
struct GainTraceTests {
  private let rate = Hertz(48_000)

  private static func gate(_ change: (inout AudioPreset) -> Void = { _ in }) -> AudioPreset {
    .neutral {
      $0.compressionThreshold = -18
      $0.compressionHeadroom = 6
      $0.expansionRatio = 4
      $0.expansionThreshold = -40
      $0.attackTime = 0.002
      $0.releaseTime = 0.03
      change(&$0)
    }
  }

  private func renders(
    _ input: AudioBuffer, _ presets: [AudioPreset],
    _ change: (inout OfflineRenderer.Options) -> Void = { _ in }
  ) throws -> [Render] {
    var options = OfflineRenderer.Options()
    options.recordsGains = true
    change(&options)
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: input.sampleRate, channelCount: input.channelCount,
      options: options)
    return try renderer.render(input)
  }

  private func trace(
    _ input: AudioBuffer, _ preset: AudioPreset,
    _ change: (inout OfflineRenderer.Options) -> Void = { _ in }
  ) throws -> GainTrace {
    try #require(try renders(input, [preset], change)[0].gainTrace)
  }

  /// A wave at half the sample rate: it has one magnitude in all samples, and the high-pass,
  /// whose gain there is one, leaves it.
  private func alternating(
    _ levels: [Double], secondsEach: Double, rate: Hertz = Hertz(48_000)
  ) -> AudioBuffer {
    let frames = Int((secondsEach * rate.value).rounded())
    let samples = levels.flatMap { level in
      (0..<frames).map { Float(pow(10, level / 20) * ($0 % 2 == 0 ? 1 : -1)) }
    }
    return AudioBuffer(channels: [samples], sampleRate: rate)
  }

  /// Speech-like: loud and soft stretches, and digital silence before, between and after.
  private func syllables(seconds: Double = 0.6, rate: Hertz = Hertz(48_000)) -> AudioBuffer {
    let noise = TestSignals.noise(amplitude: 0.5, seconds: seconds, seed: 4, sampleRate: rate)
    let samples = noise.channels[0].enumerated().map { frame, sample -> Float in
      [0, sample, 0.03 * sample, 0.002 * sample, 0][Int(Double(frame) / rate.value * 16) % 5]
    }
    return AudioBuffer(channels: [samples], sampleRate: rate)
  }

  /// Whether two traces are the same to the bit.
  private func isSame(_ one: GainTrace?, _ other: GainTrace?) -> Bool {
    guard let one, let other else { return false }
    return one.stepFrames == other.stepFrames && one.powers.count == other.powers.count
      && zip(one.powers, other.powers).allSatisfy { $0.bitPattern == $1.bitPattern }
  }

  @Test(
    "a steady tone under the threshold reads what the ratio makes of its distance",
    arguments: [1.0, 2, 4, 10], [0.0, 3, 6, 30])
  func expander(ratio: Double, under: Double) throws {
    let preset = Self.gate { $0.expansionRatio = ratio }
    let trace = try trace(alternating([-40 - under], secondsEach: 0.5), preset)

    let expected = max(-60, -(ratio - 1) * under)
    let settled = try #require(trace.powers.last)
    // The polynomials of the chain are within 0.001 dB of the law, and its follower within
    // rounding of a level that has stood for a hundred attacks.
    #expect(abs(10 * log10(Double(settled)) - expected) <= 0.005)
  }

  @Test("a steady tone over the threshold reads the compressor's law", arguments: [1.0, 6, 15])
  func compressor(over: Double) throws {
    let trace = try trace(alternating([-18 + over], secondsEach: 0.5), Self.gate())

    let reach = 2 * 6 / Double.pi
    let expected = reach * atan(over / reach) - over
    // The arctangent of the chain is within 2.4e-5 of 1: times the reach that is 0.0001 dB.
    #expect(
      abs(10 * log10(Double(try #require(trace.powers.last))) - expected) <= 0.005)
  }

  @Test(
    "a sine reads the law on the level that a follower makes of it", arguments: [100.0, 440, 3_000])
  func sine(frequency: Double) throws {
    let preset = Self.gate { $0.expansionRatio = 2 }
    let amplitude = pow(10, -46.0 / 20)
    let input = TestSignals.sine(
      Hertz(frequency), amplitude: amplitude, seconds: 0.5, sampleRate: rate)
    let trace = try trace(input, preset)
    // What the dynamics hear: the sine behind the high-pass, without their gain.
    let heard = try renders(input, [preset]) {
      $0.bypassesDynamics = true
      $0.recordsGains = false
    }[0].audio.channels[0]
    // One pole with two time constants, and the law of the expander, with the C library.
    var level = 0.0
    let (attack, release) = (
      1 - exp(-1 / (0.002 * rate.value)), 1 - exp(-1 / (0.03 * rate.value))
    )
    let powers = heard.map { sample -> Double in
      let magnitude = Double(abs(sample))
      level += (magnitude - level) * (magnitude > level ? attack : release)
      let under = 20 * log10(max(level, 1e-6)) + 40
      return pow(10, max(-60, min(0, under)) / 10)
    }
    let worst = (0..<500).map { step -> Double in
      let mean = powers[48 * step..<48 * (step + 1)].reduce(0, +) / 48
      return abs(10 * log10(Double(trace.powers[step]) / mean))
    }.max()
    // Single precision of the follower and of the polynomials; the first steps start from zero.
    #expect(try #require(worst) <= 0.02)
  }

  @Test("step for step the trace is the power that comes out over the power that goes in")
  func powers() throws {
    // The magnitude is the same over each step, so that no sample counts more than another.
    let levels: [Double] = [-50, -10, -10, -45, -60, -30, -90, -20, -42, -80, -80, -80]
    let input = alternating(
      levels.flatMap { [Double](repeating: $0, count: 7) }, secondsEach: 0.001)
    let preset = Self.gate()
    let rendered = try renders(input, [preset])[0]
    let heard = try renders(input, [preset]) {
      $0.bypassesDynamics = true
      $0.recordsGains = false
    }[0].audio.channels[0]
    let trace = try #require(rendered.gainTrace)
    #expect(trace.powers.count == 84)
    for (step, power) in trace.powers.enumerated() {
      func energy(_ samples: [Float]) -> Double {
        samples[48 * step..<48 * (step + 1)].reduce(0) { $0 + Double($1) * Double($1) }
      }
      let ratio = energy(rendered.audio.channels[0]) / energy(heard)
      // Behind a change of level the high-pass rings on, at under a thousandth of the wave.
      #expect(abs(10 * log10(ratio / Double(power))) <= 0.05, "step \(step)")
    }
  }

  @Test("digital silence reads the deepest gain of the expander, and one where there is none")
  func silence() throws {
    let silence = AudioBuffer(silentFrames: 4_800, sampleRate: rate)
    let gated = try trace(silence, Self.gate())
    let plain = try trace(silence, .neutral())

    // Single precision of an exponential.
    #expect(gated.powers.allSatisfy { abs(10 * log10(Double($0)) + 60) <= 0.001 })
    #expect(plain.powers.allSatisfy { $0 == 1 })
    #expect(gated.powers.count == 100)
  }

  @Test("a step is a millisecond, and the last one may be shorter", arguments: [44_100.0, 16_000])
  func steps(rate: Double) throws {
    let rate = Hertz(rate)
    let input = alternating([-46], secondsEach: 0.1005, rate: rate)
    let trace = try trace(input, Self.gate { $0.expansionRatio = 2 })

    #expect(trace.stepFrames == Int((rate.value / 1_000).rounded()))
    #expect(trace.powers.count == (input.frameCount + trace.stepFrames - 1) / trace.stepFrames)
    #expect(input.frameCount % trace.stepFrames != 0)
    // A mean over fewer frames, not a sum over them.
    #expect(abs(10 * log10(Double(try #require(trace.powers.last))) + 6) <= 0.005)
  }

  @Test(
    "where blocks end leaves no trace in the trace, nor do threads",
    arguments: [1, 7, 64, 1_000, 50_000], [1, 3])
  func blocks(frames: Int, workers: Int) throws {
    let whole = try trace(syllables(), Self.gate())
    let cut = try trace(syllables(), Self.gate()) {
      $0.blockFrames = frames
      $0.workers = workers
    }

    #expect(isSame(whole, cut))
  }

  @Test("a preset has one trace, alone, beside others and in any lane")
  func lanes() throws {
    let library = try PresetLibrary.embedded().presets
    let input = syllables()
    let together = try renders(input, library)
    let reversed = try renders(input, library.reversed())
    for (index, preset) in library.enumerated() {
      let alone = try trace(input, preset)
      #expect(isSame(alone, together[index].gainTrace), "\(preset.id)")
      #expect(isSame(alone, reversed[library.count - 1 - index].gainTrace), "\(preset.id)")
    }
  }

  @Test("in digital silence it does not matter whether a neighbour still rings")
  func ringingNeighbour() throws {
    let quick = Self.gate { $0.releaseTime = 0.2 }
    // A narrow bell at the bottom is far from zero after seconds.
    let ringing = AudioPreset.neutral {
      $0.eqBands = [AudioPreset.EQBand(frequency: 20, gain: 12, bandwidth: 0.05)]
    }
    var input = syllables(seconds: 0.3)
    input.append(AudioBuffer(silentFrames: 192_000, sampleRate: rate))
    let alone = try trace(input, quick)
    let beside = try renders(input, [ringing, quick])[1].gainTrace

    #expect(isSame(alone, beside))
    // 70 ms into the silence the level has fallen by 3 dB, and 4 s in the gate is shut.
    #expect(alone.powers[320] > 1e-3)
    #expect(abs(10 * log10(Double(try #require(alone.powers.last))) + 60) <= 0.001)
  }

  @Test("the louder of two channels writes the trace of both", arguments: [0, 1])
  func stereo(louder: Int) throws {
    let mono = syllables()
    let quiet = mono.channels[0].map { $0 * 0.01 }
    let channels = louder == 0 ? [mono.channels[0], quiet] : [quiet, mono.channels[0]]
    let both = AudioBuffer(channels: channels, sampleRate: rate)

    #expect(isSame(try trace(mono, Self.gate()), try trace(both, Self.gate())))
  }

  @Test("a gain that follows, such as a normaliser's, is not in the trace")
  func gainStage() throws {
    let loud = Self.gate {
      $0.normalizeVolume = true
      $0.outputGain = 6
      $0.reverbPreset = .mediumHall
      $0.reverbMix = 30
    }

    #expect(isSame(try trace(syllables(), Self.gate()), try trace(syllables(), loud)))
  }

  @Test("nobody who has not asked gets a trace, and nobody whose dynamics were left out")
  func unasked() throws {
    #expect(try renders(syllables(), [Self.gate()]) { $0.recordsGains = false }[0].gainTrace == nil)
    #expect(
      try renders(syllables(), [Self.gate()]) { $0.bypassesDynamics = true }[0].gainTrace == nil)
  }
}

@Suite("The chain without its dynamics")
struct BypassedDynamicsTests {
  private let rate = Hertz(48_000)

  private func render(
    _ input: AudioBuffer, _ preset: AudioPreset, bypassing: Bool
  ) throws -> AudioBuffer {
    var options = OfflineRenderer.Options()
    options.bypassesDynamics = bypassing
    let renderer = try OfflineRenderer(
      presets: [preset], sampleRate: input.sampleRate, channelCount: input.channelCount,
      options: options)
    return try #require(try renderer.render(input).first).audio
  }

  private static var coloured: AudioPreset {
    var preset = AudioPreset.denoise
    (preset.normalizeVolume, preset.outputGain) = (false, 0)
    return preset
  }

  @Test("its answer to an impulse is that of the high-pass and the bells, at any level")
  func impulseResponse() throws {
    let expected = LinearStage(preset: Self.coloured, sampleRate: rate).response
    for height in [Float(0.5), 1e-3] {
      let impulse = TestSignals.impulse(height: height, frameCount: 48_000, sampleRate: rate)
      let answer = try render(impulse, Self.coloured, bypassing: true).channels[0]
      for frequency in [30.0, 100, 200, 320, 1_000, 2_200, 7_500, 9_500, 15_000] {
        let step = 2 * Double.pi * frequency / rate.value
        var (real, imaginary) = (0.0, 0.0)
        for (frame, sample) in answer.enumerated() {
          real += Double(sample) * cos(step * Double(frame))
          imaginary += Double(sample) * sin(step * Double(frame))
        }
        let measured = 20 * log10(hypot(real, imaginary) / Double(height))
        // Single precision; a second is long enough for all of the answer.
        #expect(
          abs(measured - expected.gain(at: Hertz(frequency)).value) <= 0.005, "\(frequency) Hz")
      }
    }
  }

  @Test("it is the preset with its dynamics at rest, to the bit", arguments: [1, 2])
  func atRest(channelCount: Int) throws {
    var resting = Self.coloured
    (resting.compressionThreshold, resting.compressionHeadroom) = (20, 40)
    (resting.expansionRatio, resting.expansionThreshold) = (1, -120)
    let noise = TestSignals.noise(
      amplitude: 0.1, seconds: 0.3, channelCount: channelCount, sampleRate: rate)
    for room in [ReverbPreset?.none, .mediumHall] {
      var preset = Self.coloured
      (preset.reverbPreset, preset.reverbMix) = (room, 25)
      (resting.reverbPreset, resting.reverbMix) = (room, 25)
      let bypassed = try render(noise, preset, bypassing: true)

      #expect(firstDifference(bypassed, try render(noise, resting, bypassing: false)) == nil)
      // And that is not what the preset does.
      #expect(firstDifference(bypassed, try render(noise, preset, bypassing: false)) != nil)
    }
  }
}
