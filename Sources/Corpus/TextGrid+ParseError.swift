extension TextGrid {
  /// Why a text, or a list of tiers, is no TextGrid.
  package enum ParseError: Error, Equatable, Sendable {
    /// The first lines do not say that this is one.
    case notATextGrid
    /// Something else stands, or the text ends, where this must stand.
    case unexpected(String)
    /// A quotation mark is followed by text.
    case undoubledQuote
    /// There is text after the last tier.
    case goesOn
    /// Time does not count from the start of the recording.
    case startsAt(Double)
    /// The end of the recording is no time above zero.
    case badEnd
    /// The intervals do not reach from the start of the recording to its end.
    case notWhole(tier: String)
    /// Intervals overlap, leave a gap, run backwards, or lie outside of the recording.
    case badOrder(tier: String, interval: Int)
    /// Points run backwards, share a time, or lie outside of the recording.
    case badPoint(tier: String, point: Int)
    /// A text, or with the number 0 the name of the tier, holds a character that Praat drops.
    case badText(tier: String, number: Int)
    /// A tier of points stands in no place among the other tiers.
    case badPlace(tier: String)
  }
}

extension TextGrid.ParseError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notATextGrid:
      "it does not start like a TextGrid; in Praat, select one TextGrid and use 'Save as text file'"
    case .unexpected(let what):
      "it is cut short or damaged, \(what) is missing; save it from Praat again"
    case .undoubledQuote:
      "a text goes on after its closing quotation mark; double every quotation mark inside a text"
    case .goesOn:
      "it goes on after its last tier; take the rest out, or correct the number of tiers"
    case .startsAt(let seconds):
      """
      it starts at \(seconds) s, but times must count from the first sample; in Praat, use \
      'Modify: Shift times to' with a start of 0
      """
    case .badEnd: "the end of the recording is not a time above 0 s; correct it"
    case .notWhole(let tier):
      """
      the intervals of tier '\(tier)' do not reach from 0 s to the end of the recording; add the \
      empty intervals that are missing
      """
    case .badOrder(let tier, let interval):
      """
      interval \(interval) of tier '\(tier)' does not follow on the one before it, or leaves the \
      recording; correct its edges
      """
    case .badPoint(let tier, let point):
      """
      point \(point) of tier '\(tier)' does not lie after the one above it, or lies outside of \
      the recording; correct its time
      """
    case .badText(let tier, 0):
      "the name of tier '\(tier)' holds a null or a carriage return; take it out"
    case .badText(let tier, let number):
      "text \(number) of tier '\(tier)' holds a null or a carriage return; take it out"
    case .badPlace(let tier):
      "the place of tier '\(tier)' among the tiers is not in order; count the tiers above it again"
    }
  }
}
