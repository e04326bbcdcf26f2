import AudioFile
import Foundation
import Signal

@testable import Corpus

/// A corpus of two recordings of half a second in a folder of its own, gone with the test.
final class TinyCorpus {
  /// The folder that holds `Corpus` and `recordings`.
  let root: String

  init() throws {
    root = NSTemporaryDirectory() + "corpus-tests-" + UUID().uuidString
    let folders = ["Corpus/Labels", "recordings/usr/share/left", "recordings/usr/share/right"]
    for folder in folders {
      try FileManager.default.createDirectory(
        atPath: path(folder), withIntermediateDirectories: true)
    }
    try writeAudio(Self.recording(seed: 1, rate: 48_000), path: path(Self.left))
    try writeAudio(Self.recording(seed: 2, rate: 16_000), path: path(Self.right))
    try write(Self.grid(word: "left"), "Corpus/Labels/left.TextGrid")
    try write(Self.grid(word: "right"), "Corpus/Labels/right.TextGrid")
    let digests = try [Self.left, Self.right].map { SHA256.hexDigest(of: try bytes($0)) }
    try write(Self.manifest(left: digests[0], right: digests[1]), "Corpus/manifest.json")
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: root)
    } catch {
      print("A folder was left behind: \(root)")
    }
  }

  static let left = "recordings/usr/share/left/left.wav"
  static let right = "recordings/usr/share/right/right.wav"
  /// Where a word starts in its recording, and where it ends.
  static let word = 0.12..<0.4

  func path(_ name: String) -> String { root + "/" + name }

  func open() throws(CorpusError) -> AudioCorpus {
    try AudioCorpus(folders: [path("Corpus")], recordings: [path("recordings")])
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func write(_ text: String, _ name: String) throws { try write([UInt8](text.utf8), name) }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Replaces a part of a file's text, which must be there.
  func replace(_ old: String, with new: String, in name: String) throws {
    let text = String(decoding: try bytes(name), as: UTF8.self)
    guard text.contains(old) else { throw NothingToReplace(text: old, file: name) }
    try write(text.replacingOccurrences(of: old, with: new), name)
  }

  /// Puts the present digest of a recording into the manifest, for a change that is meant.
  func acceptRecording(_ name: String, instead old: String) throws {
    try replace(old, with: SHA256.hexDigest(of: try bytes(name)), in: "Corpus/manifest.json")
  }

  struct NothingToReplace: Error {
    let text: String
    let file: String
  }

  /// A quiet pause, a burst, a loud tone, a burst and a quiet pause.
  private static func recording(seed: UInt64, rate: Double) -> AudioBuffer {
    var random = SeededGenerator(seed: seed)
    let samples = (0..<Int(rate / 2)).map { frame -> Float in
      let seconds = Double(frame) / rate
      guard word.contains(seconds) else { return Float(0.001 * random.nextUniform()) }
      let turns = 200 * seconds
      return Float(0.4 * DeterministicMath.sin(2 * .pi * (turns - turns.rounded())))
    }
    return AudioBuffer(channels: [samples], sampleRate: Hertz(rate))
  }

  /// The labels of a recording, in the long text format.
  static func grid(word: String) -> String {
    let tiers: [(String, [(Double, String)])] = [
      ("word", [(0.12, ""), (0.4, word), (0.5, "")]),
      ("initial-consonant", [(0.12, ""), (0.16, "S"), (0.5, "")]),
      ("vowel", [(0.16, ""), (0.3, "EH"), (0.5, "")]),
      ("final-consonant", [(0.3, ""), (0.36, "T"), (0.5, "")]),
      ("pause", [(0.1, "pause"), (0.42, ""), (0.5, "pause")]),
    ]
    return GridText(endSeconds: 0.5, tiers: tiers).long
  }

  private static func manifest(left: String, right: String) -> String {
    func source(_ id: String, _ digest: String, _ rate: Int) -> String {
      """
          {"id": "\(id)", "package": {"from": "debian", "name": "\(id)-sounds", "version": "1",
           "path": "usr/share/\(id)/\(id).wav"}, "sha256": "\(digest)", "licence": "CC0-1.0",
           "origin": "made in a test", "voice": {"name": "tone", "sex": "male",
           "language": "en", "medianF0Hz": 120, "isSynthetic": false},
           "sampleRateHz": \(rate), "channels": 1, "frames": \(rate / 2),
           "labels": "Labels/\(id).TextGrid", "note": "of \(id)"}
      """
    }
    func noise(_ id: String, seed: Int) -> String {
      """
          {"id": "\(id)", "generator": {"seed": \(seed), "parts": [{"levelDB": 0,
           "highPassHz": 300, "highPassOrder": 1, "lowPassHz": 9000, "lowPassOrder": 1}]},
           "licence": "MIT", "origin": "made in a test", "note": "of \(id)"}
      """
    }
    return """
      {
        "format": 2,
        "sources": [
      \(source("left", left, 48_000)),
      \(source("right", right, 16_000)),
      \(noise("hiss", seed: 7)),
      \(noise("wind", seed: 8))
        ],
        "items": [
          {"id": "both", "sources": ["left", "right"], "gapSeconds": 0.25, "sampleRateHz": 48000,
           "note": "both"}
        ],
        "fixtures": [
          {"id": "words", "kind": "speech", "item": "both", "level": {"clipPeakDBFS": -15},
           "sha256": null, "note": "words"},
          {"id": "loud-words", "kind": "speech", "item": "both", "level": {"activeDBOV": -20},
           "note": "loud words"},
          {"id": "hiss", "kind": "hiss", "noise": {"source": "hiss", "rmsDBFS": -40,
           "seconds": 0.5, "sampleRateHz": 48000}, "sha256": null, "note": "hiss"},
          {"id": "words-in-wind", "kind": "mix", "item": "both", "level": {"activeDBOV": -26},
           "noise": {"source": "wind", "snrDB": 20}, "note": "mix"}
        ]
      }
      """
  }
}
