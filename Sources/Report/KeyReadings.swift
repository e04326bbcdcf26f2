import Metrics
import Signal

/// What a preset does to each speech fixture, in one row of a table.
struct KeyReadings {
  /// The columns: the title, its unit, and the id of the metric.
  ///
  /// As short as they are, the table fits a window of a hundred columns.
  private static let columns: [(title: String, unit: String, metric: String)] = [
    ("consonant", "dB", "consonant-retention"), ("opening", "ms", "gate-opening-delay"),
    ("lost", "%", "lost-speech-time"), ("finals", "%", "lost-final-obstruents"),
    ("pause", "dB", "pause-level"), ("body", "dB", "voice-body"), ("lowmid", "dB", "low-mids"),
    ("LUFS", "", "integrated-loudness"), ("true pk", "dBTP", "true-peak"),
  ]

  private let renders: [MeasuredRender]

  init(_ renders: [MeasuredRender]) { self.renders = renders }

  /// The lines of the table; none where nothing was measured.
  var lines: [String] {
    let rows = renders.filter { !$0.readings.isEmpty }.map { render in
      [render.fixture] + Self.columns.map { cell($0.metric, of: render) }
    }
    guard !rows.isEmpty else { return [] }
    let titles = ["readings of this run"] + Self.columns.map(\.title)
    let units = ["the worst of each"] + Self.columns.map(\.unit)
    return Columns.lines(
      [titles, units] + rows, indent: 2, rightAligned: Set(1...Self.columns.count))
  }

  private func cell(_ id: String, of render: MeasuredRender) -> String {
    // By place and not one by one: a reading is large to copy, and most are of other metrics.
    let own = render.readings.indices.filter { render.readings[$0].metric.id == id }
    guard let first = own.first else { return "" }
    let metric = render.readings[first].metric
    let values = own.map { render.readings[$0].value }
    let worst = metric.direction == .lowerIsBetter ? values.max() : values.min()
    return Fixed.text(worst ?? .nan, decimals: metric.unit == .milliseconds ? 0 : 1)
  }
}
