/// Why a part of the corpus cannot be used.
package enum CorpusError: Error, Equatable, Sendable {
  /// The manifest is missing or cannot be understood.
  case badManifest(path: String, reason: String)
  /// Two corpora have a fixture of the same name.
  case repeatedFixture(id: String, folders: [String])
  /// No fixture has that name.
  case unknownFixture(id: String, known: [String])
  /// A recording is not on this machine.
  case missingRecording(source: String, package: String, path: String)
  /// A file of the corpus is not there.
  case missingFile(source: String, path: String)
  /// A recording is not the one that the manifest names.
  case changedRecording(source: String, path: String, expected: String, found: String)
  /// A recording cannot be read.
  case unreadableRecording(source: String, reason: String)
  /// A recording's rate, channels or length are not what the manifest says.
  case unexpectedFormat(source: String, expected: String, found: String)
  /// A file of labels is missing or cannot be understood.
  case badLabels(source: String, path: String, reason: String)
  /// What was built is not what the manifest says.
  case changedFixture(id: String, expected: String, found: String)
  /// Nothing is spoken where a level of speech is asked for.
  case noSpeech(item: String)
  /// A file of the user cannot become part of a corpus.
  case cannotAdd(path: String, reason: String)
  /// A name leads to nothing in a corpus.
  case nothingNamed(id: String, folder: String)
  /// A name stands for a fixture and for an item that the fixture is not made of.
  case ambiguous(id: String, folder: String)
  /// A file of a corpus cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The cache takes no file.
  case cannotKeep(folder: String, reason: String)
}

extension CorpusError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badManifest(let path, let reason):
      "The corpus manifest '\(path)' cannot be used: \(reason)."
    case .repeatedFixture(let id, let folders):
      """
      The corpora \(folders.map { "'\($0)'" }.joined(separator: " and ")) both have a fixture \
      '\(id)': give one of them another id.
      """
    case .unknownFixture(let id, let known):
      "There is no fixture '\(id)'; the corpus has \(known.map { "'\($0)'" }.joined(separator: ", "))."
    case .missingRecording(let source, let package, let path):
      """
      The recording '\(source)' (\(path)) is missing: install the package '\(package)' with \
      'scripts/setup', or its pack with 'harness corpus install'.
      """
    case .missingFile(let source, let path):
      "The file '\(path)' of the source '\(source)' is missing: restore it, or remove the source."
    case .changedRecording(let source, let path, let expected, let found):
      """
      The recording '\(source)' (\(path)) is not the one that the manifest names: its SHA-256 is \
      \(found) and not \(expected). Restore it from where it came, or correct the manifest.
      """
    case .unreadableRecording(let source, let reason):
      "The recording '\(source)' cannot be read: \(reason)"
    case .unexpectedFormat(let source, let expected, let found):
      "The recording '\(source)' should be \(expected), but is \(found): correct the manifest."
    case .badLabels(let source, let path, let reason):
      "The labels of '\(source)' (\(path)) cannot be used: \(reason)."
    case .changedFixture(let id, let expected, let found):
      """
      The fixture '\(id)' came out as \(found), but the manifest says \(expected): a source, a \
      generator or the manifest has changed.
      """
    case .noSpeech(let item):
      """
      The item '\(item)' has no active speech whose level could be set: leave out its level, or \
      give it a recording in which somebody speaks.
      """
    case .cannotAdd(let path, let reason):
      "The file '\(path)' cannot be added: \(reason.hasSuffix(".") ? reason : reason + ".")"
    case .nothingNamed(let id, let folder):
      "There is no source, item or fixture '\(id)' in '\(folder)': 'harness corpus list' has them."
    case .ambiguous(let id, let folder):
      """
      '\(id)' is a fixture and another item in '\(folder)': give the fixture or the item another id \
      in the manifest, and remove it by that.
      """
    case .cannotWrite(let path, let reason):
      "The file '\(path)' cannot be written: \(reason)."
    case .cannotKeep(let folder, let reason):
      "Built fixtures cannot be kept in '\(folder)': \(reason)."
    }
  }
}
