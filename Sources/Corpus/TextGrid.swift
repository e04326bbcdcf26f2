/// Labels as the Praat program keeps them: named tiers of intervals, and of points.
///
/// Source: P. Boersma, D. Weenink, Praat manual, "TextGrid file formats".
package struct TextGrid: Hashable, Sendable {
  /// A span with a text.
  package struct Interval: Hashable, Sendable {
    /// Where it starts.
    package let startSeconds: Double
    /// Where it ends.
    package let endSeconds: Double
    /// What it says; empty where nothing is marked.
    package let text: String

    /// Creates a span.
    package init(startSeconds: Double, endSeconds: Double, text: String) {
      self.startSeconds = startSeconds
      self.endSeconds = endSeconds
      self.text = text
    }
  }

  /// A row of intervals that follow one another without gaps.
  package struct Tier: Hashable, Sendable {
    /// The name of the tier.
    package let name: String
    /// The intervals, in order.
    package let intervals: [Interval]

    /// Creates a row; what it leaves open is filled where it becomes part of a grid.
    package init(name: String, intervals: [Interval]) {
      self.name = name
      self.intervals = intervals
    }
  }

  /// A moment with a text.
  package struct Point: Hashable, Sendable {
    /// Where it lies.
    package let seconds: Double
    /// What it says.
    package let text: String

    /// Creates a moment.
    package init(seconds: Double, text: String) {
      self.seconds = seconds
      self.text = text
    }
  }

  /// A row of moments.
  package struct PointTier: Hashable, Sendable {
    /// The name of the tier.
    package let name: String
    /// The points, in order.
    package let points: [Point]
    /// How many of the grid's interval tiers stand above it.
    package let tiersAbove: Int

    /// Creates a row.
    package init(name: String, points: [Point], tiersAbove: Int) {
      self.name = name
      self.points = points
      self.tiersAbove = tiersAbove
    }
  }

  /// The end of the recording.
  package let endSeconds: Double
  /// The tiers of intervals, in the order of the file.
  package let tiers: [Tier]
  /// The tiers of points, in the order of the file.
  package let pointTiers: [PointTier]

  /// Creates a grid over a recording, and fills what its tiers leave open with empty intervals.
  ///
  /// - Parameters:
  ///   - endSeconds: How long the recording lasts.
  ///   - tiers: Each with its intervals in order, within the recording.
  ///   - pointTiers: Each with its points in order, within the recording.
  package init(
    endSeconds: Double, tiers: [Tier], pointTiers: [PointTier] = []
  ) throws(ParseError) {
    guard Self.isEnd(endSeconds) else { throw .badEnd }
    var whole: [Tier] = []
    for tier in tiers { whole.append(try Self.filled(tier, to: endSeconds)) }
    for tier in whole { try Self.check(tier, endSeconds: endSeconds) }
    for tier in pointTiers { try Self.check(tier, endSeconds: endSeconds) }
    let places = [0] + pointTiers.map(\.tiersAbove) + [tiers.count]
    if let fault = zip(places, places.dropFirst()).enumerated().first(where: { $1.0 > $1.1 }) {
      throw .badPlace(tier: pointTiers[min(fault.offset, pointTiers.count - 1)].name)
    }
    self.init(endSeconds: endSeconds, checked: whole, points: pointTiers)
  }

  /// Creates a grid from tiers that were checked one by one.
  init(endSeconds: Double, checked tiers: [Tier], points pointTiers: [PointTier]) {
    self.endSeconds = endSeconds
    self.tiers = tiers
    self.pointTiers = pointTiers
  }
}
