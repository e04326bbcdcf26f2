extension AudacityLabels {
  /// Writes each label of a grid as 'tier: text', tier by tier.
  ///
  /// An empty interval is left out where `grid` puts it back: alone between two that say
  /// something, or between one of those and an end of the recording.
  package init(_ grid: TextGrid) throws(LabelFileError) {
    var labels: [Label] = []
    var waiting = grid.pointTiers[...]
    for place in 0...grid.tiers.count {
      while let tier = waiting.first, tier.tiersAbove == place {
        waiting.removeFirst()
        labels += try Self.labels(of: tier)
      }
      if place < grid.tiers.count { labels += try Self.labels(of: grid.tiers[place]) }
    }
    for names in [grid.tiers.map(\.name), grid.pointTiers.map(\.name)] {
      var seen: Set<String> = []
      for name in names where !seen.insert(name).inserted {
        throw .tierForAudacity(.sameName, tier: name, number: 0)
      }
    }
    try self.init(labels)
  }

  /// Reads the labels as tiers: spans as intervals, points as tiers of points.
  ///
  /// Frequencies are left behind.
  ///
  /// - Parameters:
  ///   - endSeconds: How long the recording lasts; the rest of each tier becomes empty.
  ///   - name: The name of the one tier of a track whose labels do not read 'tier: text'.
  package func grid(
    endSeconds: Double, unnamedTier name: String
  ) throws(LabelFileError) -> TextGrid {
    let parts = labels.map { Self.parts(of: $0.text) }
    if parts.contains(where: { $0 != nil }), let index = parts.firstIndex(where: { $0 == nil }) {
      throw .labelTrack(.noTier, line: lines[index])
    }
    let rows = rows(parts.map { $0?.tier ?? name })
    var tiers: [TextGrid.Tier] = []
    var pointTiers: [TextGrid.PointTier] = []
    for row in rows {
      let texts = row.labels.map { parts[$0]?.text ?? labels[$0].text }
      if row.isPoints {
        let points = zip(row.labels, texts).map {
          TextGrid.Point(seconds: labels[$0].startSeconds, text: $1)
        }
        pointTiers.append(
          TextGrid.PointTier(name: row.tier, points: points, tiersAbove: tiers.count))
      } else {
        let intervals = zip(row.labels, texts).map {
          TextGrid.Interval(
            startSeconds: labels[$0].startSeconds, endSeconds: labels[$0].endSeconds, text: $1)
        }
        tiers.append(TextGrid.Tier(name: row.tier, intervals: intervals))
      }
    }
    do {
      return try TextGrid(endSeconds: endSeconds, tiers: tiers, pointTiers: pointTiers)
    } catch {
      throw fault(error, in: rows)
    }
  }

  /// The labels of one tier and kind, by their index and in the order of time.
  private struct Row {
    let tier: String
    let isPoints: Bool
    var labels: [Int]
  }

  private func rows(_ tiers: [String]) -> [Row] {
    var rows: [Row] = []
    // Only looked up, never walked through.
    var places: [String: Int] = [:]
    for (index, tier) in tiers.enumerated() {
      let isPoints = labels[index].startSeconds == labels[index].endSeconds
      let key = (isPoints ? "p" : "i") + tier
      if let place = places[key] {
        rows[place].labels.append(index)
      } else {
        places[key] = rows.count
        rows.append(Row(tier: tier, isPoints: isPoints, labels: [index]))
      }
    }
    for place in rows.indices {
      rows[place].labels.sort {
        (labels[$0].startSeconds, $0) < (labels[$1].startSeconds, $1)
      }
    }
    return rows
  }

  /// Finds the line of a label that has no place in the grid.
  private func fault(_ error: TextGrid.ParseError, in rows: [Row]) -> LabelFileError {
    let (tier, number, isPoints): (String, Int, Bool)
    switch error {
    case .badOrder(let name, let interval): (tier, number, isPoints) = (name, interval, false)
    case .badPoint(let name, let point): (tier, number, isPoints) = (name, point, true)
    default: return .textGrid(error, line: lines.first ?? 1)
    }
    let row = rows.first { $0.tier == tier && $0.isPoints == isPoints }
    guard let row, row.labels.indices.contains(number - 1) else {
      return .textGrid(error, line: lines.first ?? 1)
    }
    return .labelTrack(.noPlace(tier: tier), line: lines[row.labels[number - 1]])
  }

  /// Splits 'tier: text'; nil where there is no colon before a space or the end.
  private static func parts(of text: String) -> (tier: String, text: String)? {
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"), colon != scalars.startIndex else { return nil }
    let rest = scalars[scalars.index(after: colon)...]
    guard rest.isEmpty || rest.first == " " else { return nil }
    return (String(scalars[..<colon]), String(rest.dropFirst()))
  }

  private static func labels(of tier: TextGrid.Tier) throws(LabelFileError) -> [Label] {
    try checkName(of: tier.name)
    let texts = [""] + tier.intervals.map(\.text) + [""]
    var labels: [Label] = []
    for (index, interval) in tier.intervals.enumerated() {
      let isAlone =
        (index == 0 || !texts[index].isEmpty)
        && (index == tier.intervals.count - 1 || !texts[index + 2].isEmpty)
      // Two microseconds are more than rounding can take away.
      if interval.text.isEmpty, isAlone, tier.intervals.count > 1,
        interval.endSeconds - interval.startSeconds > 2 * TextGrid.rounding
      {
        continue
      }
      labels.append(
        try label(
          interval.startSeconds, interval.endSeconds, interval.text, tier: tier.name,
          number: index + 1))
    }
    return labels
  }

  private static func labels(of tier: TextGrid.PointTier) throws(LabelFileError) -> [Label] {
    try checkName(of: tier.name)
    guard !tier.points.isEmpty else {
      throw .tierForAudacity(.noPoints, tier: tier.name, number: 0)
    }
    var labels: [Label] = []
    for (index, point) in tier.points.enumerated() {
      labels.append(
        try label(point.seconds, point.seconds, point.text, tier: tier.name, number: index + 1))
    }
    return labels
  }

  private static func label(
    _ start: Double, _ end: Double, _ text: String, tier: String, number: Int
  ) throws(LabelFileError) -> Label {
    // Edges may lie outside of the recording by as much as counts as nothing.
    let (start, end) = (max(0, start), max(0, end))
    guard end <= limit else { throw .tierForAudacity(.badTime, tier: tier, number: number) }
    let isSpan = start < end
    guard !isSpan || (start * 1e6).rounded() < (end * 1e6).rounded() else {
      throw .tierForAudacity(.tooShort, tier: tier, number: number)
    }
    guard text.utf8.allSatisfy({ $0 != 9 && $0 != 10 }) else {
      throw .tierForAudacity(.badText, tier: tier, number: number)
    }
    return Label(startSeconds: start, endSeconds: end, text: tier + ": " + text)
  }

  private static func checkName(of tier: String) throws(LabelFileError) {
    guard !tier.isEmpty, tier.unicodeScalars.allSatisfy({ !":\t\n".unicodeScalars.contains($0) })
    else { throw .tierForAudacity(.badName, tier: tier, number: 0) }
  }
}
