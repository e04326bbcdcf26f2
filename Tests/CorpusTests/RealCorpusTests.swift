import Foundation
import Signal
import TestSupport
import Testing

@testable import Corpus

/// The corpus of the project, with the recordings that the packages bring.
@Suite("The corpus of the project")
struct RealCorpusTests {
  /// The folder of the package.
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static func open(cache: FixtureCache? = nil) throws -> AudioCorpus {
    var roots = [root + "/.harness/recordings", "/"]
    if let own = ProcessInfo.processInfo.environment["HARNESS_RECORDINGS"], !own.isEmpty {
      roots.insert(own, at: 0)
    }
    return try AudioCorpus(folders: [root + "/Corpus"], recordings: roots, cache: cache)
  }

  @Test("every fixture is sound: digests, labels, levels, ratios, and nothing is left over")
  func sound() throws {
    let corpus = try Self.open()
    let verifier = CorpusVerifier(corpus)
    #expect(!corpus.entries.isEmpty)
    for entry in corpus.entries {
      let finding = verifier.verify(entry.id)
      #expect(finding.faults == [], "\(entry.id)")
      #expect(finding.facts != nil, "\(entry.id)")
    }
    #expect(verifier.damagedSources() == [])
    #expect(verifier.leftovers() == [])
  }

  @Test("labels lie in their audio, and every voice has some obstruents")
  func labels() throws {
    let corpus = try Self.open()
    for entry in corpus.entries {
      let fixture = try corpus.fixture(entry.id)
      let end = fixture.audio.durationSeconds + 1e-6
      for label in fixture.labels {
        #expect(label.startSeconds >= 0 && label.endSeconds <= end, "\(entry.id): \(label)")
        #expect(label.startSeconds < label.endSeconds, "\(entry.id): \(label)")
      }
      let isSpeech = entry.kind == .speech || entry.kind == .mix
      #expect(fixture.isSpeech == isSpeech, "\(entry.id)")
      #expect(isSpeech == fixture.labels.contains { $0.isConsonant }, "\(entry.id)")
      #expect((try corpus.reference(of: entry.id) != nil) == (entry.kind == .mix), "\(entry.id)")
    }
  }

  @Test("the corpus has the voices, noises, mixes and obstruents that it promises")
  func totals() throws {
    let totals = try CorpusInventory(try Self.open()).totals

    #expect(totals.speechItems >= 12)
    #expect(totals.realVoices >= 4)
    #expect(totals.femaleVoices >= 2 && totals.maleVoices >= 2)
    #expect(totals.languages.count >= 2)
    #expect(totals.noiseFixtures >= 8)
    #expect(totals.mixes >= 20)
    #expect(totals.obstruents >= 120)
    #expect(totals.wordFinal >= 60)
    #expect(totals.realObstruents >= 30)
  }

  @Test("every speech item stands at -18, -26 and -34 dBov, and the seed set at -15 dBFS")
  func levels() throws {
    let manifest = try #require(try Self.open().volumes.first).manifest
    for item in manifest.items {
      let levels = manifest.fixtures.filter { $0.item == item.id && $0.noise == nil }
        .compactMap { $0.level?.activeDBOV }
      #expect(Set(levels) == [-18, -26, -34], "\(item.id)")
    }
    #expect(manifest.fixtures.count { $0.level?.clipPeakDBFS == -15 } >= 6)
    #expect(Set(manifest.fixtures.compactMap { $0.noise?.snrDB }) == [0, 10, 20])
    for kind in CorpusManifest.Kind.allCases {
      #expect(manifest.fixtures.contains { $0.kind == kind }, "\(kind)")
    }
  }

  @Test(
    "what no lossy decoder has touched has its samples recorded, so that no machine makes others")
  func recordedSamples() throws {
    let corpus = try Self.open()
    let manifest = try #require(corpus.volumes.first).manifest
    for fixture in manifest.fixtures {
      let sources = fixture.item.flatMap(manifest.item)?.sources ?? []
      let paths = sources.compactMap(manifest.source).compactMap { $0.package?.path ?? $0.file }
      let isLossy = paths.contains { $0.hasSuffix(".ogg") }
      #expect((fixture.sha256?.count == 64) == !isLossy, "\(fixture.id)")
    }
  }

  @Test("a build from nothing gives the same bits twice, on one thread and on several")
  func twice() throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    var digests: [[String]] = []
    for (folder, workers) in zip(folders, [1, 3]) {
      let corpus = try Self.open(cache: FixtureCache(folder: folder.path))
      let ids = corpus.fixtureIDs
      digests.append(
        concurrentMap(ids.count, workers: workers) { index in
          do {
            return try corpus.fixture(ids[index]).sampleDigest
          } catch {
            return "\(error)"
          }
        })
    }

    #expect(!digests[0].isEmpty)
    #expect(digests[0] == digests[1])
    #expect(digests[0].allSatisfy { $0.count == 64 })
  }
}
