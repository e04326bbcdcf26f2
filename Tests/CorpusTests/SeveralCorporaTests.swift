import Testing

@testable import Corpus

@Suite("Several corpora")
struct SeveralCorporaTests {
  /// Another corpus beside the tiny one, with fixtures of other names.
  private func other() throws -> TinyCorpus {
    let corpus = try TinyCorpus()
    for id in ["words", "loud-words", "hiss", "words-in-wind"] {
      try corpus.replace(
        "{\"id\": \"\(id)\", \"kind\"", with: "{\"id\": \"other-\(id)\", \"kind\"",
        in: "Corpus/manifest.json")
    }
    return corpus
  }

  private func open(_ corpora: [TinyCorpus]) throws -> AudioCorpus {
    try AudioCorpus(
      folders: corpora.map { $0.path("Corpus") }, recordings: corpora.map { $0.path("recordings") })
  }

  @Test("the fixtures of several corpora stand one after another, and are what they are alone")
  func together() throws {
    let (one, two) = (try TinyCorpus(), try other())
    let both = try open([one, two])

    let (first, second) = (try one.open().fixtureIDs, try two.open().fixtureIDs)
    #expect(both.fixtureIDs == first + second)
    #expect(
      try both.fixture("other-words").digest == two.open().fixture("other-words").digest)
    // The same recipe makes the same fixture, wherever it lies.
    #expect(try both.fixture("other-words").digest == both.fixture("words").digest)
  }

  @Test("two fixtures of one name are refused with both corpora")
  func repeated() throws {
    let (one, two) = (try TinyCorpus(), try TinyCorpus())

    let error = #expect(throws: CorpusError.self) { _ = try open([one, two]) }

    #expect(
      error
        == .repeatedFixture(id: "words", folders: [one.path("Corpus"), two.path("Corpus")]))
  }

  @Test("a mix may take its noise from another corpus, and without that one it is refused")
  func borrowedNoise() throws {
    let (one, two) = (try TinyCorpus(), try other())
    for old in ["\"id\": \"wind\"", "\"source\": \"wind\""] {
      let new = old.replacing("wind", with: "storm")
      try (old.contains("id") ? one : two).replace(old, with: new, in: "Corpus/manifest.json")
    }
    try one.replace(
      "\"source\": \"wind\"", with: "\"source\": \"storm\"", in: "Corpus/manifest.json")

    #expect(try open([one, two]).reference(of: "other-words-in-wind") != nil)
    let error = #expect(throws: CorpusError.self) {
      _ = try two.open().fixture("other-words-in-wind")
    }
    #expect(error?.description.contains("no source 'storm'") == true)
  }
}
