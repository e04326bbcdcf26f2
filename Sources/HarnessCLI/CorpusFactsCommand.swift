import AudioFile
import Signal
import Speech

/// `harness corpus facts`: what a recording can and cannot prove, from the signal alone.
struct CorpusFactsCommand: Command {
  static let help = """
    OVERVIEW: Say what a recording can and cannot prove: its bandwidth, noise floor, clipping, hum,
    voice and active speech level after ITU-T P.56. Nothing is added or changed.

    USAGE: harness corpus facts FILE... [--json FILE]

    OPTIONS:
      --json FILE    Write the facts as JSON; '-' is standard output.
      -h, --help     Show this help.

    EXIT STATUS:
      0 read   2 a file cannot be read   64 usage
    """

  private let paths: [String]
  private let jsonPath: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    jsonPath = try arguments.option("--json")
    var paths: [String] = []
    while let path = arguments.positional() { paths.append(path) }
    guard !paths.isEmpty else { throw UsageError("'corpus facts' needs the files to look at.") }
    self.paths = paths
  }

  func run(in workspace: Workspace) throws -> Int32 {
    try OutputPaths("--json", jsonPath).check(against: paths)
    let output = Output(isQuiet: jsonPath == "-")
    var rows: [Row] = []
    var exitCode: Int32 = 0
    for path in paths {
      do {
        var reader = try AudioFileReader(path: path)
        let facts = RecordingFacts(of: try reader.readAll())
        let remarks = (reader.note.map { [$0.description] } ?? []) + facts.remarks
        output.write("\(path)\n" + remarks.map { "  \($0)\n" }.joined())
        rows.append(Row(path: path, facts, remarks: remarks))
      } catch {
        Output.complain(error.description)
        exitCode = 2
      }
    }
    if let jsonPath { try output.write(JSONText.of(Document(files: rows)), toFile: jsonPath) }
    return exitCode
  }

  private struct Document: Encodable {
    let format = 1
    let files: [Row]
  }

  /// The facts of a file as JSON, format 1.
  private struct Row: Encodable {
    let path: String
    let seconds: Double
    let sampleRateHz: Double
    let channels: Int
    let peakDBFS: Double
    let activeLevelDBOV: Double?
    let activity: Double?
    let longTermDBOV: Double?
    let noiseFloorDBFS: Double?
    let digitalSilenceShare: Double
    let bandwidthHz: Double
    let medianF0Hz: Double?
    let voicedSeconds: Double?
    let clippedRuns: Int
    let offset: Double
    let mainsHz: Double?
    let remarks: [String]

    init(path: String, _ facts: RecordingFacts, remarks: [String]) {
      self.path = path
      seconds = facts.durationSeconds
      sampleRateHz = facts.sampleRate.value
      channels = facts.channelCount
      peakDBFS = facts.peak.value
      activeLevelDBOV = facts.activeLevel?.level.value
      activity = facts.activeLevel?.activity
      longTermDBOV = facts.activeLevel?.longTermLevel.value
      noiseFloorDBFS = facts.quiet.floor?.value
      digitalSilenceShare = facts.quiet.digitalSilenceShare
      bandwidthHz = facts.band.upper.value
      medianF0Hz = facts.voice?.medianF0Hz
      voicedSeconds = facts.voice?.voicedSeconds
      clippedRuns = facts.clipping.runCount
      offset = facts.offset
      mainsHz = facts.hum?.mains.value
      self.remarks = remarks
    }
  }
}
