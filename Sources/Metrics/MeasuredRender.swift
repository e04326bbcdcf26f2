/// The readings of one render, with what they were taken from.
package struct MeasuredRender: Sendable {
  /// The id of the fixture.
  package var fixture: String
  /// The digest of the fixture; empty where it could not be built.
  package var fixtureDigest: String
  /// The digest of the render's samples; empty where there is none.
  package var renderDigest: String
  /// What was measured, sorted by name.
  package var readings: [Reading]
  /// What there was too little material for.
  package var uncertain: [UncertainReading]
  /// How far the render is from the approved one: zeros where both have the same numbers.
  package var deltas: [Reading]
  /// What could not be done, a sentence each.
  package var failures: [String]

  /// Creates a record.
  package init(
    fixture: String, fixtureDigest: String, renderDigest: String, readings: [Reading],
    uncertain: [UncertainReading] = [], deltas: [Reading], failures: [String]
  ) {
    self.fixture = fixture
    self.fixtureDigest = fixtureDigest
    self.renderDigest = renderDigest
    self.readings = readings
    self.uncertain = uncertain
    self.deltas = deltas
    self.failures = failures
  }
}
