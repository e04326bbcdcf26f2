import AudioFile
import Foundation
import Signal
import TestSupport
import Testing

@testable import Corpus

@Suite("Adding to a corpus and removing from it")
struct CorpusEditorTests {
  private let folder: TemporaryFolder
  private let take: String

  init() throws {
    folder = try TemporaryFolder()
    take = folder.file("Ma prise d'été 1.WAV")
    try writeAudio(Self.speech(seed: 1), path: take)
  }

  private var corpus: String { folder.file("corpus") }

  private static let grid = GridText(
    endSeconds: 2,
    tiers: [
      ("word", [(0.5, ""), (1.5, "sit"), (2, "")]),
      ("initial-consonant", [(0.5, ""), (0.6, "S"), (2, "")]),
      ("vowel", [(0.7, ""), (1.2, "IH"), (2, "")]),
      ("final-consonant", [(1.4, ""), (1.5, "T"), (2, "")]),
      ("pause", [(0.4, "pause"), (1.6, ""), (2, "pause")]),
    ]
  ).long

  /// Two seconds with a second of a buzzing voice of 120 Hz in them.
  private static func speech(seed: UInt64) -> AudioBuffer {
    var random = SeededGenerator(seed: seed)
    let samples = (0..<32_000).map { frame -> Float in
      let noise = Float(0.0005 * random.nextUniform())
      guard (8_000..<24_000).contains(frame) else { return noise }
      let sum = (1...20).reduce(0.0) { sum, harmonic in
        let turns = 120 * Double(harmonic * frame) / 16_000
        return sum
          + DeterministicMath.sin(2 * .pi * (turns - turns.rounded()) + Double(harmonic * harmonic))
          / Double(harmonic)
      }
      return noise + Float(0.1 * sum)
    }
    return AudioBuffer(channels: [samples], sampleRate: Hertz(16_000))
  }

  private func wishes(
    _ change: (inout NewRecording.Wishes) -> Void = { _ in }
  ) -> NewRecording.Wishes {
    var wishes = NewRecording.Wishes(licence: "CC0-1.0", origin: "made in a test")
    change(&wishes)
    return wishes
  }

  private func open() throws -> AudioCorpus {
    try AudioCorpus(folders: [corpus], recordings: [])
  }

  @Test("speech becomes three fixtures at their levels, in a corpus that was not there before")
  func speech() throws {
    let added = try CorpusEditor(folder: corpus).add([
      NewRecording(path: take, wishes: wishes())
    ])

    #expect(
      added == ["ma-prise-d-ete-1-loud", "ma-prise-d-ete-1-normal", "ma-prise-d-ete-1-quiet"])
    let verifier = CorpusVerifier(try open())
    for id in added { #expect(verifier.verify(id).faults == []) }
    #expect(verifier.leftovers() == [])
    let source = try #require(try open().volumes[0].manifest.source("ma-prise-d-ete-1"))
    #expect(source.file == "Recordings/ma-prise-d-ete-1.wav")
    #expect(try folder.bytes("corpus/Recordings/ma-prise-d-ete-1.wav") == folder.bytes(take.name))
    #expect(source.voice?.sex == "male" && source.voice?.isSynthetic == false)
  }

  @Test("a noise becomes one fixture at its own level, and a reference stays where it is")
  func noise() throws {
    let added = try CorpusEditor(folder: corpus).add([
      NewRecording(
        path: take,
        wishes: wishes {
          $0.kind = .babble
          $0.isReference = true
          $0.id = "crowd"
        })
    ])

    #expect(added == ["crowd"])
    let audio = try open().fixture("crowd").audio
    #expect(firstDifference(audio, Self.speech(seed: 1)) == nil)
    #expect(try open().volumes[0].manifest.source("crowd")?.file == take)
    #expect(
      try folder.names().filter { $0.hasPrefix("corpus") } == ["corpus", "corpus/manifest.json"])
  }

  @Test("labels come along, from Praat and from Audacity", arguments: [true, false])
  func labels(isPraat: Bool) throws {
    var bytes = Array(Self.grid.utf8)
    if !isPraat {
      bytes = try AudacityLabels(TextGrid(bytes: bytes)).bytes()
    }
    let path = try folder.write(bytes, "labels")
    let recording = try NewRecording(path: take, wishes: wishes { $0.labelsPath = path })
    #expect(recording.obstruentCount == 2)

    let added = try CorpusEditor(folder: corpus).add([recording])

    let labels = try open().fixture(added[0]).labels
    #expect(labels.filter(\.isConsonant).map(\.text) == ["S", "T"])
    #expect(labels.count { $0.kind == .pause } == 2)
  }

  /// A file that cannot be added, and what the sentence about it must say.
  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    let make: @Sendable (CorpusEditorTests) throws -> NewRecording
  }

  static let refusals: [Refusal] = [
    Refusal(testDescription: "no file", words: ["no such file"]) {
      try NewRecording(path: $0.folder.file("nothing.wav"), wishes: $0.wishes())
    },
    Refusal(testDescription: "no audio", words: ["text.wav"]) {
      try NewRecording(
        path: $0.folder.write(Array("text".utf8), "text.wav"), wishes: $0.wishes())
    },
    Refusal(testDescription: "nobody speaks", words: ["nobody speaks", "--kind"]) {
      let path = $0.folder.file("zeros.wav")
      try writeAudio(
        AudioBuffer(silentFrames: 9_000, channelCount: 1, sampleRate: Hertz(16_000)), path: path)
      return try NewRecording(path: path, wishes: $0.wishes())
    },
    Refusal(testDescription: "labels of another length", words: ["2.0 s", "recording has"]) {
      let path = $0.folder.file("short.wav")
      try writeAudio(CorpusEditorTests.speech(seed: 2).frames(0..<20_000), path: path)
      let labels = try $0.folder.write(Array(CorpusEditorTests.grid.utf8), "short.TextGrid")
      return try NewRecording(path: path, wishes: $0.wishes { $0.labelsPath = labels })
    },
    Refusal(testDescription: "labels that are none", words: ["labels"]) {
      let labels = try $0.folder.write(Array("nothing at all".utf8), "bad.TextGrid")
      return try NewRecording(path: $0.take, wishes: $0.wishes { $0.labelsPath = labels })
    },
    Refusal(testDescription: "a name without letters", words: ["--id"]) {
      let path = $0.folder.file("!!!.wav")
      try writeAudio(CorpusEditorTests.speech(seed: 2), path: path)
      return try NewRecording(path: path, wishes: $0.wishes())
    },
  ]

  @Test("what cannot be used is refused before anything is written", arguments: refusals)
  func refused(refusal: Refusal) throws {
    let error = #expect(throws: CorpusError.self) { _ = try refusal.make(self) }

    for word in refusal.words { #expect(error?.description.contains(word) == true, "\(word)") }
    #expect(try !folder.names().contains("corpus"))
  }

  @Test("a recording that is there already, or whose name is taken, leaves the corpus as it was")
  func taken() throws {
    let editor = CorpusEditor(folder: corpus)
    _ = try editor.add([NewRecording(path: take, wishes: wishes())])
    let before = try folder.bytes("corpus/manifest.json")
    let other = folder.file("other.wav")
    try writeAudio(Self.speech(seed: 2), path: other)

    let again = #expect(throws: CorpusError.self) {
      _ = try editor.add([
        NewRecording(path: other, wishes: wishes()),
        NewRecording(path: take, wishes: wishes { $0.id = "again" }),
      ])
    }
    #expect(again?.description.contains("in the corpus already") == true)
    let name = #expect(throws: CorpusError.self) {
      _ = try editor.add([
        NewRecording(path: other, wishes: wishes { $0.id = "ma-prise-d-ete-1" })
      ])
    }
    #expect(name?.description.contains("is taken") == true)
    #expect(try folder.bytes("corpus/manifest.json") == before)
    #expect(
      try folder.names().filter { $0.hasPrefix("corpus/Recordings/") }
        == ["corpus/Recordings/ma-prise-d-ete-1.wav"])
  }

  @Test("many writers at once lose nothing")
  func writers() throws {
    let paths = try (0..<8).map { index in
      let path = folder.file("take\(index).wav")
      try writeAudio(Self.speech(seed: UInt64(index + 10)), path: path)
      return path
    }
    let corpus = corpus
    let wishes = wishes()
    let faults = concurrentMap(paths.count, workers: 8) { index -> String in
      do {
        _ = try CorpusEditor(folder: corpus).add([
          NewRecording(path: paths[index], wishes: wishes)
        ])
        return ""
      } catch {
        return "\(error)"
      }
    }

    #expect(faults.filter { !$0.isEmpty } == [])
    #expect(try open().fixtureIDs.count == 24)
  }

  @Test("removing a source takes its item and fixtures along, and its files where that is asked")
  func remove() throws {
    let editor = CorpusEditor(folder: corpus)
    let other = folder.file("other.wav")
    try writeAudio(Self.speech(seed: 2), path: other)
    _ = try editor.add([
      NewRecording(path: take, wishes: wishes { $0.id = "one" }),
      NewRecording(path: other, wishes: wishes { $0.id = "two" }),
    ])

    let removed = try editor.remove(["one"], deletesFiles: false)
    #expect(removed.fixtures == ["one-loud", "one-normal", "one-quiet"])
    #expect(removed.items == ["one"] && removed.sources == ["one"])
    #expect(removed.files == ["Recordings/one.wav"])
    #expect(try folder.names().contains("corpus/Recordings/one.wav"))
    #expect(try open().fixtureIDs == ["two-loud", "two-normal", "two-quiet"])

    // A fixture alone goes alone; with the last one goes all.
    #expect(try editor.remove(["two-loud"], deletesFiles: true).sources == [])
    let rest = try editor.remove(["two-normal", "two-quiet"], deletesFiles: true)
    #expect(rest.items == ["two"] && rest.sources == ["two"])
    #expect(try !folder.names().contains("corpus/Recordings/two.wav"))
  }

  @Test("a file that an addition left behind is adopted, and another one of its name is not")
  func leftBehind() throws {
    try folder.makeFolder("corpus/Recordings")
    try folder.write(try folder.bytes(take.name), "corpus/Recordings/one.wav")
    let recording = try NewRecording(path: take, wishes: wishes { $0.id = "one" })
    #expect(try CorpusEditor(folder: corpus).add([recording]).count == 3)

    try folder.write([1, 2, 3], "corpus/Recordings/two.wav")
    let other = folder.file("other.wav")
    try writeAudio(Self.speech(seed: 2), path: other)
    let error = #expect(throws: CorpusError.self) {
      _ = try CorpusEditor(folder: corpus).add([
        NewRecording(path: other, wishes: wishes { $0.id = "two" })
      ])
    }
    #expect(error?.description.contains("another file of that name") == true)
    #expect(try folder.bytes("corpus/Recordings/two.wav") == [1, 2, 3])
  }

  @Test("nothing outside of the corpus is written or deleted")
  func outside() throws {
    let error = #expect(throws: CorpusError.self) {
      _ = try NewRecording(path: take, wishes: wishes { $0.id = "../evil" })
    }
    #expect(error?.description.contains("no id") == true)

    let editor = CorpusEditor(folder: corpus)
    _ = try editor.add([NewRecording(path: take, wishes: wishes { $0.id = "one" })])
    // The folder of recordings becomes a link to one elsewhere.
    try FileManager.default.moveItem(
      atPath: folder.file("corpus/Recordings"), toPath: folder.file("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("corpus/Recordings"), withDestinationPath: folder.file("elsewhere"))
    let removed = try editor.remove(["one"], deletesFiles: true)
    #expect(removed.kept == ["Recordings/one.wav"])
    #expect(try folder.names().contains("elsewhere/one.wav"))
  }

  @Test("the manifest keeps its mode and its link")
  func manifestMode() throws {
    let editor = CorpusEditor(folder: corpus)
    _ = try editor.add([NewRecording(path: take, wishes: wishes { $0.id = "one" })])
    try FileManager.default.moveItem(
      atPath: folder.file("corpus/manifest.json"), toPath: folder.file("shared.json"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("corpus/manifest.json"),
      withDestinationPath: folder.file("shared.json"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o664], ofItemAtPath: folder.file("shared.json"))
    _ = try editor.remove(["one-loud"], deletesFiles: false)

    let link = try FileManager.default.attributesOfItem(atPath: folder.file("corpus/manifest.json"))
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
    let target = try FileManager.default.attributesOfItem(atPath: folder.file("shared.json"))
    #expect(target[.posixPermissions] as? Int == 0o664)
    #expect(try open().fixtureIDs == ["one-normal", "one-quiet"])
  }

  @Test("removing what is not there removes nothing")
  func removeNothing() throws {
    let editor = CorpusEditor(folder: corpus)
    _ = try editor.add([NewRecording(path: take, wishes: wishes { $0.id = "one" })])
    let before = try folder.bytes("corpus/manifest.json")

    let error = #expect(throws: CorpusError.self) {
      _ = try editor.remove(["one-loud", "lost"], deletesFiles: true)
    }

    #expect(error == .nothingNamed(id: "lost", folder: corpus))
    #expect(try folder.bytes("corpus/manifest.json") == before)
  }
}

extension String {
  /// The name of a file without its folder.
  fileprivate var name: String { (self as NSString).lastPathComponent }
}
