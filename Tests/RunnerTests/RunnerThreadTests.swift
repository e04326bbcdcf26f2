import Corpus
import Foundation
import Metrics
import Presets
import Testing

@testable import Runner

@Suite("Threads and the metrics of speech")
struct RunnerThreadTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Everything that is read of some presets over sentences, a mix and the impulse.
  private static func measured(workers: Int) throws -> [[MeasuredRender]] {
    let corpus = try AudioCorpus(folders: [root + "/Corpus"], recordings: [])
    let presets = try PresetLibrary.embedded().presets.filter {
      ["denoise", "podcast", "cathedral"].contains($0.id)
    }
    let fixtures = [
      "flite-slt-quiet", "flite-rms-in-fan-noise-10db", "impulse", "festival-slt-normal",
    ]
    return try CorpusRunner(corpus: corpus, workers: workers)
      .run(presets.map { RenderJob(preset: $0) }, fixtures: fixtures)
      .renders.map { $0.map(\.measured) }
  }

  private static let alone = Result { try measured(workers: 1) }

  @Test("every axis reads the same on any number of threads", arguments: [2, 5])
  func threads(workers: Int) throws {
    let alone = try Self.alone.get()
    let together = try Self.measured(workers: workers)

    for (one, other) in zip(alone.joined(), together.joined()) {
      #expect(one.failures == [])
      #expect(other.failures == [])
      #expect(one.uncertain == other.uncertain)
      #expect(one.readings.map(\.name) == other.readings.map(\.name))
      #expect(zip(one.readings, other.readings).allSatisfy { $0.value == $1.value })
      #expect(one.readings.map(\.place) == other.readings.map(\.place))
    }
    // There is something of each axis that may differ.
    let axes = Set(alone.joined().flatMap { $0.readings.map(\.metric.axis) })
    #expect(axes.isSuperset(of: MetricAxis.allCases))
  }
}
