import AudioFile
import Foundation
import Presets
import Signal

/// Words that make no sense.
struct BenchUsageError: Error, CustomStringConvertible {
  let description: String
}

/// The tool that times the chain: single stages from inside, whole jobs from outside.
enum BenchTool {
  private static let help = """
    OVERVIEW: Times the chain. Jobs print a digest of their samples, so that builds can be compared.

    USAGE: harness-bench stages [--rounds N] [--seconds S]
           harness-bench make SECONDS OUT.wav [--stereo] [--seed N] [--speech-seconds N] [--times N]
           harness-bench peaks FILE [--presets N] [--with-rooms] [OPTIONS]
           harness-bench render FILE [--presets N] [--with-rooms] [OPTIONS]
           harness-bench clips FILE... [--into FOLDER] [--without-rooms] [OPTIONS]
           harness-bench space FILE [OPTIONS]
           harness-bench presets FOLDER
           harness-bench rooms
           harness-bench room-measures FILE...
           harness-bench metrics [FILE] [--rounds N] [--seconds S]
           harness-bench memory COMMAND...

      stages   CPU time of each stage, as a table in Markdown
      make     a test signal like speech, the same samples on every machine: all of it, or its
               first seconds and then zeros; once, or N times over
      peaks    the peaks of N presets, 25 where nothing is said: five bells each and no room; or
               of those of the library, rooms and all
      render   the same presets rendered in two passes, not written
      clips    all presets over each clip in memory, written where a folder is named
      space    the presets of the category 'space' rendered, not written
      presets  writes the 25 presets without rooms into a folder
      rooms    what the rooms measure, as the page docs/rooms.md
      room-measures  decay times, C50 and STI of impulse responses, one file a line
      metrics  time of each metric on renders of a file, or of speech-like sound with labels
      memory   runs a command, and tells the most memory that it ever held

    OPTIONS, which change no sample:
      --threads N   how many threads share the presets, or the clips of 'clips'
      --block N     the frames that are pulled at once
      --reversed    the presets in other lanes: the last one first (not 'clips')
      --each        a digest for each preset too
      --memory      the most memory that the process ever held
    """

  /// Runs the tool.
  ///
  /// - Parameter words: The words after the name of the tool.
  /// - Returns: The exit code: 0 done, 2 failed, 64 usage.
  static func run(_ words: [String]) -> Int32 {
    var words = words
    if words.contains("--help") || words.contains("-h") {
      print(help)
      return 0
    }
    do {
      guard !words.isEmpty else { throw BenchUsageError(description: help) }
      try run(words.removeFirst(), &words)
      return 0
    } catch let error as BenchUsageError {
      complain(error.description)
      return 64
    } catch {
      complain("\(error)")
      return 2
    }
  }

  private static func run(_ job: String, _ words: inout [String]) throws {
    switch job {
    case "stages":
      let rounds = try number("--rounds", in: &words) ?? 15
      let seconds = try number("--seconds", in: &words) ?? 4
      try finish(words)
      print(try StageBench(seconds: seconds, rounds: rounds).markdown())
    case "make":
      let seed = try number("--seed", in: &words) ?? 1
      let isStereo = flag("--stereo", in: &words)
      let speechSeconds = try number("--speech-seconds", in: &words)
      let times = try number("--times", in: &words) ?? 1
      guard words.count == 2, let seconds = Double(words[0]), seconds > 0, seconds < 1e5 else {
        throw BenchUsageError(description: "'make' takes seconds above zero and a file.")
      }
      var audio = SpeechLike.audio(seconds: seconds, isStereo: isStereo, seed: UInt64(seed))
      if let speechSeconds { audio = SpeechLike.silenced(audio, after: Double(speechSeconds)) }
      var writer = try AudioFileWriter(
        path: words[1], format: AudioFileFormat(path: words[1]), sampleRate: audio.sampleRate,
        channelCount: audio.channelCount)
      for _ in 0..<times { try writer.write(audio) }
      try writer.finish()
    case "peaks", "render":
      let options = try jobOptions(&words)
      let count = try number("--presets", in: &words) ?? 25
      let presets =
        flag("--with-rooms", in: &words)
        ? try Array(BenchPresets.all().prefix(count)) : try BenchPresets.withoutRooms(count: count)
      let file = try onlyFile(job, words)
      tell(
        job == "peaks"
          ? try Jobs.peaks(of: file, presets, options) : try Jobs.render(file, presets, options),
        options)
    case "clips":
      let options = try jobOptions(&words)
      let folder = try value("--into", in: &words)
      let library = try BenchPresets.all()
      let presets =
        flag("--without-rooms", in: &words)
        ? try BenchPresets.withoutRooms(count: library.count) : library
      guard !words.isEmpty, !options.isReversed else {
        throw BenchUsageError(description: "'clips' takes files, and no '--reversed'.")
      }
      tell(try Jobs.clips(words, presets, into: folder, options), options)
    case "space":
      let options = try jobOptions(&words)
      tell(try Jobs.render(onlyFile(job, words), BenchPresets.space(), options), options)
    case "presets":
      let folder = try onlyFile(job, words)
      for preset in try BenchPresets.withoutRooms(count: 25) {
        try Data(preset.json.utf8).write(
          to: URL(filePath: folder).appending(path: "\(preset.id).json"))
      }
    case "room-measures": print(try RoomMeasures.lines(of: words))
    case "rooms":
      try finish(words)
      print(RoomTable.markdown())
    case "metrics":
      let rounds = try number("--rounds", in: &words) ?? 15
      let seconds = try number("--seconds", in: &words) ?? 10
      let file = words.isEmpty ? nil : words.removeFirst()
      try finish(words)
      print(try MetricBench(file: file, seconds: seconds, rounds: rounds).markdown())
    case "memory":
      guard !words.isEmpty else { throw BenchUsageError(description: "'memory' takes a command.") }
      tellMemory(try PeakMemory.bytes(ofCommand: words))
    default:
      throw BenchUsageError(description: "There is no job '\(job)'; see '--help'.")
    }
  }

  private static func jobOptions(_ words: inout [String]) throws(BenchUsageError) -> JobOptions {
    var options = JobOptions()
    options.threads = try number("--threads", in: &words) ?? options.threads
    options.blockFrames = try number("--block", in: &words) ?? options.blockFrames
    options.isReversed = flag("--reversed", in: &words)
    options.tellsEach = flag("--each", in: &words)
    options.tellsMemory = flag("--memory", in: &words)
    return options
  }

  private static func tell(_ report: JobReport, _ options: JobOptions) {
    print(report.text(each: options.tellsEach))
    if options.tellsMemory { tellMemory(PeakMemory.bytes(of: .ownProcess)) }
  }

  private static func tellMemory(_ bytes: Int) {
    print("memory: \(Fixed.text(Double(bytes) / 1e6, decimals: 2)) MB")
  }

  private static func flag(_ name: String, in words: inout [String]) -> Bool {
    guard let index = words.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  private static func value(
    _ name: String, in words: inout [String]
  ) throws(BenchUsageError) -> String? {
    guard let index = words.firstIndex(of: name) else { return nil }
    guard index + 1 < words.count else {
      throw BenchUsageError(description: "Missing value for '\(name)'.")
    }
    let value = words[index + 1]
    words.removeSubrange(index...index + 1)
    return value
  }

  private static func number(
    _ name: String, in words: inout [String]
  ) throws(BenchUsageError) -> Int? {
    guard let text = try value(name, in: &words) else { return nil }
    guard let number = Int(text), number > 0, number <= 1_000_000 else {
      throw BenchUsageError(description: "'\(name)' takes a whole number from 1 to 1000000.")
    }
    return number
  }

  private static func onlyFile(_ job: String, _ words: [String]) throws(BenchUsageError) -> String {
    guard words.count == 1 else {
      throw BenchUsageError(description: "'\(job)' takes one file.")
    }
    return words[0]
  }

  private static func finish(_ words: [String]) throws(BenchUsageError) {
    if let word = words.first {
      throw BenchUsageError(description: "Unexpected argument '\(word)'.")
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
