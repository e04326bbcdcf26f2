extension TextGrid {
  /// The two forms of Praat's text files.
  package enum Form: Hashable, Sendable, CaseIterable {
    /// Every value with its name.
    case long
    /// The values alone.
    case short
  }

  /// Writes the grid as bytes of a file that Praat reads.
  package func bytes(_ form: Form = .long, encoding: LabelFileEncoding = .utf8) -> [UInt8] {
    LabelFileText.encode(text(form), as: encoding)
  }

  /// Writes the grid as text; every number reads back as the same number.
  package func text(_ form: Form = .long) -> String {
    let count = tiers.count + pointTiers.count
    var text = "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n"
    switch form {
    case .long:
      text += "xmin = 0\nxmax = \(Self.number(endSeconds))\ntiers? <exists>\nsize = \(count)\n"
      text += "item []:\n"
    case .short:
      text += "0\n\(Self.number(endSeconds))\n<exists>\n\(count)\n"
    }
    var waiting = pointTiers[...]
    for place in 0...tiers.count {
      while let tier = waiting.first, tier.tiersAbove == place {
        waiting.removeFirst()
        write(tier, number: place + pointTiers.count - waiting.count, form, to: &text)
      }
      guard place < tiers.count else { break }
      let number = place + 1 + pointTiers.count - waiting.count
      write(tiers[place], number: number, form, to: &text)
    }
    return text
  }

  private func write(_ tier: Tier, number: Int, _ form: Form, to text: inout String) {
    writeHead("IntervalTier", tier.name, number, "intervals", tier.intervals.count, form, &text)
    for (index, interval) in tier.intervals.enumerated() {
      let start = Self.number(interval.startSeconds)
      let end = Self.number(interval.endSeconds)
      switch form {
      case .long:
        text += "        intervals [\(index + 1)]:\n            xmin = \(start)\n"
        text += "            xmax = \(end)\n            text = \(Self.quoted(interval.text))\n"
      case .short: text += "\(start)\n\(end)\n\(Self.quoted(interval.text))\n"
      }
    }
  }

  private func write(_ tier: PointTier, number: Int, _ form: Form, to text: inout String) {
    writeHead("TextTier", tier.name, number, "points", tier.points.count, form, &text)
    for (index, point) in tier.points.enumerated() {
      let time = Self.number(point.seconds)
      switch form {
      case .long:
        text += "        points [\(index + 1)]:\n            number = \(time)\n"
        text += "            mark = \(Self.quoted(point.text))\n"
      case .short: text += "\(time)\n\(Self.quoted(point.text))\n"
      }
    }
  }

  private func writeHead(
    _ kind: String, _ name: String, _ number: Int, _ items: String, _ count: Int, _ form: Form,
    _ text: inout String
  ) {
    let (name, end) = (Self.quoted(name), Self.number(endSeconds))
    switch form {
    case .long:
      text += "    item [\(number)]:\n        class = \"\(kind)\"\n        name = \(name)\n"
      text += "        xmin = 0\n        xmax = \(end)\n        \(items): size = \(count)\n"
    case .short: text += "\"\(kind)\"\n\(name)\n0\n\(end)\n\(count)\n"
    }
  }

  /// The shortest decimal that reads back as the same number.
  private static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
