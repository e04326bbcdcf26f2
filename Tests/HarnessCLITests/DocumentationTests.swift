import Foundation
import Metrics
import Report
import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test("docs/metrics.md says what the metrics say of themselves")
  func metricsPage() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/metrics.md"), encoding: .utf8)
    let descriptions =
      MetricBank.standard.metrics.map(\.description) + [SpectralDelta.longTerm, SpectralDelta.peak]

    let isCurrent = page == MetricsPage(descriptions).text

    #expect(isCurrent, "run: scripts/harness metrics --markdown docs/metrics.md")
  }
}
