import Corpus
import Signal

/// `harness corpus`: lists the fixtures and verifies that they can be built.
struct CorpusCommand: Command {
  static let help = """
    OVERVIEW: List the fixtures of the corpus, or build every one and check it against the manifest.

    USAGE: harness corpus list [--corpus DIR]
           harness corpus verify [--corpus DIR]

    OPTIONS:
      --corpus DIR    Read the corpus from a folder. (default: Corpus)
      -h, --help      Show this help.

    EXIT STATUS:
      0 fine   2 a fixture cannot be built   64 usage
    """

  private let verifies: Bool
  private let folder: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    folder = try arguments.option("--corpus")
    switch arguments.positional() {
    case "list": verifies = false
    case "verify": verifies = true
    default: throw UsageError("'corpus' needs one of 'list' and 'verify'.")
    }
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let corpus = try workspace.corpus(folder: folder)
    let output = Output(isQuiet: false)
    var exitCode: Int32 = 0
    let width = corpus.fixtureIDs.map(\.count).max() ?? 0
    for entry in corpus.manifest.fixtures {
      let id = entry.id + String(repeating: " ", count: width - entry.id.count)
      let seconds = Fixed.text(Double(entry.frames) / entry.sampleRateHz, decimals: 1)
      guard verifies else {
        let facts = [id, entry.kind.rawValue, "\(seconds) s", entry.licence, entry.note]
        output.write(facts.joined(separator: "  ") + "\n")
        continue
      }
      do {
        let fixture = try corpus.fixture(entry.id)
        let consonants = fixture.labels.filter(\.isConsonant).count
        let digest = String(fixture.digest.prefix(16))
        let facts = [id, "\(seconds) s", "\(consonants) consonants", digest]
        output.write(facts.joined(separator: "  ") + "\n")
      } catch {
        Output.complain(error.description)
        exitCode = 2
      }
    }
    return exitCode
  }
}
