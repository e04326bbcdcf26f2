import Foundation
import Testing

@testable import Corpus

@Suite struct ShippedPackTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Corpus").path
  private static let packs = Result { try CorpusPack.all(in: corpus) }

  @Test("every pack of the project is sound as far as that shows without its recordings")
  func packs() throws {
    let packs = try Self.packs.get()

    #expect(packs.count >= 7)
    for pack in packs {
      let corpus = try AudioCorpus(folders: [pack.folder], recordings: [])
      #expect(try CorpusInventory(corpus).fixtures.count == pack.manifest.fixtures.count)
      #expect(CorpusVerifier(corpus).leftovers().isEmpty)
      #expect(FileManager.default.fileExists(atPath: pack.folder + "/README.md"))
    }
  }

  @Test("all packs can be open beside the project's own corpus at the same time")
  func together() throws {
    let folders = [Self.corpus] + (try Self.packs.get()).map(\.folder)

    let corpus = try AudioCorpus(folders: folders, recordings: [])

    #expect(Set(corpus.fixtureIDs).count == corpus.fixtureIDs.count)
  }
}
