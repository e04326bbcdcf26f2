import Chain
import Corpus
import Foundation
import Golden
import Metrics
import Presets
import Report
import Runner
import Testing

/// The goldens of the project, compared as `harness check` compares them.
@Suite("Goldens of the project")
struct GoldenComparisonTests {
  /// The folder that holds `Corpus` and `Golden`.
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private static let presets: Result<[AudioPreset], any Error> = Result {
    try PresetLibrary.embedded().presets
  }

  /// All presets over all fixtures, rendered once for all tests.
  private static let run: Result<[String: [JobRender]], any Error> = Result {
    let presets = try Self.presets.get()
    let environment = ProcessInfo.processInfo.environment["HARNESS_RECORDINGS"]
    let roots = (environment.map { [$0] } ?? []) + [root + "/.harness/recordings", "/"]
    let corpus = try AudioCorpus(folders: [root + "/Corpus"], recordings: roots)
    let result = CorpusRunner(
      corpus: corpus, workers: ProcessInfo.processInfo.activeProcessorCount
    ).run(presets.map { RenderJob(preset: $0) }, fixtures: corpus.fixtureIDs)
    return Dictionary(uniqueKeysWithValues: zip(presets.map(\.id), result.renders))
  }

  /// None where the presets cannot be read, which the first test finds out.
  private static let presetIDs: [String] =
    switch presets {
    case .success(let presets): presets.map(\.id)
    case .failure: []
    }

  @Test("there are 25 presets to compare")
  func presetCount() {
    #expect(Self.presetIDs.count == 25)
  }

  @Test("a preset sounds as approved", arguments: presetIDs)
  func asApproved(id: String) throws {
    let preset = try #require(try Self.presets.get().first { $0.id == id })
    let renders = try #require(try Self.run.get()[id])
    let store = GoldenStore(folder: Self.root + "/Golden")
    let comparison = Comparer(judge: Judge(limits: try store.limits())).compare(
      renders.map(\.measured), of: preset, with: try store.golden(of: id),
      anchor: try store.anchor(of: id), isWholeCorpus: true)

    for finding in comparison.findings where ![.same, .better].contains(finding.verdict) {
      Issue.record("\(finding.fixture): \(FindingText.line(finding))")
    }
    for change in comparison.changes {
      let (new, old) = (change.new?.description ?? "gone", change.old?.description ?? "absent")
      Issue.record("\(change.key) is \(new), but was approved as \(old)")
    }
    #expect(!comparison.findings(.same).isEmpty, "nothing was compared")
  }

  @Test("every render stays at or under -1 dBFS, and speech reaches it", arguments: presetIDs)
  func peaks(id: String) throws {
    // What an impulse answers is not normalised, so that it stays linear.
    let renders = try #require(try Self.run.get()[id]).filter { $0.measured.fixture != "impulse" }
    for render in renders {
      let readings = render.measured.readings
      let peak = try #require(readings.first { $0.metric.id == "sample-peak" }).value
      let truePeak = try #require(readings.first { $0.metric.id == "true-peak" }).value
      let gain = try #require(readings.first { $0.metric.id == "normaliser-gain" }).value
      let facts = try #require(render.facts)
      // Single precision of the ceiling itself.
      #expect(peak <= -0.999_999, "\(render.measured.fixture)")
      #expect(truePeak < 0, "\(render.measured.fixture)")
      let isSpeech = readings.contains { $0.metric.id == "consonant-retention" }
      if isSpeech || (facts.normalisingGain != nil && gain < 29.999) {
        // The acceptance limit of the gain stage.
        #expect(peak >= -1.01, "\(render.measured.fixture)")
      }
    }
  }

  @Test("no golden is without a preset")
  func orphans() {
    let store = GoldenStore(folder: Self.root + "/Golden")
    #expect(store.orphans(presets: Self.presetIDs).isEmpty)
  }
}
