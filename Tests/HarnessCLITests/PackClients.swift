import Foundation
import TestSupport

@testable import HarnessCLI

/// A workspace with packs and the clients that fetch their packages: scripts that note their words
/// and serve archives from a folder.
final class PackClients {
  let workspace: SpokenWorkspace

  init(_ packs: FakePack...) throws {
    workspace = try SpokenWorkspace()
    for folder in ["bin", "store"] {
      try FileManager.default.createDirectory(
        atPath: workspace.path(folder), withIntermediateDirectories: true)
    }
    for pack in packs {
      try pack.write(toCorpus: workspace.path("Corpus"))
      for package in pack.packages { try serve(package.tar, as: package.name) }
    }
    try script("apt-get", Self.apt)
    try script("dpkg-deb", "[ \"$1\" = --fsys-tarfile ] && cat \"$2\"")
    try script("python3", Self.pip)
    try script("unzip", Self.unzip)
  }

  /// Serves the package whose version is the wanted one, or any where none is wanted.
  static let apt = """
    for word; do last=$word; done
    name=${last%%=*}
    [ "$last" = "$name" ] || [ ! -e "STORE/$name.gone" ] || { echo "E: no such version" >&2; exit 100; }
    cp "STORE/$name" "${name}_1.0_all.deb"
    """

  /// Serves a source archive or a wheel, and notes whether the build tools are stood in for.
  private static let pip = """
    while [ $# -gt 0 ]; do
      case $1 in --dest) shift; folder=$1 ;; --no-binary) shift; source=1 ;; esac
      last=$1; shift
    done
    name=${last%%==*}
    [ -z "$source" ] || ls "$PYTHONPATH/hatchling/build.py" >/dev/null || exit 1
    mkdir -p "$folder"
    cp "STORE/$name" "$folder/$name-1.0$([ -n "$source" ] && echo .tar.gz || echo -py3-none-any.whl)"
    """

  /// Lists and unpacks what is a tar archive in truth.
  private static let unzip = """
    if [ "$1" = -Z1 ]; then exec tar -tf "$2"; fi
    archive=$3; shift 3
    list=""
    while [ "$1" != -d ]; do list="$list $1"; shift; done
    exec tar -xf "$archive" -C "$2" $list
    """

  /// Serves an archive.
  func serve(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: workspace.path("store/\(name)")))
  }

  /// Puts a client in the place of another; `STORE` is the folder of archives.
  func script(_ name: String, _ body: String) throws {
    let text = """
      #!/bin/sh
      echo "\(name) $*" >>'\(workspace.path("calls"))'
      \(body.replacingOccurrences(of: "STORE", with: workspace.path("store")))

      """
    try workspace.write(text, "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: workspace.path("bin/\(name)"))
  }

  /// The calls of clients so far.
  func calls() -> [String] {
    let data = FileManager.default.contents(atPath: workspace.path("calls")) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The built tool at `corpus install`, ready to run; nobody sits at its terminal.
  func process(
    _ words: [String], environment extra: [String: String] = [:]
  ) throws -> Process {
    let process = workspace.process(["corpus", "install"] + words)
    process.environment = [
      "PATH": "\(workspace.path("bin")):/usr/bin:/bin", "HARNESS_ROOT": workspace.root,
    ].merging(extra) { $1 }
    process.standardInput = FileHandle.nullDevice
    for name in ["stdout", "stderr"] { try workspace.write("", name) }
    process.standardOutput = try handle("stdout")
    process.standardError = try handle("stderr")
    return process
  }

  /// Runs `corpus install` with words.
  func install(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> SpokenWorkspace.Said {
    let process = try process(words, environment: environment)
    try process.run()
    process.waitUntilExit()
    return SpokenWorkspace.Said(
      exitCode: process.terminationStatus, output: try workspace.text("stdout"),
      errors: try workspace.text("stderr"))
  }

  /// The files and folders that installations have made, from the root of recordings; nil where
  /// there is not even the root.
  func installed() throws -> [String]? {
    let root = workspace.path(".harness/recordings")
    guard FileManager.default.fileExists(atPath: workspace.path(".harness")) else { return nil }
    return try FileManager.default.subpathsOfDirectory(atPath: root).sorted().filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
        && (!isFolder.boolValue || path.hasPrefix("."))
    }
  }

  /// The text of an installed recording.
  func recording(_ path: String) throws -> String {
    try workspace.text(".harness/recordings/" + path)
  }

  private func handle(_ name: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: workspace.path(name)))
  }
}
