import AudioFile
import Chain
import Dispatch
import Presets
import Signal
import Synchronization

/// Whole jobs, each a process of its own, to be timed from outside; each says what it made.
enum Jobs {
  /// Measures a file with some presets: what the renders would peak at, without rendering.
  static func peaks(
    of path: String, _ presets: [AudioPreset], _ options: JobOptions
  ) throws -> JobReport {
    var reader = try AudioFileReader(path: path)
    let renderer = try OfflineRenderer(
      presets: options.isReversed ? presets.reversed() : presets, sampleRate: reader.sampleRate,
      channelCount: reader.channelCount, options: options.renderer(workers: options.threads))
    let digests = try renderer.peaks(of: &reader).map { peak in
      var digest = SampleDigest()
      digest.take([peak])
      return digest
    }
    return report("peaks", presets, options.isReversed ? digests.reversed() : digests)
  }

  /// Renders a file with some presets in bounded memory, and keeps nothing.
  static func render(
    _ path: String, _ presets: [AudioPreset], _ options: JobOptions
  ) throws -> JobReport {
    var reader = try AudioFileReader(path: path)
    let renderer = try OfflineRenderer(
      presets: options.isReversed ? presets.reversed() : presets, sampleRate: reader.sampleRate,
      channelCount: reader.channelCount, options: options.renderer(workers: options.threads))
    let empty = RenderDigest(channelCount: reader.channelCount)
    var digests = presets.map { _ in empty }
    _ = try renderer.render(&reader) { preset, block in
      digests[options.isReversed ? presets.count - 1 - preset : preset].take(block)
    }
    return report("render", presets, digests.map(\.whole))
  }

  /// Renders clips in memory with some presets; the threads share the clips.
  ///
  /// - Parameter folder: Where the renders are written; nil writes nothing.
  static func clips(
    _ paths: [String], _ presets: [AudioPreset], into folder: String?, _ options: JobOptions
  ) throws -> JobReport {
    var results: [Result<[SampleDigest], any Error>?] = Array(repeating: nil, count: paths.count)
    let next = Atomic(0)
    results.withUnsafeMutableBufferPointer { results in
      // Each index is handed to one thread alone.
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: min(options.threads, paths.count)) { _ in
        while true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < paths.count else { return }
          results[index] = Result {
            try clip(paths[index], presets, number: index, into: folder, options)
          }
        }
      }
    }
    var parts: [(String, SampleDigest)] = []
    for (number, result) in results.enumerated() {
      guard let result else { preconditionFailure("every clip is somebody's") }
      for (preset, digest) in zip(presets, try result.get()) {
        parts.append((paths.count > 1 ? "\(number) \(preset.id)" : preset.id, digest))
      }
    }
    return JobReport(job: "clips", presetCount: presets.count, parts: parts)
  }

  private static func clip(
    _ path: String, _ presets: [AudioPreset], number: Int, into folder: String?,
    _ options: JobOptions
  ) throws -> [SampleDigest] {
    let audio = try readAudio(path: path)
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: audio.sampleRate, channelCount: audio.channelCount,
      options: options.renderer(workers: 1))
    return try zip(presets, try renderer.render(audio)).map { preset, render in
      var digest = RenderDigest(channelCount: audio.channelCount)
      digest.take(render.audio)
      if let folder {
        try writeAudio(render.audio, path: "\(folder)/\(number)-\(preset.id).wav")
      }
      return digest.whole
    }
  }

  private static func report(
    _ job: String, _ presets: [AudioPreset], _ digests: [SampleDigest]
  ) -> JobReport {
    JobReport(
      job: job, presetCount: presets.count,
      parts: zip(presets, digests).map { ($0.id, $1) })
  }
}
