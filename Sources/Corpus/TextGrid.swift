/// Labels as the Praat program keeps them: named tiers of intervals.
///
/// Source: P. Boersma, D. Weenink, Praat manual, "TextGrid file formats"; the long and the short
/// text format are read.
package struct TextGrid: Hashable, Sendable {
  /// A span with a text.
  package struct Interval: Hashable, Sendable {
    /// Where it starts.
    package let startSeconds: Double
    /// Where it ends.
    package let endSeconds: Double
    /// What it says; empty where nothing is marked.
    package let text: String
  }

  /// A row of intervals that follow one another without gaps.
  package struct Tier: Hashable, Sendable {
    /// The name of the tier.
    package let name: String
    /// The intervals, in order.
    package let intervals: [Interval]
  }

  /// Why a text is no TextGrid.
  package enum ParseError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The first lines do not say that this is one.
    case notATextGrid
    /// Something else stands, or the text ends, where this must stand.
    case unexpected(String)
    /// There is text after the last tier.
    case goesOn
    /// The intervals do not reach from the start of the recording to its end.
    case notWhole(tier: String)
    /// Intervals overlap, leave a gap, or run backwards.
    case badOrder(tier: String, interval: Int)

    package var description: String {
      switch self {
      case .notATextGrid: "it does not start like a TextGrid"
      case .unexpected(let what): "it is cut short or damaged, \(what) is missing"
      case .goesOn: "it goes on after its last tier"
      case .notWhole(let tier):
        "the intervals of tier '\(tier)' do not reach from 0 s to the end of the recording"
      case .badOrder(let tier, let interval):
        "interval \(interval) of tier '\(tier)' does not follow on the one before it"
      }
    }
  }

  /// How far apart two edges may lie that are one.
  private static let rounding = 1e-6

  /// The end of the recording.
  package let endSeconds: Double
  /// The tiers, in the order of the file.
  package let tiers: [Tier]

  /// Reads a TextGrid from its text.
  package init(parsing text: String) throws(ParseError) {
    var tokens = Tokens(text)
    guard try tokens.string("the file type") == "ooTextFile",
      try tokens.string("the object class") == "TextGrid"
    else { throw .notATextGrid }
    guard try tokens.number("the start time") == 0 else {
      throw .unexpected("the start time of 0 s")
    }
    endSeconds = try tokens.number("the end time")
    var tiers: [Tier] = []
    for _ in 0..<(try tokens.count("the number of tiers", upTo: 1_000)) {
      tiers.append(try Self.tier(&tokens, endSeconds: endSeconds))
    }
    self.tiers = tiers
    guard tokens.isAtEnd else { throw .goesOn }
  }

  private static func tier(
    _ tokens: inout Tokens, endSeconds: Double
  ) throws(ParseError) -> Tier {
    guard try tokens.string("a tier's class") == "IntervalTier" else {
      throw .unexpected("an interval tier")
    }
    let name = try tokens.string("a tier's name")
    _ = try tokens.number("a tier's start time")
    _ = try tokens.number("a tier's end time")
    let count = try tokens.count("a tier's number of intervals", upTo: 1_000_000)
    var intervals: [Interval] = []
    for index in 0..<count {
      let start = try tokens.number("an interval's start")
      let end = try tokens.number("an interval's end")
      let text = try tokens.string("an interval's text")
      guard start < end, intervals.last.map({ abs($0.endSeconds - start) < rounding }) ?? true
      else { throw .badOrder(tier: name, interval: index + 1) }
      intervals.append(Interval(startSeconds: start, endSeconds: end, text: text))
    }
    guard let first = intervals.first, abs(first.startSeconds) < rounding,
      let last = intervals.last, abs(last.endSeconds - endSeconds) < rounding
    else { throw .notWhole(tier: name) }
    return Tier(name: name, intervals: intervals)
  }

  /// The quoted strings and the bare numbers of a text; the words around them are for people.
  private struct Tokens {
    // Scalars, because a quotation mark and an accent after it are one character.
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = Substring(text).unicodeScalars }

    var isAtEnd: Bool { rest.allSatisfy(\.properties.isWhitespace) }

    mutating func string(_ what: String) throws(ParseError) -> String {
      rest = rest.drop { $0 != "\"" }
      guard !rest.isEmpty else { throw .unexpected(what) }
      rest.removeFirst()
      var value = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        if scalar != "\"" {
          value.append(scalar)
        } else if rest.first == "\"" {
          value.append(scalar)
          rest.removeFirst()
        } else {
          return String(value)
        }
      }
      throw .unexpected(what)
    }

    mutating func number(_ what: String) throws(ParseError) -> Double {
      while let scalar = rest.first, scalar != "\"" {
        let word = rest.prefix { !$0.properties.isWhitespace && $0 != "\"" }
        rest.removeFirst(max(1, word.count))
        if let number = Double(String(word)), number.isFinite { return number }
      }
      throw .unexpected(what)
    }

    mutating func count(_ what: String, upTo most: Int) throws(ParseError) -> Int {
      let number = try number(what)
      guard let count = Int(exactly: number), (0...most).contains(count) else {
        throw .unexpected(what)
      }
      return count
    }
  }
}
