import Corpus

/// `harness corpus remove`: takes recordings or fixtures out of a corpus.
struct CorpusRemoveCommand: Command {
  static let help = """
    OVERVIEW: Take fixtures, items with their fixtures, or sources with all that is made of them out
    of the manifest of a corpus, and with them what nothing else needs. All of them go, or none; their
    files are deleted after that, where it is asked.

    USAGE: harness corpus remove ID... [--delete-files] [--corpus DIR]
           harness corpus remove --pack NAME [--corpus DIR]

    OPTIONS:
      --pack NAME       Delete the installed recordings that only this pack uses; its manifest stays,
                        and 'corpus install NAME' brings them back.
      --delete-files    Delete the files in the folder of the corpus that belonged to them, too.
      --corpus DIR      The folder of the corpus. (default: Corpus)
      -h, --help        Show this help.

    EXIT STATUS:
      0 removed   2 nothing has that name   64 usage
    """

  private let ids: [String]
  private let pack: String?
  private let deletesFiles: Bool
  private let folder: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    deletesFiles = arguments.flag("--delete-files")
    folder = try arguments.option("--corpus")
    pack = try arguments.option("--pack")
    var ids: [String] = []
    while let id = arguments.positional() { ids.append(id) }
    guard pack == nil || (ids.isEmpty && !deletesFiles) else {
      throw UsageError("'--pack' removes the recordings of a pack, and nothing else at a time.")
    }
    guard !ids.isEmpty || pack != nil else {
      throw UsageError("'corpus remove' needs the ids to remove, or a --pack.")
    }
    self.ids = ids
  }

  func run(in workspace: Workspace) throws -> Int32 {
    if let pack { return try removePack(pack, in: workspace) }
    let editor = CorpusEditor(folder: folder ?? workspace.corpusFolder)
    let removed = try editor.remove(ids, deletesFiles: deletesFiles)
    let output = Output(isQuiet: false)
    for (what, names) in [
      ("fixtures", removed.fixtures), ("items", removed.items), ("sources", removed.sources),
    ] where !names.isEmpty {
      output.write("removed \(what): \(names.joined(separator: ", "))\n")
    }
    func list(_ files: [String]) -> String {
      files.map { "\(editor.folder)/\($0)" }.joined(separator: ", ")
    }
    guard deletesFiles else {
      guard !removed.files.isEmpty else { return 0 }
      output.write(
        "no longer used, and still there: \(list(removed.files))\n'--delete-files' would have "
          + "deleted them; until they are gone 'corpus verify' names them\n")
      return 0
    }
    let deleted = removed.files.filter { !removed.kept.contains($0) }
    if !deleted.isEmpty { output.write("deleted: \(list(deleted))\n") }
    guard !removed.kept.isEmpty else { return 0 }
    Output.complain("These files could not be deleted, or lie elsewhere: \(list(removed.kept)).")
    return 2
  }

  private func removePack(_ name: String, in workspace: Workspace) throws -> Int32 {
    let home = folder ?? workspace.corpusFolder
    let packs = try CorpusPack.all(in: home)
    guard let pack = packs.first(where: { $0.name == name }) else {
      let names = packs.map { "'\($0.name)'" }.joined(separator: ", ")
      throw UsageError("There is no pack '\(name)'; there are \(names).")
    }
    var others = packs.filter { $0.name != name }.map(\.manifest)
    others.append(try CorpusManifest(folder: home))
    let removed = try pack.removeRecordings(from: workspace.installationRoot, keeping: others)
    Output(isQuiet: false).write(
      "\(removed.count) files of '\(name)' are removed from '\(workspace.installationRoot)'\n")
    return 0
  }
}
