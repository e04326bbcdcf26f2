extension AudacityLabels {
  /// What is wrong with a line of a label track.
  package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line does not start with a number.
    case noStart
    /// The second of three fields is no number.
    case noEnd
    /// There is more than a start, an end and a text.
    case tooManyFields
    /// A time is negative, or longer than any recording.
    case badTime
    /// The end lies before the start.
    case endsBeforeStart
    /// The line after a backslash does not hold two frequencies.
    case badFrequencies
    /// A line with a backslash follows on no label.
    case strayFrequencies
    /// The text holds a tab, a line end or a null.
    case badText
    /// The label names no tier, although others do.
    case noTier
    /// The label overlaps another one of its tier, is a second point there, or leaves the recording.
    case noPlace(tier: String)

    package var description: String {
      switch self {
      case .noStart: "it does not start with a time in seconds; write 'start TAB end TAB text'"
      case .noEnd: "its second field is no time in seconds; write 'start TAB end TAB text'"
      case .tooManyFields: "it has more than three fields; take the tabs out of its text"
      case .badTime: "its times are not between 0 s and 1000000000 s; move the label"
      case .endsBeforeStart: "its end lies before its start; swap them"
      case .badFrequencies:
        "it does not hold two frequencies in Hz; write '\\ TAB low TAB high', or -1 for an open edge"
      case .strayFrequencies: "it holds frequencies, but no label stands above it; take it out"
      case .badText: "its text holds a tab, a line end or a null; take it out"
      case .noTier:
        """
        its text names no tier, although other labels do; write 'tier: text' in all labels, or in \
        none
        """
      case .noPlace(let tier):
        "its label overlaps another one of tier '\(tier)', or leaves the recording; move it"
      }
    }
  }

  /// Why a label track cannot hold a tier of a TextGrid, as the end of a sentence.
  package enum TierFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name is empty, or holds a colon, a tab or a line end.
    case badName
    /// Another tier of the same kind has the same name.
    case sameName
    /// A point tier without points leaves no trace in a label track.
    case noPoints
    /// The text holds a tab or a line end.
    case badText
    /// The interval is shorter than the microsecond that a label track can tell.
    case tooShort
    /// A time lies beyond what a label track holds.
    case badTime

    package var description: String {
      switch self {
      case .badName:
        "cannot be told from its texts in Audacity; name it without colon, tab and line end"
      case .sameName: "has the name of another tier; give it another name"
      case .noPoints: "holds no points, which Audacity cannot show; take the tier out"
      case .badText: "holds a tab or a line end, which Audacity cannot; take it out"
      case .tooShort: "is shorter than a microsecond, which Audacity cannot tell; take it out"
      case .badTime: "lies beyond 1000000000 s, which Audacity cannot tell; take it out"
      }
    }
  }
}
