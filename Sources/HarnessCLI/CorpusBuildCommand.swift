import Corpus
import Signal

/// `harness corpus build`: builds all fixtures into the cache.
struct CorpusBuildCommand: Command {
  static let help = """
    OVERVIEW: Build all fixtures into the cache, where every other command finds them. A fixture is
    kept under the digest of its recipe: what has not changed is not built again, and a build that
    was stopped goes on where it was.

    USAGE: harness corpus build [--rebuild] [OPTIONS]

    OPTIONS:
      --rebuild        Empty the cache first.
    \(CorpusOptions.help)

    EXIT STATUS:
      0 built   2 a fixture cannot be built   64 usage

    The cache is the folder '.harness/corpus' beside the corpus, or what HARNESS_CACHE names. Its
    files are WAV files that can be listened to.
    """

  private let rebuilds: Bool
  private let options: CorpusOptions

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    rebuilds = arguments.flag("--rebuild")
    options = try CorpusOptions(&arguments)
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let corpus = try workspace.corpus(folders: options.folders)
    let ids = try options.fixtures(of: corpus)
    let output = Output(isQuiet: false)
    if rebuilds { try workspace.cache.clear() }
    let start = ContinuousClock.now
    let results = concurrentMap(ids.count, workers: options.workers) { index in
      Self.build(ids[index], of: corpus)
    } finished: { done, index in
      output.progress("\(done) of \(ids.count) fixtures, \(ids[index])")
    }
    output.endProgress()
    let elapsed = ContinuousClock.now - start
    for fault in results.compactMap(\.fault) { Output.complain(fault) }
    let seconds =
      Double(elapsed.components.seconds)
      + Double(elapsed.components.attoseconds) * 1e-18
    let audio = results.reduce(0) { $0 + $1.seconds }
    let kept = workspace.cache.contents
    let megabytes = Double(kept.reduce(0) { $0 + $1.bytes }) / 1e6
    // One line that is the same for the same fixtures, wherever they were built.
    let digest = SHA256.hexDigest(of: results.map(\.digest).joined(separator: "\n"))
    output.write(
      """
      \(results.count { $0.fault == nil }) of \(ids.count) fixtures, \
      \(Fixed.text(audio, decimals: 1)) s of audio: \(results.count(where: \.wasCached)) were in \
      the cache, built in \(Fixed.text(seconds, decimals: 2)) s
      \(kept.count) files, \(Fixed.text(megabytes, decimals: 1)) MB in '\(workspace.cache.folder)'
      all samples together: SHA-256 \(digest)

      """)
    return results.allSatisfy { $0.fault == nil } ? 0 : 2
  }

  /// What became of a fixture.
  private struct Result: Sendable {
    var seconds = 0.0
    var digest = ""
    var wasCached = false
    var fault: String?
  }

  private static func build(_ id: String, of corpus: AudioCorpus) -> Result {
    do {
      let (fixture, wasCached) = try corpus.buildIntoCache(id)
      return Result(
        seconds: fixture.audio.durationSeconds, digest: fixture.sampleDigest,
        wasCached: wasCached)
    } catch {
      return Result(fault: error.description)
    }
  }
}
