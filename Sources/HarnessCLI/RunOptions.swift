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
      --corpus DIR        Read the corpus from a folder. (default: Corpus)
      --golden DIR        Read the goldens from a folder. (default: Golden)
      --jobs N            Work on N fixtures at once. (default: the number of cores)
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
  let corpusFolder: String?
  let goldenFolder: String?
  let workers: Int
  let jsonPath: String?
  let junitPath: String?
  let markdownPath: String?
  let isQuiet: Bool

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    presetIDs = try arguments.options("--preset")
    fixtureIDs = try arguments.options("--fixture")
    settings = try arguments.options("--set")
    presetFolder = try arguments.option("--presets")
    corpusFolder = try arguments.option("--corpus")
    goldenFolder = try arguments.option("--golden")
    jsonPath = try arguments.option("--json")
    junitPath = try arguments.option("--junit")
    markdownPath = try arguments.option("--markdown")
    isQuiet = arguments.flag("--quiet")
    if let text = try arguments.option("--jobs") {
      guard let count = Int(text), (1...1_024).contains(count) else {
        throw UsageError("'--jobs' is '\(text)', but must be a whole number from 1 to 1024.")
      }
      workers = count
    } else {
      workers = max(1, ProcessInfo.processInfo.activeProcessorCount)
    }
    guard dataPaths.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("Only one of --json, --junit and --markdown can go to standard output.")
    }
  }

  /// Whether the text of the report stays away: it and data must not be mixed on one stream.
  var isSilent: Bool { isQuiet || dataPaths.contains("-") }

  private var dataPaths: [String] { [jsonPath, junitPath, markdownPath].compactMap { $0 } }

  /// The options that the command after this one has to repeat.
  var repeated: [RunReport.Request.Option] {
    [("--presets", presetFolder), ("--corpus", corpusFolder), ("--golden", goldenFolder)]
      .compactMap { name, value in
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
    let known = corpus.fixtureIDs
    for id in fixtureIDs where !known.contains(id) {
      throw UsageError(CorpusError.unknownFixture(id: id, known: known).description)
    }
    return fixtureIDs.isEmpty ? known : known.filter(fixtureIDs.contains)
  }
}
