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

  private static func open() throws -> AudioCorpus {
    var roots = [root + "/.harness/recordings", "/"]
    if let own = ProcessInfo.processInfo.environment["HARNESS_RECORDINGS"], !own.isEmpty {
      roots.insert(own, at: 0)
    }
    return try AudioCorpus(folder: root + "/Corpus", recordings: roots)
  }

  @Test("every fixture builds, in its stated shape, and its labels lie in its audio")
  func builds() throws {
    let corpus = try Self.open()
    #expect(!corpus.manifest.fixtures.isEmpty)
    for entry in corpus.manifest.fixtures {
      let fixture = try corpus.fixture(entry.id)
      #expect(fixture.audio.frameCount == entry.frames, "\(entry.id)")
      #expect(fixture.audio.firstNonFinite == nil, "\(entry.id)")
      // No fixture clips: the mixes add noise to peaks of -15 dBFS.
      #expect(fixture.audio.peak < 1, "\(entry.id)")
      let end = fixture.audio.durationSeconds + 1e-6
      for label in fixture.labels {
        #expect(label.startSeconds >= 0 && label.endSeconds <= end, "\(entry.id): \(label)")
        #expect(label.startSeconds < label.endSeconds, "\(entry.id): \(label)")
      }
      let isSpeech = entry.kind == .speech || entry.kind == .mix
      #expect(fixture.isSpeech == isSpeech, "\(entry.id)")
      #expect(isSpeech == fixture.labels.contains { $0.isConsonant }, "\(entry.id)")
    }
  }

  @Test("there are clean voices at both levels, silence, rumble, hiss and mixes")
  func kinds() throws {
    let fixtures = try Self.open().manifest.fixtures
    let speech = fixtures.filter { $0.kind == .speech }

    #expect(speech.count >= 12)
    #expect(speech.count { $0.level == "reference" } == speech.count { $0.level == "quiet" })
    for kind in [CorpusManifest.Kind.silence, .rumble, .hiss, .mix] {
      #expect(fixtures.count { $0.kind == kind } >= 2, "\(kind)")
    }
  }

  @Test("every recording is used, and comes with its package, its licence and its labels")
  func sources() throws {
    let manifest = try Self.open().manifest
    let used = Set(manifest.fixtures.flatMap { $0.recipe.sequence?.sources ?? [] })
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.root + "/Corpus/Labels")

    #expect(Set(manifest.sources.map(\.id)) == used)
    #expect(
      Set(files.filter { $0.hasSuffix(".TextGrid") }.map { "Labels/\($0)" })
        == Set(manifest.sources.map(\.labels)))
    for source in manifest.sources {
      #expect(!source.package.isEmpty && !source.packageVersion.isEmpty && !source.licence.isEmpty)
      #expect(source.sha256.count == 64, "\(source.id)")
    }
  }

  @Test("every generated fixture has its samples recorded, so that no machine makes others")
  func recordedSamples() throws {
    let generated = try Self.open().manifest.fixtures.filter { $0.recipe.generator != nil }

    #expect(generated.count >= 6)
    // Building them compares the samples.
    #expect(generated.allSatisfy { $0.sha256?.count == 64 })
  }

  @Test("digital silence is silent, and a noise has its stated level")
  func levels() throws {
    let corpus = try Self.open()
    for entry in corpus.manifest.fixtures {
      guard let generator = entry.recipe.generator else { continue }
      let samples = try corpus.fixture(entry.id).audio.channels[0]
      let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
      guard let level = generator.rmsDBFS else {
        #expect(power == 0, "\(entry.id)")
        continue
      }
      #expect(abs(Decibels(power: power).value - level) <= 0.01, "\(entry.id)")
    }
  }

  @Test("a fixture is the same to the bit when it is built again")
  func twice() throws {
    let corpus = try Self.open()
    let (one, two) = (
      try corpus.fixture("reader-in-hiss-20db"), try corpus.fixture("reader-in-hiss-20db")
    )

    #expect(firstDifference(one.audio, two.audio) == nil)
    #expect(one.digest == two.digest)
  }
}
