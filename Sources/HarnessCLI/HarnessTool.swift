import Foundation
import Golden

/// The command-line tool: picks the subcommand and turns errors into sentences and exit codes.
package enum HarnessTool {
  /// The exit code for words that make no sense.
  private static let usage: Int32 = 64
  /// The exit code for what could not be checked.
  private static let unchecked: Int32 = 2

  private static var commands: [(name: String, type: any Command.Type, summary: String)] {
    [
      ("report", ReportCommand.self, "Render, measure, compare; say what moved and what to do."),
      ("check", CheckCommand.self, "Compare with the goldens, in one line a preset, for CI."),
      ("accept", AcceptCommand.self, "Approve the present sound of presets as their goldens."),
      ("render", RenderCommand.self, "Render a file with presets."),
      (
        "measure", MeasureCommand.self,
        "Measure any render beside its reference, whoever made it."
      ),
      ("presets", PresetsCommand.self, "List, show and validate presets."),
      (
        "corpus", CorpusCommand.self,
        "List, verify, build, show and label recordings; add your own."
      ),
      ("metrics", MetricsCommand.self, "Say what each metric measures, allows and cannot see."),
    ]
  }

  private static var help: String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count))  "
        + command.summary
    }
    return """
      OVERVIEW: Regression tests for one-tap audio presets: what a tuning change does to speech.

      USAGE: harness SUBCOMMAND [OPTIONS]

      SUBCOMMANDS:
      \(list.joined(separator: "\n"))

        See 'harness SUBCOMMAND --help', or 'harness --version'.
      """
  }

  /// The release, and the formats of the files that it writes.
  private static var version: String {
    "harness 0.1.0 (report format 1, golden format \(GoldenFile.currentFormat))"
  }

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The words after the name of the tool.
  ///   - environment: The environment of the process.
  ///   - currentFolder: Where the tool was called.
  /// - Returns: The exit code: 0 as approved, 1 speech is hurt, 2 not everything could be checked,
  ///   3 changed, 64 usage.
  package static func run(
    _ arguments: [String], environment: [String: String], currentFolder: String
  ) -> Int32 {
    // A reader that has gone must not end the tool before its files are written.
    signal(SIGPIPE, SIG_IGN)
    let output = Output(isQuiet: false)
    guard let name = arguments.first else {
      Output.complain(help)
      return usage
    }
    if name == "--version" {
      output.write(version + "\n")
      return 0
    }
    if ["-h", "--help", "help"].contains(name) {
      output.write(help + "\n")
      return 0
    }
    guard let type = commands.first(where: { $0.name == name })?.type else {
      let names = commands.map { "'\($0.name)'" }.joined(separator: ", ")
      Output.complain("There is no subcommand '\(name)'; there are \(names).")
      return usage
    }
    var (command, words) = (type, Array(arguments.dropFirst()))
    // Each action of the corpus has options and a help of its own.
    if type == CorpusCommand.self, let action = CorpusCommand.action(of: words) {
      (command, words) = action
    }
    return run(command, words, environment: environment, currentFolder: currentFolder)
  }

  private static func run(
    _ type: any Command.Type, _ words: [String], environment: [String: String],
    currentFolder: String
  ) -> Int32 {
    var arguments = ArgumentReader(words)
    do {
      guard let command = try parse(type, &arguments) else {
        Output(isQuiet: false).write(type.help + "\n")
        return 0
      }
      let exitCode = try command.run(
        in: Workspace(environment: environment, currentFolder: currentFolder))
      // A report that nobody got is not a check that passed.
      return Output.complainOfLoss() && exitCode == 0 ? unchecked : exitCode
    } catch let error as UsageError {
      Output.complain("\(error.description)\nSee '--help'.")
      return usage
    } catch {
      Output.complain("\(error)")
      return unchecked
    }
  }

  /// Parses the words of a subcommand; nil where they ask for help.
  ///
  /// What an option has taken as its value asks for nothing.
  private static func parse(
    _ type: any Command.Type, _ arguments: inout ArgumentReader
  ) throws(UsageError) -> (any Command)? {
    do {
      let command = try type.init(&arguments)
      guard !arguments.flag("-h", "--help") else { return nil }
      try arguments.finish()
      return command
    } catch {
      guard !arguments.flag("-h", "--help") else { return nil }
      throw error
    }
  }
}
