import Corpus
import Foundation
import Golden
import Metrics
import Presets
import Report
import Runner
import Signal

/// Presets rendered over the corpus and compared with their goldens: what `report`, `check` and
/// `accept` have in common.
struct CorpusRun {
  /// What was found.
  let report: RunReport
  /// The goldens so far, preset by preset.
  let goldens: [GoldenFile?]
  /// The folder of goldens.
  let store: GoldenStore
  /// The judge with the limits of that folder.
  let judge: Judge

  /// Runs.
  ///
  /// - Throws: What stands in the way of running at all; what fails on a fixture is in the report.
  init(_ options: RunOptions, in workspace: Workspace, output: Output) throws {
    let library = try workspace.presets(folder: options.presetFolder)
    let presets = try options.presets(of: library)
    let corpus = try workspace.corpus(folders: options.corpusFolders)
    let fixtures = try options.fixtures(of: corpus)
    let store = workspace.goldens(folder: options.goldenFolder)
    try OutputPaths(options).check(
      against: OutputPaths.inputs(
        options, presets: library.presets.map(\.id), corpus: corpus, in: workspace))
    let holdings = try store.holdings(of: presets.map(\.id), workers: options.workers)
    let (judge, goldens) = (Judge(limits: holdings.limits), holdings.goldens)
    let jobs = zip(presets, goldens).map { preset, golden -> RenderJob in
      guard let golden,
        !AudioPreset.differences(from: golden.numbers, to: preset.numbers).isEmpty
      else { return RenderJob(preset: preset) }
      return RenderJob(preset: preset, approved: golden.approvedPreset(like: preset))
    }
    let runner = CorpusRunner(
      corpus: corpus, workers: options.workers, cache: options.usesCache ? workspace.results : nil)
    output.progress("0 of \(fixtures.count) fixtures")
    let result = runner.run(jobs, fixtures: fixtures) { done, fixture in
      output.progress("\(done) of \(fixtures.count) fixtures, \(fixture)")
    }
    output.endProgress()
    let comparer = Comparer(judge: judge)
    let comparisons = concurrentMap(presets.count, workers: options.workers) { index in
      comparer.compare(
        result.renders[index].map(\.measured), of: presets[index], with: goldens[index],
        anchor: holdings.anchors[index], isWholeCorpus: options.fixtureIDs.isEmpty)
    }
    // Goldens without a preset show only where all presets are at hand.
    let orphans =
      options.presetIDs.isEmpty ? store.orphans(presets: library.presets.map(\.id)) : []
    report = RunReport(
      request: RunReport.Request(
        program: workspace.program, settings: options.settings, options: options.repeated),
      comparisons: comparisons, result: result, orphans: orphans, fixtures: fixtures,
      limits: judge.limits)
    self.goldens = goldens
    self.store = store
    self.judge = judge
  }

  /// Writes the files that were asked for.
  func writeFiles(_ options: RunOptions, _ output: Output) throws {
    if let path = options.jsonPath { try output.write(JSONReport(report).text, toFile: path) }
    if let path = options.junitPath { try output.write(JUnitReport(report).text, toFile: path) }
    if let path = options.markdownPath {
      try output.write(MarkdownReport(report).text, toFile: path)
    }
  }
}
