import Corpus
import Foundation
import Metrics
import Presets
import Signal
import Testing

/// The table of `docs/tester.md`, over all presets, voices and levels; `scripts/tester-page` asks.
extension AgreementTests {
  private static let path = ProcessInfo.processInfo.environment["HARNESS_AGREEMENT_TABLE"]

  @Test("the table of all agreements is written where somebody asks", .enabled(if: path != nil))
  func table() throws {
    let path = try #require(Self.path)
    var roots = [Self.root + "/.harness/recordings", "/"]
    if let own = ProcessInfo.processInfo.environment["HARNESS_RECORDINGS"], !own.isEmpty {
      roots.insert(own, at: 0)
    }
    let corpus = try AudioCorpus(folders: [Self.root + "/Corpus"], recordings: roots)
    let presets = try PresetLibrary.embedded().presets
    let ids = corpus.fixtureIDs.filter { id in
      ["-loud", "-normal", "-quiet"].contains { id.hasSuffix($0) }
    }
    let results = concurrentMap(ids.count, workers: 2) { index in
      Result { try Self.measure(ids[index], presets, corpus) }
    }
    let pairs = try results.flatMap { try $0.get() }
    let withRooms = Set(presets.filter { $0.heardRoom != nil }.map(\.id))
    var lines = [
      "\(presets.count) presets, \(ids.count) recordings (\(ids.count / 3) voices at three levels):"
        + " \(pairs.count) readings. Median / 95th percentile / worst distance, and how many"
        + " readings have another verdict.",
      "",
      "| metric | unit | dry | other verdict | with a room | other verdict |",
      "|---|---|---|---|---|---|",
    ]
    for metric in Self.bank.metrics.map(\.description) {
      let own = pairs.filter { $0.metric.id == metric.id }
      let cells = [false, true].map { isWet in
        Self.cells(own.filter { withRooms.contains($0.preset) == isWet })
      }
      lines.append("| \(metric.id) | \(metric.unit.rawValue) | \(cells.joined(separator: " | ")) |")
    }
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
  }

  private static func cells(_ pairs: [Pair]) -> String {
    let distances = pairs.map { abs($0.estimate - $0.exact) }.sorted()
    guard let worst = distances.last else { return "- | -" }
    let numbers = [
      distances[distances.count / 2], distances[(distances.count - 1) * 95 / 100], worst,
    ].map { String(format: "%.2f", $0) }
    let others = pairs.count {
      $0.metric.boundsVerdict($0.exact) != $0.metric.boundsVerdict($0.estimate)
    }
    return numbers.joined(separator: " / ") + " | \(others) of \(pairs.count)"
  }
}
