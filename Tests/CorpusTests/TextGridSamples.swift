@testable import Corpus

/// Grids, and texts of grids, for tests.
enum SampleGrids {
  /// Every kind of tier and text that a grid can hold.
  static let mixed = TextGrid(
    endSeconds: 2.9912345678901234,
    checked: [
      TextGrid.Tier(
        name: "say \"word\"",
        intervals: [
          TextGrid.Interval(startSeconds: 0, endSeconds: 1.0 / 3, text: ""),
          TextGrid.Interval(
            startSeconds: 1.0 / 3, endSeconds: 0.1 + 0.7, text: "t\u{361}\u{283}\u{2D0}e\u{301}"),
          TextGrid.Interval(startSeconds: 0.1 + 0.7, endSeconds: 1, text: "\"\"!<\u{1F600}>"),
          TextGrid.Interval(
            startSeconds: 1, endSeconds: 2.9912345678901234, text: "\u{301}one\ntwo\t"),
        ]),
      TextGrid.Tier(
        name: "",
        intervals: [TextGrid.Interval(startSeconds: 0, endSeconds: 2.9912345678901234, text: "")]),
    ],
    points: [
      TextGrid.PointTier(name: "first", points: [], tiersAbove: 0),
      TextGrid.PointTier(
        name: "clicks",
        points: [
          TextGrid.Point(seconds: 1e-7, text: ""), TextGrid.Point(seconds: 2.5, text: "0 \" 1"),
        ], tiersAbove: 1),
    ])

  /// The short form of a grid of one second with the tier "word"; each part may be replaced.
  static func short(
    _ start: String = "0\n1\n<exists>", count: String = "2",
    rows: String = "0\n0.5\n\"a\"\n0.5\n1\n\"b\""
  ) -> String {
    """
    "ooTextFile"
    "TextGrid"
    \(start)
    1
    "IntervalTier"
    "word"
    0
    1
    \(count)
    \(rows)

    """
  }
}
