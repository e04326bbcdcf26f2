import AudioFile
import Chain
import Foundation
import Presets
import Signal

/// `harness render`: renders a file with presets.
struct RenderCommand: Command {
  static let help = """
    OVERVIEW: Render an audio file with presets, as the app would export it.

    USAGE: harness render --preset ID... [OPTIONS] IN OUT

      IN     An audio file; WAV, AIFF, CAF, FLAC, Ogg and what else libsndfile reads.
      OUT    The file to write; its extension says in which format. A .wav holds 32-bit floats.
             With several presets OUT is a folder, which gets one <id>.wav for each.

    OPTIONS:
      --preset ID         The preset; may be repeated.
      --set KEY=VALUE     Change a number of the presets for this run; may be repeated.
      --presets DIR       Read the presets from a folder. (default: those of the binary)
      --no-tail           End with the input, with a short fade, and not when the room is silent.
      --allow-truncated   Render what is there of a file that is shorter than it says.
      --quiet             Print nothing.
      -h, --help          Show this help.

    EXIT STATUS:
      0 rendered   2 the file or a preset cannot be used   64 usage
    """

  private let presetIDs: [String]
  private let settings: [String]
  private let presetFolder: String?
  private let rendersTail: Bool
  private let allowsTruncated: Bool
  private let isQuiet: Bool
  private let input: String
  private let target: String

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    presetIDs = try arguments.options("--preset")
    settings = try arguments.options("--set")
    presetFolder = try arguments.option("--presets")
    rendersTail = !arguments.flag("--no-tail")
    allowsTruncated = arguments.flag("--allow-truncated")
    isQuiet = arguments.flag("--quiet")
    guard !presetIDs.isEmpty else { throw UsageError("'render' needs --preset ID.") }
    guard Set(presetIDs).count == presetIDs.count else {
      throw UsageError("A preset is named twice.")
    }
    guard let input = arguments.positional(), let target = arguments.positional() else {
      throw UsageError("'render' needs the file to read and the file to write.")
    }
    self.input = input
    self.target = target
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let library = try workspace.presets(folder: presetFolder)
    var presets: [AudioPreset] = []
    do {
      for id in presetIDs { presets.append(try library.preset(id: id).setting(settings)) }
    } catch {
      throw UsageError(error.description)
    }
    let paths = presetIDs.count > 1 ? presetIDs.map { "\(target)/\($0).wav" } : [target]
    let formats = try paths.map { try AudioFileFormat(path: $0) }
    for path in paths where FileIdentity.isSame(path, input) {
      throw UsageError("'\(path)' is the file to read: write the render somewhere else.")
    }
    let output = Output(isQuiet: isQuiet)
    var reader = try AudioFileReader(path: input, allowTruncated: allowsTruncated)
    guard reader.frameCount > 0 else {
      throw FileError(description: "'\(input)' holds no audio: there is nothing to render.")
    }
    if let note = reader.note { output.write("\(input): \(note)\n") }
    var options = OfflineRenderer.Options()
    options.rendersTail = rendersTail
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: reader.sampleRate, channelCount: reader.channelCount,
      options: options)
    if paths.count > 1 { try Self.makeFolder(target) }
    let writers = try zip(paths, formats).map { path, format in
      try RenderWriter(
        path: path, format: format, sampleRate: reader.sampleRate,
        channelCount: reader.channelCount)
    }
    let facts = try renderer.render(&reader) { index, block in try writers[index].write(block) }
    for (writer, (facts, path)) in zip(writers, zip(facts, paths)) {
      try writer.finish()
      output.write(
        "\(path): \(Self.summary(facts, peak: writer.peak, sampleRate: reader.sampleRate))\n")
    }
    return 0
  }

  private static func makeFolder(_ path: String) throws(FileError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileError(description: "The folder '\(path)' cannot be made.")
    }
  }

  /// What the chain did, in one line.
  private static func summary(_ facts: RenderFacts, peak: Float, sampleRate: Hertz) -> String {
    let gain =
      if let gain = facts.normalisingGain {
        "normalised by \(Fixed.text(gain.value, decimals: 2)) dB"
          + " (the peak is at \(Fixed.text(facts.peakSeconds, decimals: 3)) s)"
      } else if facts.peakBeforeGain.value == -.infinity {
        "silent, no gain applied"
      } else if facts.peakBeforeGain < GainStage.silence {
        "not normalised, since its peak lies under \(Fixed.text(GainStage.silence.value, decimals: 0))"
          + " dBFS"
      } else {
        "not normalised"
      }
    let tail =
      facts.tailFrames > 0
      ? ", tail \(Fixed.text(Double(facts.tailFrames) / sampleRate.value, decimals: 2)) s"
        + (facts.isTailCut ? " (cut at the longest)" : "") : ""
    let level = Fixed.text(Decibels(amplitude: Double(peak)).value, decimals: 2)
    return "\(facts.frameCount) frames at \(Fixed.text(sampleRate.value, decimals: 0)) Hz, "
      + "\(gain), limited by \(Fixed.text(-facts.deepestLimiting.value, decimals: 2)) dB, "
      + "peak \(level) dBFS\(tail)"
  }
}

/// A file that a render is written to; nothing is there until it is whole.
private final class RenderWriter {
  private var writer: AudioFileWriter
  /// The largest magnitude so far.
  private(set) var peak: Float = 0

  init(
    path: String, format: AudioFileFormat, sampleRate: Hertz, channelCount: Int
  ) throws(AudioFileError) {
    writer = try AudioFileWriter(
      path: path, format: format, sampleRate: sampleRate, channelCount: channelCount)
  }

  func write(_ block: AudioBuffer) throws(AudioFileError) {
    peak = max(peak, block.peak)
    try writer.write(block)
  }

  func finish() throws(AudioFileError) { try writer.finish() }
}
