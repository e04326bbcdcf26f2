import Chain
import Foundation
import Golden
import Metrics
import Presets
import Runner
import Signal

/// A report for scripts: `report.json`, format 1, described in `docs/report-format.md`.
package struct JSONReport {
  private let report: RunReport

  /// Creates the JSON of a report.
  package init(_ report: RunReport) { self.report = report }

  /// The file; infinities read "inf" and "-inf".
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("a report holds nothing that JSON cannot say: \(error)")
    }
  }

  private struct Document: Encodable {
    let format = 1
    let outcome: String
    let exitCode: Int32
    let fixtures: [String]
    let orphanedGoldens: [String]
    let presets: [Preset]
    let run: Run
  }

  private struct Run: Encodable {
    let renderedSeconds: Double
    let elapsedSeconds: Double
    let realTimeFactor: Double
  }

  private struct Preset: Encodable {
    let id: String
    let outcome: String
    let cause: String
    let changes: [Change]
    let counts: [String: Int]
    let findings: [Entry]
    let spectralDeltas: [Entry]
    let renders: [Render]
  }

  private struct Change: Encodable {
    let key: String
    let approved: String?
    let now: String?
  }

  private struct Entry: Encodable {
    let fixture: String
    let reading: String
    let metric: String?
    let unit: String?
    let verdict: String
    let golden: Double?
    let measured: Double?
    let allowedWorsening: Double?
    let reason: String?
    let problem: String?
    let place: Spot?
  }

  private struct Spot: Encodable {
    let startSeconds: Double?
    let endSeconds: Double?
    let lowHertz: Double?
    let highHertz: Double?
    let word: String?
    let phone: String?
  }

  private struct Render: Encodable {
    let fixture: String
    let digest: String
    let inputFrames: Int?
    let tailFrames: Int?
    let isTailCut: Bool?
    let peakBeforeGainDBFS: Double?
    let normalisingGainDB: Double?
    let isSilent: Bool?
    let deepestLimitingDB: Double?
  }

  private var document: Document {
    Document(
      outcome: "\(report.outcome)", exitCode: report.outcome.exitCode, fixtures: report.fixtures,
      orphanedGoldens: report.orphans,
      presets: zip(report.comparisons, report.renders).map { comparison, renders in
        Preset(
          id: comparison.preset.id, outcome: "\(comparison.outcome)",
          cause: comparison.cause.rawValue,
          changes: comparison.changes.map {
            Change(key: $0.key, approved: $0.old?.description, now: $0.new?.description)
          },
          counts: Dictionary(
            uniqueKeysWithValues: Verdict.allCases.map {
              ($0.rawValue, comparison.findings($0).count)
            }),
          findings: comparison.findings.map(entry), spectralDeltas: comparison.deltas.map(entry),
          renders: renders.map { render in
            Render(
              fixture: render.measured.fixture, digest: render.measured.renderDigest,
              inputFrames: render.facts?.inputFrames, tailFrames: render.facts?.tailFrames,
              isTailCut: render.facts?.isTailCut,
              peakBeforeGainDBFS: render.facts?.peakBeforeGain.value,
              normalisingGainDB: render.facts?.normalisingGain?.value,
              isSilent: render.facts.map { $0.peakBeforeGain.value == -.infinity },
              deepestLimitingDB: render.facts?.deepestLimiting.value)
          })
      },
      run: Run(
        renderedSeconds: report.renderedSeconds, elapsedSeconds: report.elapsedSeconds,
        realTimeFactor: report.renderedSeconds / max(report.elapsedSeconds, 1e-9)))
  }

  private func entry(_ finding: Finding) -> Entry {
    Entry(
      fixture: finding.fixture, reading: finding.name, metric: finding.metric?.id,
      unit: finding.metric?.unit.rawValue, verdict: finding.verdict.rawValue,
      golden: finding.golden, measured: finding.measured,
      allowedWorsening: finding.metric?.allowedWorsening,
      reason: finding.harm == nil ? nil : ReadingText.harm(finding), problem: finding.problem,
      place: finding.place.map {
        Spot(
          startSeconds: $0.startSeconds, endSeconds: $0.endSeconds, lowHertz: $0.lowHertz,
          highHertz: $0.highHertz, word: $0.word, phone: $0.phone)
      })
  }
}
