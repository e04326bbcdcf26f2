import Foundation
import Signal

/// A fixture with everything that its recipe names found and checked, but nothing built.
struct FixturePlan: Sendable {
  /// A recording whose file is the one that the manifest names.
  struct Recording: Sendable {
    let source: CorpusManifest.Source
    let path: String
    /// The text of the file of labels; nil where there is none.
    let labels: TextGrid?
    /// What the labels are, for digests.
    let labelText: String

    var medianF0Hz: Double { source.voice?.medianF0Hz ?? 0 }
    var sampleRateHz: Double { source.sampleRateHz ?? 0 }
    var frames: Int { source.frames ?? 0 }
    var channels: Int { source.channels ?? 0 }
  }

  /// What is spoken.
  struct Speech: Sendable {
    let item: CorpusManifest.Item
    let level: CorpusManifest.Level?
    let recordings: [Recording]

    var rate: Hertz { Hertz(item.sampleRateHz) }
    var channels: Int { recordings[0].channels }
    var gapFrames: Int { Int((item.gapSeconds * item.sampleRateHz).rounded()) }

    /// How many samples leave for each one of a recording.
    func factor(of recording: Recording) -> Int {
      Int((item.sampleRateHz / recording.sampleRateHz).rounded())
    }

    /// The length of all.
    var frames: Int {
      recordings.reduce(gapFrames) { $0 + $1.frames * factor(of: $1) + gapFrames }
    }
  }

  /// What sounds beside the speech, or alone.
  struct Noise: Sendable {
    let wish: CorpusManifest.Noise
    let source: CorpusManifest.Source
    /// The recording; nil for a generator.
    let recording: Recording?
  }

  let speech: Speech?
  let noise: Noise?

  /// The same without noise.
  var clean: FixturePlan { FixturePlan(speech: speech, noise: nil) }

  /// The rate, channels and length of what will be built.
  var shape: (rate: Hertz, channels: Int, frames: Int) {
    if let speech { return (speech.rate, speech.channels, speech.frames) }
    let recording = noise?.recording
    let rate = Hertz(noise?.wish.sampleRateHz ?? recording?.sampleRateHz ?? 48_000)
    let whole = recording.map {
      Upsampler.count(of: $0.frames, from: Hertz($0.sampleRateHz), to: rate)
    }
    let frames = noise?.wish.seconds.map { Int(($0 * rate.value).rounded()) } ?? whole ?? 0
    return (rate, recording?.channels ?? 1, frames)
  }

  /// The licences of all that sounds, joined as SPDX joins them.
  var licence: String {
    var licences: [String] = []
    let all =
      (speech?.recordings.map(\.source.licence) ?? []) + (noise.map { [$0.source.licence] } ?? [])
    for licence in all where !licences.contains(licence) { licences.append(licence) }
    return licences.joined(separator: " AND ")
  }
}

extension AudioCorpus {
  /// Finds and checks what a fixture is made of.
  func plan(
    of entry: CorpusManifest.Fixture, in volume: Volume
  ) throws(CorpusError) -> FixturePlan {
    try plan(of: entry, in: volume) { source, volume throws(CorpusError) in
      try recording(source, in: volume)
    }
  }

  /// Says what a fixture is made of, and looks at no recording.
  func outline(
    of entry: CorpusManifest.Fixture, in volume: Volume
  ) throws(CorpusError) -> FixturePlan {
    try plan(of: entry, in: volume) { source, volume throws(CorpusError) in
      let labels = try labels(of: source, in: volume)
      return FixturePlan.Recording(
        source: source, path: "", labels: labels?.grid, labelText: labels?.digest ?? "")
    }
  }

  /// Finds and checks a recording.
  typealias Find = (
    CorpusManifest.Source, Volume
  ) throws(CorpusError) -> FixturePlan.Recording

  /// Says what a fixture is made of, with recordings from elsewhere.
  func plan(
    of entry: CorpusManifest.Fixture, in volume: Volume, _ find: Find
  ) throws(CorpusError) -> FixturePlan {
    var speech: FixturePlan.Speech?
    if let id = entry.item, let item = volume.manifest.item(id) {
      speech = try self.speech(item, entry.level, in: volume, find)
    }
    var noise: FixturePlan.Noise?
    if let wish = entry.noise {
      let (source, home) = try noiseSource(wish.source, in: volume)
      let recording = source.isRecording ? try find(source, home) : nil
      let found = FixturePlan.Noise(wish: wish, source: source, recording: recording)
      try Self.check(found, beside: speech)
      noise = found
    }
    return FixturePlan(speech: speech, noise: noise)
  }

  private func speech(
    _ item: CorpusManifest.Item, _ level: CorpusManifest.Level?, in volume: Volume, _ find: Find
  ) throws(CorpusError) -> FixturePlan.Speech {
    var recordings: [FixturePlan.Recording] = []
    for id in item.sources {
      guard let source = volume.manifest.source(id) else {
        throw .badManifest(path: volume.manifestPath, reason: "there is no source '\(id)'")
      }
      let recording = try find(source, volume)
      try Self.check(recording, fits: Hertz(item.sampleRateHz))
      if let first = recordings.first, first.channels != recording.channels {
        throw .unexpectedFormat(
          source: id, expected: "of \(first.channels) channels, as '\(first.source.id)' is",
          found: "of \(recording.channels)")
      }
      recordings.append(recording)
    }
    return FixturePlan.Speech(item: item, level: level, recordings: recordings)
  }

  /// Finds a noise in its own corpus, or in another one that is open.
  private func noiseSource(
    _ id: String, in volume: Volume
  ) throws(CorpusError) -> (CorpusManifest.Source, Volume) {
    if let source = volume.manifest.source(id) { return (source, volume) }
    for other in volumes {
      if let source = other.manifest.source(id) { return (source, other) }
    }
    throw .badManifest(
      path: volume.manifestPath,
      reason: "there is no source '\(id)', here or in another corpus that is open")
  }

  private static func check(
    _ recording: FixturePlan.Recording, fits rate: Hertz
  ) throws(CorpusError) {
    let factor = (rate.value / recording.sampleRateHz).rounded()
    guard factor >= 1, factor * recording.sampleRateHz == rate.value else {
      throw .unexpectedFormat(
        source: recording.source.id,
        expected: "at \(rate.value) Hz or a whole fraction of it",
        found: "at \(recording.sampleRateHz) Hz")
    }
  }

  private static func check(
    _ noise: FixturePlan.Noise, beside speech: FixturePlan.Speech?
  ) throws(CorpusError) {
    guard let recording = noise.recording else { return }
    let rate = speech?.rate ?? noise.wish.sampleRateHz.map { Hertz($0) }
    if let rate, !Upsampler.converts(from: Hertz(recording.sampleRateHz), to: rate) {
      throw .unexpectedFormat(
        source: recording.source.id, expected: "at a usual sample rate beside \(rate.value) Hz",
        found: "at \(recording.sampleRateHz) Hz")
    }
    guard let speech, recording.channels != 1, recording.channels != speech.channels else { return }
    throw .unexpectedFormat(
      source: recording.source.id, expected: "of 1 or \(speech.channels) channels",
      found: "of \(recording.channels)")
  }
}
