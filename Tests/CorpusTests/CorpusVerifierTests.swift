import Foundation
import Signal
import Testing

@testable import Corpus

@Suite("Verifying a corpus")
struct CorpusVerifierTests {
  private static let manifest = "Corpus/manifest.json"

  private func faults(_ corpus: TinyCorpus) throws -> [String] {
    let opened = try corpus.open()
    let verifier = CorpusVerifier(opened)
    return opened.fixtureIDs.flatMap { verifier.verify($0).faults } + verifier.damagedSources()
      + verifier.leftovers()
  }

  @Test("a sound corpus has no faults, and its facts are those of its statements")
  func sound() throws {
    let corpus = try TinyCorpus()
    let verifier = CorpusVerifier(try corpus.open())
    #expect(try faults(corpus) == [])

    let mix = try #require(verifier.verify("words-in-wind").facts)
    #expect(abs((mix.activeLevel?.value ?? 0) + 26) <= CorpusVerifier.tolerance)
    #expect(abs((mix.signalToNoise?.value ?? 0) - 20) <= CorpusVerifier.tolerance)
    #expect(mix.obstruentCount == 4)
    let hiss = try #require(verifier.verify("hiss").facts)
    #expect(abs(hiss.level.value + 40) <= CorpusVerifier.tolerance)
    #expect(hiss.activeLevel == nil && hiss.signalToNoise == nil)
  }

  /// Something wrong with a corpus, and what the sentence about it must say.
  struct Slip: CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    let make: @Sendable (TinyCorpus) throws -> Void
  }

  static let slips: [Slip] = [
    Slip(testDescription: "labels of nobody", words: ["old.TextGrid", "belongs to no source"]) {
      try $0.write("", "Corpus/Labels/old.TextGrid")
    },
    Slip(testDescription: "a recording of nobody", words: ["take.WAV", "belongs to no source"]) {
      try $0.write("", "Corpus/take.WAV")
    },
    Slip(testDescription: "a source that nobody uses", words: ["source 'wind'", "used by no"]) {
      try $0.replace("\"source\": \"wind\"", with: "\"source\": \"hiss\"", in: manifest)
    },
    Slip(testDescription: "an item that nobody uses", words: ["item 'both-too'", "no fixture"]) {
      try $0.replace(
        "\"items\": [",
        with: "\"items\": [{\"id\": \"both-too\", \"sources\": [\"left\"], \"gapSeconds\": 0, "
          + "\"sampleRateHz\": 48000, \"note\": \"\"},", in: manifest)
    },
    Slip(
      testDescription: "a file that is there twice", words: ["'left' and 'leftist'", "same file"]
    ) {
      let text = String(decoding: try $0.bytes(manifest), as: UTF8.self)
      let start = try #require(text.range(of: "{\"id\": \"left\""))
      let end = try #require(text.range(of: "\"of left\"}"))
      let source = text[start.lowerBound..<end.upperBound]
      let copy = source.replacing("\"id\": \"left\"", with: "\"id\": \"leftist\"")
      try $0.write(
        text.replacing(source, with: source + ",\n" + copy)
          .replacing("[\"left\", \"right\"]", with: "[\"left\", \"right\", \"leftist\"]"), manifest)
    },
    Slip(testDescription: "a recipe that is there twice", words: ["'hiss' and 'noise'", "recipe"]) {
      try $0.replace(
        "\"fixtures\": [",
        with: "\"fixtures\": [{\"id\": \"hiss\", \"kind\": \"hiss\", \"noise\": {\"source\": "
          + "\"hiss\", \"rmsDBFS\": -40, \"seconds\": 0.5, \"sampleRateHz\": 48000}, "
          + "\"note\": \"other\"},", in: manifest)
      try $0.replace(
        "{\"id\": \"hiss\", \"kind\": \"hiss\", \"noise\": {\"source\": \"hiss\", \"rmsDBFS\": -40,"
          + "\n",
        with: "{\"id\": \"noise\", \"kind\": \"hiss\", \"noise\": {\"source\": \"hiss\", "
          + "\"rmsDBFS\": -40,\n", in: manifest)
    },
  ]

  @Test("what is left over, unused or there twice is named", arguments: slips)
  func leftovers(slip: Slip) throws {
    let corpus = try TinyCorpus()
    try slip.make(corpus)
    let faults = try faults(corpus)

    #expect(faults.contains { fault in slip.words.allSatisfy { fault.contains($0) } }, "\(faults)")
  }

  @Test("a corpus in a folder of another is not that one's leftover")
  func nested() throws {
    let corpus = try TinyCorpus()
    try FileManager.default.createDirectory(
      atPath: corpus.path("Corpus/Packs/mine"), withIntermediateDirectories: true)
    try corpus.write("{}", "Corpus/Packs/mine/manifest.json")
    try corpus.write("", "Corpus/Packs/mine/take.wav")

    #expect(try faults(corpus) == [])
  }

  @Test("a manifest that belies a recording is found, whatever the cache holds")
  func warmCache() throws {
    let corpus = try TinyCorpus()
    let cache = FixtureCache(folder: corpus.path("cache"))
    func faults() throws -> [String] {
      let opened = try AudioCorpus(
        folders: [corpus.path("Corpus")], recordings: [corpus.path("recordings")], cache: cache)
      let verifier = CorpusVerifier(opened)
      return opened.fixtureIDs.flatMap { verifier.verify($0).faults } + verifier.damagedSources()
        + verifier.leftovers()
    }
    #expect(try faults() == [])
    // Another rate and as many frames last as long.
    try corpus.replace(
      "\"sampleRateHz\": 16000, \"channels\": 1, \"frames\": 8000",
      with: "\"sampleRateHz\": 8000, \"channels\": 1, \"frames\": 4000",
      in: Self.manifest)

    #expect(try faults().contains { $0.contains("'right' should be 4000 frames") })
  }

  @Test("a recording that is named by its place in the file system is nobody's leftover")
  func absolutePath() throws {
    let corpus = try TinyCorpus()
    try FileManager.default.moveItem(
      atPath: corpus.path(TinyCorpus.left), toPath: corpus.path("Corpus/left.wav"))
    try corpus.replace(
      "\"package\": {\"from\": \"debian\", \"name\": \"left-sounds\", \"version\": \"1\",\n     "
        + "\"path\": \"usr/share/left/left.wav\"}",
      with: "\"file\": \"\(corpus.path("Corpus/left.wav"))\"", in: Self.manifest)

    #expect(try faults(corpus) == [])
  }
}
