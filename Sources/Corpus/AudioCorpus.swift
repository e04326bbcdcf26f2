import Foundation
package import Signal

/// The inputs of the harness: a manifest, labels, and the recordings that packages bring.
package struct AudioCorpus: Sendable {
  /// What the corpus consists of.
  package let manifest: CorpusManifest
  let folder: String
  let recordings: [String]

  /// Opens a corpus.
  ///
  /// - Parameters:
  ///   - folder: The folder that holds `manifest.json` and the labels.
  ///   - recordings: The roots under which packages may have put their files, tried in order.
  /// - Throws: `CorpusError.badManifest`.
  package init(folder: String, recordings: [String]) throws(CorpusError) {
    self.folder = folder
    self.recordings = recordings
    let path = folder + "/manifest.json"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .badManifest(path: path, reason: "there is no such file")
    }
    do {
      manifest = try JSONDecoder().decode(CorpusManifest.self, from: data)
    } catch let error as DecodingError {
      throw .badManifest(path: path, reason: Self.reason(error))
    } catch {
      throw .badManifest(path: path, reason: "\(error)")
    }
    try checkManifest(path: path)
  }

  /// The names of all fixtures, in the order of the manifest.
  package var fixtureIDs: [String] { manifest.fixtures.map(\.id) }

  /// Builds a fixture: reads and checks its recordings, makes its noise, sets its levels.
  ///
  /// - Throws: `CorpusError`, naming what is missing or is not what the manifest says.
  package func fixture(_ id: String) throws(CorpusError) -> Fixture {
    guard let entry = manifest.fixtures.first(where: { $0.id == id }) else {
      throw .unknownFixture(id: id, known: fixtureIDs)
    }
    let built = try build(entry)
    let found =
      "\(built.audio.frameCount) frames of \(built.audio.channelCount) channels at "
      + "\(built.audio.sampleRate.value) Hz"
    let expected =
      "\(entry.frames) frames of \(entry.channels) channels at \(entry.sampleRateHz) Hz"
    guard found == expected else {
      throw .changedFixture(id: id, expected: expected, found: found)
    }
    if let wanted = entry.sha256 {
      let digest = Self.sampleDigest(built.audio)
      guard digest == wanted else {
        throw .changedFixture(id: id, expected: "SHA-256 \(wanted)", found: "SHA-256 \(digest)")
      }
    }
    return Fixture(
      id: id, kind: entry.kind, level: entry.level, audio: built.audio, labels: built.labels,
      hasLowVoice: built.hasLowVoice, licence: entry.licence,
      digest: SHA256.hexDigest(of: built.ingredients))
  }

  /// The digest of samples as little-endian 32-bit floats, channel by channel.
  package static func sampleDigest(_ audio: AudioBuffer) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(audio.channelCount * audio.frameCount * 4)
    for samples in audio.channels {
      for sample in samples {
        let bits = sample.bitPattern
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
      }
    }
    return SHA256.hexDigest(of: bytes)
  }

  private func checkManifest(path: String) throws(CorpusError) {
    guard manifest.format == CorpusManifest.currentFormat else {
      throw .badManifest(
        path: path,
        reason: "it is of format \(manifest.format), and this version reads format 1")
    }
    guard !manifest.fixtures.isEmpty else {
      throw .badManifest(path: path, reason: "it lists no fixtures, so nothing would be checked")
    }
    if let fault = manifest.fault { throw .badManifest(path: path, reason: fault) }
  }

  /// A recipe as text that is the same for the same recipe, whatever the code around it.
  static func canonicalText(_ recipe: some Encodable) throws(CorpusError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(recipe), as: UTF8.self)
    } catch {
      throw .badManifest(path: "manifest.json", reason: "a recipe holds a number that is none")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing at \(place(context.codingPath))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context.codingPath)) is of the wrong kind"
    case .dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read (\(context.debugDescription))"
    @unknown default:
      "it cannot be read"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? "the top"
      : "'\(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))'"
  }
}
