import Foundation
import Golden
import Metrics
import Presets

/// Metrics, renders and goldens that the tests of this room share.
///
/// The bounds are halves and quarters, so that the edges of the judge can be met exactly.
enum Samples {
  /// Harm is a fall: 0.25 dB is the same, 1 dB is allowed, -6 dB is the limit.
  static let consonants = metric(
    "consonant-retention", .decibels, .higherIsBetter, protectsSpeech: true, allowed: 1, limit: -6)
  /// Harm is a rise: 0.25 ms is the same, 1 ms is allowed, 30 ms is the limit.
  static let opening = metric(
    "gate-opening-delay", .milliseconds, .lowerIsBetter, protectsSpeech: true, allowed: 1,
    limit: 30)
  /// No direction.
  static let tone = metric("voice-body", .decibels, .neither, protectsSpeech: false)
  /// Harm lies above -1 dBFS.
  static let peak = metric(
    "sample-peak", .fullScaleDecibels, .harmfulAboveLimit, protectsSpeech: true, limit: -1)
  /// A direction, but no harm.
  static let beauty = metric("beauty", .decibels, .higherIsBetter, protectsSpeech: false)

  static func metric(
    _ id: String, _ unit: MetricUnit, _ direction: MetricDirection, protectsSpeech: Bool,
    tolerance: Double = 0.25, allowed: Double? = nil, limit: Double? = nil
  ) -> MetricDescription {
    MetricDescription(
      id: id, unit: unit, axis: .levelAndNoise, direction: direction,
      protectsSpeech: protectsSpeech,
      tolerance: tolerance, allowedWorsening: allowed, limit: limit, tells: "",
      definition: "What it is.",
      source: "A test.", blindTo: "Everything else.")
  }

  /// A preset of two bands.
  static let preset = AudioPreset(
    id: "plain", name: "Plain", category: "voice", purpose: "A voice as it is",
    eqBands: [
      AudioPreset.EQBand(frequency: 200, gain: -3.5, bandwidth: 0.35, note: "A reason."),
      AudioPreset.EQBand(frequency: 2_500, gain: 7, bandwidth: 1.4, note: "Another reason."),
    ])

  /// The readings of a render that is as approved.
  static let readings = [
    Reading(
      metric: consonants, subject: "left/T@1.105s", value: -2,
      place: Place(startSeconds: 1.084, endSeconds: 1.102, word: "left", phone: "T")),
    Reading(metric: peak, value: -3),
    Reading(metric: tone, value: 1),
  ]

  /// A render of a fixture.
  static func render(
    _ fixture: String = "speech-01", readings: [Reading] = readings, deltas: [Reading] = [],
    failures: [String] = [], fixtureDigest: String = "f0", renderDigest: String = "r0"
  ) -> MeasuredRender {
    MeasuredRender(
      fixture: fixture, fixtureDigest: fixtureDigest, renderDigest: renderDigest,
      readings: readings, deltas: deltas, failures: failures)
  }

  /// A render of which one reading has another value.
  static func render(_ metric: MetricDescription, _ value: Double) -> MeasuredRender {
    render(
      readings: readings.map { reading in
        var reading = reading
        if reading.metric == metric { reading.value = value }
        return reading
      })
  }

  /// What was approved: the render as it is.
  static func golden(_ renders: [MeasuredRender] = [render()]) -> GoldenFile {
    GoldenFile(
      preset: preset.id,
      approvals: [
        GoldenFile.Approval(date: "2026-01-31", because: "the first", despite: ["sample-peak"])
      ],
      numbers: preset.numbers.sorted { $0.key < $1.key },
      metricVersions: ["consonant-retention": 1, "sample-peak": 1, "voice-body": 1],
      fixtures: Dictionary(
        uniqueKeysWithValues: renders.map { render in
          (
            render.fixture,
            GoldenFile.Entry(
              fixtureDigest: render.fixtureDigest, renderDigest: render.renderDigest,
              readings: Dictionary(
                uniqueKeysWithValues: render.readings.map { ($0.name, $0.value) }))
          )
        }))
  }

  /// Compares renders with a golden; without an anchor, the golden is the anchor as well.
  static func compare(
    _ renders: [MeasuredRender], of preset: AudioPreset = preset,
    with golden: GoldenFile? = golden(), anchor: GoldenFile? = nil, isWholeCorpus: Bool = true,
    limits: [String: Double] = [:]
  ) -> Comparison {
    Comparer(judge: Judge(limits: limits)).compare(
      renders, of: preset, with: golden, anchor: anchor ?? golden, isWholeCorpus: isWholeCorpus)
  }

  /// The description of the error that the work throws; nil where it throws none.
  static func sentence(of work: () throws(GoldenError) -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return error.description
    }
  }
}
