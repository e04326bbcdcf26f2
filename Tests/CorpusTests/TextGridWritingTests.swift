import Testing

@testable import Corpus

@Suite("TextGrid writing")
struct TextGridWritingTests {
  private static func tier(_ edges: [(Double, Double)]) -> TextGrid.Tier {
    TextGrid.Tier(
      name: "word",
      intervals: edges.map { TextGrid.Interval(startSeconds: $0.0, endSeconds: $0.1, text: "x") })
  }

  @Test("the long and the short form stand as Praat writes them")
  func forms() throws {
    let grid = try TextGrid(
      endSeconds: 1, tiers: [Self.tier([(0.25, 1)])],
      pointTiers: [
        TextGrid.PointTier(
          name: "p", points: [TextGrid.Point(seconds: 0.5, text: "a\"b")], tiersAbove: 1)
      ])

    #expect(
      grid.text(.short) == """
        File type = "ooTextFile"
        Object class = "TextGrid"

        0
        1
        <exists>
        2
        "IntervalTier"
        "word"
        0
        1
        2
        0
        0.25
        ""
        0.25
        1
        "x"
        "TextTier"
        "p"
        0
        1
        1
        0.5
        "a""b"

        """)
    #expect(
      grid.text(.long).hasSuffix(
        """
            item [2]:
                class = "TextTier"
                name = "p"
                xmin = 0
                xmax = 1
                points: size = 1
                points [1]:
                    number = 0.5
                    mark = "a""b"

        """))
  }

  @Test(
    "every number reads back as the same number",
    arguments: [
      1e-300, .leastNonzeroMagnitude, 1e-7, 0.1 + 0.2, 1.0 / 3, 123_456.789, 1e21, 1e300,
    ],
    [
      TextGrid.Form.long, .short,
    ])
  func numbers(edge: Double, form: TextGrid.Form) throws {
    let point = TextGrid.Point(seconds: edge, text: "")
    let grid = try TextGrid(
      endSeconds: max(1, edge), tiers: [],
      pointTiers: [TextGrid.PointTier(name: "p", points: [point], tiersAbove: 0)])

    #expect(try TextGrid(bytes: grid.bytes(form)) == grid)
  }

  @Test("what a tier leaves open is filled with empty intervals")
  func filling() throws {
    let grid = try TextGrid(
      endSeconds: 1, tiers: [Self.tier([(0.1, 0.2), (0.2, 0.3), (0.5, 0.9)]), Self.tier([])])

    #expect(grid.tiers[0].intervals.map(\.startSeconds) == [0, 0.1, 0.2, 0.3, 0.5, 0.9])
    #expect(grid.tiers[0].intervals.map(\.endSeconds) == [0.1, 0.2, 0.3, 0.5, 0.9, 1])
    #expect(grid.tiers[0].intervals.map(\.text) == ["", "x", "x", "", "x", ""])
    #expect(
      grid.tiers[1].intervals
        == [TextGrid.Interval(startSeconds: 0, endSeconds: 1, text: "")])
  }

  @Test(
    "intervals out of order, or out of the recording, are refused by their number",
    arguments: [
      [(0.1, 0.2), (0.15, 0.3)], [(0.1, 0.2), (0, 0.05)], [(0.1, 0.2), (0.3, 0.3)],
      [(0.1, 0.2), (0.5, 0.4)], [(0.1, 0.2), (0.5, 1.1)], [(0.1, 0.2), (.nan, 0.4)],
      [(0.1, 0.2), (0.3, .infinity)], [(0.1, 0.2), (0.3, .nan)],
    ])
  func order(edges: [(Double, Double)]) {
    #expect(throws: TextGrid.ParseError.badOrder(tier: "word", interval: 2)) {
      _ = try TextGrid(endSeconds: 1, tiers: [Self.tier(edges)])
    }
  }

  @Test("an end that is no time above zero is refused", arguments: [0, -1, .nan, .infinity, 1e-9])
  func end(seconds: Double) {
    #expect(throws: TextGrid.ParseError.badEnd) {
      _ = try TextGrid(endSeconds: seconds, tiers: [])
    }
  }

  @Test("a text that Praat would change is refused", arguments: ["a\0", "\r\n", "\r"])
  func text(text: String) {
    let interval = TextGrid.Interval(startSeconds: 0, endSeconds: 1, text: text)

    #expect(throws: TextGrid.ParseError.badText(tier: "t", number: 1)) {
      _ = try TextGrid(endSeconds: 1, tiers: [TextGrid.Tier(name: "t", intervals: [interval])])
    }
    #expect(throws: TextGrid.ParseError.badText(tier: text, number: 0)) {
      _ = try TextGrid(endSeconds: 1, tiers: [TextGrid.Tier(name: text, intervals: [])])
    }
  }

  @Test(
    "points that run backwards, share a time or leave the recording are refused by their number",
    arguments: [[0.5, 0.4], [0.5, 0.5], [0.5, 1.1], [0.5, .nan], [0.5, -.infinity]])
  func points(times: [Double]) {
    let points = times.map { TextGrid.Point(seconds: $0, text: "") }

    #expect(throws: TextGrid.ParseError.badPoint(tier: "p", point: 2)) {
      _ = try TextGrid(
        endSeconds: 1, tiers: [],
        pointTiers: [TextGrid.PointTier(name: "p", points: points, tiersAbove: 0)])
    }
  }

  @Test(
    "point tiers keep their places among the others", arguments: [[0, 0, 1, 2], [1, 2, 2, 2]])
  func places(places: [Int]) throws {
    let grid = try TextGrid(
      endSeconds: 1, tiers: [Self.tier([]), Self.tier([])],
      pointTiers: places.map { TextGrid.PointTier(name: "p\($0)", points: [], tiersAbove: $0) })

    #expect(try TextGrid(bytes: grid.bytes()).pointTiers.map(\.tiersAbove) == places)
    #expect(try TextGrid(bytes: grid.bytes()) == grid)
  }

  @Test("a place that no tier has is refused", arguments: [[3], [-1], [1, 0]])
  func badPlaces(places: [Int]) {
    #expect(throws: TextGrid.ParseError.badPlace(tier: "p\(places.count)")) {
      _ = try TextGrid(
        endSeconds: 1, tiers: [Self.tier([]), Self.tier([])],
        pointTiers: places.indices.map {
          TextGrid.PointTier(name: "p\($0 + 1)", points: [], tiersAbove: places[$0])
        })
    }
  }
}
