/// The text of a TextGrid, in both of the formats that people find in files.
struct GridText {
  let endSeconds: Double
  /// Each tier with the ends and the texts of its intervals.
  let tiers: [(name: String, intervals: [(end: Double, text: String)])]

  private func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  private func starts(_ intervals: [(end: Double, text: String)]) -> [Double] {
    [0] + intervals.map(\.end).dropLast()
  }

  var long: String {
    var lines = [
      "File type = \"ooTextFile\"", "Object class = \"TextGrid\"", "", "xmin = 0",
      "xmax = \(endSeconds)", "tiers? <exists>", "size = \(tiers.count)", "item []:",
    ]
    for (number, tier) in tiers.enumerated() {
      lines += [
        "    item [\(number + 1)]:", "        class = \"IntervalTier\"",
        "        name = \(quoted(tier.name))", "        xmin = 0",
        "        xmax = \(endSeconds)", "        intervals: size = \(tier.intervals.count)",
      ]
      for (index, start) in starts(tier.intervals).enumerated() {
        lines += [
          "        intervals [\(index + 1)]:", "            xmin = \(start)",
          "            xmax = \(tier.intervals[index].end)",
          "            text = \(quoted(tier.intervals[index].text))",
        ]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var short: String {
    var lines = [
      "File type = \"ooTextFile\"", "Object class = \"TextGrid\"", "", "0", "\(endSeconds)",
      "<exists>", "\(tiers.count)",
    ]
    for tier in tiers {
      lines += [
        "\"IntervalTier\"", quoted(tier.name), "0", "\(endSeconds)", "\(tier.intervals.count)",
      ]
      for (start, interval) in zip(starts(tier.intervals), tier.intervals) {
        lines += ["\(start)", "\(interval.end)", quoted(interval.text)]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
