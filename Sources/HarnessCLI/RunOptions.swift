import Corpus
import Dispatch
import Foundation
import Golden
import Metrics
import Presets
import Report
import Runner

/// The options that every command over the corpus shares.
struct RunOptions {
  /// What the help of such a command says of them.
  static let help = """
    OPTIONS:
      --preset ID         The preset; may be repeated. (default: every preset)
      --fixture ID        The fixture; may be repeated. (default: every fixture)
      --set KEY=VALUE     Change a number of the presets for this run; may be repeated.
      --presets DIR       Read the presets from a folder. (default: those of the binary)
      --corpus DIR        Read a corpus from a folder; may be repeated. (default: Corpus)
      --golden DIR        Read the goldens from a folder. (default: Golden)
      --jobs N            Work on N fixtures at once. (default: the number of cores)
      --no-cache          Render and measure everything anew, and keep no result.
      --json FILE         Write the report as JSON; '-' is standard output.
      --junit FILE        Write the report as JUnit XML.
      --markdown FILE     Write the report as Markdown.
      --quiet             Print no report.
      -h, --help          Show this help.
    """

  let presetIDs: [String]
  let fixtureIDs: [String]
  let settings: [String]
  let presetFolder: String?
  let corpusFolders: [String]
  let goldenFolder: String?
  let workers: Int
  let usesCache: Bool
  let jsonPath: String?
  let junitPath: String?
  let markdownPath: String?
  let isQuiet: Bool

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    presetIDs = try arguments.options("--preset")
    fixtureIDs = try arguments.options("--fixture")
    settings = try arguments.options("--set")
    presetFolder = try arguments.option("--presets")
    corpusFolders = try arguments.options("--corpus")
    goldenFolder = try arguments.option("--golden")
    jsonPath = try arguments.option("--json")
    junitPath = try arguments.option("--junit")
    markdownPath = try arguments.option("--markdown")
    isQuiet = arguments.flag("--quiet")
    usesCache = !arguments.flag("--no-cache")
    workers = try arguments.workers()
    guard dataPaths.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("Only one of --json, --junit and --markdown can go to standard output.")
    }
  }

  /// Whether the text of the report stays away: it and data must not be mixed on one stream.
  var isSilent: Bool { isQuiet || dataPaths.contains("-") }

  private var dataPaths: [String] { [jsonPath, junitPath, markdownPath].compactMap { $0 } }

  /// The options that the command after this one has to repeat.
  var repeated: [RunReport.Request.Option] {
    let folders =
      [("--presets", presetFolder)] + corpusFolders.map { ("--corpus", $0) }
      + [("--golden", goldenFolder)]
    return folders.compactMap { name, value in
      value.map { RunReport.Request.Option(name: name, value: $0) }
    }
  }

  /// The presets that were asked for, with the changes of this run.
  func presets(of library: PresetLibrary) throws -> [AudioPreset] {
    var chosen: [AudioPreset] = []
    do {
      for id in presetIDs where !chosen.contains(where: { $0.id == id }) {
        chosen.append(try library.preset(id: id))
      }
      if presetIDs.isEmpty { chosen = library.presets }
      return try chosen.map { try $0.setting(settings) }
    } catch let error as PresetError {
      throw UsageError(error.description)
    }
  }

  /// The fixtures that were asked for.
  func fixtures(of corpus: AudioCorpus) throws(UsageError) -> [String] {
    try corpus.chosen(fixtureIDs)
  }
}
