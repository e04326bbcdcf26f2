/// Why goldens cannot be read, judged or written.
package enum GoldenError: Error, Equatable, Sendable {
  /// A file cannot be used.
  case damaged(path: String, reason: String, Advice)
  /// A file cannot be written.
  case cannotWrite(path: String, reason: String)
  /// Another approval holds the goldens of the folder.
  case locked(folder: String)
  /// An approval stopped while it put new files into the places of old ones.
  case interrupted(folder: String)
  /// An approval is refused.
  case refused(Refusal)

  /// What helps where a file cannot be used.
  package enum Advice: Equatable, Sendable {
    /// A golden that is damaged.
    case golden
    /// An anchor that is damaged.
    case anchor
    /// Limits that are missing.
    case limits
    /// Limits that say what cannot be meant.
    case slip
    /// Something that cannot be read as a file.
    case access
    /// A pointer in the place of the file.
    case pointer
  }

  /// Why an approval is refused.
  package enum Refusal: Equatable, Sendable {
    /// The machine is a build server: nobody there has listened.
    case onCI
    /// No reason was given.
    case noReason
    /// Something in the run could not be measured.
    case brokenRun(preset: String, findings: [String])
    /// Only a part of the fixtures was run.
    case partialRun(preset: String)
    /// The golden has fixtures that the corpus has not.
    case lostFixtures(preset: String, fixtures: [String])
    /// There is a golden, but nothing that says what the last release was.
    case lostAnchor(preset: String)
    /// Speech is harmed by metrics that were not named.
    case harm(preset: String, metrics: [String])
  }
}

extension GoldenError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let path, let reason, let advice):
      "The file '\(path)' cannot be used: \(reason). \(advice.description)"
    case .cannotWrite(let path, let reason):
      "The file '\(path)' cannot be written: \(reason)."
    case .locked(let folder):
      "Another approval is running on '\(folder)': wait until it has ended."
    case .interrupted(let folder):
      """
      An approval stopped while it was replacing the goldens in '\(folder)': run 'harness accept' \
      again, which finishes what was begun.
      """
    case .refused(let refusal): refusal.description
    }
  }
}

extension GoldenError.Advice: CustomStringConvertible {
  package var description: String {
    switch self {
    case .golden:
      """
      Take it back from version control; where there is none to take, remove the file and approve \
      the preset again with 'harness accept'.
      """
    case .anchor:
      """
      Take it back from version control; where there is none to take, make the present goldens the \
      anchors with 'harness accept --release'.
      """
    case .limits:
      "Take it back from version control: every folder of goldens needs one."
    case .slip:
      "Mend it, or take it back from version control."
    case .access:
      "Make it a file that can be read, or take it back from version control."
    case .pointer:
      "Fetch the file itself from version control with 'git lfs pull'."
    }
  }
}

extension GoldenError.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .onCI:
      """
      Nothing is approved on a build server (the variable CI is set): run 'harness accept' where \
      somebody can listen.
      """
    case .noReason:
      "An approval needs a reason in words: add --because and say why the change is wanted."
    case .brokenRun(let preset, let findings):
      """
      '\(preset)' is not approved, because not everything could be measured: \
      \(findings.joined(separator: " "))
      """
    case .partialRun(let preset):
      """
      '\(preset)' is not approved from a part of the fixtures: leave out --fixture.
      """
    case .lostFixtures(let preset, let fixtures):
      """
      '\(preset)' is not approved, because its golden has fixtures that the corpus does not hold: \
      bring them back, or give them up with \
      \(fixtures.map { "--without-fixture \($0)" }.joined(separator: " ")).
      """
    case .lostAnchor(let preset):
      "'\(preset)' is not approved. \(Comparer.lostAnchor(of: preset))"
    case .harm(let preset, let metrics):
      """
      '\(preset)' is not approved, because speech is hurt: if that is intended, add \
      \(metrics.map { "--despite \($0)" }.joined(separator: " ")).
      """
    }
  }
}
