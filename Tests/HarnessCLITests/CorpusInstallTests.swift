import Foundation
import TestSupport
import Testing

@testable import HarnessCLI

@Suite struct CorpusInstallTests {
  private static let notice = "usr/share/doc/key-sounds/copyright"
  private static let paths = FakePack.keys.paths

  @Test("without a name the packs are listed with size, licence, purpose and state")
  func list() throws {
    let clients = try PackClients(.keys)

    let before = try clients.install()
    _ = try clients.install("keys", "--yes")
    let after = try clients.install()

    #expect(before.exitCode == 0)
    #expect(before.output.contains("keys    1.5 MB  not installed, CC0-1.0\n    Proves that keys"))
    #expect(after.output.contains("keys    1.5 MB  installed, CC0-1.0\n"))
  }

  @Test("an installation shows package, version, size and licence, and brings only the recordings")
  func install() throws {
    let clients = try PackClients(.keys)

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 0, "\(said.all)")
    #expect(said.output.contains("key-sounds 1.0 (Debian), 1.5 MB, licence CC0-1.0\n"))
    #expect(said.output.contains("is installed: 2 recordings.\n"))
    #expect(
      said.output.contains(
        "next: harness check --preset denoise --corpus Corpus --corpus Corpus/Packs/keys\n"))
    #expect(try clients.installed() == ([Self.notice] + Self.paths).sorted())
    #expect(try clients.recording(Self.paths[1]) == "the key B")
    #expect(clients.calls().first == "apt-get download -qq key-sounds=1.0")
  }

  @Test("without a terminal and '--yes' nothing is fetched")
  func nobodyToAsk() throws {
    let clients = try PackClients(.keys)

    let said = try clients.install("keys")

    #expect(said.exitCode == 64)
    #expect(said.output.contains("licence CC0-1.0"))
    #expect(said.errors.contains("say '--yes' to install"))
    #expect(clients.calls().isEmpty)
    #expect(try clients.installed() == nil)
  }

  @Test("a pack that nobody knows is a mistake in the words, which names those there are")
  func unknown() throws {
    let said = try PackClients(.keys).install("drums", "--yes")

    #expect(said.exitCode == 64)
    #expect(said.errors.contains("There is no pack 'drums'; there are 'keys'."))
  }

  @Test("what is installed already is not fetched again")
  func twice() throws {
    let clients = try PackClients(.keys)
    _ = try clients.install("keys", "--yes")
    let (calls, files) = (clients.calls(), try clients.workspace.snapshot(of: ".harness"))

    let said = try clients.install("keys")

    #expect(said.exitCode == 0)
    #expect(said.output.contains("is installed already"))
    #expect(clients.calls() == calls)
    #expect(try clients.workspace.snapshot(of: ".harness") == files)
  }

  @Test("a damaged or missing recording is fetched again, from its own package alone")
  func resume() throws {
    var pack = FakePack.keys
    pack.packages.append(.init(name: "pad-sounds", files: [("usr/share/pads/a.wav", "a pad")]))
    let clients = try PackClients(pack)
    _ = try clients.install("keys", "--yes")
    try clients.workspace.write("dust", ".harness/recordings/" + Self.paths[0])
    let count = clients.calls().count

    let said = try clients.install("keys", "--yes")

    #expect(said.output.contains("is installed: 1 recording.\n"))
    #expect(try clients.recording(Self.paths[0]) == "the key A")
    #expect(clients.calls().dropFirst(count).allSatisfy { !$0.contains("pad-sounds") })
  }

  @Test("where the version is gone, the one that is offered will do if its recordings are the same")
  func offeredVersion() throws {
    let clients = try PackClients(.keys)
    try clients.workspace.write("", "store/key-sounds.gone")

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 0, "\(said.all)")
    #expect(clients.calls().prefix(2).last == "apt-get download -qq key-sounds")
  }

  @Test(
    "a recording that is another, or missing, or a link, installs nothing and leaves nothing",
    arguments: [
      (TarArchive([("./" + paths[0], "the key A"), ("./" + paths[1], "the key C")]), "another"),
      (TarArchive([("./" + paths[0], "the key A")]), "does not bring"),
      (TarArchive(link: "./" + paths[0], to: "/etc/hostname"), "does not bring"),
    ])
  func wrong(archive: TarArchive, words: String) throws {
    let clients = try PackClients(.keys)
    try clients.serve(archive.bytes, as: "key-sounds")

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains(words), "\(said.errors)")
    #expect(try clients.installed() == nil)
  }

  @Test(
    "an archive with a file that would lie outside of its folder is not unpacked",
    arguments: ["../../../outside", "usr/../../outside", "/harness-outside"])
  func outside(name: String) throws {
    let clients = try PackClients(.keys)
    let files = zip(Self.paths, ["the key A", "the key B"]).map { ($0, $1) }
    try clients.serve(TarArchive(files + [(name, "out")]).bytes, as: "key-sounds")

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("outside of its folder"))
    #expect(try clients.installed() == nil)
    #expect(try clients.workspace.snapshot().keys.allSatisfy { !$0.hasSuffix("outside") })
  }

  @Test("a client that fails halfway is quoted, and nothing is left")
  func failure() throws {
    let clients = try PackClients(.keys)
    try clients.script(
      "apt-get", "echo half >key-sounds_1.0_all.deb; echo 'E: Connection failed' >&2; exit 100")

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("failed: E: Connection failed. Check the network"))
    #expect(try clients.installed() == nil)
  }

  @Test("a client that is not there is named, and nothing is left", arguments: ["", "/nowhere"])
  func noClient(path: String) throws {
    let clients = try PackClients(.keys)

    let said = try clients.install("keys", "--yes", environment: ["PATH": path])

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("There is no 'apt-get' here"))
    #expect(try clients.installed() == nil)
  }

  @Test(
    "packages of PyPI are fetched without running what they hold", arguments: ["sdist", "wheel"])
  func python(archive: String) throws {
    let files = [("keys-1.0/a.wav", "the key A")]
    let clients = try PackClients(
      FakePack(
        name: "keys",
        packages: [.init(from: "pypi", name: "keys", archive: archive, files: files)]))

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 0, "\(said.all)")
    #expect(
      try clients.installed()
        == ["pypi/keys-1.0/keys-1.0/LICENSE", "pypi/keys-1.0/keys-1.0/a.wav"])
    let call = try #require(clients.calls().first)
    #expect(call.hasSuffix(" keys==1.0") && call.contains(" --no-deps "))
    #expect(call.contains("--no-build-isolation") == (archive == "sdist"))
    #expect(call.contains("--only-binary") == (archive == "wheel"))
  }

  @Test("a file that would be found before the installed one is in the way")
  func shadowed() throws {
    let clients = try PackClients(.keys)
    let path = "recordings/" + Self.paths[0]
    try FileManager.default.createDirectory(
      atPath: (clients.workspace.path(path) as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    try clients.workspace.write("another key", path)

    let said = try clients.install(
      "keys", "--yes",
      environment: ["HARNESS_RECORDINGS": clients.workspace.path("recordings")])

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("move it away"))
    #expect(clients.calls().isEmpty)
  }

  @Test("only one installation works at a time")
  func locked() throws {
    let clients = try PackClients(.keys)
    let root = clients.workspace.path(".harness/recordings")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let lock = open(root, O_RDONLY | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 2)
    #expect(said.errors.contains("Another installation"))
    #expect(clients.calls().isEmpty)
  }
}
