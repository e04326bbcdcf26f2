import AudioFile
import Foundation
import Signal

extension AudioCorpus {
  /// The paths at which the file of a source may lie, in the order in which they are tried; none
  /// for a noise that is made.
  package func paths(of source: CorpusManifest.Source, in volume: Volume) -> [String] {
    if let file = source.file {
      return [file.hasPrefix("/") ? file : volume.folder + "/" + file]
    }
    guard let package = source.package else { return [] }
    return recordings.map { $0 == "/" ? "/" + package.path : $0 + "/" + package.path }
  }

  /// Finds the file of a recording, checks that it is the right one, and reads its labels.
  func recording(
    _ source: CorpusManifest.Source, in volume: Volume
  ) throws(CorpusError) -> FixturePlan.Recording {
    let path = try locate(source, in: volume)
    let labels = try labels(of: source, in: volume)
    return FixturePlan.Recording(
      source: source, path: path, labels: labels?.grid, labelText: labels?.digest ?? "")
  }

  /// Reads the labels of a source; nil where it has none.
  func labels(
    of source: CorpusManifest.Source, in volume: Volume
  ) throws(CorpusError) -> (grid: TextGrid, digest: String)? {
    guard let name = source.labels else { return nil }
    let path = volume.folder + "/" + name
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw .badLabels(source: source.id, path: path, reason: error.reason)
    }
    return (try labels(of: source, bytes, path: path), SHA256.hexDigest(of: bytes))
  }

  /// Reads a recording, checks it against the manifest and raises its rate.
  func read(
    _ recording: FixturePlan.Recording, raisedBy factor: Int
  ) throws(CorpusError) -> AudioBuffer {
    let source = recording.source
    var audio: AudioBuffer
    do {
      audio = try readAudio(path: recording.path)
    } catch {
      throw .unreadableRecording(source: source.id, reason: error.description)
    }
    let found =
      "\(audio.frameCount) frames of \(audio.channelCount) channels at \(audio.sampleRate.value) Hz"
    let expected =
      "\(recording.frames) frames of \(recording.channels) channels at "
      + "\(recording.sampleRateHz) Hz"
    guard found == expected else {
      throw .unexpectedFormat(source: source.id, expected: expected, found: found)
    }
    if factor > 1 {
      audio = AudioBuffer(
        channels: audio.channels.map { Upsampler.upsample($0, by: factor) },
        sampleRate: Hertz(audio.sampleRate.value * Double(factor)))
    }
    return audio
  }

  /// The labels of a plan, in the time of its audio, with the gaps as pauses.
  func labels(of plan: FixturePlan) throws(CorpusError) -> [Label] {
    guard let speech = plan.speech else { return [] }
    let rate = speech.item.sampleRateHz
    var labels: [Label] = []
    func addGap(endingAt frame: Int) {
      guard speech.gapFrames > 0 else { return }
      labels.append(
        Label(
          kind: .pause, text: "pause", word: "",
          startSeconds: Double(frame - speech.gapFrames) / rate,
          endSeconds: Double(frame) / rate))
    }
    var frame = speech.gapFrames
    addGap(endingAt: frame)
    for recording in speech.recordings {
      let offset = Double(frame) / rate
      if let grid = recording.labels {
        switch LabelTiers.labels(of: grid) {
        case .success(let own):
          labels += own.map { label in
            var moved = label
            moved.startSeconds += offset
            moved.endSeconds += offset
            return moved
          }
        case .failure(let fault):
          throw .badLabels(
            source: recording.source.id, path: recording.source.labels ?? "",
            reason: fault.reason)
        }
      }
      frame += recording.frames * speech.factor(of: recording) + speech.gapFrames
      addGap(endingAt: frame)
    }
    return labels
  }

  /// Finds the file of a recording and checks that it is the right one.
  private func locate(
    _ source: CorpusManifest.Source, in volume: Volume
  ) throws(CorpusError) -> String {
    for path in paths(of: source, in: volume) {
      let bytes: [UInt8]
      do {
        bytes = try FileBytes.read(path)
      } catch {
        if error.isMissing { continue }
        throw .unreadableRecording(source: source.id, reason: "'\(path)': \(error.reason).")
      }
      let digest = SHA256.hexDigest(of: bytes)
      guard digest == source.sha256 else {
        throw .changedRecording(
          source: source.id, path: path, expected: source.sha256 ?? "", found: digest)
      }
      return path
    }
    guard let package = source.package else {
      throw .missingFile(source: source.id, path: paths(of: source, in: volume).first ?? "")
    }
    throw .missingRecording(source: source.id, package: package.name, path: package.path)
  }

  /// Reads the labels of a recording and holds them against its length.
  private func labels(
    of source: CorpusManifest.Source, _ bytes: [UInt8], path: String
  ) throws(CorpusError) -> TextGrid {
    let grid: TextGrid
    do {
      grid = try TextGrid(bytes: bytes)
    } catch {
      throw .badLabels(source: source.id, path: path, reason: "\(error)")
    }
    let seconds = Double(source.frames ?? 0) / (source.sampleRateHz ?? 1)
    // Labels are rounded to a tenth of a millisecond.
    guard abs(grid.endSeconds - seconds) <= 0.001 else {
      throw .badLabels(
        source: source.id, path: path,
        reason: "it is for \(grid.endSeconds) s, but the recording has \(seconds) s")
    }
    if case .failure(let fault) = LabelTiers.labels(of: grid) {
      throw .badLabels(source: source.id, path: path, reason: fault.reason)
    }
    return grid
  }
}
