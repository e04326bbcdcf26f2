import Metrics
import Report

/// `harness metrics`: says what each metric is, from the metrics themselves.
struct MetricsCommand: Command {
  static let help = """
    OVERVIEW: List the metrics, or write what each of them measures, allows and cannot see.

    USAGE: harness metrics [--markdown FILE]

    OPTIONS:
      --markdown FILE    Write the page of definitions; '-' is standard output.
      -h, --help         Show this help.
    """

  private let markdownPath: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    markdownPath = try arguments.option("--markdown")
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let descriptions =
      MetricBank.standard.metrics.map(\.description) + [SpectralDelta.longTerm, SpectralDelta.peak]
    let output = Output(isQuiet: false)
    if let markdownPath {
      try output.write(MetricsPage(descriptions).text, toFile: markdownPath)
    } else {
      output.write(descriptions.map { "\($0.id)  \($0.unit.rawValue)\n" }.joined())
    }
    return 0
  }
}
