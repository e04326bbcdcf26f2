import Golden
import Report

/// `harness check`: the same as `report`, in one line a preset, for CI.
struct CheckCommand: Command {
  static let help = """
    OVERVIEW: Compare the renders of presets with their goldens. Never writes a golden.

    USAGE: harness check [OPTIONS]

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
    output.write(TextReport(run.report).brief)
    try run.writeFiles(options, output)
    return run.report.outcome.exitCode
  }
}
