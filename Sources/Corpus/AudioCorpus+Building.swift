import Signal

extension AudioCorpus {
  /// What building has come to so far, with a text that says all that went into it.
  struct Built {
    var audio: AudioBuffer
    var labels: [Label] = []
    var hasLowVoice = false
    var ingredients: String
  }

  func build(_ entry: CorpusManifest.Fixture) throws(CorpusError) -> Built {
    let recipe = entry.recipe
    if let sequence = recipe.sequence { return try build(sequence, channels: entry.channels) }
    if let mix = recipe.mix { return try build(mix) }
    if let generator = recipe.generator {
      let rate = Hertz(generator.sampleRateHz ?? entry.sampleRateHz)
      let frames = Int(((generator.seconds ?? 0) * rate.value).rounded())
      let samples = NoiseGenerator.samples(generator, frameCount: frames, sampleRate: rate)
      return Built(
        audio: AudioBuffer(channels: [samples.map { Float($0) }], sampleRate: rate),
        ingredients: try Self.canonicalText(generator))
    }
    throw .badManifest(
      path: folder + "/manifest.json", reason: "the fixture '\(entry.id)' has no recipe")
  }

  private func build(
    _ sequence: CorpusManifest.Sequence, channels: Int
  ) throws(CorpusError) -> Built {
    let rate = Hertz(sequence.sampleRateHz)
    let gap = AudioBuffer(
      silentFrames: Int((sequence.gapSeconds * rate.value).rounded()), channelCount: channels,
      sampleRate: rate)
    var built = Built(audio: gap, ingredients: try Self.canonicalText(sequence))
    func addPause(from startSeconds: Double) {
      guard gap.frameCount > 0 else { return }
      built.labels.append(
        Label(
          kind: .pause, text: "pause", word: "", startSeconds: startSeconds,
          endSeconds: built.audio.durationSeconds))
    }
    addPause(from: 0)
    var frequencies: [Double] = []
    for id in sequence.sources {
      let recording = try recording(id, rate: rate, channels: channels)
      let offset = built.audio.durationSeconds
      built.audio.append(Self.scaled(recording.audio, toPeak: Decibels(sequence.peakDBFS)))
      built.labels += recording.labels.map { label in
        var moved = label
        moved.startSeconds += offset
        moved.endSeconds += offset
        return moved
      }
      built.ingredients += recording.ingredients
      frequencies.append(recording.medianF0Hz)
      let end = built.audio.durationSeconds
      built.audio.append(gap)
      addPause(from: end)
    }
    // Body at 85-180 Hz belongs to voices with their fundamental there.
    built.hasLowVoice = frequencies.allSatisfy { $0 < 165 }
    return built
  }

  private func build(_ mix: CorpusManifest.Mix) throws(CorpusError) -> Built {
    guard let entry = manifest.fixtures.first(where: { $0.id == mix.speech }) else {
      throw .unknownFixture(id: mix.speech, known: fixtureIDs)
    }
    var built = try build(entry)
    let rate = built.audio.sampleRate
    let pauses = built.labels.filter { $0.kind == .pause }.map {
      $0.frames(sampleRate: rate, frameCount: built.audio.frameCount)
    }
    var isPause = [Bool](repeating: false, count: built.audio.frameCount)
    for pause in pauses { for frame in pause { isPause[frame] = true } }
    var power = 0.0
    var count = 0
    for samples in built.audio.channels {
      for (frame, sample) in samples.enumerated() where !isPause[frame] {
        power += Double(sample) * Double(sample)
        count += 1
      }
    }
    let speech = Decibels(power: power / Double(max(1, count)))
    let colour = CorpusManifest.Generator(
      seed: mix.noise.seed, rmsDBFS: speech.value - mix.snrDB, parts: mix.noise.parts,
      seconds: nil, sampleRateHz: nil)
    let noise = NoiseGenerator.samples(
      colour, frameCount: built.audio.frameCount, sampleRate: rate)
    built.audio = AudioBuffer(
      channels: built.audio.channels.map { samples in
        zip(samples, noise).map { Float(Double($0) + $1) }
      }, sampleRate: rate)
    built.ingredients += try Self.canonicalText(mix)
    return built
  }

  private static func scaled(_ audio: AudioBuffer, toPeak level: Decibels) -> AudioBuffer {
    let peak = audio.peak
    guard peak > 0 else { return audio }
    let factor = Float(level.amplitude / Double(peak))
    return AudioBuffer(
      channels: audio.channels.map { $0.map { $0 * factor } }, sampleRate: audio.sampleRate)
  }
}
