import Foundation
import Golden
import Testing

@Suite("Goldens that cannot be written")
struct StoreFailureTests {
  @Test("a folder that cannot be made is an error that names the file")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("a file".utf8, "Golden")
    let store = GoldenStore(folder: folder.file("Golden"))

    let sentence = Samples.sentence { () throws(GoldenError) in
      try store.write([GoldenStoreTests.golden("a")])
    }

    #expect(sentence?.contains("'\(folder.file("Golden"))/a.json'") == true)
    #expect(try folder.names() == ["Golden"])
  }

  @Test("where the anchor cannot be written, the golden is not either")
  func noAnchorFolder() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try folder.write("a file".utf8, "Anchor")
    try folder.write(GoldenStoreTests.golden("a").text.utf8, "a.json")
    let before = try folder.state("a.json")

    #expect(throws: GoldenError.self) {
      try store.write([GoldenStoreTests.golden("a", because: "another reason")])
    }

    #expect(try folder.state("a.json") == before)
    #expect(try folder.names() == ["Anchor", "a.json"])
  }

  /// A folder in the place of a file lets everything be written beside, and then stops the move.
  @Test("where one file cannot be moved into its place, those before it are put back")
  func secondMoveFails() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.write([GoldenStoreTests.golden("a")])
    try folder.makeFolder("b.json/inside")
    let names = try folder.names()
    let before = try ["a.json", "Anchor/a.json"].map(folder.state)

    let sentence = Samples.sentence { () throws(GoldenError) in
      try store.write([
        GoldenStoreTests.golden("a", because: "another reason"), GoldenStoreTests.golden("new"),
        GoldenStoreTests.golden("b"),
      ])
    }

    #expect(sentence?.contains("'\(folder.file("b.json"))'") == true)
    #expect(try ["a.json", "Anchor/a.json"].map(folder.state) == before)
    #expect(try folder.names() == names)
  }

  @Test("a release that fails half-way leaves every anchor as it was")
  func releaseFails() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.write([GoldenStoreTests.golden("a")])
    try folder.makeFolder("Anchor/b.json/inside")
    let names = try folder.names()
    let before = try folder.state("Anchor/a.json")

    #expect(throws: GoldenError.self) {
      try store.release([
        GoldenStoreTests.golden("a", because: "another reason"), GoldenStoreTests.golden("b"),
      ])
    }

    #expect(try folder.state("Anchor/a.json") == before)
    #expect(try folder.names() == names)
  }

  /// Whoever comes last wins; a file is never made of two, and readers never find it half-written.
  @Test("writers of one golden at the same time leave one of their files, whole")
  func concurrentWriters() async throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    let goldens = (0..<8).map { index in
      var golden = GoldenStoreTests.golden("a")
      // Of different lengths, so that a mixture of two shows.
      golden.approvals[0].because = String(repeating: "\(index)", count: 20_000 * (index + 1))
      return golden
    }
    try store.write([goldens[0]])

    try await withThrowingTaskGroup(of: Void.self) { group in
      for golden in goldens {
        group.addTask {
          for _ in 0..<20 {
            try store.write([golden])
            _ = try store.golden(of: "a")
          }
        }
      }
      try await group.waitForAll()
    }

    let last = try #require(try store.golden(of: "a"))
    #expect(goldens.contains(last))
    #expect(try folder.names() == ["Anchor", "Anchor/a.json", "a.json"])
  }
}
