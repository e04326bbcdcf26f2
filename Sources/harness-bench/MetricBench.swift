import AudioFile
import Chain
import Metrics
import Presets
import Signal

/// The CPU time of the metrics, on one thread: the bank over whole renders, and each by itself.
struct MetricBench {
  /// A preset that gates, one that shapes a voice, and one with a room.
  private static let presetIDs = ["denoise", "podcast", "cathedral"]

  private let reference: AudioBuffer
  private let labels: [Label]
  private let renders: [(preset: AudioPreset, render: Render)]
  private let rounds: Int

  /// Renders what is to be measured.
  ///
  /// - Parameters:
  ///   - file: A recording of speech without labels; nil makes a signal like speech, with labels.
  ///   - seconds: How much is measured.
  ///   - rounds: How often each piece of work runs, above zero.
  init(file: String?, seconds: Int, rounds: Int) throws {
    self.rounds = rounds
    if let file {
      var reader = try AudioFileReader(path: file)
      let count = Int((Double(seconds) * reader.sampleRate.value).rounded())
      reference = try reader.read(maxFrames: count)
      labels = []
    } else {
      (reference, labels) = SpeechLike.labelled(
        seconds: Double(seconds), isStereo: false, seed: 1)
    }
    let presets = try BenchPresets.all().filter { Self.presetIDs.contains($0.id) }
    var options = OfflineRenderer.Options()
    options.recordsGains = true
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: reference.sampleRate, channelCount: reference.channelCount,
      options: options)
    renders = Array(zip(presets, try renderer.render(reference)))
  }

  /// Runs everything.
  ///
  /// - Returns: A table in Markdown: milliseconds, and seconds of recording for each second.
  func markdown() throws -> String {
    var rows = [
      "| work | render | ms, median | least | × real time |", "|---|---|---:|---:|---:|",
    ]
    let analysis = try analysedReference()
    rows.append(try row("reference analysis", "") { _ = try analysedReference() })
    for (preset, render) in renders {
      let facts = facts(of: render, preset)
      rows.append(
        try row("all metrics", preset.id) {
          let result = MetricBank.standard.measure(render.audio, of: analysis, renderer: facts)
          if let failure = result.failures.first { throw failure }
        })
      rows.append(
        try row("spectral deltas", preset.id) {
          _ = try SpectralDelta().readings(approved: reference, candidate: render.audio)
        })
    }
    guard let (preset, render) = renders.first else { return rows.joined(separator: "\n") }
    rows.append(
      row("all metrics, renderer unknown", preset.id) {
        _ = MetricBank.standard.measure(render.audio, of: analysis, renderer: nil)
      })
    let facts = facts(of: render, preset)
    let checks = "checks of the render"
    for (name, metrics) in [(checks, [])]
      + MetricBank.standard.metrics.map({ ($0.description.id, [$0]) })
    {
      let bank = MetricBank(metrics)
      rows.append(
        row(name, preset.id) { _ = bank.measure(render.audio, of: analysis, renderer: facts) })
    }
    return rows.joined(separator: "\n")
  }

  private func facts(of render: Render, _ preset: AudioPreset) -> RendererFacts {
    RendererFacts(
      linearResponse: LinearStage(preset: preset, sampleRate: reference.sampleRate).response,
      normaliserGain: render.facts.normalisingGain ?? Decibels(0),
      makeUpGain: Decibels((render.facts.normalisingGain?.value ?? 0) + preset.outputGain),
      gainTrace: render.gainTrace)
  }

  private func analysedReference() throws -> ReferenceAnalysis {
    try ReferenceAnalysis(of: reference, labels: labels, hasLowVoice: true, isSpeech: true)
  }

  /// The times of some work, after a round that does not count.
  private func row(
    _ work: String, _ render: String, _ body: () throws -> Void
  ) rethrows -> String {
    try body()
    var times = Rounds()
    for _ in 0..<rounds { times.add(try Stopwatch.cpuSeconds(of: body) * 1e3) }
    let factor = reference.durationSeconds * 1e3 / times.median
    return "| \(work) | \(render) | \(Fixed.text(times.median, decimals: 3)) "
      + "| \(Fixed.text(times.least, decimals: 3)) | \(Fixed.text(factor, decimals: 0)) |"
  }
}
