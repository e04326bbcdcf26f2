import Metrics
import Runner

/// What there was too little material for, in the words of reports.
enum UncertainText {
  /// One line for each metric: on how many fixtures, and what one of them had.
  static func lines(_ renders: [JobRender]) -> [String] {
    var byMetric: [String: [(fixture: String, reading: UncertainReading)]] = [:]
    for render in renders {
      for reading in render.measured.uncertain {
        byMetric[reading.metric.id, default: []].append((render.measured.fixture, reading))
      }
    }
    return byMetric.sorted { $0.key < $1.key }.compactMap { id, found in
      found.max { $0.reading.material.amount < $1.reading.material.amount }.map { best in
        "  uncertain: \(id), \(ReadingText.count(found.count, "fixture")); at best "
          + "\(best.reading.description) (\(best.fixture))"
      }
    }
  }

  /// How many readings have no number.
  static func count(_ renders: [JobRender]) -> Int {
    renders.reduce(0) { $0 + $1.measured.uncertain.count }
  }
}
