import Golden
import Metrics
import Presets
import Runner

/// A report that a tuner can act on: the verdict first, then what moved and where, then what to
/// do next.
package struct TextReport {
  private let report: RunReport
  /// How many readings that are worse, or not checked, are listed before the rest is counted.
  private let mostRows: Int

  /// Creates the text of a report.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - mostRows: How many readings that are worse, or not checked, are listed before the rest is
  ///     counted.
  package init(_ report: RunReport, mostRows: Int = 12) {
    self.report = report
    self.mostRows = mostRows
  }

  /// The whole report: every preset with what moved and with its key readings.
  package var full: String {
    var lines: [String] = []
    for (comparison, renders) in zip(report.comparisons, report.renders) {
      lines += verdict(comparison, renders) + details(comparison, otherRows: 3)
      lines += ComparisonText.beyondLimits(comparison, limits: report.limits).map {
        "  beyond its limit: \($0)"
      }
      lines += UncertainText.lines(renders)
      lines += KeyReadings(renders.map(\.measured)).lines
      lines += [""]
    }
    return (lines + ending).joined(separator: "\n") + "\n"
  }

  /// One line for each preset that is as approved, then the others with their details.
  ///
  /// A terminal shows the end of what was printed: there stands what needs a person.
  package var brief: String {
    let all = zip(report.comparisons, report.renders)
    var lines = all.filter { $0.0.outcome == .same }.flatMap { verdict($0, $1) }
    for (comparison, renders) in all where comparison.outcome != .same {
      lines += verdict(comparison, renders) + details(comparison, otherRows: 1) + [""]
    }
    return (lines + ending).joined(separator: "\n") + "\n"
  }

  /// The verdict on one preset, with the reason in the same line.
  private func verdict(_ comparison: Comparison, _ renders: [JobRender]) -> [String] {
    let words =
      switch comparison.outcome {
      case .same: "as approved"
      case .changed: "CHANGED, needs approval"
      case .unchecked: "NOT CHECKED"
      case .hurt: "SPEECH IS HURT"
      }
    let harmed = FindingOrder.byAxis(comparison.findings(.worse)).map(\.id)
    let reason = harmed.isEmpty ? "" : " (\(harmed.joined(separator: ", ")))"
    let uncertain = UncertainText.count(renders)
    return [
      "\(comparison.preset.id): \(words)\(reason), \(ComparisonText.counts(comparison))"
        + (uncertain > 0 ? ", \(uncertain) uncertain" : "")
    ]
  }

  private func details(_ comparison: Comparison, otherRows: Int) -> [String] {
    var lines = cause(comparison) + problems(comparison)
    for section in FindingSection.all(of: comparison) {
      let isWorse = section.findings.contains { $0.verdict == .worse }
      lines += section.lines(rows: isWorse ? mostRows : otherRows)
    }
    lines += ComparisonText.sound(comparison).map { "  sound: \($0)" }
    return lines + next(comparison)
  }

  private func cause(_ comparison: Comparison) -> [String] {
    switch comparison.cause {
    case .none, .missingGolden: return []
    case .retune: return ["  retuned: \(ComparisonText.changes(comparison))"]
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
      let problem = finding.problem ?? "There is nothing to judge by."
      guard !finding.fixture.isEmpty else { return "    \(problem)" }
      let name = FindingText.hasOwnName(finding) ? ", \(finding.name)" : ""
      return "    \(finding.fixture)\(name): \(problem)"
    }
    let rest = rows.count > mostRows ? ["    and \(rows.count - mostRows) more"] : []
    return ["  not checked:"] + rows.prefix(mostRows) + rest
  }

  /// The commands that go on from here, each alone at the end of its line, to be pasted.
  private func next(_ comparison: Comparison) -> [String] {
    let commands = NextCommands(report.request, comparison)
    let mend = "  next: mend what is named above, then run: \(commands.check)"
    switch commands.step {
    case .nothing: return []
    case .mend: return [mend]
    case .mendOrApprove: return [mend, "        or, if it is intended: \(commands.accept)"]
    case .listen:
      let isFirst = comparison.cause == .missingGolden
      return ["  next: listen with: \(commands.listen)"]
        + (commands.hasSettings
          ? ["        to keep it, write the numbers into the preset's file first"] : [])
        + ["        if it is \(isFirst ? "as " : "")intended: \(commands.accept)"]
    }
  }

  private var ending: [String] {
    report.orphans.map {
      "The golden '\($0)' belongs to no preset: remove it, or bring its preset back."
    } + ["\(RunSummary.outcome(report)); \(RunSummary.speed(report))"]
  }
}
