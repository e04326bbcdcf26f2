import Signal
import Speech

extension AudioCorpus {
  /// The peak that every recording of an item is brought to before the whole gets its level.
  static let clipPeak = Decibels(-15)

  /// Says that recipes are carried out as this code does it: a change to it makes new digests.
  private static let builder = "harness corpus builder 2"

  /// Takes the audio of a plan from the cache, or builds and keeps it.
  func audio(of plan: FixturePlan) throws(CorpusError) -> BuiltAudio {
    let key = try Self.key(of: plan)
    if let cached = cache?.audio(for: key) { return cached }
    let audio = try build(plan)
    let built = BuiltAudio(audio: audio, digest: Self.sampleDigest(audio))
    keep(built, for: key)
    return built
  }

  /// Builds and keeps the audio of a plan, and nothing of it comes from the cache.
  func rebuilt(_ plan: FixturePlan) throws(CorpusError) -> BuiltAudio {
    let fresh = AudioCorpus(volumes: volumes, recordings: recordings, cache: nil)
    let built = try fresh.audio(of: plan)
    keep(built, for: try Self.key(of: plan))
    return built
  }

  /// Keeps audio where that can be done: a cache saves time and nothing else.
  private func keep(_ built: BuiltAudio, for key: String) {
    do {
      try cache?.keep(built, for: key)
    } catch {
      return
    }
  }

  /// Builds a fixture, and sees to it that the cache has it.
  ///
  /// - Returns: The fixture, and whether the cache had it before.
  /// - Throws: `CorpusError`, also where the cache takes no file.
  package func buildIntoCache(
    _ id: String
  ) throws(CorpusError) -> (fixture: Fixture, wasCached: Bool) {
    let (entry, volume) = try entry(id)
    let plan = try plan(of: entry, in: volume)
    let key = try Self.key(of: plan)
    let wasCached = cache?.holds(key) ?? false
    let fixture = try fixture(entry, plan)
    if let cache, !cache.holds(key) {
      try cache.keep(BuiltAudio(audio: fixture.audio, digest: fixture.sampleDigest), for: key)
    }
    return (fixture, wasCached)
  }

  /// The digest under which the cache has the audio of a plan.
  private static func key(of plan: FixturePlan) throws(CorpusError) -> String {
    SHA256.hexDigest(of: try recipe(of: plan, withLabels: false))
  }

  /// The digest of all that a fixture is made of: recipe, recordings and labels.
  func digest(of plan: FixturePlan) throws(CorpusError) -> String {
    SHA256.hexDigest(of: try Self.recipe(of: plan, withLabels: true))
  }

  /// Everything that decides about a fixture, as a text; names and notes do not.
  private static func recipe(
    of plan: FixturePlan, withLabels: Bool
  ) throws(CorpusError) -> String {
    var lines = [builder]
    if let speech = plan.speech {
      lines.append("speech at \(speech.item.sampleRateHz) Hz, gaps of \(speech.item.gapSeconds) s")
      for recording in speech.recordings {
        lines.append(recording.source.sha256 ?? "")
        if withLabels { lines += ["\(recording.medianF0Hz)", recording.labelText] }
      }
      lines.append("level \(try canonicalText(speech.level))")
    }
    if let noise = plan.noise {
      lines.append("noise \(noise.source.sha256 ?? "")")
      if let generator = noise.source.generator { lines.append(try canonicalText(generator)) }
      var wish = noise.wish
      wish.source = ""
      lines.append(try canonicalText(wish))
    }
    return lines.joined(separator: "\n")
  }

  private func build(_ plan: FixturePlan) throws(CorpusError) -> AudioBuffer {
    guard let speech = plan.speech else { return try noise(of: plan) }
    guard let noise = plan.noise else { return try build(speech) }
    let clean = try audio(of: plan.clean).audio
    guard let level = ActiveSpeechLevel(of: clean)?.level else {
      throw .noSpeech(item: speech.item.id)
    }
    let wanted = level.value - (noise.wish.snrDB ?? 0)
    let added = Self.leveled(
      try samples(of: noise, frames: clean.frameCount, rate: clean.sampleRate),
      to: Decibels(wanted))
    let channels = clean.channels.enumerated().map { index, samples in
      zip(samples, added[min(index, added.count - 1)]).map { Float(Double($0) + $1) }
    }
    return AudioBuffer(channels: channels, sampleRate: clean.sampleRate)
  }

  private func build(_ speech: FixturePlan.Speech) throws(CorpusError) -> AudioBuffer {
    guard let wanted = speech.level?.activeDBOV else {
      return try sequence(speech, clipPeak: speech.level?.clipPeakDBFS.map { Decibels($0) })
    }
    // The level is that of the whole: one speaker's clips keep their balance.
    let level = CorpusManifest.Level(activeDBOV: nil, clipPeakDBFS: Self.clipPeak.value)
    let base = try audio(
      of: FixturePlan(
        speech: FixturePlan.Speech(
          item: speech.item, level: level, recordings: speech.recordings), noise: nil)
    ).audio
    guard let found = ActiveSpeechLevel(of: base)?.level else {
      throw .noSpeech(item: speech.item.id)
    }
    let factor = Decibels(wanted - found.value).amplitude
    return AudioBuffer(
      channels: base.channels.map { $0.map { Float(Double($0) * factor) } },
      sampleRate: base.sampleRate)
  }

  /// Recordings one after another, with gaps around them.
  private func sequence(
    _ speech: FixturePlan.Speech, clipPeak: Decibels?
  ) throws(CorpusError) -> AudioBuffer {
    let gap = AudioBuffer(
      silentFrames: speech.gapFrames, channelCount: speech.channels, sampleRate: speech.rate)
    var audio = gap
    for recording in speech.recordings {
      let clip = try read(recording, raisedBy: speech.factor(of: recording))
      audio.append(clipPeak.map { Self.scaled(clip, toPeak: $0) } ?? clip)
      audio.append(gap)
    }
    return audio
  }

  private static func scaled(_ audio: AudioBuffer, toPeak level: Decibels) -> AudioBuffer {
    let peak = audio.peak
    guard peak > 0 else { return audio }
    let factor = Float(level.amplitude / Double(peak))
    return AudioBuffer(
      channels: audio.channels.map { $0.map { $0 * factor } }, sampleRate: audio.sampleRate)
  }

  /// Noise alone.
  private func noise(of plan: FixturePlan) throws(CorpusError) -> AudioBuffer {
    guard let noise = plan.noise else {
      throw .badManifest(path: "manifest.json", reason: "a fixture has no recipe")
    }
    let shape = plan.shape
    let rate = shape.rate
    var channels = try samples(of: noise, frames: shape.frames, rate: rate)
    if let level = noise.wish.rmsDBFS { channels = Self.leveled(channels, to: Decibels(level)) }
    return AudioBuffer(channels: channels.map { $0.map { Float($0) } }, sampleRate: rate)
  }

  /// The channels of a noise, at their own level.
  private func samples(
    of noise: FixturePlan.Noise, frames: Int, rate: Hertz
  ) throws(CorpusError) -> [[Double]] {
    if let generator = noise.source.generator {
      if let fault = generator.fault(at: rate) {
        throw .badManifest(
          path: "manifest.json",
          reason: "the source '\(noise.source.id)' has a noise that cannot be: \(fault)")
      }
      return [NoiseGenerator.samples(generator, frameCount: frames, sampleRate: rate)]
    }
    guard let recording = noise.recording else { return [] }
    return try read(recording, raisedBy: 1).channels.map { samples in
      let converted = Upsampler.convert(
        samples, from: Hertz(recording.sampleRateHz), to: rate)
      return NoiseLoop.samples(
        converted.map { Double($0) }, frameCount: frames, sampleRate: rate)
    }
  }

  /// Brings channels to a mean square, taken over all of them.
  private static func leveled(_ channels: [[Double]], to level: Decibels) -> [[Double]] {
    let scaled = NoiseGenerator.scaled(Array(channels.joined()), toRMS: level)
    let count = scaled.count / max(1, channels.count)
    return channels.indices.map { Array(scaled[$0 * count..<($0 + 1) * count]) }
  }
}
