import AudioFile
import Foundation
import Signal
package import Speech

/// A recording of the user on its way into a corpus.
package struct NewRecording: Sendable {
  /// What the user says of it.
  package struct Wishes: Sendable {
    /// The name in the corpus; nil to take that of the file.
    package var id: String?
    /// The licence.
    package var licence: String
    /// Where it comes from.
    package var origin: String
    /// What it is: speech, or the kind of its noise.
    package var kind: CorpusManifest.Kind
    /// The file of labels; nil for none.
    package var labelsPath: String?
    /// The speaker; nil for the name of the recording.
    package var voice: String?
    /// "female" or "male"; nil to go by the fundamental.
    package var sex: String?
    /// The language.
    package var language: String
    /// Whether the file stays where it is, and only its path is noted.
    package var isReference: Bool
    /// What the recording is good for.
    package var note: String?

    /// Creates wishes for speech of an unknown language.
    package init(licence: String, origin: String) {
      (self.licence, self.origin) = (licence, origin)
      kind = .speech
      // ISO 639-2 for "undetermined".
      language = "und"
      isReference = false
    }
  }

  /// Where the file is.
  package let path: String
  /// What the user says of it.
  package let wishes: Wishes
  /// What the signal says of it.
  package let facts: RecordingFacts
  /// The name in the corpus.
  package let id: String
  /// What is odd about the file itself; nil where nothing is.
  package let fileNote: String?
  /// The labelled obstruents; nil where there are no labels.
  package let obstruentCount: Int?
  let audio: (sampleRate: Hertz, channelCount: Int, frameCount: Int)
  let bytes: [UInt8]
  let grid: TextGrid?

  /// Reads a file, and its labels, and checks that a corpus can use them.
  ///
  /// - Throws: `CorpusError`, before anything is written.
  package init(path: String, wishes: Wishes) throws(CorpusError) {
    self.path = path
    self.wishes = wishes
    id = wishes.id ?? Self.id(of: path)
    guard !id.isEmpty else {
      throw .cannotAdd(path: path, reason: "its name has no letters for an id: give it one by --id")
    }
    guard CorpusManifest.isName(id) else {
      throw .cannotAdd(
        path: path,
        reason:
          "'\(id)' is no id: those are lower-case letters, digits and dashes; give it one by --id")
    }
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw .cannotAdd(path: path, reason: error.reason)
    }
    let audio: AudioBuffer
    do {
      var reader = try AudioFileReader(path: path)
      audio = try reader.readAll()
      fileNote = reader.note?.description
    } catch {
      throw .cannotAdd(path: path, reason: error.description)
    }
    guard audio.frameCount > 0 else { throw .cannotAdd(path: path, reason: "it holds no audio") }
    guard (1...2).contains(audio.channelCount) else {
      throw .cannotAdd(
        path: path,
        reason: "it has \(audio.channelCount) channels, and the chain takes one or two")
    }
    guard (8_000.0...192_000).contains(audio.sampleRate.value) else {
      throw .cannotAdd(
        path: path, reason: "its rate is \(audio.sampleRate.value) Hz, and 8 to 192 kHz are allowed"
      )
    }
    if let place = audio.firstNonFinite {
      throw .cannotAdd(
        path: path, reason: "frame \(place.frame) of channel \(place.channel + 1) is no number")
    }
    self.audio = (audio.sampleRate, audio.channelCount, audio.frameCount)
    facts = RecordingFacts(of: audio)
    grid = try wishes.labelsPath.map { path throws(CorpusError) in
      try Self.labels(path, seconds: audio.durationSeconds)
    }
    if let grid, case .success(let labels) = LabelTiers.labels(of: grid) {
      obstruentCount = labels.count(where: \.isConsonant)
    } else {
      obstruentCount = nil
    }
    guard wishes.kind != .speech || facts.activeLevel != nil else {
      throw .cannotAdd(
        path: path, reason: "nobody speaks in it: say what it is with --kind, such as --kind hiss")
    }
  }

  /// Reads labels of either kind, and holds them against the length of the recording.
  ///
  /// - Parameters:
  ///   - path: The file of labels.
  ///   - seconds: How long the recording lasts.
  ///   - needsTiers: Whether it must have the tiers that fixtures need.
  package static func labels(
    _ path: String, seconds: Double, needsTiers: Bool = true
  ) throws(CorpusError) -> TextGrid {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw .badLabels(source: path, path: path, reason: error.reason)
    }
    var grid: TextGrid
    do {
      grid = try LabelFile.grid(bytes, endSeconds: seconds)
      if needsTiers { grid = try LabelTiers.completed(grid) }
    } catch {
      throw .badLabels(source: path, path: path, reason: "\(error)")
    }
    guard abs(grid.endSeconds - seconds) <= 0.001 else {
      throw .badLabels(
        source: path, path: path,
        reason: "it is for \(grid.endSeconds) s, but the recording has \(seconds) s")
    }
    if needsTiers, case .failure(let fault) = LabelTiers.labels(of: grid) {
      throw .badLabels(source: path, path: path, reason: fault.reason)
    }
    return grid
  }

  /// The name of a file as an id: its letters in lower case, its digits, and dashes.
  static func id(of path: String) -> String {
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    let folded = name.folding(options: [.diacriticInsensitive], locale: nil).lowercased()
    let words = folded.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return String(words.joined(separator: "-").prefix(60))
  }
}

extension CorpusEditor {
  /// The levels of speech that an added recording gets: loud, normal, quiet.
  ///
  /// Source: ITU-T P.56 levels; -26 dBov is the usual one of ITU-T tests (P.830), and 8 dB around
  /// it are the difference between near and far from a microphone.
  package static let levels: [(name: String, dBov: Double)] = [
    ("loud", -18), ("normal", -26), ("quiet", -34),
  ]

  /// Adds recordings to the corpus: all of them, or none.
  ///
  /// - Returns: The names of the new fixtures.
  /// - Throws: `CorpusError`; the corpus is then as it was.
  package func add(_ recordings: [NewRecording]) throws(CorpusError) -> [String] {
    var added: [String] = []
    var written: [String] = []
    do {
      try update { manifest throws(CorpusError) in
        for recording in recordings {
          try Self.check(recording, beside: manifest)
          var file = recording.path
          if !recording.wishes.isReference {
            file = "Recordings/\(recording.id).\(recording.fileExtension)"
            try writeNew(recording.bytes, to: file, &written)
          } else if !file.hasPrefix("/") {
            file = URL(fileURLWithPath: file).standardizedFileURL.path
          }
          var labels: String?
          if let grid = recording.grid {
            labels = "Labels/\(recording.id).TextGrid"
            try writeNew(grid.bytes(), to: labels ?? "", &written)
          }
          added += recording.insert(into: &manifest, file: file, labels: labels)
        }
      }
    } catch {
      for name in written { try remove(name) }
      throw error
    }
    return added
  }

  private func writeNew(
    _ bytes: [UInt8], to name: String, _ written: inout [String]
  ) throws(CorpusError) {
    guard FileManager.default.fileExists(atPath: folder + "/" + name) else {
      try write(bytes, to: name)
      written.append(name)
      return
    }
    // What an addition left behind that was stopped, or a removal that kept its files.
    let isSame: Bool
    do {
      isSame = try FileBytes.read(folder + "/" + name) == bytes
    } catch {
      isSame = false
    }
    guard isSame else {
      throw .cannotAdd(
        path: folder + "/" + name,
        reason: "another file of that name is there: give the recording an --id")
    }
  }

  private static func check(
    _ recording: NewRecording, beside manifest: CorpusManifest
  ) throws(CorpusError) {
    if manifest.source(recording.id) != nil || manifest.item(recording.id) != nil {
      throw .cannotAdd(
        path: recording.path, reason: "the id '\(recording.id)' is taken: give it another by --id")
    }
    let digest = SHA256.hexDigest(of: recording.bytes)
    if let other = manifest.sources.first(where: { $0.sha256 == digest }) {
      throw .cannotAdd(
        path: recording.path, reason: "it is in the corpus already, as the source '\(other.id)'")
    }
  }
}

extension NewRecording {
  /// The ending of the file, as it is.
  fileprivate var fileExtension: String { (path as NSString).pathExtension.lowercased() }

  /// Puts the recording into a manifest.
  ///
  /// - Returns: The names of its fixtures.
  fileprivate func insert(
    into manifest: inout CorpusManifest, file: String, labels: String?
  ) -> [String] {
    let isSpeech = wishes.kind == .speech
    let f0 = facts.voice?.medianF0Hz ?? 165
    let voice = CorpusManifest.Source.Voice(
      name: wishes.voice ?? id, sex: wishes.sex ?? (f0 < 165 ? "male" : "female"),
      language: wishes.language, medianF0Hz: (f0 * 10).rounded() / 10, isSynthetic: false)
    let note = wishes.note ?? "added from \((path as NSString).lastPathComponent)"
    manifest.sources.append(
      CorpusManifest.Source(
        id: id, package: nil, file: file, generator: nil,
        sha256: SHA256.hexDigest(of: bytes), licence: wishes.licence, origin: wishes.origin,
        voice: isSpeech ? voice : nil, sampleRateHz: audio.sampleRate.value,
        channels: audio.channelCount, frames: audio.frameCount, labels: labels, note: note))
    guard isSpeech else {
      manifest.fixtures.append(
        CorpusManifest.Fixture(
          id: id, kind: wishes.kind, item: nil, level: nil,
          noise: CorpusManifest.Noise(
            source: id, snrDB: nil, rmsDBFS: nil, seconds: nil, sampleRateHz: nil),
          sha256: nil, note: note))
      return [id]
    }
    manifest.items.append(
      CorpusManifest.Item(
        id: id, sources: [id], gapSeconds: 0, sampleRateHz: audio.sampleRate.value, note: note))
    return CorpusEditor.levels.map { name, level in
      let fixture = CorpusManifest.Fixture(
        id: "\(id)-\(name)", kind: .speech, item: id,
        level: CorpusManifest.Level(activeDBOV: level, clipPeakDBFS: nil), noise: nil, sha256: nil,
        note: note)
      manifest.fixtures.append(fixture)
      return fixture.id
    }
  }
}
