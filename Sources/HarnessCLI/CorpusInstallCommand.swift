import Corpus
import Foundation
import Report
import Signal

/// `harness corpus install`: lists the packs of further recordings, and installs them.
struct CorpusInstallCommand: Command {
  static let help = """
    OVERVIEW: Install a pack: further recordings, which packages of Debian and PyPI bring. Without a
    name, list the packs. Names, sizes and licences of the packages are shown first; they are then
    fetched with apt-get or pip, and every recording is held against its SHA-256 before it is put
    beside the others, in '.harness/recordings'. Nothing is installed into the system, and nothing of
    a package is run.

    USAGE: harness corpus install [NAME] [--yes] [--corpus DIR]

    OPTIONS:
      --yes           Do not ask.
      --corpus DIR    The folder of the corpus whose packs are meant. (default: Corpus)
      -h, --help      Show this help.

    EXIT STATUS:
      0 installed, or listed   2 not installed   64 usage

    An installed pack is a corpus of its own: name its folder, as in
    'harness check --corpus Corpus --corpus Corpus/Packs/NAME'.
    """

  private let name: String?
  private let asks: Bool
  private let folder: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    asks = !arguments.flag("--yes")
    folder = try arguments.option("--corpus")
    name = arguments.positional()
    if name == nil, !asks { throw UsageError("'--yes' needs the name of a pack.") }
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let packs = try CorpusPack.all(in: folder ?? workspace.corpusFolder)
    guard let name else {
      Output(isQuiet: false).write(
        PackListing(packs, roots: workspace.recordingRoots, program: workspace.program).text)
      return 0
    }
    guard let pack = packs.first(where: { $0.name == name }) else {
      let known = packs.map { "'\($0.name)'" }.joined(separator: ", ")
      throw UsageError(
        packs.isEmpty
          ? "There is no pack '\(name)': this corpus has none."
          : "There is no pack '\(name)'; there are \(known).")
    }
    let status = try Interrupt.deferring { try install(pack, in: workspace) }
    Interrupt.obey()
    return status
  }

  private func install(_ pack: CorpusPack, in workspace: Workspace) throws -> Int32 {
    let output = Output(isQuiet: false)
    let installer = PackInstaller(
      root: workspace.installationRoot, roots: workspace.recordingRoots,
      environment: workspace.environment)
    let missing = try installer.missing(of: pack)
    guard !missing.isEmpty else {
      output.write("The pack '\(pack.name)' is installed already.\n" + next(pack, workspace))
      return 0
    }
    output.write(PackListing.offer(of: pack, missing: missing, root: installer.root))
    guard try isWanted() else {
      output.write("Nothing was installed.\n")
      return 2
    }
    do {
      try installer.install(missing, of: pack) { output.progress($0) }
    } catch .interrupted {
      output.endProgress()
      Output.complain(InstallError.interrupted.description)
      return 2
    } catch {
      output.endProgress()
      throw error
    }
    output.endProgress()
    output.write(
      "The pack '\(pack.name)' is installed: \(PackListing.count(missing)).\n"
        + next(pack, workspace))
    return 0
  }

  /// Asks the person at the terminal.
  private func isWanted() throws(UsageError) -> Bool {
    guard asks else { return true }
    guard isatty(STDIN_FILENO) == 1 else {
      throw UsageError(
        "Nobody can be asked here, as standard input is no terminal: say '--yes' to install.")
    }
    Output(isQuiet: false).write("Install? [y/N] ")
    return ["y", "yes"].contains((readLine() ?? "").lowercased())
  }

  private func next(_ pack: CorpusPack, _ workspace: Workspace) -> String {
    let own = ShellText.word(Self.short(folder ?? workspace.corpusFolder))
    let folder = ShellText.word(Self.short(pack.folder))
    let program = ShellText.word(workspace.program)
    return """
      next: \(program) check --preset denoise --corpus \(own) --corpus \(folder)
      Its fixtures are not checked until 'accept' has approved them; 'report' shows their readings.
      to prove it: \(program) corpus verify --corpus \(folder)

      """
  }

  /// A path from the current folder where it lies under it.
  private static func short(_ path: String) -> String {
    let current = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(current) ? String(path.dropFirst(current.count)) : path
  }
}

extension Workspace {
  /// The root under which packs put their recordings.
  var installationRoot: String { root + "/.harness/recordings" }
}
