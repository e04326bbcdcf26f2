extension TextGrid {
  /// Reads a TextGrid from the bytes of its file.
  ///
  /// The long and the short text form are read, in UTF-8 or UTF-16, with any kind of line end,
  /// and with comments from an exclamation mark to the end of the line.
  package init(bytes: [UInt8]) throws(LabelFileError) {
    var words = PraatWords(try LabelFileText.decode(bytes))
    do {
      try self.init(reading: &words)
    } catch {
      throw .textGrid(error, line: words.line)
    }
  }

  /// Reads a TextGrid from its text.
  package init(parsing text: String) throws(ParseError) {
    var bytes = Array(text.utf8)
    if bytes.starts(with: LabelFileText.utf8Mark) {
      bytes.removeFirst(LabelFileText.utf8Mark.count)
    }
    var words = PraatWords(LabelFileText.withLineFeeds(bytes))
    try self.init(reading: &words)
  }

  private init(reading words: inout PraatWords) throws(ParseError) {
    guard words.isNextString, try words.string("the file type") == "ooTextFile",
      words.isNextString, try words.string("the object class") == "TextGrid"
    else { throw .notATextGrid }
    let start = try words.number("the start time")
    guard start == 0 else { throw .startsAt(start) }
    let endSeconds = try words.number("the end time")
    guard Self.isEnd(endSeconds) else { throw .badEnd }
    guard try words.flag("the mark '<exists>'") == "exists" else {
      throw .unexpected("the mark '<exists>'")
    }
    var tiers: [Tier] = []
    var pointTiers: [PointTier] = []
    for _ in 0..<(try words.count("the number of tiers")) {
      switch try words.string("a tier's class") {
      case "IntervalTier":
        tiers.append(try Self.tier(&words, endSeconds: endSeconds))
      case "TextTier":
        pointTiers.append(
          try Self.pointTier(&words, tiersAbove: tiers.count, endSeconds: endSeconds))
      default: throw .unexpected("a tier of the class 'IntervalTier' or 'TextTier'")
      }
    }
    guard words.isAtEnd else { throw .goesOn }
    self.init(endSeconds: endSeconds, checked: tiers, points: pointTiers)
  }

  private static func tier(
    _ words: inout PraatWords, endSeconds: Double
  ) throws(ParseError) -> Tier {
    let (name, count) = try head(&words, of: "intervals")
    var intervals: [Interval] = []
    for index in 0..<count {
      let interval = Interval(
        startSeconds: try words.number("an interval's start"),
        endSeconds: try words.number("an interval's end"),
        text: try words.string("an interval's text"))
      try check(interval, number: index + 1, after: intervals.last, in: name)
      intervals.append(interval)
    }
    let tier = Tier(name: name, intervals: intervals)
    try checkSpan(of: tier, endSeconds: endSeconds)
    return tier
  }

  private static func pointTier(
    _ words: inout PraatWords, tiersAbove: Int, endSeconds: Double
  ) throws(ParseError) -> PointTier {
    let (name, count) = try head(&words, of: "points")
    var points: [Point] = []
    for index in 0..<count {
      let point = Point(
        seconds: try words.number("a point's time"), text: try words.string("a point's text"))
      try check(point, number: index + 1, after: points.last, in: name, endSeconds: endSeconds)
      points.append(point)
    }
    return PointTier(name: name, points: points, tiersAbove: tiersAbove)
  }

  private static func head(
    _ words: inout PraatWords, of items: String
  ) throws(ParseError) -> (name: String, count: Int) {
    let name = try words.string("a tier's name")
    try checkName(of: name)
    _ = try words.number("a tier's start time")
    _ = try words.number("a tier's end time")
    return (name, try words.count("a tier's number of \(items)"))
  }
}
