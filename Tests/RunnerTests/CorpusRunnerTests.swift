import Chain
import Corpus
import Foundation
import Metrics
import Presets
import Signal
import Synchronization
import TestSupport
import Testing

@testable import Runner

@Suite("Corpus runner")
struct CorpusRunnerTests {
  private static let plain = AudioPreset(
    id: "plain", name: "Plain", category: "Test", purpose: "does little")
  private static let bright = AudioPreset(
    id: "bright", name: "Bright", category: "Test", purpose: "adds treble",
    eqBands: [AudioPreset.EQBand(frequency: 4_000, gain: 6, bandwidth: 1)])
  private static let hall = AudioPreset(
    id: "hall", name: "Hall", category: "Test", purpose: "adds a room", highPassFreq: 80,
    expansionRatio: 2, expansionThreshold: -60, reverbPreset: .cathedral, reverbMix: 20,
    normalizeVolume: true)

  private static let jobs = [plain, bright, hall].map { RenderJob(preset: $0) }
  private static let fixtures = ["word", "hiss"]

  private func runner(_ folder: SpokenWorkspace, workers: Int = 2) throws -> CorpusRunner {
    let corpus = try AudioCorpus(
      folders: [folder.path("Corpus")], recordings: [folder.path("recordings")])
    return CorpusRunner(corpus: corpus, workers: workers)
  }

  /// Everything that a run says of a render, but for how long it took.
  private func facts(_ result: RunResult) -> [[String]] {
    result.renders.map { renders in
      renders.map { render in
        let record = render.measured
        let readings = (record.readings + record.deltas).map { "\($0.name)=\($0.value)" }
        return
          ([record.fixture, record.fixtureDigest, record.renderDigest] + readings
          + record.failures + ["\(String(describing: render.facts))"]).joined(separator: "\n")
      }
    }
  }

  @Test("renders come job by job, fixture by fixture, with readings and digests")
  func order() throws {
    let folder = try SpokenWorkspace()
    let result = try runner(folder).run(Self.jobs, fixtures: Self.fixtures)

    #expect(result.renders.count == 3)
    for renders in result.renders {
      #expect(renders.map(\.measured.fixture) == Self.fixtures)
      for render in renders {
        #expect(render.measured.failures == [])
        #expect(!render.measured.readings.isEmpty)
        #expect(
          render.measured.readings.map(\.name) == render.measured.readings.map(\.name).sorted())
        #expect(render.measured.readings.allSatisfy { !$0.value.isNaN })
        #expect(render.measured.deltas == [])
        #expect(render.measured.fixtureDigest.count == 64)
        #expect(render.measured.renderDigest.count == 16)
        #expect(render.facts != nil)
      }
    }
    let digests = result.renders.flatMap { $0.map(\.measured.renderDigest) }
    #expect(Set(digests).count == digests.count)
  }

  @Test("the word has speech readings, the hiss has none")
  func speech() throws {
    let folder = try SpokenWorkspace()
    let renders = try runner(folder).run(Self.jobs, fixtures: Self.fixtures).renders[0]
    func consonants(_ render: JobRender) -> Int {
      render.measured.readings.count { $0.metric.id == "consonant-retention" }
    }

    #expect(consonants(renders[0]) == 2)
    #expect(consonants(renders[1]) == 0)
  }

  @Test("any number of workers comes to the same, run after run", arguments: [2, 4, 8])
  func workers(workers: Int) throws {
    let folder = try SpokenWorkspace()
    let fixtures = ["word", "hiss", "word", "hiss", "word"]
    let alone = try runner(folder, workers: 1).run(Self.jobs, fixtures: fixtures)
    let together = try runner(folder, workers: workers).run(Self.jobs, fixtures: fixtures)

    #expect(facts(alone) == facts(together))
    #expect(alone.renderedSeconds == together.renderedSeconds)
  }

  @Test("a preset comes out the same alone and beside others")
  func company() throws {
    let folder = try SpokenWorkspace()
    let together = try runner(folder).run(Self.jobs, fixtures: Self.fixtures)
    for (index, job) in Self.jobs.enumerated() {
      let alone = try runner(folder).run([job], fixtures: Self.fixtures)
      #expect(facts(alone)[0] == facts(together)[index])
    }
  }

  @Test("a render is the renderer's, of the fixture and the preset")
  func render() throws {
    let folder = try SpokenWorkspace()
    let result = try runner(folder).run(Self.jobs, fixtures: ["word"])
    let audio = try fixture(folder).audio
    for (renders, job) in zip(result.renders, Self.jobs) {
      let own = try render(job.preset, audio)
      #expect(renders[0].measured.renderDigest == RenderDigest.hexDigest(of: own.audio))
      #expect(renders[0].facts == own.facts)
    }
  }

  private func fixture(_ folder: SpokenWorkspace) throws -> Fixture {
    try AudioCorpus(folders: [folder.path("Corpus")], recordings: [folder.path("recordings")])
      .fixture("word")
  }

  private func render(_ preset: AudioPreset, _ audio: AudioBuffer) throws -> Render {
    let renderer = try OfflineRenderer(
      presets: [preset], sampleRate: audio.sampleRate, channelCount: audio.channelCount)
    return try #require(try renderer.render(audio).first)
  }

  @Test("an approved variant is rendered beside, and the delta is between the two")
  func approved() throws {
    let folder = try SpokenWorkspace()
    var retuned = Self.bright
    retuned.eqBands[0].gain = 9
    let jobs = [
      RenderJob(preset: Self.plain, approved: Self.hall), RenderJob(preset: Self.plain),
      RenderJob(preset: retuned, approved: Self.bright),
    ]
    let result = try runner(folder).run(jobs, fixtures: ["word"])
    let audio = try fixture(folder).audio

    #expect(result.renders[1][0].measured.deltas == [])
    for index in [0, 2] {
      let job = jobs[index]
      let expected = try SpectralDelta().readings(
        approved: try render(try #require(job.approved), audio).audio,
        candidate: try render(job.preset, audio).audio)
      #expect(result.renders[index][0].measured.deltas == expected)
    }
    let delta = try #require(
      result.renders[2][0].measured.deltas.first { $0.metric.id == SpectralDelta.longTerm.id })
    // A bell of one octave at 4 kHz, from 6 to 9 dB; a third of an octave beside it moves less.
    #expect(delta.value > 2 && delta.value <= 3)
    // The readings are those of the preset, not of what was approved.
    let alone = try runner(folder).run([RenderJob(preset: retuned)], fixtures: ["word"])
    #expect(result.renders[2][0].measured.readings == alone.renders[0][0].measured.readings)
  }

  @Test("the delta of a preset to itself is exactly zero", arguments: [plain, bright, hall])
  func noDelta(preset: AudioPreset) throws {
    let folder = try SpokenWorkspace()
    let job = RenderJob(preset: preset, approved: preset)
    let deltas = try runner(folder).run([job], fixtures: ["word"]).renders[0][0].measured.deltas

    #expect(deltas.count == 2)
    #expect(deltas.allSatisfy { $0.value == 0 })
  }

  @Test("a render that normalises reports the gain as a reading, one that does not reports zero")
  func gain() throws {
    let folder = try SpokenWorkspace()
    let result = try runner(folder).run(Self.jobs, fixtures: ["word"])
    func gain(_ index: Int) throws -> Double {
      try #require(
        result.renders[index][0].measured.readings.first { $0.metric.id == "normaliser-gain" }
      ).value
    }

    #expect(try gain(0) == 0)
    #expect(try gain(2) == result.renders[2][0].facts?.normalisingGain?.value)
  }

  @Test("a fixture that cannot be built says so in its records and does not stop the others")
  func broken() throws {
    let folder = try SpokenWorkspace()
    try folder.remove(SpokenWorkspace.recording)
    let result = try runner(folder, workers: 2).run(
      Self.jobs, fixtures: ["word", "hiss", "nothing"])

    for renders in result.renders {
      #expect(renders.map(\.measured.fixture) == ["word", "hiss", "nothing"])
      for (index, words) in [(0, "voice-sounds"), (2, "There is no fixture 'nothing'")] {
        #expect(renders[index].measured.failures.count == 1)
        #expect(renders[index].measured.failures.first?.contains(words) == true)
        #expect(renders[index].measured.readings == [])
        #expect(renders[index].measured.fixtureDigest == "")
        #expect(renders[index].measured.renderDigest == "")
        #expect(renders[index].facts == nil)
      }
      #expect(renders[1].measured.failures == [])
      #expect(!renders[1].measured.readings.isEmpty)
    }
  }

  @Test("a preset that the chain refuses fails every fixture, in words")
  func refused() throws {
    let folder = try SpokenWorkspace()
    var preset = Self.plain
    preset.outputGain = .nan
    let result = try runner(folder).run([RenderJob(preset: preset)], fixtures: Self.fixtures)

    for render in result.renders[0] {
      #expect(render.measured.failures.count == 1)
      #expect(render.measured.readings == [])
    }
  }

  @Test("progress counts every fixture once, up to all of them")
  func progress() throws {
    let folder = try SpokenWorkspace()
    let calls = Mutex<[(done: Int, fixture: String)]>([])
    let fixtures = ["word", "hiss", "word", "hiss"]

    _ = try runner(folder, workers: 4).run([Self.jobs[0]], fixtures: fixtures) { done, fixture in
      calls.withLock { $0.append((done, fixture)) }
    }

    #expect(calls.withLock { $0.map(\.done) } == [1, 2, 3, 4])
    #expect(calls.withLock { $0.map(\.fixture) }.sorted() == fixtures.sorted())
  }

  @Test("the rendered seconds count every render with its tail, and the approved ones")
  func seconds() throws {
    let folder = try SpokenWorkspace()
    let jobs = [RenderJob(preset: Self.hall, approved: Self.plain)]
    let result = try runner(folder).run(jobs, fixtures: ["word"])
    let audio = try fixture(folder).audio
    let expected = try [Self.hall, Self.plain].map { try render($0, audio).audio.durationSeconds }

    // The order of adding.
    #expect(abs(result.renderedSeconds - expected.reduce(0, +)) <= 1e-9)
    #expect(result.elapsedSeconds > 0)
    #expect(result.realTimeFactor == result.renderedSeconds / result.elapsedSeconds)
  }

  @Test("a run over no fixtures comes to nothing", arguments: [1, 4])
  func nothing(workers: Int) throws {
    let folder = try SpokenWorkspace()
    let result = try runner(folder, workers: workers).run(Self.jobs, fixtures: [])

    #expect(result.renders.count == 3)
    #expect(result.renders.allSatisfy { $0.isEmpty })
    #expect(result.renderedSeconds == 0)
  }
}
