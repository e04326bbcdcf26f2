import Foundation
import Golden
import Metrics
import Presets
import Report
import Runner

/// `harness accept`: the only way in which a golden is written.
struct AcceptCommand: Command {
  static let help = """
    OVERVIEW: Approve the present sound of presets: render them over the whole corpus, show what
    moves, and write their goldens. Refuses on a build server (CI is set), on a run in which
    anything could not be measured, and where speech is hurt by a metric that is not named.

    USAGE: harness accept --preset ID... --because TEXT [OPTIONS]
           harness accept --all --because TEXT [OPTIONS]
           harness accept --release [--presets DIR] [--golden DIR] [--quiet]

    OPTIONS:
      --preset ID           The preset to approve; may be repeated.
      --all                 Approve every preset.
      --because TEXT        Why the change is wanted; kept in the golden.
      --despite METRIC      Accept the harm that this metric sees; may be repeated.
      --without-fixture ID  Give up a fixture of the golden that the corpus no longer holds; may be
                            repeated.
      --release             Make the approved readings of all presets the anchor that later
                            approvals are held against; nothing is rendered.
      --presets DIR         Read the presets from a folder. (default: those of the binary)
      --corpus DIR          Read the corpus from a folder. (default: Corpus)
      --golden DIR          Keep the goldens in a folder, which must hold a limits.json.
                            (default: Golden)
      --jobs N              Work on N fixtures at once. (default: the number of cores)
      --no-cache            Render and measure everything anew, and keep no result.
      --json FILE           Write the report as JSON; '-' is standard output.
      --junit FILE          Write the report as JUnit XML.
      --markdown FILE       Write the report as Markdown.
      --quiet               Print no report.
      -h, --help            Show this help.

    EXIT STATUS:
      0 approved, or nothing to approve   1 refused: speech is hurt
      2 refused: not everything could be checked   64 usage
    """

  private let options: RunOptions
  private let statement: Approver.Statement
  private let isAll: Bool
  private let isRelease: Bool

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    isAll = arguments.flag("--all")
    isRelease = arguments.flag("--release")
    let because = try arguments.option("--because")
    let despite = try arguments.options("--despite")
    let withoutFixtures = try arguments.options("--without-fixture")
    let known = MetricBank.standard.metrics.map(\.description.id)
    for metric in despite where !known.contains(metric) {
      throw UsageError(
        "'--despite' names '\(metric)', but the metrics are \(known.joined(separator: ", ")).")
    }
    options = try RunOptions(&arguments)
    statement = Approver.Statement(
      because: because ?? "", despite: despite, withoutFixtures: withoutFixtures,
      date: Self.today, isOnCI: false)
    if isRelease {
      guard !isAll, because == nil, despite.isEmpty, withoutFixtures.isEmpty,
        options.presetIDs.isEmpty, options.fixtureIDs.isEmpty, options.settings.isEmpty
      else {
        throw UsageError("'--release' takes the goldens as they are: it approves nothing new.")
      }
      return
    }
    guard isAll != !options.presetIDs.isEmpty else {
      throw UsageError("Name the presets to approve with --preset ID, or approve --all.")
    }
    guard options.settings.isEmpty else {
      throw UsageError(
        "'--set' is for trying: write the numbers into the preset's file before approving them.")
    }
    guard options.fixtureIDs.isEmpty else {
      throw UsageError(
        GoldenError.Refusal.partialRun(preset: options.presetIDs.joined(separator: ", "))
          .description)
    }
  }

  func run(in workspace: Workspace) throws -> Int32 {
    var statement = statement
    statement.isOnCI = workspace.isOnCI
    if isRelease { return try release(in: workspace) }
    do {
      try Approver.checkStatement(statement)
    } catch {
      Output.complain(error.description)
      return 64
    }
    let lock = try workspace.goldens(folder: options.goldenFolder).lock()
    let output = Output(isQuiet: options.isSilent)
    let run = try CorpusRun(options, in: workspace, output: output)
    try checkLostFixtures(of: run)
    show(run, output)
    try run.writeFiles(options, output)
    let approver = Approver(judge: run.judge)
    var approved: [GoldenFile] = []
    var exitCode: Int32 = 0
    for (index, comparison) in run.report.comparisons.enumerated() {
      let renders = run.report.renders[index].map(\.measured)
      do {
        let golden = try approver.approve(
          renders, comparison: comparison, golden: run.goldens[index], statement: statement)
        if let golden { approved.append(golden) }
      } catch {
        Output.complain(error.description)
        guard case .refused(.harm(_, let metrics)) = error else {
          exitCode = 2
          continue
        }
        exitCode = max(exitCode, 1)
        complain(
          of: approver.harmedReadings(renders, comparison: comparison).filter {
            $0.metric.map { metrics.contains($0.id) } ?? true
          })
      }
    }
    // All or nothing: a half-approved set would pass for a whole one.
    guard exitCode == 0 else {
      Output.complain("No golden was written.")
      return exitCode
    }
    try run.store.write(approved, under: lock)
    output.write(
      approved.isEmpty
        ? "Nothing to approve: every golden already holds these readings.\n"
        : "Approved: \(approved.map(\.preset).joined(separator: ", "))\n")
    return 0
  }

  /// Refuses to give up a fixture that is there, or that no golden has.
  private func checkLostFixtures(of run: CorpusRun) throws(UsageError) {
    for id in statement.withoutFixtures {
      if run.report.fixtures.contains(id) {
        throw UsageError("'--without-fixture' names '\(id)', but the corpus holds it.")
      }
      guard run.goldens.contains(where: { $0?.fixtures[id] != nil }) else {
        throw UsageError("'--without-fixture' names '\(id)', but no golden here has it.")
      }
    }
  }

  /// Shows what moves; a preset without a golden has nothing that could have moved.
  private func show(_ run: CorpusRun, _ output: Output) {
    var compared = run.report
    (compared.comparisons, compared.renders) = ([], [])
    for (comparison, renders) in zip(run.report.comparisons, run.report.renders) {
      if comparison.cause == .missingGolden {
        let count = renders.reduce(0) { $0 + $1.measured.readings.count }
        output.write(
          "\(comparison.preset.id): the first approval, \(count) readings of "
            + "\(renders.count) fixtures\n")
      } else {
        compared.comparisons.append(comparison)
        compared.renders.append(renders)
      }
    }
    if !compared.comparisons.isEmpty { output.write(TextReport(compared).brief) }
  }

  /// Names the worst readings of those that hurt, so that the approver knows what to listen for.
  private func complain(of harmed: [Finding]) {
    let most = 8
    for finding in harmed.prefix(most) {
      Output.complain("  \(finding.fixture): \(FindingText.line(finding))")
    }
    if harmed.count > most { Output.complain("  and \(harmed.count - most) more") }
  }

  private func release(in workspace: Workspace) throws -> Int32 {
    guard !workspace.isOnCI else {
      Output.complain(GoldenError.Refusal.onCI.description)
      return 64
    }
    let store = workspace.goldens(folder: options.goldenFolder)
    let lock = try store.lock()
    var goldens: [GoldenFile] = []
    for preset in try workspace.presets(folder: options.presetFolder).presets {
      guard let golden = try store.golden(of: preset.id) else {
        Output.complain("The preset '\(preset.id)' has no golden: nothing was released.")
        return 2
      }
      goldens.append(golden)
    }
    try store.release(goldens, under: lock)
    Output(isQuiet: options.isQuiet).write("Released the goldens of \(goldens.count) presets.\n")
    return 0
  }

  /// The day in Greenwich, as year-month-day.
  private static var today: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1_900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }
}
