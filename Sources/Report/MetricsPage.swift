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
      "Limits in `Golden/limits.json` take the place of those given here.",
    ]
    for description in descriptions {
      lines += ["", "## \(description.id)", "", description.definition, ""]
      lines.append("- Unit: \(description.unit.rawValue), version \(description.version)")
      lines.append("- Direction: \(direction(description))")
      lines.append("- The same within: \(Fixed.text(description.tolerance, decimals: 3))")
      if let allowed = description.allowedWorsening {
        lines.append("- May worsen by: \(Fixed.text(allowed, decimals: 1))")
      }
      if let limit = description.limit {
        lines.append("- Limit: \(Fixed.text(limit, decimals: 2))")
      }
      lines.append("- Cannot see: \(description.blindTo)")
      lines.append("- Source: \(description.source)")
    }
    return lines.joined(separator: "\n") + "\n"
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
