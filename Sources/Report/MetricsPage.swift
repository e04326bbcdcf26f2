package import Metrics
import Signal

/// The page that says what each metric is: `docs/metrics.md`.
package struct MetricsPage {
  private let descriptions: [MetricDescription]

  /// Creates the page.
  package init(_ descriptions: [MetricDescription]) { self.descriptions = descriptions }

  /// The page, in Markdown.
  package var text: String {
    var lines = [
      "# Metrics", "",
      "Printed by `harness metrics --markdown docs/metrics.md` from the metrics themselves.", "",
      "*Worse* is judged against the golden: a reading of a speech metric that has worsened by more",
      "than is allowed, or that has crossed the limit, hurts speech. Other changes have *moved*.",
      "Limits in `Golden/limits.json` take the place of those given here. Where there is no golden,",
      "as for `harness measure`, the bounds stand in for it: a reading beyond the first is a warning,",
      "one beyond the second a failure. A metric that has too little material reads *uncertain*, and",
      "says how much it had.", "",
      "The gain of the dynamics, the response of the equaliser and that of the room are exact for",
      "the chain of this project, which reports them, and estimated from the signals for all others.",
      "[tester.md](tester.md) says how well the two agree, and what harm fails on which axis.", "",
      "| axis | metrics, with the bounds of those that have some |", "|---|---|",
    ]
    lines += axes.map { axis, metrics in
      "| \(axis.title) | \(metrics.map(Self.summary).joined(separator: ", ")) |"
    }
    lines += ["", "## The gain over speech", "", MetricDescription.speechGain]
    for (axis, metrics) in axes {
      lines += ["", "## \(axis.title.prefix(1).uppercased() + axis.title.dropFirst())"]
      lines += metrics.flatMap(section)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The metrics of each axis, in the order of the axes and of the bank.
  private var axes: [(MetricAxis, [MetricDescription])] {
    MetricAxis.allCases.compactMap { axis in
      let metrics = descriptions.filter { $0.axis == axis }
      return metrics.isEmpty ? nil : (axis, metrics)
    }
  }

  private static func summary(_ description: MetricDescription) -> String {
    guard let bounds = description.bounds else { return "`\(description.id)`" }
    return "`\(description.id)` \(number(bounds.warning)) / \(number(bounds.failure)) "
      + description.unit.rawValue
  }

  private func section(_ description: MetricDescription) -> [String] {
    var lines = [
      "", "### \(description.id)", "", description.tells, "", description.definition, "",
    ]
    lines.append("- Unit: \(description.unit.rawValue), version \(description.version)")
    lines.append("- Direction: \(direction(description))")
    lines.append("- The same within: \(Fixed.text(description.tolerance, decimals: 3))")
    if let allowed = description.allowedWorsening {
      lines.append("- May worsen by: \(Self.number(allowed)) against the golden")
    }
    if let limit = description.limit {
      lines.append("- Limit: \(Fixed.text(limit, decimals: 2)), which no approval crosses unnamed")
    }
    if let bounds = description.bounds {
      lines.append(
        "- Bounds without a golden: \(Self.number(bounds.warning)) warns, "
          + "\(Self.number(bounds.failure)) fails. \(bounds.source)")
    }
    if !description.needs.isEmpty {
      let needs = MetricNeed.allCases.filter(description.needs.contains).map(\.title)
      lines.append("- Needs: \(needs.joined(separator: "; "))")
    }
    lines.append("- Cannot see: \(description.blindTo)")
    lines.append("- Source: \(description.source)")
    return lines
  }

  /// A number without decimals that say nothing.
  private static func number(_ value: Double) -> String {
    var text = Fixed.text(value, decimals: 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func direction(_ description: MetricDescription) -> String {
    switch description.direction {
    case .higherIsBetter: "higher is better"
    case .lowerIsBetter: "lower is better"
    case .neither: "neither way is better"
    case .harmfulAboveLimit: "neither way is better, but above the limit lies harm"
    }
  }
}
