import Golden
import Metrics
import Signal

/// What a pair of recordings comes to, for a person: the verdict, each axis, and where to listen.
package struct MeasureText {
  private let report: MeasureReport
  /// How many places to listen to are listed before the rest is counted.
  private static let mostPlaces = 12

  /// Creates the text of a report.
  package init(_ report: MeasureReport) { self.report = report }

  /// The whole text.
  package var text: String {
    var lines = [headline]
    if let pair = report.pair {
      lines += alignment(pair) + axes + places + uncertain + unasked(pair)
    }
    lines += section("not checked", report.failures)
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let words =
      switch report.outcome {
      case .same: "within all limits"
      case .changed: "CHANGED, worth a listen"
      case .unchecked: "NOT CHECKED"
      case .hurt: "SPEECH IS HURT"
      }
    let sought: MeasureReport.AxisVerdict = report.outcome == .hurt ? .fail : .warn
    let axes = MetricAxis.allCases.filter { report.verdict(of: $0) == sought }.map(\.title)
    let isNamed = [.hurt, .changed].contains(report.outcome) && !axes.isEmpty
    return "\(report.files.render) against \(report.files.reference): \(words)"
      + (isNamed ? " (\(axes.joined(separator: ", ")))" : "")
  }

  private func alignment(_ pair: PairMeasurement) -> [String] {
    let delay = pair.delay
    let late =
      delay.frames == 0
      ? "none"
      : "\(Fixed.text(abs(1_000 * delay.seconds), decimals: 3)) ms "
        + (delay.frames > 0 ? "late" : "early")
        + ", \(Fixed.text(abs(delay.frames), decimals: 2)) frames"
    var lines = ["  delay: \(late); confidence \(Fixed.text(delay.confidence, decimals: 2))"]
    if delay.polarity == .inverted { lines.append("  polarity: inverted, which nobody hears") }
    let rate = pair.aligned.audio.sampleRate.value
    for (frames, side) in [
      (pair.aligned.missingAtStart, "start"), (pair.aligned.missingAtEnd, "end"),
    ] where frames > 0 {
      let time = Fixed.text(1_000 * Double(frames) / rate, decimals: 1)
      lines.append("  the render lacks \(time) ms at the \(side), which count as silence")
    }
    if pair.aligned.droppedFrames > 0 {
      let time = Fixed.text(Double(pair.aligned.droppedFrames) / rate, decimals: 1)
      lines.append("  the last \(time) s of the render lie too far behind the reference to count")
    }
    if pair.rule == .monoReference {
      lines.append("  channels: the one of the reference is taken for each of the render")
    }
    if let gain = pair.gainMatch {
      lines.append("  gain: \(Fixed.text(gain.value, decimals: 2)) dB over the loud speech")
    }
    return lines + [speech(pair)]
  }

  private func speech(_ pair: PairMeasurement) -> String {
    guard pair.isSpeech else {
      return "  speech: no voice stands out in the reference, so nothing of speech is measured"
        + (report.files.clean == nil ? "; name the clean speech by --clean" : "")
    }
    let pitch = pair.medianF0Hz.map { ", median fundamental \(Fixed.text($0, decimals: 0)) Hz" }
    let labels =
      switch pair.labelOrigin {
      case .given: "labels as given"
      case .found: "labels found in the signal: spurts for words, bursts and frications for phones"
      case .none: "no labels"
      }
    return "  speech: \(Fixed.text(pair.seconds, decimals: 1)) s\(pitch ?? ""); \(labels)"
  }

  private var axes: [String] {
    let judged = report.judged
    let rows = MetricAxis.allCases.map { axis -> [String] in
      let verdict = report.verdict(of: axis)
      let worst = judged.first { $0.reading.metric.axis == axis }?.reading
      let word =
        verdict == .none
        ? "-"
        : [.ok, .uncertain].contains(verdict)
          ? verdict.rawValue : verdict.rawValue.uppercased()
      return [axis.title, word, worst.map(Self.line) ?? ""]
    }
    return Columns.lines(rows, indent: 2)
  }

  /// The places of all readings that warn or fail, the gravest first.
  private var places: [String] {
    let judged = report.judged.filter { $0.verdict > .ok }
    let rows = judged.prefix(Self.mostPlaces).map { reading, verdict in
      [verdict.rawValue, Self.time(reading.place), Self.line(reading)]
    }
    guard !rows.isEmpty else { return [] }
    let rest = judged.count - rows.count
    return ["  listen to:"] + Columns.lines(rows, indent: 4)
      + (rest > 0 ? ["    and \(rest) more"] : [])
  }

  private var uncertain: [String] {
    section("uncertain", report.uncertain.map { "\($0.metric.id): \($0.description)" })
  }

  private func unasked(_ pair: PairMeasurement) -> [String] {
    let rows = pair.unasked.filter { !$0.lacking.isEmpty }.map { unasked in
      "\(unasked.metric.id): needs \(unasked.lacking.map(\.title).joined(separator: ", "))"
    }
    return section("not measured", rows)
  }

  private func section(_ title: String, _ rows: [String]) -> [String] {
    rows.isEmpty ? [] : ["  \(title):"] + rows.map { "    \($0)" }
  }

  /// A reading with its bound and its place.
  private static func line(_ reading: Reading) -> String {
    let metric = reading.metric
    let unit = metric.unit.rawValue
    let place = ReadingText.place(reading.place)
    let bound =
      metric.bounds.map { bounds in
        // The guard rail warns and does not fail.
        metric.axis == .guardRail || metric.boundsVerdict(reading.value) == .warn
          ? " (warns at \(ReadingText.value(bounds.warning, metric)))"
          : " (limit \(ReadingText.value(bounds.failure, metric)))"
      } ?? ""
    return "\(metric.id) \(ReadingText.value(reading.value, metric)) \(unit)\(bound)"
      + (place.isEmpty ? "" : ", \(place)")
  }

  /// When to listen; a reading of the whole recording has no time.
  private static func time(_ place: Place?) -> String {
    guard let start = place?.startSeconds else { return "throughout" }
    return "\(Int(start / 60)):\(start.truncatingRemainder(dividingBy: 60) < 10 ? "0" : "")"
      + Fixed.text(start.truncatingRemainder(dividingBy: 60), decimals: 2)
  }
}
