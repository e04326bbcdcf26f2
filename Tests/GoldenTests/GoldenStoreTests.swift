import Foundation
import Golden
import TestSupport
import Testing

@Suite("The folder of goldens")
struct GoldenStoreTests {
  /// A golden of another preset, with another reading.
  static func golden(_ preset: String, because: String = "the first") -> GoldenFile {
    var golden = Samples.golden()
    golden.preset = preset
    golden.approvals[0].because = because
    return golden
  }

  @Test("what is written is read back, with a first anchor beside it")
  func write() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Golden")
    let store = GoldenStore(folder: folder.file("Golden"))
    var golden = Self.golden("a")
    golden.approvals.append(GoldenFile.Approval(date: "d", because: "more", despite: []))

    try store.save([golden])

    #expect(try store.golden(of: "a") == golden)
    let anchor = try #require(try store.anchor(of: "a"))
    #expect(anchor.fixtures == golden.fixtures)
    #expect(anchor.approvals.map(\.because) == ["more"])
    #expect(
      try folder.names() == [
        "Golden", "Golden/Anchor", "Golden/Anchor/a.json", "Golden/a.json",
      ])
  }

  @Test("every other file keeps its bytes, its time and its place")
  func others() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.save([Self.golden("a"), Self.golden("b")])
    try folder.write("{}".utf8, "limits.json")
    let names = try folder.names()
    let others = ["b.json", "Anchor/a.json", "Anchor/b.json", "limits.json"]
    let before = try others.map(folder.state)
    let golden = try folder.state("a.json")

    try store.save([Self.golden("a", because: "another reason")])
    try store.save([])

    #expect(try others.map(folder.state) == before)
    #expect(try folder.state("a.json") != golden)
    #expect(try folder.names() == names)
  }

  @Test("an approval leaves the anchor alone, and a release moves it")
  func anchors() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    let (first, second) = (Self.golden("a"), Self.golden("a", because: "another reason"))
    try store.save([first])

    try store.save([second])
    #expect(try store.anchor(of: "a") == first)
    let golden = try folder.state("a.json")
    try store.makeRelease([second])

    #expect(try store.anchor(of: "a") == second)
    #expect(try folder.state("a.json") == golden)
    #expect(try folder.names() == ["Anchor", "Anchor/a.json", "a.json"])
  }

  @Test("a golden or an anchor that no preset claims is an orphan")
  func orphans() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.save([Self.golden("a"), Self.golden("c"), Self.golden("b")])
    try folder.write([], "limits.json")
    try folder.write([], ".hidden.json")
    try folder.write([], "README.md")

    #expect(store.orphans(presets: ["a", "b", "c", "d"]) == [])
    #expect(store.orphans(presets: ["b"]) == ["a", "c", "Anchor/a", "Anchor/c"])
    #expect(GoldenStore(folder: folder.file("absent")).orphans(presets: []) == [])
  }

  @Test("an anchor that is lost is not made anew by an approval")
  func lostAnchor() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.save([Self.golden("a")])
    try FileManager.default.removeItem(atPath: folder.file("Anchor/a.json"))

    try store.save([Self.golden("a", because: "another reason")])

    #expect(try store.anchor(of: "a") == nil)
  }

  @Test("a golden that is lost and approved again is held against the anchor that it had")
  func keptAnchor() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try store.save([Self.golden("a")])
    try FileManager.default.removeItem(atPath: folder.file("a.json"))

    try store.save([Self.golden("a", because: "another reason")])

    #expect(try store.anchor(of: "a") == Self.golden("a"))
  }

  @Test("a preset cannot take the place of the limits")
  func presetNamedLimits() throws {
    let folder = try TemporaryFolder()
    let store = GoldenStore(folder: folder.path)
    try folder.write("{ \"format\": 1, \"limits\": {} }".utf8, "limits.json")
    let before = try folder.state("limits.json")

    #expect(throws: GoldenError.self) {
      try store.save([Self.golden("a"), Self.golden("limits")])
    }

    #expect(try folder.state("limits.json") == before)
    #expect(try folder.names() == ["limits.json"])
  }
}
