import Golden
import Report

/// `harness report`: renders, measures, compares, and tells a tuner what to do.
struct ReportCommand: Command {
  static let help = """
    OVERVIEW: Render presets over the corpus, measure them, compare them with their goldens, and
    say what moved, by how much, where, and what to do next. Also writes .harness/report.json.

    USAGE: harness report [OPTIONS]

    \(RunOptions.help)

    EXIT STATUS:
      0 as approved   1 speech is hurt   2 not everything could be checked
      3 changed, needs approval   64 usage
    """

  private let options: RunOptions

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    options = try RunOptions(&arguments)
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let output = Output(isQuiet: options.isSilent)
    let run = try CorpusRun(options, in: workspace, output: output)
    output.write(TextReport(run.report).full)
    try run.writeFiles(options, output)
    if options.jsonPath == nil {
      let path = workspace.root + "/.harness/report.json"
      try output.write(JSONReport(run.report).text, toFile: path)
      output.write("report.json: \(path)\n")
    }
    return run.report.outcome.exitCode
  }
}
