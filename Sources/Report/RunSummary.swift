import Golden
import Presets
import Signal

/// What a run comes to, in one line.
enum RunSummary {
  /// How many presets were run over how many fixtures, and what became of them, by name where
  /// they are not as approved.
  static func outcome(_ report: RunReport) -> String {
    let words: [(Outcome, String)] = [
      (.same, "as approved"), (.hurt, "hurt"), (.unchecked, "not checked"), (.changed, "changed"),
    ]
    var parts = words.compactMap { outcome, word -> String? in
      let ids = report.comparisons.filter { $0.outcome == outcome }.map(\.preset.id)
      guard !ids.isEmpty else { return nil }
      return "\(ids.count) \(word)" + (outcome == .same ? "" : " (\(names(ids)))")
    }
    if report.comparisons.isEmpty || report.fixtures.isEmpty { parts = ["nothing was compared"] }
    if !report.orphans.isEmpty {
      parts.append("\(ReadingText.count(report.orphans.count, "golden")) without a preset")
    }
    return "\(ReadingText.count(report.comparisons.count, "preset")), "
      + "\(ReadingText.count(report.fixtures.count, "fixture")): "
      + parts.joined(separator: ", ")
  }

  /// How much was rendered in how long, and what did not have to be.
  static func speed(_ report: RunReport) -> String {
    guard report.reusedResults > 0 else { return rendering(report) }
    let results = ReadingText.count(report.results, "result")
    guard report.reusedResults < report.results else {
      return "\(results), all reused: nothing had to be rendered"
    }
    return "\(results), \(report.reusedResults) reused; \(rendering(report))"
  }

  private static func rendering(_ report: RunReport) -> String {
    let factor = report.renderedSeconds / max(report.elapsedSeconds, 1e-9)
    return "\(Fixed.text(report.renderedSeconds, decimals: 0)) s of audio in "
      + "\(Fixed.text(report.elapsedSeconds, decimals: 2)) s, "
      + "\(Fixed.text(factor, decimals: 0)) times real time"
  }

  private static func names(_ ids: [String], most: Int = 6) -> String {
    guard ids.count > most else { return ids.joined(separator: ", ") }
    return ids.prefix(most).joined(separator: ", ") + " and \(ids.count - most) more"
  }
}
