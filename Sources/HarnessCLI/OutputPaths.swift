import Corpus
import Foundation
import Golden
import Presets

/// The files that a run is to write, held against each other and against those that it reads.
struct OutputPaths {
  private let outputs: [(option: String, path: String)]

  /// Collects the files that were asked for; what goes to standard output is none.
  init(_ options: RunOptions) {
    outputs = [
      ("--json", options.jsonPath), ("--junit", options.junitPath),
      ("--markdown", options.markdownPath),
    ].compactMap { option, path in
      guard let path, path != "-" else { return nil }
      return (option, path)
    }
  }

  /// Collects one file that a command is to write; nil for none.
  init(_ option: String, _ path: String?) {
    outputs = path.flatMap { $0 == "-" ? nil : [(option, $0)] } ?? []
  }

  /// Refuses two reports in one file, and a report in the place of what the run reads.
  ///
  /// - Parameter inputs: The files that the run reads.
  func check(against inputs: [String]) throws(UsageError) {
    guard !outputs.isEmpty else { return }
    var taken: [String: String] = [:]
    for input in inputs { taken[Self.identity(input)] = "which the run reads" }
    for (option, path) in outputs where !Self.isStream(path) {
      if let reason = taken.updateValue("where \(option) goes, too", forKey: Self.identity(path)) {
        throw UsageError("'\(option)' would write over '\(path)', \(reason): name another file.")
      }
    }
  }

  /// The files that a run reads.
  static func inputs(
    _ options: RunOptions, presets: [String], corpus: AudioCorpus, in workspace: Workspace
  ) -> [String] {
    let store = workspace.goldens(folder: options.goldenFolder)
    var inputs = [store.limitsPath] + corpus.inputPaths
    inputs += presets.flatMap { [store.path(of: $0), store.path(ofAnchor: $0)] }
    if let folder = options.presetFolder { inputs += presets.map { "\(folder)/\($0).json" } }
    return inputs
  }

  /// What two names of one file have in common, be the file there or not.
  private static func identity(_ path: String) -> String {
    var facts = stat()
    if stat(path, &facts) == 0 { return "\(facts.st_dev) \(facts.st_ino)" }
    let path = FileOutput.destination(of: path)
    let folder = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    guard stat(folder.isEmpty ? "." : folder, &facts) == 0 else {
      return URL(fileURLWithPath: path).standardizedFileURL.path
    }
    return "\(facts.st_dev) \(facts.st_ino) \(name)"
  }

  private static func isStream(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
  }
}
