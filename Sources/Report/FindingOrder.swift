import Golden
import Metrics

/// How grave findings are, for lists that put the worst first.
enum FindingOrder {
  /// Findings with the gravest first: worse, not checked, worse within what is allowed, moved; and
  /// of each the furthest first, measured in allowances where it is worse and else in tolerances.
  static func worstFirst(_ findings: [Finding]) -> [Finding] {
    findings.map { (rank: rank($0), size: relativeSize($0), finding: $0) }
      .sorted { $0.rank == $1.rank ? $0.size > $1.size : $0.rank < $1.rank }
      .map(\.finding)
  }

  /// The metrics of findings by what they look for: lost speech first, then the other axes, and
  /// within an axis in the order of the bank.
  static func byAxis(_ findings: [Finding]) -> [MetricDescription] {
    let metrics = Dictionary(findings.compactMap(\.metric).map { ($0.id, $0) }) { first, _ in first
    }
    return metrics.values.map { metric in
      let axis = MetricAxis.allCases.firstIndex(of: metric.axis) ?? 0
      return (axis: axis, place: bankOrder.firstIndex(of: metric.id) ?? bankOrder.count, metric)
    }.sorted { ($0.axis, $0.place, $0.2.id) < ($1.axis, $1.place, $1.2.id) }.map(\.2)
  }

  private static let bankOrder = MetricBank.standard.metrics.map(\.description.id)

  /// Findings with the largest change first.
  static func largestFirst(_ findings: [Finding]) -> [Finding] {
    findings.sorted { size($0) > size($1) }
  }

  /// Whether a reading has moved the bad way, but no further than is allowed.
  static func isWorseWithinAllowance(_ finding: Finding) -> Bool {
    guard finding.verdict == .moved, let golden = finding.golden, let measured = finding.measured
    else { return false }
    return switch finding.metric?.direction {
    case .higherIsBetter: measured < golden
    case .lowerIsBetter: measured > golden
    case .neither, .harmfulAboveLimit, nil: false
    }
  }

  /// Whether a finding is one that somebody has to look at.
  static func isFault(_ finding: Finding) -> Bool {
    ![.same, .better].contains(finding.verdict)
  }

  /// How far a reading is from its golden, in its unit; zero where there is no telling.
  static func size(_ finding: Finding) -> Double {
    guard let golden = finding.golden, let measured = finding.measured else { return 0 }
    let size = abs(measured - golden)
    return size.isNaN ? 0 : size
  }

  private static func relativeSize(_ finding: Finding) -> Double {
    guard let metric = finding.metric else { return 0 }
    let allowance = finding.verdict == .worse ? metric.allowedWorsening : nil
    let unit = allowance ?? metric.tolerance
    return unit > 0 ? size(finding) / unit : size(finding)
  }

  private static func rank(_ finding: Finding) -> Int {
    switch finding.verdict {
    case .worse: 0
    case .invalid: 1
    case .moved: isWorseWithinAllowance(finding) ? 2 : 3
    case .better: 4
    case .same: 5
    }
  }
}
