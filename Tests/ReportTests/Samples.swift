import Golden
import Metrics
import Presets
import Report

@testable import Runner

/// Reports of runs that are small enough to be made by hand.
enum Samples {
  static let consonants = MetricDescription(
    id: "consonant-retention", unit: .decibels, axis: .levelAndNoise, direction: .higherIsBetter,
    protectsSpeech: true,
    tolerance: 0.05, allowedWorsening: 3, limit: -6, tells: "", definition: "d", source: "s",
    blindTo: "b")
  static let tone = MetricDescription(
    id: "voice-body", unit: .decibels, axis: .levelAndNoise, direction: .neither,
    protectsSpeech: false,
    tolerance: 0.02, tells: "", definition: "d", source: "s", blindTo: "b")
  static let peak = MetricDescription(
    id: "sample-peak", unit: .fullScaleDecibels, axis: .levelAndNoise,
    direction: .harmfulAboveLimit,
    protectsSpeech: true, tolerance: 0.01, limit: -0.99, tells: "", definition: "d", source: "s",
    blindTo: "b")
  static let delta = MetricDescription(
    id: "spectral-delta", unit: .decibels, axis: .levelAndNoise, direction: .neither,
    protectsSpeech: false,
    tolerance: 0.05, tells: "", definition: "d", source: "s", blindTo: "b")

  static let opening = MetricDescription(
    id: "gate-opening-delay", unit: .milliseconds, axis: .levelAndNoise, direction: .lowerIsBetter,
    protectsSpeech: true, tolerance: 1, allowedWorsening: 10, tells: "", definition: "d",
    source: "s",
    blindTo: "b")
  static let loudness = MetricDescription(
    id: "integrated-loudness", unit: .loudnessUnits, axis: .levelAndNoise, direction: .neither,
    protectsSpeech: false,
    tolerance: 0.02, tells: "", definition: "d", source: "s", blindTo: "b")

  /// The level of a band of that name.
  static func band(_ name: String) -> MetricDescription {
    MetricDescription(
      id: "band-\(name)", unit: .fullScaleDecibels, axis: .levelAndNoise, direction: .neither,
      protectsSpeech: false,
      tolerance: 0.05, tells: "", definition: "d", source: "s", blindTo: "b")
  }

  static func preset(_ id: String = "plain") -> AudioPreset {
    AudioPreset(id: id, name: "Plain", category: "voice", purpose: "A voice as it is")
  }

  /// Speech is hurt at a word, a tone has moved in a band, one reading is the same silence.
  static let hurt = Comparison(
    preset: preset(), cause: .chain, changes: [],
    findings: [
      Finding(
        fixture: "speech-01", name: "consonant-retention-dB left/T@1.105s", metric: consonants,
        verdict: .worse, golden: -2, measured: -7.5, harm: .beyondAllowance(3),
        place: Place(startSeconds: 1.084, endSeconds: 1.102, word: "left", phone: "T")),
      Finding(
        fixture: "speech-01", name: "voice-body-dB", metric: tone, verdict: .moved, golden: 1,
        measured: 0.5, place: Place(lowHertz: 80, highHertz: 250)),
      Finding(
        fixture: "silence", name: "sample-peak-dBFS", metric: peak, verdict: .same,
        golden: -.infinity, measured: -.infinity),
    ], deltas: [], identicalRenders: 0)

  /// Everything is as approved.
  static func same(_ id: String = "plain") -> Comparison {
    Comparison(
      preset: preset(id), cause: .none, changes: [],
      findings: [
        Finding(
          fixture: "speech-01", name: "voice-body-dB", metric: tone, verdict: .same, golden: 1,
          measured: 1)
      ], deltas: [], identicalRenders: 1)
  }

  /// The numbers have changed, and with them the sound.
  static let retuned: Comparison = {
    var changed = preset()
    changed.outputGain = 2
    var comparison = same()
    comparison.cause = .retune
    comparison.changes = AudioPreset.differences(from: preset(), to: changed)
    comparison.deltas = [
      Finding(
        fixture: "speech-01", name: "spectral-delta-dB", metric: delta, verdict: .moved,
        golden: 0, measured: -3.25,
        place: Place(startSeconds: 2.5, endSeconds: 2.6, lowHertz: 4_000, highHertz: 9_000))
    ]
    return comparison
  }()

  /// The chain has moved the readings that are given as metric, golden and measured value.
  static func changed(
    _ readings: [(MetricDescription, Double, Double)], verdict: Verdict = .moved,
    harm: Harm? = nil
  ) -> Comparison {
    var comparison = same()
    comparison.cause = .chain
    comparison.findings += readings.map { metric, golden, measured in
      Finding(
        fixture: "speech-01", name: metric.name, metric: metric, verdict: verdict,
        golden: golden, measured: measured, harm: harm)
    }
    return comparison
  }

  /// A preset that was never approved.
  static func withoutGolden(_ id: String = "plain") -> Comparison {
    Comparison(
      preset: preset(id), cause: .missingGolden, changes: [],
      findings: [
        Finding(
          fixture: "", name: id, verdict: .invalid, problem: "The preset '\(id)' has no golden.")
      ], deltas: [], identicalRenders: 0)
  }

  /// A comparison of which one thing could not be checked.
  static func unchecked(_ problem: String, fixture: String = "speech-01") -> Comparison {
    var comparison = same()
    comparison.findings.append(
      Finding(fixture: fixture, name: fixture, verdict: .invalid, problem: problem))
    return comparison
  }

  /// The report of a run.
  static func report(
    _ comparisons: [Comparison], settings: [String] = [],
    options: [RunReport.Request.Option] = [], limits: [String: Double] = [:],
    orphans: [String] = [], fixtures: [String] = ["speech-01", "silence"],
    program: String = "harness"
  ) -> RunReport {
    let renders = comparisons.map { comparison in
      fixtures.map { fixture in
        JobRender(
          measured: MeasuredRender(
            fixture: fixture, fixtureDigest: "f0", renderDigest: "r0",
            readings: comparison.findings.compactMap { finding in
              guard finding.fixture == fixture, let metric = finding.metric,
                let value = finding.measured
              else { return nil }
              return Reading(metric: metric, value: value)
            }, deltas: [], failures: []), facts: nil)
      }
    }
    return RunReport(
      request: RunReport.Request(program: program, settings: settings, options: options),
      comparisons: comparisons,
      result: RunResult(renders: renders, renderedSeconds: 120, elapsedSeconds: 0.5),
      orphans: orphans, fixtures: fixtures, limits: limits)
  }
}
