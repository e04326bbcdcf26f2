import Corpus
import Foundation

/// The options that the actions over whole corpora share.
struct CorpusOptions {
  /// What the help of such an action says of them.
  static let help = """
      --corpus DIR     The folder of a corpus; may be repeated. (default: Corpus)
      --fixture ID     The fixture; may be repeated. (default: every fixture)
      --jobs N         Work on N fixtures at once. (default: the number of cores)
      -h, --help       Show this help.
    """

  let folders: [String]
  let fixtureIDs: [String]
  let workers: Int

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    folders = try arguments.options("--corpus")
    fixtureIDs = try arguments.options("--fixture")
    workers = try arguments.workers()
  }

  /// The fixtures that were asked for.
  func fixtures(of corpus: AudioCorpus) throws(UsageError) -> [String] {
    try corpus.chosen(fixtureIDs)
  }
}

extension ArgumentReader {
  /// Takes `--jobs N`: how many threads work at once.
  mutating func workers() throws(UsageError) -> Int {
    guard let text = try option("--jobs") else {
      return max(1, ProcessInfo.processInfo.activeProcessorCount)
    }
    guard let count = Int(text), (1...1_024).contains(count) else {
      throw UsageError("'--jobs' is '\(text)', but must be a whole number from 1 to 1024.")
    }
    return count
  }
}

extension AudioCorpus {
  /// The fixtures of some names, in the order of reports; all where there are no names.
  func chosen(_ ids: [String]) throws(UsageError) -> [String] {
    let known = fixtureIDs
    for id in ids where !known.contains(id) {
      throw UsageError(CorpusError.unknownFixture(id: id, known: known).description)
    }
    return ids.isEmpty ? known : known.filter(ids.contains)
  }
}
