package import Metrics
package import Presets

/// Compares the renders of a preset with its golden, reading by reading.
package struct Comparer: Sendable {
  private let judge: Judge

  /// Creates a comparer.
  package init(judge: Judge) { self.judge = judge }

  /// Compares a run with a golden.
  ///
  /// - Parameters:
  ///   - renders: The measured renders of the preset.
  ///   - preset: The preset that was rendered.
  ///   - golden: What was approved; nil where nothing was.
  ///   - anchor: What the last release approved; nil where there is none, which is a finding where
  ///     there is a golden: small steps would add up unseen.
  ///   - isWholeCorpus: Whether every fixture was run, so that one that is missing is missing.
  /// - Returns: A finding for each reading and each lack of one.
  package func compare(
    _ renders: [MeasuredRender], of preset: AudioPreset, with golden: GoldenFile?,
    anchor: GoldenFile?, isWholeCorpus: Bool
  ) -> Comparison {
    guard let golden else { return withoutGolden(renders, of: preset) }
    let changes = AudioPreset.differences(from: golden.numbers, to: preset.numbers)
    var comparison = Comparison(
      preset: preset, cause: changes.isEmpty ? .none : .retune, changes: changes, findings: [],
      deltas: [], identicalRenders: 0)
    comparison.findings.reserveCapacity(renders.reduce(0) { $0 + $1.readings.count })
    if anchor == nil {
      comparison.hasLostAnchor = true
      comparison.findings.append(
        Finding(
          fixture: "", name: preset.id, verdict: .invalid,
          problem: Self.lostAnchor(of: preset.id)))
    }
    var causes: Set<Cause> = []
    for render in renders {
      comparison.findings += failures(of: render)
      guard let entry = golden.fixtures[render.fixture] else {
        comparison.findings.append(
          Finding(
            fixture: render.fixture, name: render.fixture, verdict: .invalid,
            problem: "The golden has no readings of this fixture: approve the preset again."))
        continue
      }
      guard !render.readings.isEmpty else { continue }
      guard entry.fixtureDigest == render.fixtureDigest else {
        causes.insert(.fixture)
        comparison.findings.append(
          Finding(
            fixture: render.fixture, name: render.fixture, verdict: .invalid,
            problem: "The fixture is not the one that was approved: approve the preset again."))
        continue
      }
      if entry.renderDigest == render.renderDigest { comparison.identicalRenders += 1 }
      comparison.findings += findings(of: render, entry, golden, anchor, &causes)
      comparison.deltas += deltas(of: render)
    }
    if isWholeCorpus {
      comparison.findings += orphanedFixtures(golden, renders)
    }
    if comparison.cause == .none {
      let hasMoved = [.better, .moved, .worse].contains { comparison.count($0) > 0 }
      comparison.cause =
        causes.contains(.fixture)
        ? .fixture : causes.contains(.metricVersion) ? .metricVersion : hasMoved ? .chain : .none
    }
    return comparison
  }

  /// Compares the readings of one fixture, in both directions.
  private func findings(
    of render: MeasuredRender, _ entry: GoldenFile.Entry, _ golden: GoldenFile,
    _ anchor: GoldenFile?, _ causes: inout Set<Cause>
  ) -> [Finding] {
    var findings: [Finding] = []
    findings.reserveCapacity(render.readings.count)
    var names = Set<String>(minimumCapacity: render.readings.count)
    for reading in render.readings {
      let name = reading.name
      names.insert(name)
      var finding = Finding(
        fixture: render.fixture, name: name, metric: reading.metric, verdict: .invalid,
        golden: entry.readings[name],
        anchor: released(name, reading.metric, of: render, by: anchor), measured: reading.value,
        place: reading.place)
      guard let approved = finding.golden else {
        finding.problem = "The reading has no golden: approve the preset again."
        findings.append(finding)
        continue
      }
      let version = golden.metricVersions[reading.metric.id]
      guard version == reading.metric.version else {
        causes.insert(.metricVersion)
        finding.problem = """
          The metric is of version \(reading.metric.version), the golden of \
          \(version.map(String.init) ?? "none"): approve the preset again.
          """
        findings.append(finding)
        continue
      }
      let judged = judge.judge(
        measured: GoldenFile.rounded(reading.value), golden: approved,
        anchor: finding.anchor, metric: reading.metric)
      finding.verdict = judged.verdict
      finding.harm = judged.harm
      if judged.verdict == .invalid { finding.problem = "The reading is not a number." }
      findings.append(finding)
    }
    let missing = entry.readings.filter { !names.contains($0.key) }
    for (name, value) in missing.sorted(by: { $0.key < $1.key }) {
      findings.append(
        Finding(
          fixture: render.fixture, name: name, verdict: .invalid, golden: value,
          problem: render.uncertain.first { $0.metric.name == name }.map {
            "The golden has this reading, and now it is uncertain: \($0.description)."
          } ?? "The golden has this reading, but it was not measured."))
    }
    return findings
  }

  /// What is said where a preset has a golden and no anchor.
  static func lostAnchor(of preset: String) -> String {
    """
    The anchor of '\(preset)' is missing, so the steps since the last release cannot be added up: \
    \(GoldenError.Advice.anchor)
    """
  }

  /// What was released of a reading; nil where it was another recording, or another metric by the
  /// same name, of which the release says nothing.
  private func released(
    _ name: String, _ metric: MetricDescription, of render: MeasuredRender, by anchor: GoldenFile?
  ) -> Double? {
    guard let anchor, let entry = anchor.fixtures[render.fixture],
      entry.fixtureDigest == render.fixtureDigest,
      anchor.metricVersions[metric.id] == metric.version
    else { return nil }
    return entry.readings[name]
  }

  private func failures(of render: MeasuredRender) -> [Finding] {
    var failures = render.failures
    if failures.isEmpty, render.readings.isEmpty {
      failures = ["Nothing was measured on this fixture."]
    }
    return failures.map {
      Finding(fixture: render.fixture, name: render.fixture, verdict: .invalid, problem: $0)
    }
  }

  private func deltas(of render: MeasuredRender) -> [Finding] {
    render.deltas.map { reading in
      Finding(
        fixture: render.fixture, name: reading.name, metric: reading.metric,
        verdict: judge.judge(
          measured: reading.value, golden: 0, anchor: nil, metric: reading.metric
        ).verdict,
        golden: 0, measured: reading.value, place: reading.place)
    }
  }

  private func orphanedFixtures(
    _ golden: GoldenFile, _ renders: [MeasuredRender]
  ) -> [Finding] {
    golden.fixtures.keys.sorted().filter { id in !renders.contains { $0.fixture == id } }.map {
      Finding(
        fixture: $0, name: $0, verdict: .invalid,
        problem: "The golden has readings of this fixture, but the corpus does not hold it.")
    }
  }

  private func withoutGolden(_ renders: [MeasuredRender], of preset: AudioPreset) -> Comparison {
    Comparison(
      preset: preset, cause: .missingGolden, changes: [],
      findings: renders.flatMap(failures(of:)) + [
        Finding(
          fixture: "", name: preset.id, verdict: .invalid,
          problem: """
            The preset '\(preset.id)' has no golden: listen to it, then run 'harness accept \
            --preset \(preset.id) --because "..."'.
            """)
      ], deltas: [], identicalRenders: 0)
  }
}
