import Corpus
import Report
import Signal

/// `harness corpus list`: what there is.
struct CorpusListCommand: Command {
  static let help = """
    OVERVIEW: List the fixtures with their kind, length, level, labelled obstruents and licence, and
    the totals. Nothing is built.

    USAGE: harness corpus list [--corpus DIR]... [--json FILE]

    OPTIONS:
      --corpus DIR    The folder of a corpus; may be repeated. (default: Corpus)
      --json FILE     Write the list as JSON; '-' is standard output.
      -h, --help      Show this help.
    """

  private let folders: [String]
  private let jsonPath: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    folders = try arguments.options("--corpus")
    jsonPath = try arguments.option("--json")
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let corpus = try workspace.corpus(folders: folders)
    try OutputPaths("--json", jsonPath).check(against: corpus.inputPaths)
    let inventory = try CorpusInventory(corpus)
    let output = Output(isQuiet: jsonPath == "-")
    output.write(CorpusListing(inventory).text)
    if let jsonPath { try output.write(try inventory.json(), toFile: jsonPath) }
    return 0
  }
}
