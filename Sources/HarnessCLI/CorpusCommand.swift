/// `harness corpus`: everything about the recordings and noises that presets are judged on.
struct CorpusCommand: Command {
  static let help = """
    OVERVIEW: The inputs of the harness: what there is, whether it is sound, and your own recordings.

    USAGE: harness corpus ACTION [OPTIONS]

    ACTIONS:
    \(list)

    EXIT STATUS:
      0 fine   2 something is missing, damaged or cannot be built   64 usage

      See 'harness corpus ACTION --help'.
    """

  private static var actions: [(name: String, type: any Command.Type, summary: String)] {
    [
      ("list", CorpusListCommand.self, "List the fixtures with their facts, and the totals."),
      ("verify", CorpusVerifyCommand.self, "Prove every digest, licence, label, level and rate."),
      ("label", CorpusLabelCommand.self, "Make, take, give out and score labels."),
      ("show", CorpusShowCommand.self, "Draw waveform, spectrogram and labels as a picture."),
      ("facts", CorpusFactsCommand.self, "Say what a recording can and cannot prove."),
      ("add", CorpusAddCommand.self, "Add recordings of your own, and say what they can prove."),
      ("install", CorpusInstallCommand.self, "List or install packs of further recordings."),
      ("remove", CorpusRemoveCommand.self, "Take recordings or fixtures out of a corpus."),
      ("build", CorpusBuildCommand.self, "Build all fixtures into the cache."),
    ]
  }

  private static var list: String {
    let width = actions.map(\.name.count).max() ?? 0
    return actions.map { action in
      "  \(action.name)\(String(repeating: " ", count: width - action.name.count))  "
        + action.summary
    }.joined(separator: "\n")
  }

  /// The action that some words start with, and the words after it; nil where they name none.
  static func action(of words: [String]) -> (type: any Command.Type, rest: [String])? {
    guard let name = words.first, let action = actions.first(where: { $0.name == name }) else {
      return nil
    }
    return (action.type, Array(words.dropFirst()))
  }

  private let action: any Command

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    let names = Self.actions.map { "'\($0.name)'" }.joined(separator: ", ")
    guard let name = arguments.positional() else {
      throw UsageError("'corpus' needs one of \(names).")
    }
    guard let type = Self.actions.first(where: { $0.name == name })?.type else {
      throw UsageError("There is no 'corpus \(name)'; there are \(names).")
    }
    action = try type.init(&arguments)
  }

  func run(in workspace: Workspace) throws -> Int32 { try action.run(in: workspace) }
}
