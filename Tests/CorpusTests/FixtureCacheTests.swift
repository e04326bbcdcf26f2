import AudioFile
import Foundation
import Signal
import TestSupport
import Testing

@testable import Corpus

@Suite("Fixture cache")
struct FixtureCacheTests {
  private func open(_ corpus: TinyCorpus, _ cache: FixtureCache) throws -> AudioCorpus {
    try AudioCorpus(
      folders: [corpus.path("Corpus")], recordings: [corpus.path("recordings")], cache: cache)
  }

  @Test("a fixture from the cache is the built one to the bit, in a file that anybody can hear")
  func sameBits() throws {
    let corpus = try TinyCorpus()
    let cache = FixtureCache(folder: corpus.path("cache/deep"))
    for id in try corpus.open().fixtureIDs {
      let plain = try corpus.open().fixture(id)
      let first = try open(corpus, cache).fixture(id)
      let second = try open(corpus, cache).fixture(id)
      for other in [first, second] {
        #expect(firstDifference(plain.audio, other.audio) == nil, "\(id)")
        #expect(plain.digest == other.digest && plain.labels == other.labels, "\(id)")
      }
      #expect(try open(corpus, cache).buildIntoCache(id).wasCached)
    }
    for (name, bytes) in cache.contents {
      #expect(bytes > 0)
      #expect(try readAudio(path: cache.folder + "/" + name).frameCount > 0)
    }
    // Four fixtures, and the two stages that two of them need: the clips and the clean speech.
    #expect(cache.contents.count == 5)
  }

  @Test(
    "a damaged file of the cache is built anew",
    arguments: [
      { (bytes: [UInt8]) in Array(bytes.dropLast(100)) },
      { bytes in bytes.enumerated().map { $0 == bytes.count / 2 ? $1 ^ 1 : $1 } },
      { _ in [] },
    ] as [@Sendable ([UInt8]) -> [UInt8]])
  func damage(change: @Sendable ([UInt8]) -> [UInt8]) throws {
    let corpus = try TinyCorpus()
    let cache = FixtureCache(folder: corpus.path("cache"))
    let sound = try open(corpus, cache).fixture("words")
    let name = "cache/" + (try #require(cache.contents.first).name)
    let bytes = try corpus.bytes(name)
    try corpus.write(change(bytes), name)

    let again = try open(corpus, cache).fixture("words")

    #expect(firstDifference(sound.audio, again.audio) == nil)
    #expect(try corpus.bytes(name) == bytes)
  }

  @Test("a change of a recipe, or of a recording, does not find the old audio")
  func changes() throws {
    let corpus = try TinyCorpus()
    let cache = FixtureCache(folder: corpus.path("cache"))
    let old = try open(corpus, cache).fixture("hiss").audio
    try corpus.replace(
      "\"rmsDBFS\": -40", with: "\"rmsDBFS\": -30", in: "Corpus/manifest.json")
    #expect(try !open(corpus, cache).buildIntoCache("hiss").wasCached)

    let louder = try open(corpus, cache).fixture("hiss").audio
    #expect(firstDifference(louder, try corpus.open().fixture("hiss").audio) == nil)
    #expect(firstDifference(louder, old) != nil)
  }

  @Test("a tampered recording is refused, even where the cache has the fixture")
  func tampered() throws {
    let corpus = try TinyCorpus()
    let cache = FixtureCache(folder: corpus.path("cache"))
    _ = try open(corpus, cache).fixture("words")
    var bytes = try corpus.bytes(TinyCorpus.left)
    bytes[bytes.count / 2] ^= 1
    try corpus.write(bytes, TinyCorpus.left)

    #expect(throws: CorpusError.self) { _ = try open(corpus, cache).fixture("words") }
  }

  @Test("emptying the cache removes its own files and nothing else")
  func clear() throws {
    let corpus = try TinyCorpus()
    let cache = FixtureCache(folder: corpus.path("cache"))
    _ = try open(corpus, cache).fixture("hiss")
    try corpus.write("mine", "cache/mine.wav")

    try cache.clear()

    #expect(cache.contents.isEmpty)
    #expect(try corpus.bytes("cache/mine.wav") == Array("mine".utf8))
  }

  @Test("a cache that takes no file says so to a build, and is done without elsewhere")
  func notWritable() throws {
    let corpus = try TinyCorpus()
    try corpus.write("a file", "cache")
    let opened = try open(corpus, FixtureCache(folder: corpus.path("cache")))

    #expect(try opened.fixture("hiss").audio.frameCount == 24_000)
    let error = #expect(throws: CorpusError.self) { _ = try opened.buildIntoCache("hiss") }
    #expect(error?.description.contains("cannot be kept in") == true)
  }
}
