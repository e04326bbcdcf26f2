import AudioFile
import Foundation
import Signal

extension AudioCorpus {
  /// A recording with what belongs to it.
  struct Recording {
    let audio: AudioBuffer
    let labels: [Label]
    let medianF0Hz: Double
    let ingredients: String
  }

  /// Reads a recording, checks it against the manifest and brings it to a rate.
  func recording(
    _ id: String, rate: Hertz, channels: Int
  ) throws(CorpusError) -> Recording {
    guard let source = manifest.sources.first(where: { $0.id == id }) else {
      throw .badManifest(
        path: folder + "/manifest.json", reason: "there is no source '\(id)'")
    }
    let path = try locate(source)
    var audio: AudioBuffer
    do {
      audio = try readAudio(path: path)
    } catch {
      throw .unreadableRecording(source: id, reason: error.description)
    }
    let found =
      "\(audio.frameCount) frames of \(audio.channelCount) channels at \(audio.sampleRate.value) Hz"
    let expected =
      "\(source.frames) frames of \(source.channels) channels at \(source.sampleRateHz) Hz"
    guard found == expected else {
      throw .unexpectedFormat(source: id, expected: expected, found: found)
    }
    guard source.channels == channels else {
      throw .unexpectedFormat(
        source: id, expected: "of \(channels) channels, as its fixture is", found: found)
    }
    let factor = Int((rate.value / source.sampleRateHz).rounded())
    guard Double(factor) * source.sampleRateHz == rate.value else {
      throw .unexpectedFormat(
        source: id, expected: "at \(rate.value) Hz or a whole fraction of it", found: found)
    }
    if factor > 1 {
      audio = AudioBuffer(
        channels: audio.channels.map { Upsampler.upsample($0, by: factor) }, sampleRate: rate)
    }
    let (labels, text) = try labels(of: source, durationSeconds: audio.durationSeconds)
    return Recording(
      audio: audio, labels: labels, medianF0Hz: source.voice.medianF0Hz,
      ingredients: source.sha256 + text + "\(source.voice.medianF0Hz)")
  }

  /// Finds the file of a recording and checks that it is the right one.
  private func locate(_ source: CorpusManifest.Source) throws(CorpusError) -> String {
    for root in recordings {
      let path = root == "/" ? "/" + source.path : root + "/" + source.path
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let digest = SHA256.hexDigest(of: [UInt8](data))
      guard digest == source.sha256 else {
        throw .changedRecording(
          source: source.id, path: path, expected: source.sha256, found: digest)
      }
      return path
    }
    throw .missingRecording(source: source.id, package: source.package, path: source.path)
  }

  private func labels(
    of source: CorpusManifest.Source, durationSeconds: Double
  ) throws(CorpusError) -> ([Label], String) {
    let path = folder + "/" + source.labels
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .badLabels(source: source.id, path: path, reason: "there is no such file")
    }
    // Praat saves UTF-16 as soon as a text needs it; read as UTF-8 that would be garbage.
    guard let text = String(validating: data, as: UTF8.self), !text.contains("\0") else {
      throw .badLabels(
        source: source.id, path: path,
        reason: "it is no UTF-8 text; set Praat's text writing preference to UTF-8 and save again")
    }
    let grid: TextGrid
    do {
      grid = try TextGrid(parsing: text)
    } catch {
      throw .badLabels(source: source.id, path: path, reason: "\(error)")
    }
    // Labels are rounded to a tenth of a millisecond.
    guard abs(grid.endSeconds - durationSeconds) <= 0.001 else {
      throw .badLabels(
        source: source.id, path: path,
        reason: "it is for \(grid.endSeconds) s, but the recording has \(durationSeconds) s")
    }
    switch LabelTiers.labels(of: grid) {
    case .success(let labels): return (labels, text)
    case .failure(let fault):
      throw .badLabels(source: source.id, path: path, reason: fault.reason)
    }
  }
}
