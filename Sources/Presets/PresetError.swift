/// Everything that is wrong with preset files, or with changes asked of a preset.
package struct PresetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, at least one, in the order in which they were found.
  package let faults: [PresetFault]

  /// One sentence a line.
  package var description: String {
    faults.map(\.description).joined(separator: "\n")
  }

  init(_ faults: [PresetFault]) {
    precondition(!faults.isEmpty, "an error holds at least one fault")
    self.faults = faults
  }

  init(_ place: String?, _ problem: PresetFault.Problem) {
    self.init([PresetFault(place: place, problem: problem)])
  }
}

/// One thing that is wrong, and what would be right.
package struct PresetFault: Hashable, Sendable, CustomStringConvertible {
  /// What can be wrong.
  package enum Problem: Hashable, Sendable {
    case noFolder(reason: String)
    case noFiles
    case unreadable(reason: String)
    case syntax(line: Int, column: Int, expected: String, found: String)
    case missingKey(key: String, mustBe: String)
    case unknownKey(key: String, slips: [String], keys: [String])
    case repeatedKey(key: String, count: Int)
    case wrongValue(key: String, value: String, mustBe: String)
    case clash(key: String, value: String, other: String, otherFile: String)
    case notAnAssignment
    case notSettable(key: String, preset: String, keys: [String])
    case noSuchPreset(id: String, slips: [String], ids: [String])
  }

  /// The file or the assignment that holds the fault; nil when it is neither.
  package let place: String?
  /// What is wrong.
  package let problem: Problem

  package var description: String {
    place.map { "\($0): \(sentence)" } ?? sentence
  }

  private var sentence: String {
    switch problem {
    case .noFolder(let reason):
      "the folder of presets cannot be read: \(reason)."
    case .noFiles:
      "the folder holds no preset, but must hold at least one file named <id>.json."
    case .unreadable(let reason):
      "the file cannot be read: \(reason)."
    case .syntax(let line, let column, let expected, let found):
      "line \(line), column \(column) has \(found), but must have \(expected)."
    case .missingKey(let key, let mustBe):
      "'\(key)' is missing, but must be \(mustBe)."
    case .unknownKey(let key, let slips, let keys) where slips.isEmpty:
      "'\(key)' is not a key here; the keys are \(quoted(keys, last: "and"))."
    case .unknownKey(let key, let slips, _):
      "'\(key)' is not a key here; did you mean \(quoted(slips, last: "or"))?"
    case .repeatedKey(let key, let count):
      "'\(key)' is given \(count) times, but must be given once."
    case .wrongValue(let key, let value, let mustBe):
      "'\(key)' is \(value), but must be \(mustBe)."
    case .clash(let key, let value, let other, let otherFile):
      """
      '\(key)' is '\(value)', but must differ from '\(other)' of \(otherFile) by more than \
      case, spaces and hyphens.
      """
    case .notAnAssignment:
      "the change has no '=', but must be KEY=VALUE, such as expansionThreshold=-28."
    case .notSettable(let key, let preset, let keys):
      """
      '\(key)' is not a key that can be set in '\(preset)'; the keys, the nearest first, are \
      \(keys.joined(separator: ", ")).
      """
    case .noSuchPreset(let id, let slips, let ids) where slips.isEmpty:
      "there is no preset '\(id)'; the presets are \(ids.joined(separator: ", "))."
    case .noSuchPreset(let id, let slips, let ids):
      """
      there is no preset '\(id)' (did you mean \(quoted(slips, last: "or"))?); the presets are \
      \(ids.joined(separator: ", ")).
      """
    }
  }

  private func quoted(_ words: [String], last: String) -> String {
    let quoted = words.map { "'\($0)'" }
    guard quoted.count > 1, let end = quoted.last else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) \(last) \(end)"
  }
}
