/// Why goldens cannot be read, judged or written.
package enum GoldenError: Error, Equatable, Sendable {
  /// A file cannot be understood.
  case damaged(path: String, reason: String)
  /// A file cannot be written.
  case cannotWrite(path: String, reason: String)
  /// An approval is refused.
  case refused(Refusal)

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
    /// Speech is harmed by metrics that were not named.
    case harm(preset: String, metrics: [String])
  }
}

extension GoldenError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let path, let reason):
      """
      The file '\(path)' cannot be used: \(reason). Take it back from version control, or approve \
      again with 'harness accept'.
      """
    case .cannotWrite(let path, let reason):
      "The file '\(path)' cannot be written: \(reason)."
    case .refused(let refusal): refusal.description
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
      "An approval needs a reason: add --because \"...\"."
    case .brokenRun(let preset, let findings):
      """
      '\(preset)' is not approved, because not everything could be measured: \
      \(findings.joined(separator: " "))
      """
    case .partialRun(let preset):
      """
      '\(preset)' is not approved from a part of the fixtures: leave out --fixture.
      """
    case .harm(let preset, let metrics):
      """
      '\(preset)' is not approved, because speech is hurt: if that is intended, add \
      \(metrics.map { "--despite \($0)" }.joined(separator: " ")).
      """
    }
  }
}
