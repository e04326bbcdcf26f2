import Golden
import Metrics
import Presets
import Signal

/// What comparing a preset says, in words that every report shares.
enum ComparisonText {
  /// How many findings there are of each verdict.
  static func counts(_ comparison: Comparison) -> String {
    let order: [(Verdict, String)] = [
      (.same, "same"), (.better, "better"), (.moved, "moved"), (.worse, "worse"),
      (.invalid, "not checked"),
    ]
    return order.compactMap { verdict, word -> String? in
      let count = comparison.count(verdict)
      return count > 0 || verdict == .same ? "\(count) \(word)" : nil
    }.joined(separator: ", ")
  }

  /// The numbers that are not the approved ones, such as "outputGain 0 -> 2".
  static func changes(_ comparison: Comparison) -> String {
    comparison.changes.map { "\($0.key) \(old($0)) -> \(new($0))" }.joined(separator: ", ")
  }

  /// The approved value of a number.
  static func old(_ change: PresetDifference) -> String { change.old?.description ?? "absent" }

  /// The value of a number in this run.
  static func new(_ change: PresetDifference) -> String { change.new?.description ?? "absent" }

  /// How far the sound is from the approved one, at its worst, metric by metric.
  static func sound(_ comparison: Comparison) -> [String] {
    let metrics = Dictionary(grouping: comparison.deltas) { $0.metric?.id ?? "" }
    return metrics.sorted { $0.key < $1.key }.compactMap { _, all in
      guard let metric = all[0].metric, let worst = FindingOrder.largestFirst(all).first,
        FindingOrder.size(worst) > 0
      else { return nil }
      return "\(metric.id) \(ReadingText.change(from: 0, to: worst.measured, metric)) "
        + "\(metric.unit.rawValue) at \(ReadingText.place(worst.place)) on \(worst.fixture)"
    }
  }

  /// What lies beyond its limit, metric by metric: as approved, so that nobody takes "as
  /// approved" for harmless, and now.
  static func beyondLimits(_ comparison: Comparison, limits: [String: Double]) -> [String] {
    let byMetric = Dictionary(grouping: comparison.findings.indices) { index in
      comparison.findings[index].metric?.id
    }
    return byMetric.sorted { ($0.key ?? "") < ($1.key ?? "") }.compactMap { _, indices in
      guard let metric = comparison.findings[indices[0]].metric else { return nil }
      var judged = metric
      judged.limit = limits[metric.name] ?? metric.limit
      guard let limit = judged.limit else { return nil }
      let findings = indices.map { comparison.findings[$0] }
      let approved = findings.compactMap(\.golden).count { !judged.isWithinLimit($0) }
      let now = findings.compactMap(\.measured).count {
        !judged.isWithinLimit(GoldenFile.rounded($0))
      }
      guard approved > 0 else { return nil }
      return "\(metric.id), \(ReadingText.count(approved, "reading")) "
        + "\(approved == 1 ? "was" : "were") approved past \(Fixed.text(limit, decimals: 1)) "
        + "\(metric.unit.rawValue), \(now) \(now == 1 ? "is" : "are") past it now"
    }
  }
}
