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
           harness-bench make SECONDS OUT.wav [--stereo] [--seed N]
           harness-bench peaks FILE [--presets N]
           harness-bench render FILE [--presets N]
           harness-bench clips FILE... [--into FOLDER] [--without-rooms]
           harness-bench space FILE

      stages   CPU time of each stage, as a table in Markdown
      make     a test signal like speech, the same samples on every machine
      peaks    the peaks of N presets without rooms, 25 where nothing is said
      render   the same presets rendered in two passes, not written
      clips    all presets over each clip, written where a folder is named
      space    the presets of the category 'space' rendered, not written
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
      guard words.count == 2, let seconds = Double(words[0]), seconds > 0, seconds < 1e5 else {
        throw BenchUsageError(description: "'make' takes seconds above zero and a file.")
      }
      let audio = SpeechLike.audio(seconds: seconds, isStereo: isStereo, seed: UInt64(seed))
      try writeAudio(audio, path: words[1])
    case "peaks", "render":
      let presets = try BenchPresets.withoutRooms(count: number("--presets", in: &words) ?? 25)
      let file = try onlyFile(job, words)
      print(
        job == "peaks"
          ? try Jobs.peaks(of: file, presets) : try Jobs.render(file, presets))
    case "clips":
      let folder = try value("--into", in: &words)
      let library = try BenchPresets.all()
      let presets =
        flag("--without-rooms", in: &words)
        ? try BenchPresets.withoutRooms(count: library.count) : library
      guard !words.isEmpty else { throw BenchUsageError(description: "'clips' takes files.") }
      print(try Jobs.clips(words, presets, into: folder))
    case "space":
      print(try Jobs.render(onlyFile(job, words), BenchPresets.space()))
    default:
      throw BenchUsageError(description: "There is no job '\(job)'; see '--help'.")
    }
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
    guard let number = Int(text), number > 0, number <= 10_000 else {
      throw BenchUsageError(description: "'\(name)' takes a whole number from 1 to 10000.")
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
