import Signal
import Speech
import TestSupport
import Testing

@Suite("The labeller on made-up sound")
struct SpeechLabellerTests {
  /// "at", "ash", "tash": a final burst, a final frication, an initial burst and a medial one.
  private static func scene(rate: Double = 16_000) -> (
    audio: AudioBuffer, bursts: [Double], frication: Double
  ) {
    var scene = SpeechLabellerScene(rate: rate)
    scene.quiet(0.5)
    scene.vowel(0.2)
    scene.quiet(0.07)
    let final = scene.burst(0.04)
    scene.quiet(0.6)
    scene.vowel(0.2)
    let frication = scene.frication(0.15)
    scene.quiet(0.6)
    let initial = scene.burst(0.04)
    scene.vowel(0.2)
    scene.quiet(0.06)
    let medial = scene.burst(0.03)
    scene.vowel(0.2)
    scene.quiet(0.5)
    return (scene.audio, [final, initial, medial], frication)
  }

  @Test(
    "a burst starts within 2 ms of its first sample", arguments: [8_000.0, 16_000, 44_100, 48_000])
  func burstStarts(rate: Double) throws {
    let scene = Self.scene(rate: rate)

    let marks = try SpeechLabeller.marks(of: scene.audio)

    let bursts = marks.obstruents.filter { $0.kind == .burst }
    #expect(bursts.count == 3)
    for (found, start) in zip(bursts, scene.bursts) {
      // Two milliseconds are what the hand-made labels are good for.
      #expect(abs(found.span.startSeconds - start) <= 0.002)
    }
  }

  @Test("a frication starts within 20 ms of its swell, and ends within 20 ms of its end")
  func fricationEdges() throws {
    let scene = Self.scene()

    let marks = try SpeechLabeller.marks(of: scene.audio)

    let frications = marks.obstruents.filter { $0.kind == .frication }
    let found = try #require(frications.first)
    #expect(frications.count == 1)
    #expect(abs(found.span.startSeconds - scene.frication) <= 0.02)
    #expect(abs(found.span.endSeconds - scene.frication - 0.15) <= 0.02)
    #expect(found.position == .final)
  }

  @Test("a place is told by the voice before and behind")
  func positions() throws {
    let marks = try SpeechLabeller.marks(of: Self.scene().audio)

    let bursts = marks.obstruents.filter { $0.kind == .burst }
    #expect(bursts.map(\.position) == [.final, .initial, .medial])
  }

  @Test("a vowel is voiced and a fricative is not")
  func voiced() throws {
    let marks = try SpeechLabeller.marks(of: Self.scene().audio)

    // The first vowel lasts from 0.5 to 0.7 s; the pitch is read every 10 ms, from 50 ms.
    let first = try #require(marks.voiced.first)
    #expect(abs(first.startSeconds - 0.5) <= 0.03)
    #expect(abs(first.endSeconds - 0.7) <= 0.03)
    #expect(marks.voiced.count == 4)
    #expect(marks.vowels.count == 4)
    #expect(marks.vowels.allSatisfy { (0.04...0.2001).contains($0.durationSeconds) })
  }

  @Test("noise below 1 kHz is no voice")
  func whisper() throws {
    var scene = SpeechLabellerScene()
    scene.quiet(0.5)
    scene.vowel(0.2)
    scene.quiet(0.5)
    let start = scene.murmur(0.3)
    scene.quiet(0.5)

    let marks = try SpeechLabeller.marks(of: scene.audio)

    #expect(marks.voiced.count == 1)
    #expect(marks.voiced.allSatisfy { $0.endSeconds < start })
    #expect(marks.spurts.count == 1)
  }

  @Test("three words apart are three spurts, with pauses between and around")
  func spurtsAndPauses() throws {
    let scene = Self.scene()

    let marks = try SpeechLabeller.marks(of: scene.audio)

    #expect(marks.spurts.count == 3)
    #expect(marks.pauses.count == 4)
    for pause in marks.pauses {
      #expect(pause.durationSeconds >= 0.08 - 1e-6)
      // A pause keeps 30 ms away from every spurt; half a frame is rounding.
      #expect(
        marks.spurts.allSatisfy {
          pause.endSeconds <= $0.startSeconds - 0.0295
            || pause.startSeconds >= $0.endSeconds + 0.0295
        })
    }
  }

  @Test("marks do not depend on the level", arguments: [Float(0.5), 2, 1.9953, 0.01])
  func levelInvariance(factor: Float) throws {
    let audio = Self.scene().audio

    let marks = try SpeechLabeller.marks(of: audio)
    let other = try SpeechLabeller.marks(of: audio.multiplied(by: factor))

    #expect(marks.obstruents.count == other.obstruents.count)
    for (one, two) in zip(marks.obstruents, other.obstruents) {
      #expect(one.kind == two.kind)
      // Rounding of the samples may move an edge by a frame.
      #expect(abs(one.span.startSeconds - two.span.startSeconds) <= 0.002)
    }
  }

  @Test("the louder of two channels counts, whichever it is")
  func channels() throws {
    let audio = Self.scene().audio
    let soft = SpeechNoise.white.samples(
      frames: audio.frameCount, sampleRate: audio.sampleRate
    ).map { $0 * 1e-4 }

    let marks = try SpeechLabeller.marks(of: audio)
    let left = AudioBuffer(channels: [audio.channels[0], soft], sampleRate: audio.sampleRate)
    let right = AudioBuffer(channels: [soft, audio.channels[0]], sampleRate: audio.sampleRate)

    #expect(try SpeechLabeller.marks(of: left) == marks)
    #expect(try SpeechLabeller.marks(of: right) == marks)
  }

  @Test("a sample that is no number is an error", arguments: [Float.nan, .infinity])
  func notFinite(sample: Float) {
    var samples = [Float](repeating: 0, count: 1_000)
    samples[400] = sample
    let audio = AudioBuffer(channels: [samples], sampleRate: Hertz(16_000))

    #expect(throws: SpeechError.notFinite(channel: 0, frame: 400)) {
      try SpeechLabeller.marks(of: audio)
    }
  }

  @Test("a rate that leaves nothing above 2 kHz is an error")
  func lowRate() {
    let audio = AudioBuffer(silentFrames: 6_000, sampleRate: Hertz(6_000))

    #expect(throws: SpeechError.sampleRateTooLow(hertz: 6_000)) {
      try SpeechLabeller.marks(of: audio)
    }
  }

  @Test(
    "digital silence is one pause, and nothing at all is nothing", arguments: [0, 1, 100, 32_000])
  func silence(frames: Int) throws {
    let audio = AudioBuffer(silentFrames: frames, sampleRate: Hertz(16_000))

    let marks = try SpeechLabeller.marks(of: audio)

    #expect(marks.obstruents.isEmpty)
    #expect(marks.spurts.isEmpty)
    // 80 ms are 1280 frames.
    #expect(marks.pauses.count == (frames >= 1_280 ? 1 : 0))
  }

  @Test(
    "a few milliseconds of speech are no crash",
    arguments: [1, 15, 16, 17, 160, 319, 320, 800, 4_000])
  func shortRecordings(frames: Int) throws {
    let audio = Self.scene().audio.frames(11_000..<11_000 + frames)

    let marks = try SpeechLabeller.marks(of: audio)

    #expect(marks.obstruents.allSatisfy { $0.span.endSeconds > $0.span.startSeconds })
  }

  @Test(
    "noise alone gives a mark in 5 s at most",
    arguments: [SpeechNoise.white, .hiss, .rumble, .hum], [8_000.0, 48_000])
  func noiseAlone(noise: SpeechNoise, rate: Double) throws {
    let samples = noise.samples(frames: Int(20 * rate), sampleRate: Hertz(rate))
    let audio = AudioBuffer(channels: [samples], sampleRate: Hertz(rate)).multiplied(by: 0.05)

    #expect(try SpeechLabeller.marks(of: audio).obstruents.count <= 4)
  }

  @Test("chords that swell and sink give a mark in 5 s at most")
  func music() throws {
    let samples = (0..<320_000).map { frame in
      let time = Double(frame) / 16_000
      let beat = time.truncatingRemainder(dividingBy: 0.5)
      let fade = min(1, min(beat, 0.5 - beat) / 0.03) * DeterministicMath.exp(-3 * beat)
      let root = [220.0, 277.18, 329.63, 246.94][Int(time * 2) % 4]
      let sum = [1.0, 1.25, 1.5, 2].reduce(0.0) { sum, ratio in
        let turns = (root * ratio * time).truncatingRemainder(dividingBy: 1)
        return sum + DeterministicMath.sin(2 * .pi * turns)
      }
      return Float(0.1 * fade * sum)
    }
    let audio = AudioBuffer(channels: [samples], sampleRate: Hertz(16_000))

    #expect(try SpeechLabeller.marks(of: audio).obstruents.count <= 4)
  }

  @Test("pauses of digital zero change no burst by more than 2 ms")
  func digitalZeros() throws {
    let scene = Self.scene()
    let marks = try SpeechLabeller.marks(of: scene.audio)
    let gated = AudioBuffer(
      channels: [scene.audio.channels[0].map { $0.magnitude < 2e-5 ? 0 : $0 }],
      sampleRate: scene.audio.sampleRate)

    let found = try SpeechLabeller.marks(of: gated)

    let starts = found.obstruents.filter { $0.kind == .burst }.map(\.span.startSeconds)
    let expected = marks.obstruents.filter { $0.kind == .burst }.map(\.span.startSeconds)
    #expect(starts.count == expected.count)
    #expect(zip(starts, expected).allSatisfy { abs($0 - $1) <= 0.002 })
  }

  @Test("clipping hides no burst and moves none by more than 2 ms")
  func clipping() throws {
    let scene = Self.scene()
    let clipped = AudioBuffer(
      channels: [scene.audio.channels[0].map { min(max($0, -0.1), 0.1) }],
      sampleRate: scene.audio.sampleRate)

    let bursts = try SpeechLabeller.marks(of: clipped).obstruents.filter { $0.kind == .burst }

    for start in scene.bursts {
      #expect(bursts.contains { abs($0.span.startSeconds - start) <= 0.002 })
    }
  }
}
