import Golden
import Metrics
import Presets
import Runner
import Signal

/// A report that a tuner can act on: the verdict first, then what moved and where, then what to
/// do next.
package struct TextReport {
  private let report: RunReport
  /// How many readings of one metric are listed before the rest is counted.
  private let mostRows: Int

  /// Creates the text of a report.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - mostRows: How many readings of one metric are listed before the rest is counted.
  package init(_ report: RunReport, mostRows: Int = 12) {
    self.report = report
    self.mostRows = mostRows
  }

  /// The whole report: every preset with what moved and with its key readings.
  package var full: String {
    var lines: [String] = []
    for (comparison, renders) in zip(report.comparisons, report.renders) {
      lines += verdict(comparison) + details(comparison, movedRows: 3)
      lines += approvedHarm(comparison)
      lines += KeyReadings(renders.map(\.measured)).lines
      lines += [""]
    }
    return (lines + ending).joined(separator: "\n") + "\n"
  }

  /// One line for each preset, and the details of those that are not as approved.
  package var brief: String {
    var lines: [String] = []
    for comparison in report.comparisons {
      lines += verdict(comparison)
      if comparison.outcome != .same { lines += details(comparison, movedRows: 1) + [""] }
    }
    return (lines + ending).joined(separator: "\n") + "\n"
  }

  /// The verdict on one preset, with the reason in the same line.
  private func verdict(_ comparison: Comparison) -> [String] {
    let words =
      switch comparison.outcome {
      case .same: "as approved"
      case .changed: "CHANGED, needs approval"
      case .unchecked: "NOT CHECKED"
      case .hurt: "SPEECH IS HURT"
      }
    let harmed = Set(comparison.findings(.worse).compactMap(\.metric?.id)).sorted()
    let reason = harmed.isEmpty ? "" : " (\(harmed.joined(separator: ", ")))"
    return ["\(comparison.preset.id): \(words)\(reason), \(counts(comparison))"]
  }

  private func counts(_ comparison: Comparison) -> String {
    let order: [(Verdict, String)] = [
      (.same, "same"), (.better, "better"), (.moved, "moved"), (.worse, "worse"),
      (.invalid, "not checked"),
    ]
    let parts = order.compactMap { verdict, word -> String? in
      let count = comparison.findings(verdict).count
      return count > 0 || verdict == .same ? "\(count) \(word)" : nil
    }
    return parts.joined(separator: ", ")
  }

  private func details(_ comparison: Comparison, movedRows: Int) -> [String] {
    var lines = cause(comparison)
    lines += problems(comparison)
    lines += section("worse", comparison.findings(.worse), rows: mostRows)
    lines += section("moved", comparison.findings(.moved), rows: movedRows)
    lines += section("better", comparison.findings(.better), rows: movedRows)
    lines += sound(comparison)
    lines += next(comparison)
    return lines
  }

  private func cause(_ comparison: Comparison) -> [String] {
    switch comparison.cause {
    case .none, .missingGolden: return []
    case .retune:
      let changes = comparison.changes.map { change in
        "\(change.key) \(change.old?.description ?? "absent") -> "
          + (change.new?.description ?? "absent")
      }
      return ["  retuned: \(changes.joined(separator: ", "))"]
    case .chain:
      return ["  the numbers are the approved ones, so the chain's code has moved the sound"]
    case .fixture:
      return ["  a fixture is not the one that was approved"]
    case .metricVersion:
      return ["  a metric is defined in another way than when the golden was approved"]
    }
  }

  private func problems(_ comparison: Comparison) -> [String] {
    let invalid = comparison.findings(.invalid)
    guard !invalid.isEmpty else { return [] }
    let rows = invalid.map { finding in
      let subject =
        finding.fixture.isEmpty || finding.name == finding.fixture
        ? finding.fixture : "\(finding.fixture), \(finding.name)"
      return subject.isEmpty ? (finding.problem ?? "") : "\(subject): \(finding.problem ?? "")"
    }
    return ["  not checked:"] + limited(rows.map { "    \($0)" })
  }

  /// The findings of one verdict, by metric.
  private func section(_ title: String, _ findings: [Finding], rows most: Int) -> [String] {
    guard !findings.isEmpty else { return [] }
    var lines: [String] = []
    for metric in Set(findings.compactMap(\.metric)).sorted(by: { $0.id < $1.id }) {
      let all = findings.filter { $0.metric == metric }
      let sorted = all.sorted { size($0) > size($1) }
      let count = all.count == 1 ? "1 reading" : "\(all.count) readings"
      lines.append("  \(title): \(metric.id), \(count) (\(metric.unit.rawValue))")
      let rows = sorted.prefix(most).map { finding in
        [
          finding.fixture, ReadingText.place(finding.place),
          "\(ReadingText.value(finding.golden, metric)) -> "
            + ReadingText.value(finding.measured, metric),
          ReadingText.change(from: finding.golden, to: finding.measured, metric),
          ReadingText.harm(finding),
        ]
      }
      lines += Columns.lines(Array(rows), indent: 4, rightAligned: [2, 3])
      if most > 1, rows.count < all.count {
        lines.append("    and \(all.count - rows.count) more")
      }
    }
    return lines
  }

  private func size(_ finding: Finding) -> Double {
    guard let golden = finding.golden, let measured = finding.measured else { return 0 }
    let size = abs(measured - golden)
    return size.isNaN ? 0 : size
  }

  /// What lies beyond its limit and was approved all the same, so that nobody takes "as approved"
  /// for harmless.
  private func approvedHarm(_ comparison: Comparison) -> [String] {
    let harmful = comparison.findings.filter { finding in
      guard let golden = finding.golden, let metric = finding.metric else { return false }
      return finding.verdict != .worse && !metric.isWithinLimit(golden)
    }
    let metrics = Set(harmful.compactMap(\.metric)).sorted { $0.id < $1.id }
    return metrics.map { metric in
      let count = harmful.filter { $0.metric == metric }.count
      let limit = Fixed.text(metric.limit ?? .nan, decimals: 1)
      return "  beyond its limit, and approved: \(metric.id), \(count) readings past "
        + "\(limit) \(metric.unit.rawValue)"
    }
  }

  /// How far the sound is from the approved one, at its worst.
  private func sound(_ comparison: Comparison) -> [String] {
    let metrics = Set(comparison.deltas.compactMap(\.metric)).sorted { $0.id < $1.id }
    return metrics.compactMap { metric in
      let worst = comparison.deltas.filter { $0.metric == metric }.max { size($0) < size($1) }
      guard let worst, size(worst) > 0 else { return nil }
      return "  sound: \(metric.id) \(ReadingText.change(from: 0, to: worst.measured, metric)) "
        + "\(metric.unit.rawValue) at \(ReadingText.place(worst.place)) on \(worst.fixture)"
    }
  }

  private func next(_ comparison: Comparison) -> [String] {
    let program = ShellText.word(report.request.program)
    let options = report.request.options.map { " \(ShellText.option($0))" }.joined()
    let id = comparison.preset.id
    let settings = report.request.settings.map { " --set \(ShellText.word($0))" }.joined()
    switch comparison.outcome {
    case .same: return []
    case .unchecked:
      let again = "\(program) check --preset \(id)\(settings)\(options)"
      return ["  next: mend what is named above, then run: \(again)"]
    case .changed, .hurt:
      let despite = Set(comparison.findings(.worse).compactMap(\.metric?.id)).sorted()
        .map { " --despite \($0)" }.joined()
      let listen = "\(program) render --preset \(id)\(settings) IN.wav OUT.wav"
      let accept =
        "\(program) accept --preset \(id)\(options) --because \"...\"\(despite)"
      let first =
        settings.isEmpty
        ? "  next: listen with: \(listen)"
        : "  next: listen with: \(listen); to keep it, write the numbers into the preset's file"
      return [first, "        if it is intended: \(accept)"]
    }
  }

  private var ending: [String] {
    var lines = report.orphans.map {
      "The golden '\($0)' belongs to no preset: remove it, or bring its preset back."
    }
    let count = report.fixtures.count
    lines.append(
      "\(report.comparisons.count) presets, \(count) fixtures: "
        + "\(Fixed.text(report.renderedSeconds, decimals: 0)) s of audio in "
        + "\(Fixed.text(report.elapsedSeconds, decimals: 2)) s, "
        + "\(Fixed.text(report.renderedSeconds / max(report.elapsedSeconds, 1e-9), decimals: 0)) "
        + "times real time")
    return lines
  }

  private func limited(_ rows: [String]) -> [String] {
    guard rows.count > mostRows else { return rows }
    return Array(rows.prefix(mostRows)) + ["    and \(rows.count - mostRows) more"]
  }
}
