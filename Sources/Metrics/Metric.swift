import Signal

/// Something that is measured on a render: audio in, readings out.
///
/// A metric is added with one file and one line in `MetricBank.standard`.
package protocol Metric: Sendable {
  /// What is measured.
  var description: MetricDescription { get }

  /// Whether the recordings hold what the metric is about.
  ///
  /// The answer depends on the reference and the facts about the render, never on its samples: a
  /// broken render cannot talk itself out of a measurement.
  func isApplicable(to analysis: Analysis) -> Bool

  /// Reads the values, one or more; asked only where the metric is applicable.
  func readings(of analysis: Analysis) throws(MetricError) -> [Reading]
}

extension Metric {
  package func isApplicable(to analysis: Analysis) -> Bool { true }

  /// A reading of this metric.
  func reading(
    _ value: Double, of subject: String? = nil, at place: Place? = nil,
    from material: MetricMaterial? = nil
  ) -> Reading {
    Reading(
      metric: description, subject: subject, value: value, place: place, material: material)
  }

  /// Refuses to give a number that rests on less than some amount of something.
  func require(
    _ kind: MetricMaterial.Kind, _ amount: Double, atLeast needed: Double
  ) throws(MetricError) -> MetricMaterial {
    let material = MetricMaterial(kind, amount)
    guard amount >= needed else {
      throw .tooLittle(metric: description.id, material: material, neededAmount: needed)
    }
    return material
  }
}
