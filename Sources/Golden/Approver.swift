package import Metrics
import Presets

/// Turns measured renders into goldens, where nothing stands against it.
package struct Approver: Sendable {
  private let judge: Judge

  /// Creates an approver.
  package init(judge: Judge) { self.judge = judge }

  /// What a person says when approving.
  package struct Statement: Hashable, Sendable {
    /// Why the change is wanted.
    package var because: String
    /// The metrics whose harm is accepted, by id.
    package var despite: [String]
    /// The fixtures that the corpus no longer holds, and that the golden is to lose.
    package var withoutFixtures: [String]
    /// The day, as year-month-day.
    package var date: String
    /// Whether the machine is a build server.
    package var isOnCI: Bool

    /// Creates a statement.
    package init(
      because: String, despite: [String], withoutFixtures: [String] = [], date: String,
      isOnCI: Bool
    ) {
      self.because = because
      self.despite = despite
      self.withoutFixtures = withoutFixtures
      self.date = date
      self.isOnCI = isOnCI
    }
  }

  /// Refuses what can be refused before anything is rendered.
  package static func checkStatement(_ statement: Statement) throws(GoldenError) {
    guard !statement.isOnCI else { throw .refused(.onCI) }
    // A placeholder of dots gives no reason either.
    guard statement.because.contains(where: \.isLetter) else {
      throw .refused(.noReason)
    }
  }

  /// Makes the new golden of a preset.
  ///
  /// - Parameters:
  ///   - renders: The measured renders of the preset, over the whole corpus.
  ///   - comparison: How they compare with the golden so far.
  ///   - golden: The golden so far; nil for the first.
  ///   - statement: What the approver says.
  /// - Returns: The golden, or nil where nothing has changed and nothing is to be written.
  /// - Throws: `GoldenError.refused` for a broken run, for fixtures that are lost without a word, for
  ///   a lost anchor, and for harm that is not named.
  package func approve(
    _ renders: [MeasuredRender], comparison: Comparison, golden: GoldenFile?,
    statement: Statement
  ) throws(GoldenError) -> GoldenFile? {
    try Self.checkStatement(statement)
    let preset = comparison.preset
    let broken = renders.flatMap { render in
      render.failures.map { "\(render.fixture): \($0)" }
        + (render.readings.isEmpty && render.failures.isEmpty
          ? ["\(render.fixture): nothing was measured."] : [])
        + render.readings.filter(\.value.isNaN).map {
          "\(render.fixture): '\($0.name)' is not a number."
        }
    }
    guard broken.isEmpty, !renders.isEmpty else {
      throw .refused(
        .brokenRun(
          preset: preset.id,
          findings: renders.isEmpty ? ["Nothing was rendered."] : broken))
    }
    guard !comparison.hasLostAnchor else { throw .refused(.lostAnchor(preset: preset.id)) }
    let kept = renders.map(\.fixture) + statement.withoutFixtures
    let lost = (golden?.fixtures.keys.sorted() ?? []).filter { !kept.contains($0) }
    guard lost.isEmpty else {
      throw .refused(.lostFixtures(preset: preset.id, fixtures: lost))
    }
    let harmed = Set(
      harmedReadings(renders, comparison: comparison).compactMap(\.metric?.id)
    ).sorted()
    let unnamed = harmed.filter { !statement.despite.contains($0) }
    guard unnamed.isEmpty else { throw .refused(.harm(preset: preset.id, metrics: unnamed)) }
    let made = file(renders, preset: preset, approvals: golden?.approvals ?? [])
    if let golden, golden.numbers == made.numbers, golden.fixtures == made.fixtures,
      golden.metricVersions == made.metricVersions
    {
      return nil
    }
    var approved = made
    approved.approvals.append(
      GoldenFile.Approval(
        date: statement.date, because: statement.because, despite: harmed))
    return approved
  }

  /// The readings that hurt speech, the worst first: worse than the golden, if only by a step
  /// within the tolerance; or, where there is no golden to go by, beyond the absolute limit.
  package func harmedReadings(
    _ renders: [MeasuredRender], comparison: Comparison
  ) -> [Finding] {
    let judged = comparison.findings.filter { $0.golden != nil && $0.verdict != .invalid }
    var harmed = judged.compactMap { finding -> Finding? in
      if finding.verdict == .worse { return finding }
      guard let metric = finding.metric, let golden = finding.golden,
        let measured = finding.measured.map(GoldenFile.rounded), measured != golden,
        let harm = judge.harm(
          measured: measured, golden: golden, anchor: finding.anchor, metric: metric)
      else { return nil }
      var finding = finding
      (finding.verdict, finding.harm) = (.worse, harm)
      return finding
    }
    let known = Set(judged.map { "\($0.fixture)/\($0.name)" })
    for render in renders {
      for reading in render.readings where !known.contains("\(render.fixture)/\(reading.name)") {
        guard judge.crossesLimit(reading.value, metric: reading.metric) else { continue }
        harmed.append(
          Finding(
            fixture: render.fixture, name: reading.name, metric: reading.metric, verdict: .worse,
            measured: reading.value,
            harm: judge.limit(of: reading.metric).map { .acrossLimit($0) }, place: reading.place))
      }
    }
    return harmed.sorted { excess($0) > excess($1) }
  }

  /// How far a harmed reading lies from what it is held against, in tolerances of its metric, so
  /// that readings of different units can be ranked.
  private func excess(_ finding: Finding) -> Double {
    let bound: Double? =
      switch finding.harm {
      case .acrossLimit(let limit): limit
      case .beyondBudget(let anchor, _): anchor
      case .beyondAllowance, nil: finding.golden
      }
    guard let metric = finding.metric, let measured = finding.measured, let bound else { return 0 }
    let excess = abs(measured - bound) / metric.tolerance
    return excess.isNaN ? 0 : excess
  }

  private func file(
    _ renders: [MeasuredRender], preset: AudioPreset, approvals: [GoldenFile.Approval]
  ) -> GoldenFile {
    let metrics = renders.flatMap(\.readings).map(\.metric)
    return GoldenFile(
      preset: preset.id, approvals: approvals,
      numbers: preset.numbers.sorted { $0.key < $1.key },
      metricVersions: Dictionary(metrics.map { ($0.id, $0.version) }) { first, _ in first },
      fixtures: Dictionary(
        renders.map { render in
          (
            render.fixture,
            GoldenFile.Entry(
              fixtureDigest: render.fixtureDigest, renderDigest: render.renderDigest,
              readings: Dictionary(
                render.readings.map { ($0.name, GoldenFile.rounded($0.value)) }
              ) { first, _ in first })
          )
        }
      ) { first, _ in first })
  }
}

extension GoldenFile {
  /// The text of the anchor that this golden makes: the same, without the history.
  var anchorText: String {
    var anchor = self
    anchor.approvals = Array(approvals.suffix(1))
    return anchor.text
  }
}
