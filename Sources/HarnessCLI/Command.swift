/// A subcommand: it takes its words in `init` and works in `run`.
protocol Command {
  /// The text of `--help`.
  static var help: String { get }

  /// Takes the options and arguments; the caller refuses what is left over.
  init(_ arguments: inout ArgumentReader) throws(UsageError)

  /// Does the work.
  ///
  /// - Returns: The exit code.
  func run(in workspace: Workspace) throws -> Int32
}
