/// Why a part of the corpus cannot be used.
package enum CorpusError: Error, Equatable, Sendable {
  /// The manifest is missing or cannot be understood.
  case badManifest(path: String, reason: String)
  /// No fixture has that name.
  case unknownFixture(id: String, known: [String])
  /// A recording is not on this machine.
  case missingRecording(source: String, package: String, path: String)
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
}

extension CorpusError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badManifest(let path, let reason):
      "The corpus manifest '\(path)' cannot be used: \(reason)."
    case .unknownFixture(let id, let known):
      "There is no fixture '\(id)'; the corpus has \(known.map { "'\($0)'" }.joined(separator: ", "))."
    case .missingRecording(let source, let package, let path):
      """
      The recording '\(source)' (\(path)) is missing: install the package '\(package)', for \
      example with 'scripts/setup'.
      """
    case .changedRecording(let source, let path, let expected, let found):
      """
      The recording '\(source)' (\(path)) is not the one that the manifest names: its SHA-256 is \
      \(found) and not \(expected). Reinstall its package, or correct the manifest.
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
    }
  }
}
