/// How the text of a label file is kept as bytes.
package enum LabelFileEncoding: Hashable, Sendable, CaseIterable {
  /// UTF-8 without a byte order mark.
  case utf8
  /// UTF-16, low byte first, with a byte order mark.
  case utf16LittleEndian
  /// UTF-16, high byte first, with a byte order mark.
  case utf16BigEndian
}

/// Turns the bytes of label files into text, and back.
enum LabelFileText {
  /// The byte order mark in UTF-8.
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads bytes in UTF-8, or in UTF-16 as its mark or its first character shows it.
  ///
  /// - Returns: The text in UTF-8, without a mark or nulls, each line ended by a line feed.
  static func decode(_ bytes: [UInt8]) throws(LabelFileError) -> [UInt8] {
    guard !bytes.isEmpty else { throw .empty }
    guard !bytes.starts(with: "ooBinaryFile".utf8) else { throw .binaryTextGrid }
    let text: [UInt8]
    if let isHighByteFirst = utf16Order(of: bytes) {
      text = try decodeUTF16(bytes, isHighByteFirst: isHighByteFirst)
    } else {
      let hasMark = bytes.starts(with: utf8Mark)
      text = withLineFeeds(hasMark ? Array(bytes[utf8Mark.count...]) : bytes)
      guard String(validating: text, as: UTF8.self) != nil else {
        throw .notUTF8(line: firstBadLine(of: text, as: UTF8.self))
      }
    }
    if let null = text.firstIndex(of: 0) { throw .notText(line: line(of: null, in: text)) }
    guard !text.isEmpty else { throw .empty }
    return text
  }

  /// Writes text as bytes.
  static func encode(_ text: String, as encoding: LabelFileEncoding) -> [UInt8] {
    switch encoding {
    case .utf8: Array(text.utf8)
    case .utf16LittleEndian:
      ([0xFEFF] + Array(text.utf16)).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian:
      ([0xFEFF] + Array(text.utf16)).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }

  /// Turns the line ends of all systems into line feeds.
  static func withLineFeeds<Unit: FixedWidthInteger>(_ units: [Unit]) -> [Unit] {
    guard units.contains(13) else { return units }
    var result: [Unit] = []
    result.reserveCapacity(units.count)
    var isAfterReturn = false
    for unit in units {
      if !(unit == 10 && isAfterReturn) { result.append(unit == 13 ? 10 : unit) }
      isAfterReturn = unit == 13
    }
    return result
  }

  /// Reads a decimal number; nil for anything else, such as "nan", "0x10" or a number of more
  /// than a hundred characters.
  static func number(_ word: ArraySlice<UInt8>) -> Double? {
    let isDecimal = word.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    return word.count <= 100 && isDecimal ? Double(String(decoding: word, as: UTF8.self)) : nil
  }

  /// The line in which a byte stands.
  static func line(of index: Int, in text: [UInt8]) -> Int {
    1 + text[..<index].count { $0 == 10 }
  }

  /// Whether the high byte comes first; nil where the bytes are not UTF-16.
  ///
  /// Without a mark, the null beside the first character tells: label files start in ASCII.
  private static func utf16Order(of bytes: [UInt8]) -> Bool? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0, 1...0x7F): return true
    case (0xFF, 0xFE), (1...0x7F, 0): return false
    default: return nil
    }
  }

  private static func decodeUTF16(
    _ bytes: [UInt8], isHighByteFirst: Bool
  ) throws(LabelFileError) -> [UInt8] {
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isHighByteFirst ? first << 8 | second : second << 8 | first
    }
    if units.first == 0xFEFF { units.removeFirst() }
    units = withLineFeeds(units)
    guard bytes.count.isMultiple(of: 2) else {
      throw .notUTF16(line: 1 + units.count { $0 == 10 })
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw .notUTF16(line: firstBadLine(of: units, as: UTF16.self))
    }
    return Array(text.utf8)
  }

  private static func firstBadLine<Encoding: Unicode.Encoding>(
    of units: [Encoding.CodeUnit], as encoding: Encoding.Type
  ) -> Int {
    let lines = units.split(separator: 10, omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: encoding) == nil } ?? 0)
  }
}
