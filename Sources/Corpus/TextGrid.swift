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
    /// The text ends, or goes on, where something else must stand.
    case unexpected(String)
    /// Intervals overlap, leave a gap, or run backwards.
    case badOrder(tier: String, interval: Int)

    package var description: String {
      switch self {
      case .notATextGrid: "it does not start like a TextGrid"
      case .unexpected(let what): "it is cut short or damaged, \(what) is missing"
      case .badOrder(let tier, let interval):
        "interval \(interval) of tier '\(tier)' does not follow on the one before it"
      }
    }
  }

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
    _ = try tokens.number("the start time")
    endSeconds = try tokens.number("the end time")
    let count = try tokens.number("the number of tiers")
    var tiers: [Tier] = []
    for _ in 0..<Int(min(max(count, 0), 1_000)) {
      tiers.append(try Self.tier(&tokens))
    }
    self.tiers = tiers
  }

  private static func tier(_ tokens: inout Tokens) throws(ParseError) -> Tier {
    guard try tokens.string("a tier's class") == "IntervalTier" else {
      throw .unexpected("an interval tier")
    }
    let name = try tokens.string("a tier's name")
    _ = try tokens.number("a tier's start time")
    _ = try tokens.number("a tier's end time")
    let count = try tokens.number("a tier's number of intervals")
    var intervals: [Interval] = []
    for index in 0..<Int(min(max(count, 0), 1_000_000)) {
      let start = try tokens.number("an interval's start")
      let end = try tokens.number("an interval's end")
      let text = try tokens.string("an interval's text")
      guard start < end, intervals.last.map({ abs($0.endSeconds - start) < 1e-6 }) ?? true else {
        throw .badOrder(tier: name, interval: index + 1)
      }
      intervals.append(Interval(startSeconds: start, endSeconds: end, text: text))
    }
    return Tier(name: name, intervals: intervals)
  }

  /// The quoted strings and the bare numbers of a text; the words around them are for people.
  private struct Tokens {
    private var rest: Substring

    init(_ text: String) { rest = Substring(text) }

    mutating func string(_ what: String) throws(ParseError) -> String {
      skip { $0 != "\"" }
      guard !rest.isEmpty else { throw .unexpected(what) }
      rest.removeFirst()
      var value = ""
      while let character = rest.popFirst() {
        if character != "\"" {
          value.append(character)
        } else if rest.first == "\"" {
          value.append("\"")
          rest.removeFirst()
        } else {
          return value
        }
      }
      throw .unexpected(what)
    }

    mutating func number(_ what: String) throws(ParseError) -> Double {
      while let character = rest.first {
        if character == "\"" { throw .unexpected(what) }
        let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
        if let number = Double(word), number.isFinite {
          rest.removeFirst(word.count)
          return number
        }
        rest.removeFirst(max(1, word.count))
      }
      throw .unexpected(what)
    }

    private mutating func skip(while condition: (Character) -> Bool) {
      rest = rest.drop(while: condition)
    }
  }
}
