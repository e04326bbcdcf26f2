import Foundation
import Golden
import TestSupport
import Testing

@Suite("Goldens that cannot be written")
struct StoreFailureTests {
  @Test("a folder that is none, or is not there, is an error that names it")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("a file".utf8, "Golden")
    let store = GoldenStore(folder: folder.file("Golden"))

    let sentence = Samples.sentence { () throws(GoldenError) in
      try store.save([GoldenStoreTests.golden("a")])
    }

    #expect(sentence?.contains("'\(folder.file("Golden"))/.lock'") == true)
    let absent = Samples.sentence { () throws(GoldenError) in
      try GoldenStore(folder: folder.file("absent")).save([GoldenStoreTests.golden("a")])
    }
    #expect(absent?.contains("there is no such folder") == true)
    #expect(try folder.names() == ["Golden"])
  }

  @Test("where the anchor cannot be written, the golden is not either")
  func noAnchorFolder() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try folder.write("a file".utf8, "Anchor")

    #expect(throws: GoldenError.self) {
      try store.save([GoldenStoreTests.golden("a", because: "another reason")])
    }

    #expect(try folder.names() == ["Anchor"])
  }

  /// A folder in the place of a file lets everything be written beside, and then stops the move.
  @Test("where one file cannot be moved into its place, those before it are put back")
  func secondMoveFails() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.save([GoldenStoreTests.golden("a")])
    try folder.makeFolder("b.json/inside")
    let names = try folder.names()
    let before = try ["a.json", "Anchor/a.json"].map(folder.state)

    let sentence = Samples.sentence { () throws(GoldenError) in
      try store.save([
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
    try store.save([GoldenStoreTests.golden("a")])
    try folder.makeFolder("Anchor/b.json/inside")
    let names = try folder.names()
    let before = try folder.state("Anchor/a.json")

    #expect(throws: GoldenError.self) {
      try store.makeRelease([
        GoldenStoreTests.golden("a", because: "another reason"), GoldenStoreTests.golden("b"),
      ])
    }

    #expect(try folder.state("Anchor/a.json") == before)
    #expect(try folder.names() == names)
  }

  @Test("of writers at the same time one goes ahead, and the others are told so")
  func concurrentWriters() async throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.save([GoldenStoreTests.golden("a")])

    let written = try await withThrowingTaskGroup(of: [String].self) { group in
      for writer in 0..<4 {
        group.addTask {
          var written: [String] = []
          for turn in 0..<40 {
            do {
              let lock = try store.lock()
              // Under the lock nothing is lost of what the others have added.
              var golden = try #require(try store.golden(of: "a"))
              let because = "\(writer)-\(turn)"
              golden.approvals.append(.init(date: "d", because: because, despite: []))
              try store.write([golden], under: lock)
              written.append(because)
            } catch GoldenError.locked {
              await Task.yield()
            }
          }
          return written
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }

    let last = try #require(try store.golden(of: "a"))
    #expect(last.approvals.dropFirst().map(\.because).sorted() == written.sorted())
    #expect(!written.isEmpty)
    #expect(try folder.names() == ["Anchor", "Anchor/a.json", "a.json"])
  }
}
