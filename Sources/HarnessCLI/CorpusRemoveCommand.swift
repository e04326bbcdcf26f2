import Corpus

/// `harness corpus remove`: takes recordings or fixtures out of a corpus.
struct CorpusRemoveCommand: Command {
  static let help = """
    OVERVIEW: Take fixtures, items with their fixtures, or sources with all that is made of them out
    of the manifest of a corpus, and with them what nothing else needs. All of them go, or none.

    USAGE: harness corpus remove ID... [--delete-files] [--corpus DIR]

    OPTIONS:
      --delete-files    Delete the files in the folder of the corpus that belonged to them, too.
      --corpus DIR      The folder of the corpus. (default: Corpus)
      -h, --help        Show this help.

    EXIT STATUS:
      0 removed   2 nothing has that name   64 usage
    """

  private let ids: [String]
  private let deletesFiles: Bool
  private let folder: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    deletesFiles = arguments.flag("--delete-files")
    folder = try arguments.option("--corpus")
    var ids: [String] = []
    while let id = arguments.positional() { ids.append(id) }
    guard !ids.isEmpty else { throw UsageError("'corpus remove' needs the ids to remove.") }
    self.ids = ids
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let editor = CorpusEditor(folder: folder ?? workspace.corpusFolder)
    let removed = try editor.remove(ids, deletesFiles: deletesFiles)
    let output = Output(isQuiet: false)
    for (what, names) in [
      ("fixtures", removed.fixtures), ("items", removed.items), ("sources", removed.sources),
    ] where !names.isEmpty {
      output.write("removed \(what): \(names.joined(separator: ", "))\n")
    }
    guard !removed.files.isEmpty else { return 0 }
    let files = removed.files.map { "\(editor.folder)/\($0)" }.joined(separator: ", ")
    output.write(
      deletesFiles ? "deleted: \(files)\n" : "no longer used, and still there: \(files)\n")
    return 0
  }
}
