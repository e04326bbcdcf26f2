import Corpus
import Foundation
import Golden
import Presets
import Runner

/// Where the presets, the corpus and the goldens of a run are.
struct Workspace {
  /// How the tool was called, for the commands that reports name.
  let program: String
  /// The folder that holds `Corpus` and `Golden`.
  let root: String
  /// The environment of the process.
  let environment: [String: String]

  /// Finds the root: the folder named by `HARNESS_ROOT`, or the nearest one at or above the
  /// current folder that holds `Corpus/manifest.json`.
  init(environment: [String: String], currentFolder: String) {
    self.environment = environment
    program = environment["HARNESS_PROGRAM"] ?? "harness"
    if let root = environment["HARNESS_ROOT"], !root.isEmpty {
      self.root = root
      return
    }
    var folder = currentFolder
    while folder != "/", !folder.isEmpty {
      if FileManager.default.fileExists(atPath: folder + "/Corpus/manifest.json") { break }
      folder = (folder as NSString).deletingLastPathComponent
    }
    root = folder.isEmpty || folder == "/" ? currentFolder : folder
  }

  /// Whether the machine is a build server.
  ///
  /// The variable counts when it is set to anything but nothing, "0" or "false".
  var isOnCI: Bool {
    guard let value = environment["CI"]?.lowercased() else { return false }
    return !["", "0", "false"].contains(value)
  }

  /// The roots under which packages may have put their recordings, tried in order.
  var recordingRoots: [String] {
    var roots = [root + "/.harness/recordings", "/"]
    if let root = environment["HARNESS_RECORDINGS"], !root.isEmpty { roots.insert(root, at: 0) }
    return roots
  }

  /// The folder of the project's own corpus.
  var corpusFolder: String { root + "/Corpus" }

  /// Where built fixtures are kept.
  var cache: FixtureCache {
    let folder = environment["HARNESS_CACHE"].flatMap { $0.isEmpty ? nil : $0 }
    return FixtureCache(folder: folder ?? root + "/.harness/corpus")
  }

  /// Where results of earlier runs are kept; nil where nobody can say which code runs.
  var results: ResultCache? {
    let folder = environment["HARNESS_CACHE"].flatMap { $0.isEmpty ? nil : $0 + "/results" }
    return ResultCache(folder: folder ?? root + "/.harness/results")
  }

  /// Opens corpora.
  ///
  /// - Parameter folders: Their folders; none for the project's own.
  func corpus(folders: [String]) throws(CorpusError) -> AudioCorpus {
    try AudioCorpus(
      folders: folders.isEmpty ? [corpusFolder] : folders, recordings: recordingRoots,
      cache: cache)
  }

  /// Names the folder of goldens.
  func goldens(folder: String?) -> GoldenStore {
    GoldenStore(folder: folder ?? root + "/Golden")
  }

  /// Reads the presets.
  func presets(folder: String?) throws(PresetError) -> PresetLibrary {
    guard let folder else { return try PresetLibrary.embedded() }
    return try PresetLibrary.folder(path: folder)
  }
}
