import Corpus
import Metrics
import Presets
import Signal
import Synchronization

/// What one fixture came to.
typealias FixtureResults = (renders: [JobRender], seconds: Double)

/// Takes the results of jobs over fixtures from a cache, and lets what is not there be rendered.
struct ResultReuse: Sendable {
  private let cache: ResultCache
  private let file: ResultFile
  private let jobs: [RenderJob]
  private let jobKeys: [String]
  private let identities: [FixtureIdentity?]
  private let counts = Counts()

  /// How many results were taken from the cache, and how many were kept.
  private final class Counts: Sendable {
    let reused = Atomic<Int>(0)
    let kept = Atomic<Int>(0)
  }

  /// Finds out what decides about each result.
  init(
    _ cache: ResultCache, of jobs: [RenderJob], over fixtures: [String], in corpus: AudioCorpus,
    bank: MetricBank, workers: Int
  ) {
    self.cache = cache
    self.jobs = jobs
    let metrics = bank.metrics.map(\.description)
    file = ResultFile(metrics: metrics + [SpectralDelta.longTerm, SpectralDelta.peak])
    let code = [cache.identity] + metrics.map { "\($0.name) \($0.version)" }
    jobKeys = jobs.map { job in
      let approved = job.approved.map { ["approved"] + Self.numbers(of: $0) } ?? []
      return SHA256.hexDigest(
        of: (code + Self.numbers(of: job.preset) + approved).joined(separator: "\n"))
    }
    identities = corpus.identities(of: fixtures, workers: workers)
  }

  /// How many results were taken from the cache.
  var reusedResults: Int { counts.reused.load(ordering: .relaxed) }

  /// The results of all jobs on one fixture.
  ///
  /// - Parameters:
  ///   - index: Which fixture.
  ///   - render: Renders jobs over it; asked for those alone that the cache does not have.
  func results(at index: Int, _ render: ([RenderJob]) -> FixtureResults) -> FixtureResults {
    // What cannot be built has no identity: building it says why.
    guard let identity = identities[index] else { return render(jobs) }
    let keys = jobKeys.map { SHA256.hexDigest(of: "\($0)\n\(identity.key)") }
    var found = keys.map { cache.result(for: $0, of: identity.id, file) }
    let missing = jobs.indices.filter { found[$0] == nil }
    counts.reused.add(jobs.count - missing.count, ordering: .relaxed)
    guard !missing.isEmpty else { return (found.compactMap(\.self), 0) }
    let fresh = render(missing.map { jobs[$0] })
    let isReady = cache.prepare()
    for (job, result) in zip(missing, fresh.renders) {
      found[job] = result
      // A recording that was changed in the meantime is not what the key says.
      guard result.measured.fixtureDigest == identity.digest, isReady,
        cache.keep(result, for: keys[job], file)
      else { continue }
      counts.kept.add(1, ordering: .relaxed)
    }
    return (found.compactMap(\.self), fresh.seconds)
  }

  /// Keeps the cache within its bounds, where anything came to it.
  func finish() {
    if counts.kept.load(ordering: .relaxed) > 0 { cache.sweep() }
  }

  /// Everything that the chain runs with.
  private static func numbers(of preset: AudioPreset) -> [String] {
    preset.numbers.map { "\($0.key)=\($0.value)" }
  }
}
