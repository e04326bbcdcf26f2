import AudioFile
import Corpus
import Golden
import Metrics
import Report
import Signal

/// `harness measure`: measures any render beside what it was made of.
struct MeasureCommand: Command {
  static let help = """
    OVERVIEW: Measure what a render did to speech, whoever made it. The delay of the render is found
    and taken out, to a part of a sample; gain and polarity do not matter. There is no golden: each
    reading is judged by the bounds of its metric ('harness metrics').

    USAGE: harness measure REFERENCE RENDER [--clean FILE] [--labels FILE] [--json FILE] [--quiet]

      REFERENCE is what went in, RENDER what came out: whole, at the same speed and sample rate.
      Channels are compared one by one; a mono REFERENCE stands for every channel of the RENDER.

    OPTIONS:
      --clean FILE     The speech of a noisy REFERENCE alone, starting and ending with it.
      --labels FILE    What is spoken where in REFERENCE: a TextGrid or an Audacity label track.
                       (default: pauses, voice and obstruents as the signal shows them)
      --json FILE      Write the report as JSON; '-' is standard output.
      --quiet          Print no report.
      -h, --help       Show this help.

    EXIT STATUS:
      0 within all limits   1 speech is hurt   2 something could not be checked
      3 changed, worth a listen   64 usage
    """

  private let files: MeasureReport.Files
  private let jsonPath: String?
  private let isQuiet: Bool

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    let clean = try arguments.option("--clean")
    let labels = try arguments.option("--labels")
    jsonPath = try arguments.option("--json")
    isQuiet = arguments.flag("--quiet")
    guard let reference = arguments.positional(), let render = arguments.positional() else {
      throw UsageError("'measure' needs the reference and its render.")
    }
    files = MeasureReport.Files(
      reference: reference, render: render, clean: clean, labels: labels)
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let inputs = [files.reference, files.render, files.clean, files.labels].compactMap { $0 }
    try OutputPaths("--json", jsonPath).check(against: inputs)
    if FileIdentity.isSame(files.reference, files.render) {
      throw UsageError("'\(files.render)' is both the reference and the render: name two files.")
    }
    if let clean = files.clean, FileIdentity.isSame(clean, files.render) {
      throw UsageError(
        "'\(clean)' is both the clean speech and the render: what the render lost would be missed.")
    }
    let output = Output(isQuiet: isQuiet || jsonPath == "-")
    let reference = try Self.read(files.reference, output)
    let render = try Self.read(files.render, output)
    let clean = try files.clean.map { try Self.read($0, output) }
    let labels = try files.labels.map {
      try LabelFile.labels(path: $0, seconds: reference.durationSeconds)
    }
    let report: MeasureReport
    do {
      let pair = try PairMeasurement(
        of: render, against: reference, clean: clean, labels: labels)
      report = MeasureReport(files, pair)
    } catch {
      Output.complain(error.description)
      report = MeasureReport(files, error)
    }
    if report.pair != nil { output.write(MeasureText(report).text) }
    if let jsonPath { try output.write(MeasureJSON(report).text, toFile: jsonPath) }
    return report.outcome.exitCode
  }

  private static func read(_ path: String, _ output: Output) throws -> AudioBuffer {
    var reader = try AudioFileReader(path: path)
    let audio = try reader.readAll()
    guard audio.frameCount > 0 else {
      throw FileError(description: "'\(path)' holds no audio: there is nothing to measure.")
    }
    if let note = reader.note { output.write("\(path): \(note)\n") }
    return audio
  }
}
