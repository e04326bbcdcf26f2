package import Chain
package import Corpus
package import Metrics
package import Presets
import Signal

/// One preset to be rendered over the corpus.
package struct RenderJob: Sendable {
  /// The preset.
  package let preset: AudioPreset
  /// The preset as it was approved, where its numbers differ: it is rendered beside, so that the
  /// report can say how far the sound has moved.
  package let approved: AudioPreset?

  /// Creates a job.
  package init(preset: AudioPreset, approved: AudioPreset? = nil) {
    self.preset = preset
    self.approved = approved
  }
}

/// A measured render, with what the chain says of itself.
package struct JobRender: Sendable {
  /// The readings.
  package let measured: MeasuredRender
  /// What the chain did; nil where it did not run.
  package let facts: RenderFacts?
}

/// What a run came to.
package struct RunResult: Sendable {
  /// The renders of each job, in the order of the fixtures.
  package let renders: [[JobRender]]
  /// How many seconds of audio were rendered, with the approved renders and the tails.
  package let renderedSeconds: Double
  /// How long the run took.
  package let elapsedSeconds: Double
  /// How many of the renders are results of earlier runs, measured then and not rendered now.
  package var reusedResults = 0

  /// The seconds of audio for each second of the clock.
  package var realTimeFactor: Double { renderedSeconds / max(elapsedSeconds, 1e-9) }
}

/// Renders jobs over fixtures, in parallel, and measures every render.
///
/// The result does not depend on how many workers share the work.
package struct CorpusRunner: Sendable {
  private let corpus: AudioCorpus
  private let bank: MetricBank
  private let workers: Int
  private let cache: ResultCache?

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - corpus: Where the fixtures come from.
  ///   - bank: What is measured.
  ///   - workers: How many fixtures are worked on at once, at least 1.
  ///   - cache: Where results of earlier runs are; nil to render everything.
  package init(
    corpus: AudioCorpus, bank: MetricBank = .standard, workers: Int, cache: ResultCache? = nil
  ) {
    precondition(workers >= 1, "a run needs a worker")
    self.corpus = corpus
    self.bank = bank
    self.workers = workers
    self.cache = cache
  }

  /// Renders and measures.
  ///
  /// Nothing is thrown: what fails on a fixture stands in its records, and the others go on.
  ///
  /// - Parameters:
  ///   - jobs: The presets.
  ///   - fixtures: The ids of the fixtures.
  ///   - progress: Called from any worker, one call at a time, as fixtures are finished.
  package func run(
    _ jobs: [RenderJob], fixtures: [String],
    progress: @Sendable @escaping (_ done: Int, _ fixture: String) -> Void = { _, _ in }
  ) -> RunResult {
    let start = ContinuousClock.now
    let reuse = cache.map {
      ResultReuse($0, of: jobs, over: fixtures, in: corpus, bank: bank, workers: workers)
    }
    let results = concurrentMap(fixtures.count, workers: workers) { index in
      guard let reuse else { return work(jobs, fixture: fixtures[index]) }
      return reuse.results(at: index) { work($0, fixture: fixtures[index]) }
    } finished: { done, index in
      progress(done, fixtures[index])
    }
    reuse?.finish()
    let elapsed = ContinuousClock.now - start
    return RunResult(
      renders: jobs.indices.map { job in results.map { $0.renders[job] } },
      renderedSeconds: results.reduce(0) { $0 + $1.seconds },
      elapsedSeconds: Double(elapsed.components.seconds)
        + Double(elapsed.components.attoseconds) * 1e-18,
      reusedResults: reuse?.reusedResults ?? 0)
  }

  /// Builds one fixture, renders every job over it and measures the renders.
  private func work(
    _ jobs: [RenderJob], fixture id: String
  ) -> FixtureResults {
    let fixture: Fixture
    let reference: ReferenceAnalysis
    let renders: [Render]
    let presets = jobs.map(\.preset) + jobs.compactMap(\.approved)
    do {
      let (built, clean) = try corpus.fixtureWithReference(id)
      fixture = built
      reference = try ReferenceAnalysis(
        of: fixture.audio, clean: clean, labels: fixture.labels,
        hasLowVoice: fixture.hasLowVoice, isSpeech: fixture.isSpeech,
        isImpulse: fixture.isImpulse)
      var options = OfflineRenderer.Options()
      options.recordsGains = fixture.isSpeech
      options.bypassesDynamics = fixture.isImpulse
      let renderer = try OfflineRenderer(
        presets: fixture.isImpulse ? presets.map(Self.withoutGain) : presets,
        sampleRate: fixture.audio.sampleRate,
        channelCount: fixture.audio.channelCount, options: options)
      renders = try renderer.render(fixture.audio)
    } catch {
      let record = MeasuredRender(
        fixture: id, fixtureDigest: "", renderDigest: "", readings: [], deltas: [],
        failures: ["\(error)"])
      return (jobs.map { _ in JobRender(measured: record, facts: nil) }, 0)
    }
    var nextApproved = jobs.count
    let measured = jobs.enumerated().map { index, job -> JobRender in
      var approved = renders[index]
      if job.approved != nil {
        approved = renders[nextApproved]
        nextApproved += 1
      }
      return measure(
        renders[index], of: job.preset, approved: job.approved.map { _ in approved }, fixture,
        reference)
    }
    let seconds = renders.reduce(0) { $0 + $1.audio.durationSeconds }
    return (measured, seconds)
  }

  /// A preset without its gain stage, which is not linear: it would limit the impulse.
  private static func withoutGain(_ preset: AudioPreset) -> AudioPreset {
    var preset = preset
    preset.normalizeVolume = false
    preset.outputGain = 0
    return preset
  }

  private func measure(
    _ render: Render, of preset: AudioPreset, approved: Render?, _ fixture: Fixture,
    _ reference: ReferenceAnalysis
  ) -> JobRender {
    let response = LinearStage(preset: preset, sampleRate: fixture.audio.sampleRate).response
    let result = bank.measure(
      render.audio, of: reference,
      renderer: RendererFacts(
        linearResponse: response,
        // A render that is too quiet to be normalised was given no gain: that is a reading, too.
        normaliserGain: render.facts.normalisingGain ?? Decibels(0),
        makeUpGain: Decibels(
          (render.facts.normalisingGain?.value ?? 0) + preset.outputGain),
        gainTrace: render.gainTrace))
    var record = MeasuredRender(
      fixture: fixture.id, fixtureDigest: fixture.digest,
      renderDigest: RenderDigest.hexDigest(of: render.audio), readings: result.readings,
      uncertain: result.uncertain, deltas: [], failures: result.failures.map(\.description))
    if let approved {
      do {
        record.deltas = try SpectralDelta().readings(
          approved: approved.audio, candidate: render.audio)
      } catch {
        record.failures.append(error.description)
      }
    }
    return JobRender(measured: record, facts: render.facts)
  }
}
