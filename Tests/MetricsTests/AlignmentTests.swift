import Signal
import Spectrum
import TestSupport
import Testing

@testable import Metrics

@Suite("Alignment")
struct AlignmentTests {
  private static let rate = Hertz(16_000)
  /// Some 6 s of it: three stretches.
  private static let speech = TestSignals.talk(syllables: 24, sampleRate: rate)

  /// 5 s that have nothing to do with it.
  private static let noise = TestSignals.noise(amplitude: 0.1, seconds: 5, sampleRate: rate)

  /// A recording moved by turning the phase of each of its frequencies: an exact delay.
  static func shifted(_ audio: AudioBuffer, by frames: Double) -> AudioBuffer {
    let needed = Double(audio.frameCount) + abs(frames) + 4_096
    let transform = DeterministicFFT(size: AnalysisFrames.powerOfTwo(from: needed))
    let channels = audio.channels.map { samples in
      var real = samples.map(Double.init)
      real += repeatElement(0, count: transform.size - real.count)
      var imaginary = [Double](repeating: 0, count: real.count)
      transform.forward(&real, &imaginary)
      for bin in 0..<transform.size {
        let signed = bin <= transform.size / 2 ? bin : bin - transform.size
        let turns = Double(signed) * frames / Double(transform.size)
        let angle = -2 * Double.pi * (turns - turns.rounded())
        let (c, s) = (DeterministicMath.cos(angle), DeterministicMath.sin(angle))
        let slot = Int(transform.slots[bin])
        (real[slot], imaginary[slot]) = (
          real[slot] * c - imaginary[slot] * s, real[slot] * s + imaginary[slot] * c
        )
      }
      transform.inverse(&real, &imaginary)
      let count = samples.count + max(0, Int(frames.rounded(.up)))
      return real.prefix(count).map { Float($0 / Double(transform.size)) }
    }
    return AudioBuffer(channels: channels, sampleRate: audio.sampleRate)
  }

  private static func error(
    of render: AudioBuffer, against reference: AudioBuffer = speech
  ) -> MetricError? {
    do {
      _ = try DelayEstimate(of: render, against: reference)
      return nil
    } catch { return error }
  }

  @Test(
    "a clean delay is found to a fiftieth of a frame",
    arguments: [0, 0.5, 3.25, 100, 533.33, 799.75, -3.3, -4_000.6, 31_990.4])
  func clean(frames: Double) throws {
    let delay = try DelayEstimate(of: Self.shifted(Self.speech, by: frames), against: Self.speech)

    // What a whole number of frames is rounded within; the rest is a hundred times nearer.
    #expect(abs(delay.frames - frames) <= DelayEstimate.wholeFrames)
    #expect(delay.seconds == delay.frames / 16_000)
    #expect(delay.polarity == .same)
    // Nothing but the voice's own periods resembles it.
    #expect(delay.confidence > 0.8)
  }

  /// What a chain may do to a recording.
  enum Process: String, CaseIterable {
    case inverted, quiet, gated, highPassed, bell, echo, compressed, clipped, noisy

    func callAsFunction(_ audio: AudioBuffer) -> AudioBuffer {
      let rate = audio.sampleRate
      switch self {
      case .inverted: return audio.scaled(by: -1)
      case .quiet: return audio.scaled(by: 1e-3)
      case .gated: return audio.mapped { $1.magnitude < 0.15 ? 0 : $1 }
      case .highPassed:
        let filter = TestFilter.highPass(200, sampleRate: rate)
        return filter(filter(audio))
      case .bell: return TestFilter.bell(300, gain: -12, q: 0.7, sampleRate: rate)(audio)
      case .echo:
        let early = audio.channels[0]
        return audio.mapped { frame, sample in
          // 40 ms and 90 ms late, each 6 dB under what is heard first.
          sample + (frame < 640 ? 0 : 0.5 * early[frame - 640])
            - (frame < 1_440 ? 0 : 0.5 * early[frame - 1_440])
        }
      case .compressed: return audio.mapped { $1 / (0.05 + $1.magnitude) }
      case .clipped: return audio.mapped { min(max(10 * $1, -0.5), 0.5) }
      case .noisy:
        // As loud as the speech at its loudest.
        let hiss = TestSignals.noise(
          amplitude: 0.2, seconds: audio.durationSeconds + 1, seed: 5, sampleRate: rate
        ).channels[0]
        return audio.mapped { $1 + hiss[$0] }
      }
    }
  }

  @Test("heavy processing hides no delay", arguments: Process.allCases)
  func processed(process: Process) throws {
    let frames = 200.4
    let render = Self.shifted(process(Self.speech), by: frames)

    let delay = try DelayEstimate(of: render, against: Self.speech)

    // 0.5 ms, half of what measures of intelligibility bear: filters delay by themselves.
    #expect(abs(delay.frames - frames) <= 8)
    #expect(delay.polarity == (process == .inverted ? .inverted : .same))
  }

  @Test("a render that starts far later than 2 s is found where its length says so")
  func longLead() throws {
    var render = AudioBuffer(silentFrames: 160_000, sampleRate: Self.rate)
    render.append(Self.speech)

    #expect(try DelayEstimate(of: render, against: Self.speech).frames == 160_000)
    #expect(try DelayEstimate(of: Self.speech, against: render).frames == -160_000)
  }

  /// A pair that cannot be aligned.
  struct Hopeless: CustomTestStringConvertible {
    let testDescription: String
    let reference: AudioBuffer
    let render: AudioBuffer
  }

  static let hopeless: [Hopeless] = {
    let silence = AudioBuffer(silentFrames: 80_000, sampleRate: rate)
    let tone = TestSignals.sine(Hertz(440), seconds: 5, sampleRate: rate)
    let backwards = AudioBuffer(channels: [speech.channels[0].reversed()], sampleRate: rate)
    let other = TestSignals.noise(amplitude: 0.1, seconds: 5, seed: 9, sampleRate: rate)
    return [
      Hopeless(testDescription: "silence in", reference: silence, render: speech),
      Hopeless(testDescription: "silence both", reference: silence, render: silence),
      Hopeless(testDescription: "a tone", reference: tone, render: shifted(tone, by: 20)),
      Hopeless(testDescription: "speech backwards", reference: speech, render: backwards),
      Hopeless(testDescription: "other noise", reference: noise, render: other),
      Hopeless(testDescription: "noise for speech", reference: speech, render: noise),
    ]
  }()

  @Test("what does not belong together is refused", arguments: hopeless)
  func refused(pair: Hopeless) throws {
    let error = Self.error(of: pair.render, against: pair.reference)
    guard case .noDelayFound(let confidence, let needed) = error else {
      Issue.record("it was aligned, or refused for another reason")
      return
    }
    #expect(confidence < needed)
  }

  @Test("a render that was cut or stretched is refused, and its two delays are named")
  func drift() throws {
    let samples = Self.speech.channels[0]
    let half = samples.count / 2
    let cut = AudioBuffer(
      channels: [Array(samples[..<half] + samples[(half + 800)...])], sampleRate: Self.rate)
    let error = try #require(Self.error(of: cut))
    guard case .delayDrifts(let first, _, let second, _) = error else {
      Issue.record("\(error)")
      return
    }
    // The coarse search moves in steps of an eighth of a millisecond.
    #expect(abs(first) <= 0.0002)
    #expect(abs(second + 0.05) <= 0.0002)
    #expect("\(error)".contains("stretched in time, or cut"))
    // A thousandth faster, by repeating the nearest sample.
    let places = stride(from: 0, to: Double(samples.count - 1), by: 1.001)
    let fast = AudioBuffer(
      channels: [places.map { samples[Int($0)] }], sampleRate: Self.rate)
    switch Self.error(of: fast) {
    case .delayDrifts, .noDelayFound: break
    default: Issue.record("it was aligned")
    }
  }

  @Test("recordings that cannot be compared are refused for what they are")
  func shapes() {
    let short = AudioBuffer(channels: [[0.5, -0.5]], sampleRate: Self.rate)
    let empty = AudioBuffer(channels: [[]], sampleRate: Self.rate)
    let broken = Self.speech.mapped { $0 == 7 ? .nan : $1 }
    let fast = AudioBuffer(channels: Self.speech.channels, sampleRate: Hertz(8_000))
    let stereo = AudioBuffer(
      channels: [Self.speech.channels[0], Self.speech.channels[0]], sampleRate: Self.rate)
    let silence = AudioBuffer(silentFrames: 80_000, sampleRate: Self.rate)

    #expect(Self.error(of: silence) == .silentRender)
    #expect(Self.error(of: empty) == .empty(recording: .render))
    #expect(Self.error(of: Self.speech, against: empty) == .empty(recording: .reference))
    #expect(Self.error(of: broken) == .notFinite(recording: .render, channel: 0, frame: 7))
    #expect(Self.error(of: fast) == .rateMismatch(expected: Self.rate, found: Hertz(8_000)))
    #expect(Self.error(of: short) == .tooShort(metric: "delay", frames: 2, neededFrames: 800))
    #expect(Self.error(of: Self.speech, against: stereo) == .needsMixDown(channels: 2))
  }

  @Test("a mono reference stands for both channels of a render, and the louder gives the delay")
  func monoReference() throws {
    let late = Self.shifted(Self.speech, by: 12)
    let stereo = AudioBuffer(
      channels: [late.channels[0].map { _ in 0 }, late.channels[0]], sampleRate: Self.rate)
    let rule = try ChannelRule(reference: Self.speech, render: stereo)

    #expect(rule == .monoReference)
    #expect(try DelayEstimate(of: stereo, against: Self.speech).frames == 12)
    #expect(rule.reference(Self.speech, for: stereo).channelCount == 2)
    #expect(try ChannelRule(reference: stereo, render: stereo) == .pairwise)
  }

  private static func delay(_ frames: Double) -> DelayEstimate {
    DelayEstimate(frames: frames, sampleRate: rate, confidence: 1, polarity: .same)
  }

  @Test("a delay of whole frames is taken out bit by bit", arguments: [0, 137, -29])
  func wholeFrames(frames: Int) throws {
    let before = [Float](repeating: 0.25, count: max(0, frames))
    let render = AudioBuffer(
      channels: [before + Self.speech.channels[0].dropFirst(max(0, -frames))],
      sampleRate: Self.rate)

    let aligned = try AlignedRender(
      of: render, to: Self.speech, by: Self.delay(Double(frames)))

    let expected = Self.speech.mapped { $0 < -frames ? 0 : $1 }
    #expect(firstDifference(aligned.audio, expected) == nil)
    #expect(aligned.missingAtStart == max(0, -frames))
    #expect(aligned.missingAtEnd == 0)
    #expect(aligned.tailFrames == 0)
  }

  @Test(
    "a part of a frame is taken out within -80 dB up to 0.45 of the rate",
    arguments: [0.5, 0.25, 0.9, 12.37, -3.5], [0.01, 0.2, 0.4, 0.45])
  func fraction(frames: Double, frequency: Double) throws {
    func wave(_ delay: Double) -> AudioBuffer {
      let samples = (0..<1_000).map { frame -> Float in
        let turns = frequency * (Double(frame) - delay)
        return Float(DeterministicMath.sin(2 * .pi * (turns - turns.rounded())))
      }
      return AudioBuffer(channels: [samples], sampleRate: Self.rate)
    }

    let aligned = try AlignedRender(of: wave(frames), to: wave(0), by: Self.delay(frames))

    // Away from the ends by the reach of the filter and by the delay.
    let worst = (60..<900).map { frame in
      abs(aligned.audio.channels[0][frame] - wave(0).channels[0][frame])
    }.max()
    #expect(try #require(worst) <= 1e-4)
  }

  @Test("what is missing at the end is said up to 50 ms, and refused beyond")
  func missing() throws {
    let short = Self.speech.frames(0..<Self.speech.frameCount - 800)
    let shorter = Self.speech.frames(0..<Self.speech.frameCount - 801)

    let aligned = try AlignedRender(of: short, to: Self.speech, by: Self.delay(0))

    #expect(aligned.audio.frameCount == Self.speech.frameCount)
    #expect(aligned.missingAtEnd == 800)
    #expect(aligned.audio.channels[0].suffix(800).allSatisfy { $0 == 0 })
    #expect(throws: MetricError.self) {
      try AlignedRender(of: shorter, to: Self.speech, by: Self.delay(0))
    }
  }

  @Test("what sounds on after the reference is kept, but not for longer than any room rings")
  func tail() throws {
    var long = Self.speech
    long.append(AudioBuffer(silentFrames: 320_000, sampleRate: Self.rate))

    let aligned = try AlignedRender(of: long, to: Self.speech, by: Self.delay(0))

    #expect(aligned.tailFrames == 160_000)
    #expect(aligned.droppedFrames == 160_000)
    #expect(aligned.audio.frameCount == Self.speech.frameCount + 160_000)
  }
}
