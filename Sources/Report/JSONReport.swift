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
    let workers = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let presets = concurrentMap(report.comparisons.count, workers: workers) { index in
      // A finding with its place takes some 450 bytes.
      var writer = JSONWriter(
        depth: 2, capacity: 512 * report.comparisons[index].findings.count)
      write(report.comparisons[index], report.renders[index], to: &writer)
      return writer.bytes
    }
    var writer = JSONWriter(capacity: presets.reduce(1 << 16) { $0 + $1.count })
    writer.object { writer in
      writer.member("exitCode", Int(report.outcome.exitCode))
      writer.member("fixtures", report.fixtures)
      writer.member("format", 1)
      writer.member("orphanedGoldens", report.orphans)
      writer.member("outcome", "\(report.outcome)")
      writer.member("presets") { $0.list(written: presets) }
      writer.member("run") { writer in
        writer.object { writer in
          writer.member("elapsedSeconds", report.elapsedSeconds)
          writer.member(
            "realTimeFactor", report.renderedSeconds / max(report.elapsedSeconds, 1e-9))
          writer.member("renderedSeconds", report.renderedSeconds)
          writer.member("reusedResults", report.reusedResults)
        }
      }
    }
    writer.endLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(
    _ comparison: Comparison, _ renders: [JobRender], to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("cause", comparison.cause.rawValue)
      writer.member("changes") { writer in
        writer.list(comparison.changes) { writer, change in
          writer.object { writer in
            writer.member("approved", change.old?.description)
            writer.member("key", change.key)
            writer.member("now", change.new?.description)
          }
        }
      }
      writer.member("counts") { writer in
        writer.object { writer in
          for verdict in Verdict.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
            writer.member(verdict.rawValue, comparison.count(verdict))
          }
        }
      }
      writer.member("findings") { $0.list(comparison.findings, write) }
      writer.member("id", comparison.preset.id)
      writer.member("outcome", "\(comparison.outcome)")
      writer.member("renders") { $0.list(renders, write) }
      writer.member("spectralDeltas") { $0.list(comparison.deltas, write) }
    }
  }

  private func write(_ writer: inout JSONWriter, _ finding: Finding) {
    writer.object { writer in
      writer.member("allowedWorsening", finding.metric?.allowedWorsening)
      writer.member("fixture", finding.fixture)
      writer.member("golden", finding.golden)
      writer.member("measured", finding.measured)
      writer.member("metric", finding.metric?.id)
      if let place = finding.place { writer.member("place") { write(&$0, place) } }
      writer.member("problem", finding.problem)
      writer.member("reading", finding.name)
      writer.member("reason", finding.harm == nil ? nil : ReadingText.harm(finding))
      writer.member("unit", finding.metric?.unit.rawValue)
      writer.member("verdict", finding.verdict.rawValue)
    }
  }

  private func write(_ writer: inout JSONWriter, _ place: Place) {
    writer.object { writer in
      writer.member("endSeconds", place.endSeconds)
      writer.member("highHertz", place.highHertz)
      writer.member("lowHertz", place.lowHertz)
      writer.member("phone", place.phone)
      writer.member("startSeconds", place.startSeconds)
      writer.member("word", place.word)
    }
  }

  private func write(_ writer: inout JSONWriter, _ render: JobRender) {
    writer.object { writer in
      writer.member("deepestLimitingDB", render.facts?.deepestLimiting.value)
      writer.member("digest", render.measured.renderDigest)
      writer.member("fixture", render.measured.fixture)
      writer.member("inputFrames", render.facts?.inputFrames)
      writer.member("isSilent", render.facts.map { $0.peakBeforeGain.value == -.infinity })
      writer.member("isTailCut", render.facts?.isTailCut)
      writer.member("normalisingGainDB", render.facts?.normalisingGain?.value)
      writer.member("peakBeforeGainDBFS", render.facts?.peakBeforeGain.value)
      writer.member("tailFrames", render.facts?.tailFrames)
      writer.member("uncertain") { writer in
        writer.list(render.measured.uncertain) { writer, reading in
          writer.object { writer in
            writer.member("amount", reading.material.amount)
            writer.member("material", reading.material.kind.rawValue)
            writer.member("metric", reading.metric.id)
            writer.member("neededAmount", reading.neededAmount)
          }
        }
      }
    }
  }
}
