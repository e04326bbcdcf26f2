import Foundation
import Signal
import TestSupport
import Testing

@testable import Corpus

@Suite struct CorpusPackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ pack: FakePack) throws { try pack.write(toCorpus: folder.path) }

  private func open(_ name: String = "keys") throws(CorpusError) -> CorpusPack {
    try CorpusPack(folder: folder.file("Packs/\(name)"))
  }

  /// Puts the recordings of a pack under a root.
  private func place(_ pack: FakePack, under root: String = "root") throws {
    for package in pack.packages {
      for file in package.files { try place(file.text, package.folder + file.path, under: root) }
    }
  }

  private func place(_ text: String, _ path: String, under root: String = "root") throws {
    let whole = root + "/" + path
    try folder.makeFolder((whole as NSString).deletingLastPathComponent)
    try folder.write(text.utf8, whole)
  }

  @Test("the packs of a corpus come in the order of their names, and a corpus may have none")
  func list() throws {
    #expect(try CorpusPack.all(in: folder.path).isEmpty)
    for name in ["water", "keys"] {
      var pack = FakePack.keys
      pack.name = name
      try write(pack)
    }
    try folder.makeFolder("Packs/no-pack")

    let packs = try CorpusPack.all(in: folder.path)

    #expect(packs.map(\.name) == ["keys", "water"])
    #expect(packs.map(\.megabytes) == [1.5, 1.5])
    #expect(packs[0].licences == ["CC0-1.0"])
    #expect(packs[0].summary == "Proves that keys can be heard.")
  }

  @Test(
    "what other programs could misread, or nobody can fetch, is a named fault",
    arguments: [
      ("\"version\": \"1.0\"", "\"version\": \"-o x\"", "a name or a version that none has"),
      ("\"version\": \"1.0\"", "\"version\": \"1 x\"", "a name or a version that none has"),
      ("\"format\": 1", "\"format\": 2", "it is of format 2, and this version reads format 1"),
      ("\"name\": \"keys\"", "\"name\": \"other\"", "its folder is not"),
      ("\"from\": \"debian\"", "\"from\": \"ftp\"", "which is neither 'debian' nor 'pypi'"),
      ("\"from\": \"debian\"", "\"from\": \"pypi\"", "needs an 'archive'"),
      ("\"licence\": \"CC0-1.0\"", "\"licence\": \"\"", "its 'licence'"),
      ("\"name\": \"key-sounds\"", "\"name\": \"keys\"", "a package or version that it does not"),
      ("\"summary\"", "\"purpose\"", "the keys and values"),
    ])
  func description(old: String, new: String, fault: String) throws {
    let pack = FakePack.keys
    try write(pack)
    #expect(pack.description.contains(old))
    try folder.write(
      pack.description.replacingOccurrences(of: old, with: new).utf8, "Packs/keys/pack.json")

    let error = #expect(throws: CorpusError.self) { try open() }

    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "no error")")
  }

  @Test(
    "a recording's path may not be a pattern, an option or a way out",
    arguments: ["usr/*.wav", "-rf/a.wav", "usr/a\\nb.wav", "usr/[a].wav", "../a.wav"])
  func paths(path: String) throws {
    try write(FakePack(name: "keys", packages: [.init(name: "key-sounds", files: [(path, "A")])]))

    #expect(throws: CorpusError.self) { try open() }
  }

  @Test("a recording of PyPI lies in the folder of its package")
  func pythonPath() throws {
    let files = [("keys-1.0/a.wav", "A")]
    let package = FakePack.Package(from: "pypi", name: "keys", archive: "sdist", files: files)
    let pack = FakePack(name: "keys", packages: [package])
    try write(pack)
    #expect(try open().recordings(under: []).map(\.path) == ["pypi/keys-1.0/keys-1.0/a.wav"])

    try folder.write(
      pack.manifest.replacingOccurrences(of: "pypi/keys-1.0/", with: "pypi/other-1.0/").utf8,
      "Packs/keys/manifest.json")

    #expect(throws: CorpusError.self) { try open() }
  }

  @Test("the first root that has a file decides whether a recording is there")
  func presence() throws {
    try write(.keys)
    let pack = try open()
    let (first, second) = (folder.file("first"), folder.file("second"))
    #expect(pack.recordings(under: [first, second]).map(\.presence) == [.missing, .missing])

    try place(.keys, under: "second")
    try place("another key", FakePack.keys.paths[0], under: "first")

    #expect(
      pack.recordings(under: [first, second]).map(\.presence)
        == [.changed(root: first), .present(root: second)])
    #expect(pack.recordings(under: [second]).map(\.isPresent) == [true, true])
  }

  @Test("removing takes what only this pack uses, with its licence and its empty folders")
  func remove() throws {
    try write(.keys)
    try place(.keys)
    try place("take it", "usr/share/doc/key-sounds/copyright")
    try place("of somebody else", "usr/share/keys/c.wav")

    let removed = try open().removeRecordings(from: folder.file("root"), keeping: [])

    #expect(removed == FakePack.keys.paths + ["usr/share/doc/key-sounds/copyright"])
    #expect(
      try folder.names().filter { $0.hasPrefix("root/") }
        == ["root/usr", "root/usr/share", "root/usr/share/keys", "root/usr/share/keys/c.wav"])
  }

  @Test("what another pack uses, too, stays, and so does the licence of its package")
  func removeShared() throws {
    var other = FakePack.keys
    other.name = "other"
    other.packages[0].files.removeFirst()
    try write(.keys)
    try write(other)
    try place(.keys)
    try place("take it", "usr/share/doc/key-sounds/copyright")

    let removed = try open().removeRecordings(
      from: folder.file("root"), keeping: [try open("other").manifest])

    #expect(removed == [FakePack.keys.paths[0]])
    #expect(try open("other").recordings(under: [folder.file("root")]).map(\.isPresent) == [true])
  }

  @Test("what is not there needs no removing")
  func removeNothing() throws {
    try write(.keys)

    #expect(try open().removeRecordings(from: folder.file("root"), keeping: []).isEmpty)
  }
}
