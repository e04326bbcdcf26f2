import AudioFile
import Corpus
import Foundation
import Picture
import Signal

/// `harness corpus show`: draws a fixture, a recording or a file.
struct CorpusShowCommand: Command {
  static let help = """
    OVERVIEW: Draw waveform, spectrogram, level and labels of a fixture, a source or a file as one
    SVG picture that every browser shows.

    USAGE: harness corpus show NAME [--svg FILE] [OPTIONS]

    OPTIONS:
      --svg FILE        Where the picture goes; '-' is standard output. (default: NAME.svg in the
                        current folder)
      --labels FILE     The labels of a file: a TextGrid or an Audacity label track.
      --from SECONDS    Where the picture starts. (default: 0)
      --to SECONDS      Where it ends. (default: the end)
      --threshold DB    Draw a line at a level in dBFS, such as that of a gate; may be repeated.
      --corpus DIR      The folder of a corpus; may be repeated. (default: Corpus)
      -h, --help        Show this help.

    EXIT STATUS:
      0 drawn   2 it cannot be drawn   64 usage
    """

  private let name: String
  private let svgPath: String?
  private let labelsPath: String?
  private let start: Double?
  private let end: Double?
  private let thresholds: [Double]
  private let folders: [String]

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    svgPath = try arguments.option("--svg")
    labelsPath = try arguments.option("--labels")
    start = try arguments.number("--from", within: 0...86_400)
    end = try arguments.number("--to", within: 0...86_400)
    thresholds = try arguments.numbers("--threshold", within: -150...20)
    folders = try arguments.options("--corpus")
    guard let name = arguments.positional() else {
      throw UsageError("'corpus show' needs the name of a fixture, a source or a file.")
    }
    self.name = name
    if let start, let end, start >= end {
      throw UsageError("'--from' must come before '--to'.")
    }
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let subject = try subject(in: workspace)
    var span: ClosedRange<Double>?
    if start != nil || end != nil {
      let length = subject.audio.durationSeconds
      let (from, to) = (min(start ?? 0, length), min(end ?? length, length))
      guard to > 0 else { throw UsageError("'--to' leaves nothing to draw.") }
      guard from < to else {
        throw UsageError("'--from' lies after the end, at \(Fixed.text(length, decimals: 3)) s.")
      }
      span = from...to
    }
    let picture = RecordingPicture(
      title: subject.title, facts: subject.facts, audio: subject.audio, tiers: subject.tiers,
      spanSeconds: span, thresholds: thresholds.map { Decibels($0) })
    let output = Output(isQuiet: false)
    let path = svgPath ?? ((name as NSString).lastPathComponent + ".svg")
    let inputs = [name] + (labelsPath.map { [$0] } ?? []) + subject.inputs
    try OutputPaths("--svg", path).check(against: inputs)
    try output.write(try picture.svg(), toFile: path)
    if path != "-" { output.write("\(path)\n") }
    return 0
  }

  /// What is drawn.
  private struct Subject {
    let title: String
    let facts: [String]
    let audio: AudioBuffer
    let tiers: [RecordingPicture.Tier]
    /// The files that a corpus reads.
    var inputs: [String] = []
  }

  private func subject(in workspace: Workspace) throws -> Subject {
    // A file of that name is meant where somebody names a place.
    var isFolder: ObjCBool = false
    let isFile =
      FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && !isFolder.boolValue
    if name.contains("/") || isFile { return try file() }
    guard labelsPath == nil else {
      throw UsageError("'--labels' is for files: a fixture and a source have labels of their own.")
    }
    let corpus = try workspace.corpus(folders: folders)
    if corpus.fixtureIDs.contains(name) {
      let fixture = try corpus.fixture(name)
      return Subject(
        title: fixture.id, facts: Self.facts(of: fixture.audio) + [fixture.licence],
        audio: fixture.audio,
        tiers: try Self.tiers(
          of: LabelTiers.grid(
            of: fixture.labels, endSeconds: fixture.audio.durationSeconds)),
        inputs: corpus.inputPaths)
    }
    guard let take = try corpus.take(name) else {
      throw UsageError(
        "There is no fixture, source or file '\(name)': 'corpus list' has the fixtures.")
    }
    return Subject(
      title: take.source.id, facts: Self.facts(of: take.audio) + [take.source.licence],
      audio: take.audio, tiers: take.grid.map(Self.tiers) ?? [], inputs: corpus.inputPaths)
  }

  private func file() throws -> Subject {
    var reader = try AudioFileReader(path: name)
    let audio = try reader.readAll()
    let grid = try labelsPath.map {
      try NewRecording.labels($0, seconds: audio.durationSeconds, needsTiers: false)
    }
    return Subject(
      title: (name as NSString).lastPathComponent,
      facts: Self.facts(of: audio) + (reader.note.map { [$0.description] } ?? []), audio: audio,
      tiers: grid.map(Self.tiers) ?? [])
  }

  private static func facts(of audio: AudioBuffer) -> [String] {
    let rate = Fixed.text(audio.sampleRate.value / 1_000, decimals: 1)
    return [
      "\(Fixed.text(audio.durationSeconds, decimals: 2)) s", "\(rate) kHz",
      audio.channelCount == 1 ? "mono" : "stereo",
      "peak \(Fixed.text(Decibels(amplitude: Double(audio.peak)).value, decimals: 1)) dBFS",
    ]
  }

  private static func tiers(of grid: TextGrid) -> [RecordingPicture.Tier] {
    grid.tiers.map { tier in
      RecordingPicture.Tier(
        name: tier.name,
        spans: tier.intervals.filter { !$0.text.isEmpty }.map {
          RecordingPicture.Span(
            startSeconds: $0.startSeconds, endSeconds: $0.endSeconds, text: $0.text)
        })
    }.filter { !$0.spans.isEmpty }
  }
}
