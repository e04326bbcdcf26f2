import Golden
import Metrics
import Signal

/// What a pair of recordings comes to, for scripts: format 1, described in
/// `docs/measure-format.md`.
package struct MeasureJSON {
  private let report: MeasureReport

  /// Creates the JSON of a report.
  package init(_ report: MeasureReport) { self.report = report }

  /// The text; infinities read "inf" and "-inf".
  package var text: String { JSONText.of(document) }

  private struct Document: Encodable {
    let format = 1
    let outcome: String
    let exitCode: Int32
    let files: Files
    let delay: Delay?
    let channels: String?
    let gainMatchDB: Double?
    let speech: Speech?
    let axes: [String: String]
    let readings: [Row]
    let uncertain: [Uncertain]
    let notMeasured: [NotMeasured]
    let failures: [String]
  }

  private struct Files: Encodable {
    let reference: String
    let render: String
    let clean: String?
    let labels: String?
  }

  private struct Delay: Encodable {
    let seconds: Double
    let frames: Double
    let confidence: Double
    let polarity: String
    let missingAtStartFrames: Int
    let missingAtEndFrames: Int
    let tailFrames: Int
    let droppedFrames: Int
  }

  private struct Speech: Encodable {
    let isSpeech: Bool
    let medianF0Hz: Double?
    let labels: String
  }

  private struct Row: Encodable {
    let reading: String
    let metric: String
    let version: Int
    let unit: String
    let axis: String
    let value: Double
    let warning: Double?
    let limit: Double?
    let verdict: String?
    let place: PlaceEntry?
    let materialSeconds: Double?
    let materialCount: Double?
    let material: String?
  }

  private struct Uncertain: Encodable {
    let metric: String
    let axis: String
    let material: String
    let seconds: Double?
    let neededSeconds: Double?
    let count: Double?
    let neededCount: Double?
  }

  private struct NotMeasured: Encodable {
    let metric: String
    let lacking: [String]
  }

  private var document: Document {
    let pair = report.pair
    return Document(
      outcome: Self.word(report.outcome), exitCode: report.outcome.exitCode,
      files: Files(
        reference: report.files.reference, render: report.files.render,
        clean: report.files.clean, labels: report.files.labels),
      delay: pair.map(Self.delay), channels: pair?.rule.rawValue,
      gainMatchDB: pair?.gainMatch?.value,
      speech: pair.map {
        Speech(isSpeech: $0.isSpeech, medianF0Hz: $0.medianF0Hz, labels: $0.labelOrigin.rawValue)
      },
      axes: Dictionary(
        uniqueKeysWithValues: MetricAxis.allCases.map {
          ($0.rawValue, report.verdict(of: $0).rawValue)
        }),
      readings: (pair?.measurements.readings ?? []).map(Self.row),
      uncertain: report.uncertain.map(Self.uncertain),
      notMeasured: (pair?.unasked ?? []).map {
        NotMeasured(metric: $0.metric.id, lacking: $0.lacking.map(\.rawValue))
      }, failures: report.failures)
  }

  private static func word(_ outcome: Outcome) -> String {
    switch outcome {
    case .same: "ok"
    case .changed: "warn"
    case .unchecked: "unchecked"
    case .hurt: "hurt"
    }
  }

  private static func delay(_ pair: PairMeasurement) -> Delay {
    Delay(
      seconds: pair.delay.seconds, frames: pair.delay.frames, confidence: pair.delay.confidence,
      polarity: pair.delay.polarity.rawValue, missingAtStartFrames: pair.aligned.missingAtStart,
      missingAtEndFrames: pair.aligned.missingAtEnd, tailFrames: pair.aligned.tailFrames,
      droppedFrames: pair.aligned.droppedFrames)
  }

  private static func row(_ reading: Reading) -> Row {
    let metric = reading.metric
    let material = reading.material
    return Row(
      reading: reading.name, metric: metric.id, version: metric.version,
      unit: metric.unit.rawValue, axis: metric.axis.rawValue, value: reading.value,
      warning: metric.bounds?.warning, limit: metric.bounds?.failure,
      verdict: metric.bounds.map { _ in metric.boundsVerdict(reading.value).rawValue },
      place: reading.place.map(PlaceEntry.init),
      materialSeconds: material.flatMap { $0.isTime ? $0.amount : nil },
      materialCount: material.flatMap { $0.isTime ? nil : $0.amount },
      material: material?.kind.rawValue)
  }

  private static func uncertain(_ reading: UncertainReading) -> Uncertain {
    let material = reading.material
    let (amount, needed) = (material.amount, reading.neededAmount)
    return Uncertain(
      metric: reading.metric.id, axis: reading.metric.axis.rawValue,
      material: material.kind.rawValue, seconds: material.isTime ? amount : nil,
      neededSeconds: material.isTime ? needed : nil, count: material.isTime ? nil : amount,
      neededCount: material.isTime ? nil : needed)
  }
}
