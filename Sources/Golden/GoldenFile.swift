package import Presets

/// The approved readings of one preset, with the numbers they belong to.
///
/// The file is `Golden/<preset-id>.json`, format 1: sorted keys, one reading a line, three
/// decimals, `"-inf"` and `"inf"` as texts. No audio is kept: the numbers make it again.
package struct GoldenFile: Hashable, Sendable {
  /// The format that this code reads and writes.
  package static let currentFormat = 1

  /// Who said yes to what, when.
  package struct Approval: Codable, Hashable, Sendable {
    /// The day, as year-month-day.
    package var date: String
    /// The reason, in the approver's words.
    package var because: String
    /// The metrics that the approver named as harmed, and accepted.
    package var despite: [String]

    /// Creates an approval.
    package init(date: String, because: String, despite: [String]) {
      self.date = date
      self.because = because
      self.despite = despite
    }
  }

  /// The readings of one fixture.
  package struct Entry: Hashable, Sendable {
    /// The digest of the fixture that was rendered.
    package var fixtureDigest: String
    /// The digest of the render: a hint that the sound is the same to the bit, never a verdict.
    package var renderDigest: String
    /// The readings by name, rounded to what the file holds.
    package var readings: [String: Double]

    /// Creates an entry.
    package init(fixtureDigest: String, renderDigest: String, readings: [String: Double]) {
      self.fixtureDigest = fixtureDigest
      self.renderDigest = renderDigest
      self.readings = readings
    }
  }

  /// The id of the preset.
  package var preset: String
  /// The approvals, oldest first.
  package var approvals: [Approval]
  /// The preset's settings when it was approved.
  package var numbers: [PresetEntry]
  /// The versions of the metrics, by id.
  package var metricVersions: [String: Int]
  /// The readings by fixture.
  package var fixtures: [String: Entry]

  /// Creates a golden.
  package init(
    preset: String, approvals: [Approval], numbers: [PresetEntry], metricVersions: [String: Int],
    fixtures: [String: Entry]
  ) {
    self.preset = preset
    self.approvals = approvals
    self.numbers = numbers
    self.metricVersions = metricVersions
    self.fixtures = fixtures
  }

  /// The approved preset: the candidate's words with the golden's numbers.
  ///
  /// - Returns: The preset, or nil where the numbers do not make one any more.
  package func approvedPreset(like candidate: AudioPreset) -> AudioPreset? {
    var preset = candidate
    let bandKeys = numbers.filter { $0.key.hasPrefix("eqBands.") && $0.key.hasSuffix(".gain") }
    preset.eqBands = bandKeys.map { _ in
      AudioPreset.EQBand(frequency: 1_000, gain: 0, bandwidth: 1)
    }
    // Filled up from the candidate, it would be a sound that nobody has approved.
    guard Set(preset.settableKeys) == Set(numbers.map(\.key)) else { return nil }
    do {
      return try preset.setting(numbers.map { "\($0.key)=\($0.value)" })
    } catch {
      return nil
    }
  }
}
