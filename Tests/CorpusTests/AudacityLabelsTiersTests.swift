import Testing

@testable import Corpus

@Suite("AudacityLabels and tiers")
struct AudacityLabelsTiersTests {
  private static func tier(_ name: String, _ rows: [(Double, Double, String)]) -> TextGrid.Tier {
    TextGrid.Tier(
      name: name,
      intervals: rows.map {
        TextGrid.Interval(startSeconds: $0.0, endSeconds: $0.1, text: $0.2)
      })
  }

  private static func grid(_ text: String) throws -> TextGrid {
    try AudacityLabels(bytes: Array(text.utf8)).grid(endSeconds: 2, unnamedTier: "label")
  }

  @Test("labels stand as 'tier: text', and empty intervals only where they would be lost")
  func export() throws {
    let grid = try TextGrid(
      endSeconds: 2,
      tiers: [
        Self.tier("word", [(0.25, 0.5, "sit"), (0.5, 0.75, ""), (0.75, 1, "")]),
        Self.tier("pause", []), Self.tier("final-consonant", [(0.4, 0.5, "T")]),
      ],
      pointTiers: [
        TextGrid.PointTier(
          name: "click", points: [TextGrid.Point(seconds: 1, text: "a: b")], tiersAbove: 1)
      ])

    let text = String(decoding: try AudacityLabels(grid).bytes(), as: UTF8.self)

    #expect(
      text == """
        0.250000\t0.500000\tword: sit
        0.500000\t0.750000\tword:\u{20}
        0.750000\t1.000000\tword:\u{20}
        1.000000\t2.000000\tword:\u{20}
        1.000000\t1.000000\tclick: a: b
        0.000000\t2.000000\tpause:\u{20}
        0.400000\t0.500000\tfinal-consonant: T

        """)
    #expect(try Self.grid(text) == grid)
  }

  @Test("export and import give the same grid, to six decimals")
  func roundTrip() throws {
    let end = 2.9912345678901234
    let edges = (0...20).map { end * (Double($0) / 20) }
    let rows = (0..<20).map { (edges[$0], edges[$0 + 1], ["", "a", "", "", " b: "][$0 % 5]) }
    let grid = try TextGrid(
      endSeconds: end,
      tiers: [Self.tier("odd", rows), Self.tier("even", rows.filter { !$0.2.isEmpty })])

    let bytes = try AudacityLabels(grid).bytes()
    let again = try AudacityLabels(bytes: bytes).grid(endSeconds: end, unnamedTier: "x")

    #expect(again.tiers.map(\.name) == grid.tiers.map(\.name))
    for (tier, original) in zip(again.tiers, grid.tiers) {
      #expect(tier.intervals.map(\.text) == original.intervals.map(\.text))
      for (interval, first) in zip(tier.intervals, original.intervals) {
        // Six decimals are rounded to the nearest, which is half a microsecond at most.
        #expect(abs(interval.startSeconds - first.startSeconds) <= 0.5001e-6)
        #expect(abs(interval.endSeconds - first.endSeconds) <= 0.5001e-6)
      }
    }
    // A second trip has nothing left to round.
    #expect(try AudacityLabels(again).bytes() == bytes)
  }

  @Test("a track whose labels name no tier becomes one tier")
  func unnamed() throws {
    let grid = try Self.grid("1\t1.5\thttp://x\n0\t0.5\t12:30\n0.25\t0.25\t\n")

    #expect(
      grid.tiers == [
        Self.tier("label", [(0, 0.5, "12:30"), (0.5, 1, ""), (1, 1.5, "http://x"), (1.5, 2, "")])
      ])
    #expect(grid.pointTiers.map(\.name) == ["label"])
    #expect(grid.pointTiers.map(\.tiersAbove) == [1])
  }

  @Test("labels of one tier may stand in any order, and an empty text may have lost its space")
  func order() throws {
    let grid = try Self.grid("1\t2\tword: b\n0\t1\tword:\n0.5\t1\tvowel: IH\n")

    #expect(
      grid.tiers == [
        Self.tier("word", [(0, 1, ""), (1, 2, "b")]),
        Self.tier("vowel", [(0, 0.5, ""), (0.5, 1, "IH"), (1, 2, "")]),
      ])
  }

  @Test(
    "labels that make no tiers are refused by their line",
    arguments: [
      ("0\t1\tword: a\n\n1\t2\tb\n", .noTier),
      ("0\t1\tword: a\n\n0.5\t2\tword: b\n", .noPlace(tier: "word")),
      ("0\t1\tword: a\n\n1\t2.1\tword: b\n", .noPlace(tier: "word")),
      ("0\t1\tword: a\n\n3\t3\tclick: b\n", .noPlace(tier: "click")),
      ("1\t1\tclick: a\n\n1\t1\tclick: b\n", .noPlace(tier: "click")),
    ] as [(String, AudacityLabels.Fault)])
  func faults(text: String, fault: AudacityLabels.Fault) {
    #expect(throws: LabelFileError.labelTrack(fault, line: 3)) { _ = try Self.grid(text) }
  }

  @Test(
    "a tier that a label track cannot hold is refused by name and number",
    arguments: [
      ("a:b", [(0, 1, "")], .badName, 0), ("", [(0, 1, "")], .badName, 0),
      ("a", [(0, 1, "x\ty")], .badText, 1), ("a", [(0, 1, ""), (1, 2, "x\ny")], .badText, 2),
      ("a", [(0, 1, "x"), (1, 1.0000002, "y")], .tooShort, 2),
    ] as [(String, [(Double, Double, String)], AudacityLabels.TierFault, Int)])
  func tierFaults(
    name: String, rows: [(Double, Double, String)], fault: AudacityLabels.TierFault, number: Int
  ) throws {
    let grid = try TextGrid(endSeconds: 2, tiers: [Self.tier(name, rows)])

    #expect(throws: LabelFileError.tierForAudacity(fault, tier: name, number: number)) {
      _ = try AudacityLabels(grid)
    }
  }

  @Test("two tiers of one name, and a tier of no points, are refused")
  func lostTiers() throws {
    let twins = try TextGrid(endSeconds: 2, tiers: [Self.tier("a", []), Self.tier("a", [])])
    let empty = try TextGrid(
      endSeconds: 2, tiers: [],
      pointTiers: [TextGrid.PointTier(name: "p", points: [], tiersAbove: 0)])

    #expect(throws: LabelFileError.tierForAudacity(.sameName, tier: "a", number: 0)) {
      _ = try AudacityLabels(twins)
    }
    #expect(throws: LabelFileError.tierForAudacity(.noPoints, tier: "p", number: 0)) {
      _ = try AudacityLabels(empty)
    }
  }
}
