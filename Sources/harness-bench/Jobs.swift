import AudioFile
import Chain
import Presets
import Signal

/// Whole jobs, each a process of its own, to be timed from outside; each says what it made.
enum Jobs {
  /// Measures a file with some presets: what the renders would peak at, without rendering.
  static func peaks(of path: String, _ presets: [AudioPreset]) throws -> String {
    var reader = try AudioFileReader(path: path)
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: reader.sampleRate, channelCount: reader.channelCount)
    var digest = SampleDigest()
    digest.take(try renderer.peaks(of: &reader))
    return line("peaks", presets.count, digest)
  }

  /// Renders a file with some presets in bounded memory, and keeps nothing.
  static func render(_ path: String, _ presets: [AudioPreset]) throws -> String {
    var reader = try AudioFileReader(path: path)
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: reader.sampleRate, channelCount: reader.channelCount)
    var digests = presets.map { _ in SampleDigest() }
    _ = try renderer.render(&reader) { preset, block in
      for samples in block.channels { digests[preset].take(samples) }
    }
    return line("render", presets.count, joined(digests))
  }

  /// Renders clips with all presets, one clip after the other.
  ///
  /// - Parameter folder: Where the renders are written; nil writes nothing.
  static func clips(
    _ paths: [String], _ presets: [AudioPreset], into folder: String?
  ) throws -> String {
    var digests: [SampleDigest] = []
    for (number, path) in paths.enumerated() {
      let audio = try readAudio(path: path)
      let renderer = try OfflineRenderer(
        presets: presets, sampleRate: audio.sampleRate, channelCount: audio.channelCount)
      for (preset, render) in zip(presets, try renderer.render(audio)) {
        var digest = SampleDigest()
        for samples in render.audio.channels { digest.take(samples) }
        digests.append(digest)
        if let folder {
          try writeAudio(render.audio, path: "\(folder)/\(number)-\(preset.id).wav")
        }
      }
    }
    return line("clips", presets.count, joined(digests))
  }

  private static func joined(_ digests: [SampleDigest]) -> SampleDigest {
    digests.reduce(into: SampleDigest()) { $0.take($1) }
  }

  private static func line(_ job: String, _ presetCount: Int, _ digest: SampleDigest) -> String {
    "\(job): \(presetCount) presets, \(digest.sampleCount) samples, digest \(digest.hexDigits)"
  }
}
