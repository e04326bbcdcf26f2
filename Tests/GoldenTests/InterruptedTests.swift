import Foundation
import TestSupport
import Testing

@testable import Golden

/// A process that is killed is played by files that were prepared and not, or not all, moved.
@Suite("Approvals that are interrupted")
struct InterruptedTests {
  private let folder: TemporaryFolder
  private let store: GoldenStore
  private let old = ["a", "b"].map { GoldenStoreTests.golden($0) }
  private let new = ["a", "b"].map { GoldenStoreTests.golden($0, because: "another reason") }

  init() throws {
    folder = try TemporaryFolder()
    store = GoldenStore(folder: folder.path)
    try store.save(old)
    try folder.write("{ \"format\": 1, \"limits\": {} }".utf8, "limits.json")
  }

  @Test("one that stopped before its first move is finished by the next", arguments: 0...2)
  func stopped(moved: Int) throws {
    let names = try folder.names()
    let moves = try prepare()
    for move in moves.prefix(moved) {
      let from = try #require(move.from)
      try #require(rename(folder.file(from), folder.file(move.to)) == 0)
    }

    #expect(throws: GoldenError.interrupted(folder: folder.path)) {
      try store.holdings(of: ["a", "b"])
    }
    _ = try store.lock()

    #expect(try store.holdings(of: ["a", "b"]).goldens == new)
    #expect(try store.holdings(of: ["a", "b"]).anchors == old)
    #expect(try folder.names() == names)
  }

  @Test("what one has left that stopped before its journal is removed by the next")
  func leftOver() throws {
    let names = try folder.names()
    _ = try prepare()
    try FileManager.default.removeItem(atPath: folder.file(".journal"))
    try folder.write([], ".lock")
    #expect(try folder.names().count > names.count + 1)

    #expect(try store.holdings(of: ["a", "b"]).goldens == old)
    _ = try store.lock()

    #expect(try store.holdings(of: ["a", "b"]).goldens == old)
    #expect(try folder.names() == names)
  }

  @Test("files of others that end alike are left alone")
  func otherTemporaries() throws {
    for name in ["notes.tmp", "a.json.tmp", "Anchor/a.json.old.tmp"] { try folder.write([], name) }
    let names = try folder.names()

    _ = try store.lock()

    #expect(try folder.names() == names)
  }

  @Test("a journal that cannot be read is named, and nothing is moved by it")
  func damagedJournal() throws {
    try folder.write("[".utf8, ".journal")

    let sentence = Samples.sentence { () throws(GoldenError) in _ = try store.lock() }

    #expect(sentence?.contains("/.journal' cannot be used") == true)
  }

  @Test("a second lock is refused while the first is held, and given once it is gone")
  func locks() throws {
    do {
      let lock = try store.lock()
      #expect(throws: GoldenError.locked(folder: folder.path)) { _ = try store.lock() }
      try store.write(new, under: lock)
    }
    _ = try store.lock()
    #expect(try store.holdings(of: ["a", "b"]).goldens == new)
  }

  /// Writes the new goldens beside the old ones, and the journal.
  private func prepare() throws -> [FileReplacement.Move] {
    try FileReplacement(folder: folder.path).prepare(
      new.map { ($0.text, "\($0.preset).json") }
    ).forward
  }
}
