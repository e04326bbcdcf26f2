import AudioFile
package import Foundation
import Signal

/// A workspace with a corpus of one spoken word and a hiss, gone with the test.
package final class SpokenWorkspace {
  /// The folder that holds `Corpus`, `Golden`, `Presets` and `recordings`.
  package let root: String

  /// The recording, from the root.
  package static let recording = "recordings/usr/share/voice/voice.wav"
  /// Its labels, from the root.
  package static let labels = "Corpus/Labels/voice.TextGrid"
  /// What the corpus consists of, from the root.
  package static let manifest = "Corpus/manifest.json"

  private static let voice = Voice()

  package init() throws {
    root = NSTemporaryDirectory() + "harness-tests-" + UUID().uuidString
    let folders = ["Corpus/Labels", "Golden", "Presets", "recordings/usr/share/voice"]
    for folder in folders {
      try FileManager.default.createDirectory(
        atPath: path(folder), withIntermediateDirectories: true)
    }
    let voice = Self.voice
    let audio = AudioBuffer(channels: [voice.samples], sampleRate: Hertz(Voice.rate))
    try writeAudio(audio, path: path(Self.recording))
    try write(voice.grid, Self.labels)
    let digest = SHA256.hexDigest(of: [UInt8](try bytes(Self.recording)))
    try write(
      Self.manifest(digest: digest, frames: voice.samples.count), Self.manifest)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: root)
    } catch {
      print("A folder was left behind: \(root)")
    }
  }

  package func path(_ name: String) -> String { root + "/" + name }

  package func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(name)))
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  package func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// Replaces a part of a file's text, which must be there.
  package func replace(_ old: String, with new: String, in name: String) throws {
    let text = try text(name)
    guard text.contains(old) else { throw NothingToReplace(text: old, file: name) }
    try write(text.replacingOccurrences(of: old, with: new), name)
  }

  package struct NothingToReplace: Error {
    let text: String
    let file: String
  }

  /// One word of noise and harmonics between two pauses in soft noise.
  private struct Voice {
    static let rate = 48_000.0
    var samples: [Float] = []
    private var random = SeededGenerator(seed: 3)
    private var edges: [Double] = []

    init() {
      for (seconds, amplitude, isVowel) in [
        (0.3, 0.0003, false), (0.06, 0.05, false), (0.16, 0.1, true), (0.04, 0.03, false),
        (0.3, 0.0003, false),
      ] {
        edges.append(Double(samples.count) / Self.rate)
        for frame in 0..<Int((seconds * Self.rate).rounded()) {
          samples.append(isVowel ? vowel(frame, amplitude) : noise(amplitude))
        }
      }
      edges.append(Double(samples.count) / Self.rate)
    }

    private mutating func noise(_ amplitude: Double) -> Float {
      Float(amplitude * random.nextUniform())
    }

    private func vowel(_ frame: Int, _ amplitude: Double) -> Float {
      let sum = (1...30).reduce(0.0) { sum, harmonic in
        let turns = 120 * Double(harmonic) * Double(frame) / Self.rate
        let phase = (turns - turns.rounded()) * 2 * .pi + Double(harmonic * harmonic)
        return sum + DeterministicMath.sin(phase) / Double(harmonic).squareRoot()
      }
      return Float(amplitude * sum)
    }

    /// The labels, in the short text format.
    var grid: String {
      let tiers: [(String, [(Int, String)])] = [
        ("word", [(1, ""), (4, "sit"), (5, "")]),
        ("initial-consonant", [(1, ""), (2, "S"), (5, "")]),
        ("vowel", [(2, ""), (3, "IH"), (5, "")]),
        ("final-consonant", [(3, ""), (4, "T"), (5, "")]),
        ("pause", [(1, "pause"), (4, ""), (5, "pause")]),
      ]
      var lines = ["\"ooTextFile\"", "\"TextGrid\"", "0 \(edges[5])", "<exists>", "5"]
      for (name, intervals) in tiers {
        lines += ["\"IntervalTier\" \"\(name)\"", "0 \(edges[5])", "\(intervals.count)"]
        var start = 0
        for (end, text) in intervals {
          lines.append("\(edges[start]) \(edges[end]) \"\(text)\"")
          start = end
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private static func manifest(digest: String, frames: Int) -> String {
    """
    {
      "format": 2,
      "sources": [
        {"id": "voice", "package": {"from": "debian", "name": "voice-sounds", "version": "1",
         "path": "usr/share/voice/voice.wav"}, "sha256": "\(digest)", "licence": "CC0-1.0",
         "origin": "made in a test", "voice": {"name": "tone", "sex": "male", "language": "en",
         "medianF0Hz": 120, "isSynthetic": false},
         "sampleRateHz": 48000, "channels": 1, "frames": \(frames),
         "labels": "Labels/voice.TextGrid", "note": "one word"},
        {"id": "hiss", "generator": {"seed": 7, "parts": [{"levelDB": 0,
          "highPassHz": 300, "highPassOrder": 1, "lowPassHz": 9000, "lowPassOrder": 1}]},
         "licence": "CC0-1.0", "origin": "made in a test", "note": "hiss"}
      ],
      "items": [
        {"id": "word", "sources": ["voice"], "gapSeconds": 0, "sampleRateHz": 48000,
         "note": "one word"}
      ],
      "fixtures": [
        {"id": "word", "kind": "speech", "item": "word", "level": {"clipPeakDBFS": -6},
         "note": "one word"},
        {"id": "hiss", "kind": "hiss", "noise": {"source": "hiss", "rmsDBFS": -40,
         "seconds": 0.5, "sampleRateHz": 48000}, "note": "hiss"}
      ]
    }

    """
  }
}
