package import Signal

/// A label track of the Audacity program, as it is exported to a text file.
///
/// A line holds the start, the end and the text of a label, with tabs between them; a second line
/// may hold the frequencies of its selection after a backslash.
///
/// Source: Audacity manual, "Importing and Exporting Labels", standard and extended format.
package struct AudacityLabels: Hashable, Sendable {
  /// A span or, where it ends as it starts, a point with a text.
  package struct Label: Hashable, Sendable {
    /// Where it starts, from 0 to `limit`.
    package let startSeconds: Double
    /// Where it ends; not before its start.
    package let endSeconds: Double
    /// What it says: without a tab or a line end.
    package let text: String
    /// The lower edge of a spectral selection.
    package let low: Hertz?
    /// The upper edge of a spectral selection.
    package let high: Hertz?

    /// Creates a label.
    package init(
      startSeconds: Double, endSeconds: Double, text: String, low: Hertz? = nil, high: Hertz? = nil
    ) {
      self.startSeconds = startSeconds
      self.endSeconds = endSeconds
      self.text = text
      self.low = low
      self.high = high
    }
  }

  /// The largest time and the largest frequency that six decimals hold without doubt.
  static let limit = 1e9

  /// The labels, in the order of the file.
  package let labels: [Label]
  /// The line on which each label stands.
  let lines: [Int]

  /// Creates a label track; the line of a fault is the line on which the label would stand.
  package init(_ labels: [Label]) throws(LabelFileError) {
    var lines: [Int] = []
    var line = 1
    for label in labels {
      if let fault = Self.fault(in: label) { throw .labelTrack(fault, line: line) }
      lines.append(line)
      line += label.low == nil && label.high == nil ? 1 : 2
    }
    self.labels = labels
    self.lines = lines
  }

  /// Reads a label track from the bytes of its file.
  ///
  /// Points and commas are decimal points, every kind of line end is read, and a label without
  /// an end is a point.
  package init(bytes: [UInt8]) throws(LabelFileError) {
    var labels: [Label] = []
    var lines: [Int] = []
    var mayHaveFrequencies = false
    let text = try LabelFileText.decode(bytes)
    let rows = text.split(separator: 10, omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() where !row.allSatisfy({ $0 == 9 || $0 == 32 }) {
      let fields = row.split(separator: 9, omittingEmptySubsequences: false)
      do throws(Fault) {
        if row.first == UInt8(ascii: "\\") {
          guard let label = labels.last else { throw .strayFrequencies }
          // Audacity keeps further lines after a backslash for formats to come.
          guard mayHaveFrequencies else { continue }
          labels[labels.count - 1] = try Self.label(label, with: fields)
          mayHaveFrequencies = false
        } else {
          labels.append(try Self.label(fields))
          lines.append(index + 1)
          mayHaveFrequencies = true
        }
      } catch {
        throw .labelTrack(error, line: index + 1)
      }
    }
    self.labels = labels
    self.lines = lines
  }

  /// Writes the label track as the bytes of a file, with six decimals as Audacity does.
  package func bytes() -> [UInt8] { Array(text.utf8) }

  private var text: String {
    var text = ""
    for label in labels {
      text += Fixed.text(label.startSeconds, decimals: 6) + "\t"
      text += Fixed.text(label.endSeconds, decimals: 6) + "\t" + label.text + "\n"
      guard label.low != nil || label.high != nil else { continue }
      text += "\\\t" + Fixed.text(label.low?.value ?? -1, decimals: 6) + "\t"
      text += Fixed.text(label.high?.value ?? -1, decimals: 6) + "\n"
    }
    return text
  }

  private static func label(_ fields: [ArraySlice<UInt8>]) throws(Fault) -> Label {
    guard let start = number(fields[0]) else { throw .noStart }
    let end = fields.count > 1 ? number(fields[1]) : start
    // A track of Audacity 1.2 has no ends, so its second field is the text.
    guard end != nil || fields.count == 2 else { throw .noEnd }
    let rest = fields.dropFirst(end == nil ? 1 : 2)
    guard rest.dropFirst().allSatisfy(\.isEmpty) else { throw .tooManyFields }
    let label = Label(
      startSeconds: start, endSeconds: end ?? start,
      text: String(decoding: rest.first ?? [], as: UTF8.self))
    if let fault = fault(in: label) { throw fault }
    return label
  }

  private static func label(
    _ label: Label, with fields: [ArraySlice<UInt8>]
  ) throws(Fault) -> Label {
    guard fields.count == 3, fields[0].count == 1, let low = number(fields[1]),
      let high = number(fields[2])
    else { throw .badFrequencies }
    // Minus one stands for an edge that is open.
    let whole = Label(
      startSeconds: label.startSeconds, endSeconds: label.endSeconds, text: label.text,
      low: low == -1 ? nil : Hertz(low), high: high == -1 ? nil : Hertz(high))
    if let fault = fault(in: whole) { throw fault }
    return whole
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Double? {
    let comma = UInt8(ascii: ",")
    let word = field.drop { $0 == 32 }
    let digits = word.prefix { $0 != 32 }
    guard word.dropFirst(digits.count).allSatisfy({ $0 == 32 }) else { return nil }
    guard digits.contains(comma) else { return LabelFileText.number(digits) }
    guard !digits.contains(UInt8(ascii: ".")), digits.count(where: { $0 == comma }) == 1 else {
      return nil
    }
    return LabelFileText.number(digits.map { $0 == comma ? UInt8(ascii: ".") : $0 }[...])
  }

  private static func fault(in label: Label) -> Fault? {
    let range = 0...limit
    guard range.contains(label.startSeconds), range.contains(label.endSeconds) else {
      return .badTime
    }
    guard label.startSeconds <= label.endSeconds else { return .endsBeforeStart }
    guard label.low.map({ range.contains($0.value) }) ?? true,
      label.high.map({ range.contains($0.value) }) ?? true
    else { return .badFrequencies }
    guard label.text.utf8.allSatisfy({ $0 != 0 && $0 != 9 && $0 != 10 && $0 != 13 }) else {
      return .badText
    }
    return nil
  }
}
