import AudioFile
import Corpus
import Foundation
import Signal
import Speech
import TestSupport
import Testing

/// A recording with labels, and what is known of its words.
struct LabelledRecording: Sendable, CustomTestStringConvertible {
  let name: String
  /// Who speaks: recordings of one voice are counted together.
  let voice: String
  let audio: AudioBuffer
  let labels: LabelledSpeech

  var testDescription: String { name }

  /// What stands around the labeller: nothing, or noise at so many decibels under the speech.
  struct Condition: Sendable, CustomTestStringConvertible {
    var noise: SpeechNoise?
    var ratioDB = 0.0

    var testDescription: String {
      noise.map { "\($0.rawValue) at \(Int(ratioDB)) dB" } ?? "clean"
    }
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The committed synthesis; its phones are exact.
  static let synthesis: [LabelledRecording] = [
    "festival-kal", "festival-slt", "flite-awb", "flite-kal16", "flite-rms", "flite-slt",
  ].compactMap { name in
    recording(name, voice: name, path: root + "/Corpus/Speech/\(name).flac")
  }

  /// Recordings of people that the hand-made labels are of, where their packages are installed.
  static let people: [LabelledRecording] = {
    let alsa =
      ["Front_Center", "Front_Left", "Front_Right", "Rear_Center", "Rear_Left"]
      + ["Rear_Right", "Side_Left", "Side_Right"]
    var files = alsa.map { name in
      let id = "alsa-" + name.lowercased().replacingOccurrences(of: "_", with: "-")
      return (id, "alsa", "sounds/alsa/\(name).wav")
    }
    for (language, folder, words) in [
      ("de", "de", ["gut", "haus", "ist", "rot"]),
      ("en", "en", ["fix", "gas", "hot", "jet", "pet", "sit"]),
      ("engb", "en_GB", ["gas", "hot", "hut", "jet", "pet", "sit"]),
      ("hu", "hu", ["01-az", "13-itt", "24-ot", "27-ret", "33-ut"]),
    ] {
      files += words.map {
        (
          "klettres-\(language)-\($0)", "klettres-\(language)",
          "klettres/\(folder)/syllab/\($0).ogg"
        )
      }
    }
    let book = "pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb"
    files += ["0880", "0890"].map { ("librivox-\($0)", "librivox", "\(book)-\($0).wav") }
    return files.compactMap { recording($0.0, voice: $0.1, path: "/usr/share/" + $0.2) }
  }()

  /// How many obstruents the words of the hand-made labels have; words that are not here have some
  /// whose number depends on who speaks.
  private static let obstruents = [
    "front": 2, "left": 2, "right": 1, "side": 2, "rear": 0, "center": 2, "gut": 2, "haus": 2,
    "ist": 2, "fix": 3, "gas": 2, "hot": 2, "jet": 2, "pet": 2, "sit": 2, "hut": 2, "az": 1,
    "itt": 1, "öt": 1, "rét": 1, "út": 1, "he": 1, "was": 1, "not": 1, "an": 0, "ill": 0,
    "young": 0, "man": 0, "unless": 1, "to": 1, "be": 1, "rather": 1, "cold": 2, "hearted": 3,
    "and": 1, "selfish": 3, "is": 1, "disposed": 4,
  ]

  private static func recording(_ name: String, voice: String, path: String) -> LabelledRecording? {
    do {
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      let audio = try readAudio(path: path)
      let text = try String(
        contentsOfFile: root + "/Corpus/Labels/\(name).TextGrid", encoding: .utf8)
      let labels = labels(of: try TextGrid(parsing: text))
      return LabelledRecording(name: name, voice: voice, audio: audio, labels: labels)
    } catch {
      print("'\(name)' cannot be read: \(error)")
      return nil
    }
  }

  private static func labels(of grid: TextGrid) -> LabelledSpeech {
    var labels = LabelledSpeech(grid)
    let edges = labels.initials + labels.finals
    let complete = labels.words.filter { word in
      let inside = edges.filter {
        let middle = ($0.span.startSeconds + $0.span.endSeconds) / 2
        return word.span.startSeconds < middle && middle < word.span.endSeconds
      }
      return inside.count == obstruents[word.text]
    }
    labels.judged += complete.map(\.span)
    return labels
  }

  /// The speech in noise, and the noise alone.
  func mixed(_ condition: Condition) -> (audio: AudioBuffer, noise: AudioBuffer?) {
    guard let kind = condition.noise, let level = ActiveSpeechLevel(of: audio)?.level else {
      return (audio, nil)
    }
    let talkers = Self.synthesis.filter { $0.voice != voice }.map(\.audio)
    let samples = kind.samples(
      frames: audio.frameCount, sampleRate: audio.sampleRate, talkers: talkers)
    let one = AudioBuffer(
      channels: Array(repeating: samples, count: audio.channelCount), sampleRate: audio.sampleRate)
    let noise = one.multiplied(by: Float(Decibels(level.value - condition.ratioDB).amplitude))
    return (audio.adding(noise), noise)
  }

  /// How well the labeller does.
  func score(_ condition: Condition) throws -> LabellerScore {
    let (audio, noise) = mixed(condition)
    return LabellerScore(
      of: try SpeechLabeller.marks(of: audio), against: labels,
      audibility: LabelAudibility(speech: self.audio, noise: noise))
  }
}
