extension TextGrid {
  /// How far apart two edges may lie that are one.
  static let rounding = 1e-6

  private static func isOne(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) < rounding
  }

  /// Whether a time can be the end of a recording.
  static func isEnd(_ seconds: Double) -> Bool { seconds.isFinite && seconds > rounding }

  /// Fills what a tier leaves open with empty intervals.
  static func filled(_ tier: Tier, to endSeconds: Double) throws(ParseError) -> Tier {
    var intervals: [Interval] = []
    var reached = 0.0
    for (index, interval) in tier.intervals.enumerated() {
      let (start, end) = (interval.startSeconds, interval.endSeconds)
      guard start < end, end > reached, start >= reached || isOne(start, reached),
        end <= endSeconds || isOne(end, endSeconds)
      else { throw .badOrder(tier: tier.name, interval: index + 1) }
      if !isOne(start, reached) {
        intervals.append(Interval(startSeconds: reached, endSeconds: start, text: ""))
      }
      intervals.append(interval)
      reached = end
    }
    if !isOne(reached, endSeconds) {
      intervals.append(Interval(startSeconds: reached, endSeconds: endSeconds, text: ""))
    }
    return Tier(name: tier.name, intervals: intervals)
  }

  static func check(_ tier: Tier, endSeconds: Double) throws(ParseError) {
    try checkName(of: tier.name)
    for (index, interval) in tier.intervals.enumerated() {
      try check(
        interval, number: index + 1, after: index > 0 ? tier.intervals[index - 1] : nil,
        in: tier.name)
    }
    try checkSpan(of: tier, endSeconds: endSeconds)
  }

  static func check(
    _ interval: Interval, number: Int, after last: Interval?, in tier: String
  ) throws(ParseError) {
    let follows =
      last.map {
        isOne($0.endSeconds, interval.startSeconds) && $0.endSeconds < interval.endSeconds
      } ?? true
    guard interval.startSeconds < interval.endSeconds, follows else {
      throw .badOrder(tier: tier, interval: number)
    }
    guard isText(interval.text) else { throw .badText(tier: tier, number: number) }
  }

  static func checkSpan(of tier: Tier, endSeconds: Double) throws(ParseError) {
    guard let first = tier.intervals.first, isOne(first.startSeconds, 0),
      let last = tier.intervals.last, isOne(last.endSeconds, endSeconds)
    else { throw .notWhole(tier: tier.name) }
  }

  static func check(_ tier: PointTier, endSeconds: Double) throws(ParseError) {
    try checkName(of: tier.name)
    for (index, point) in tier.points.enumerated() {
      try check(
        point, number: index + 1, after: index > 0 ? tier.points[index - 1] : nil, in: tier.name,
        endSeconds: endSeconds)
    }
  }

  static func check(
    _ point: Point, number: Int, after last: Point?, in tier: String, endSeconds: Double
  ) throws(ParseError) {
    // Of two points at one time Praat keeps the first alone.
    guard last.map({ $0.seconds < point.seconds }) ?? (point.seconds > -rounding),
      point.seconds <= endSeconds || isOne(point.seconds, endSeconds)
    else { throw .badPoint(tier: tier, point: number) }
    guard isText(point.text) else { throw .badText(tier: tier, number: number) }
  }

  static func checkName(of tier: String) throws(ParseError) {
    guard isText(tier) else { throw .badText(tier: tier, number: 0) }
  }

  /// Praat drops the null character and turns a carriage return into a line feed.
  private static func isText(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") }
  }
}
