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
    let files = try outputFiles()
    let audio = try readAudio(path: input, allowTruncated: allowsTruncated)
    var options = OfflineRenderer.Options()
    options.rendersTail = rendersTail
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: audio.sampleRate, channelCount: audio.channelCount,
      options: options)
    let renders = try renderer.render(audio)
    let output = Output(isQuiet: isQuiet)
    for (render, (path, format)) in zip(renders, files) {
      var writer = try AudioFileWriter(
        path: path, format: format, sampleRate: render.audio.sampleRate,
        channelCount: render.audio.channelCount)
      try writer.write(render.audio)
      try writer.finish()
      output.write("\(path): \(Self.summary(render))\n")
    }
    return 0
  }

  /// Where each render goes, checked before any work is done.
  private func outputFiles() throws -> [(path: String, format: AudioFileFormat)] {
    guard presetIDs.count > 1 else {
      return [(target, try AudioFileFormat(path: target))]
    }
    do {
      try FileManager.default.createDirectory(
        atPath: target, withIntermediateDirectories: true)
    } catch {
      throw FileError(description: "The folder '\(target)' cannot be made.")
    }
    return try presetIDs.map { id in
      let path = "\(target)/\(id).wav"
      return (path, try AudioFileFormat(path: path))
    }
  }

  /// What the chain did, in one line.
  private static func summary(_ render: Render) -> String {
    let rate = render.audio.sampleRate.value
    let facts = render.facts
    let gain =
      if let gain = facts.normalisingGain {
        "normalised by \(Fixed.text(gain.value, decimals: 2)) dB"
          + " (the peak is at \(Fixed.text(facts.peakSeconds, decimals: 3)) s)"
      } else if facts.peakBeforeGain.value == -.infinity {
        "silent, no gain applied"
      } else {
        "not normalised"
      }
    let tail =
      facts.tailFrames > 0
      ? ", tail \(Fixed.text(Double(facts.tailFrames) / rate, decimals: 2)) s"
        + (facts.isTailCut ? " (cut at the longest)" : "") : ""
    let peak = Fixed.text(Decibels(amplitude: Double(render.audio.peak)).value, decimals: 2)
    return "\(facts.frameCount) frames at \(Fixed.text(rate, decimals: 0)) Hz, \(gain), limited by "
      + "\(Fixed.text(-facts.deepestLimiting.value, decimals: 2)) dB, peak \(peak) dBFS\(tail)"
  }
}
