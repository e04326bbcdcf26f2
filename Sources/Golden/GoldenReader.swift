import Foundation
import Presets

/// Reads a golden line by line, as `GoldenFile.text` lays it out: some twenty times as fast as a
/// reader of any JSON.
///
/// It knows no faults: where a single byte is not as the layout has it, be it sound JSON or not,
/// the file is for the reader that can say what is wrong.
struct GoldenReader {
  /// The text is not laid out as a golden is written.
  enum Fault: Error {
    case unusual
  }

  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  /// Reads a text; nil where it is not laid out as a golden is written.
  static func golden(in text: String) -> GoldenFile? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = GoldenReader(bytes: UnsafeRawBufferPointer(bytes))
      do {
        return try reader.golden()
      } catch {
        return nil
      }
    }
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func golden() throws(Fault) -> GoldenFile {
    try skip("{\n  \"format\": ")
    guard try count() == GoldenFile.currentFormat else { throw .unusual }
    try skip(",\n  \"preset\": ")
    let preset = try text()
    try skip(",\n  \"approvals\": [\n")
    var approvals: [GoldenFile.Approval] = []
    try lines(upTo: "  ],\n") { reader throws(Fault) in approvals.append(try reader.approval()) }
    try skip("  \"numbers\": {\n")
    let numbers = try members(upTo: "  },\n", indent: "    ") { reader throws(Fault) in
      try reader.setting()
    }
    try skip("  \"metrics\": {\n")
    let versions = try members(upTo: "  },\n", indent: "    ") { reader throws(Fault) in
      try reader.count()
    }
    try skip("  \"fixtures\": {\n")
    let fixtures = try members(upTo: "  }\n", indent: "    ") { reader throws(Fault) in
      try reader.entry()
    }
    try skip("}\n")
    guard index == bytes.count else { throw .unusual }
    return GoldenFile(
      preset: preset, approvals: approvals,
      numbers: numbers.sorted { $0.key < $1.key }.map { PresetEntry(key: $0.key, value: $0.value) },
      metricVersions: versions, fixtures: fixtures)
  }

  private mutating func approval() throws(Fault) -> GoldenFile.Approval {
    try skip("    { \"date\": ")
    let date = try text()
    try skip(", \"because\": ")
    let because = try text()
    try skip(", \"despite\": [")
    var despite: [String] = []
    while !take("] }") {
      if !despite.isEmpty { try skip(", ") }
      despite.append(try text())
    }
    return GoldenFile.Approval(date: date, because: because, despite: despite)
  }

  private mutating func entry() throws(Fault) -> GoldenFile.Entry {
    try skip("{\n      \"fixture\": ")
    let fixture = try text()
    try skip(",\n      \"render\": ")
    let render = try text()
    try skip(",\n      \"readings\": {\n")
    let readings = try members(upTo: "      }\n    }", indent: "        ") {
      reader throws(Fault) in try reader.level()
    }
    return GoldenFile.Entry(fixtureDigest: fixture, renderDigest: render, readings: readings)
  }

  // MARK: Layout

  /// Reads lines with commas between them, and what stands after the last of them.
  private mutating func lines(
    upTo end: StaticString, _ line: (inout Self) throws(Fault) -> Void
  ) throws(Fault) {
    if take(end) { return }
    repeat { try line(&self) } while take(",\n")
    try skip("\n")
    try skip(end)
  }

  /// Reads lines of a name and a value each; no name twice.
  private mutating func members<Value>(
    upTo end: StaticString, indent: StaticString, _ value: (inout Self) throws(Fault) -> Value
  ) throws(Fault) -> [String: Value] {
    var members: [(String, Value)] = []
    try lines(upTo: end) { reader throws(Fault) in
      try reader.skip(indent)
      let name = try reader.text()
      try reader.skip(": ")
      members.append((name, try value(&reader)))
    }
    let unique = Dictionary(members, uniquingKeysWith: { first, _ in first })
    // Of two values, the reader of any JSON says which one counts.
    guard unique.count == members.count else { throw .unusual }
    return unique
  }

  private mutating func take(_ expected: StaticString) -> Bool {
    let length = expected.utf8CodeUnitCount
    guard length <= bytes.count - index,
      let start = bytes.baseAddress, memcmp(start + index, expected.utf8Start, length) == 0
    else { return false }
    index += length
    return true
  }

  private mutating func skip(_ expected: StaticString) throws(Fault) {
    guard take(expected) else { throw .unusual }
  }

  // MARK: Values

  /// Reads a text; one with escapes is a text of JSON like any other.
  private mutating func text() throws(Fault) -> String {
    guard take("\"") else { throw .unusual }
    let start = index
    var isPlain = true
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] >= 0x20 else { throw .unusual }
      if bytes[index] == UInt8(ascii: "\\") {
        isPlain = false
        index += 1
      }
      index += 1
    }
    guard index < bytes.count else { throw .unusual }
    index += 1
    let end = index - 1
    if isPlain {
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
    return try json(String.self, start - 1..<index)
  }

  private func json<Value: Decodable>(
    _ type: Value.Type, _ range: Range<Int>
  ) throws(Fault) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes[range]))
    } catch {
      throw .unusual
    }
  }

  /// Reads a whole number without a sign.
  private mutating func count() throws(Fault) -> Int {
    let digits = try digits()
    // More digits than any format or version has.
    guard digits.count <= 9 else { throw .unusual }
    return Int(digits.value)
  }

  /// Reads digits as JSON has them: without a zero before others.
  private mutating func digits() throws(Fault) -> (value: Int64, count: Int) {
    let start = index
    var value: Int64 = 0
    while index < bytes.count, let digit = Self.digit(bytes[index]) {
      // Beyond 15 digits a double cannot hold the number.
      guard index - start < 15 else { throw .unusual }
      value = value * 10 + digit
      index += 1
    }
    guard index > start, index == start + 1 || bytes[start] != UInt8(ascii: "0") else {
      throw .unusual
    }
    return (value, index - start)
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    (0x30...0x39).contains(byte) ? Int64(byte) - 0x30 : nil
  }

  /// Reads a reading: a number with three decimals, or the text of an infinity.
  private mutating func level() throws(Fault) -> Double {
    if take("\"-inf\"") { return -.infinity }
    if take("\"inf\"") { return .infinity }
    let isNegative = take("-")
    let (whole, count) = try digits()
    guard count <= 12, take("."), index + 3 <= bytes.count,
      let tenths = Self.digit(bytes[index]), let hundredths = Self.digit(bytes[index + 1]),
      let thousandths = Self.digit(bytes[index + 2])
    else { throw .unusual }
    index += 3
    let value = whole * 1_000 + tenths * 100 + hundredths * 10 + thousandths
    // A golden has no zero with a sign.
    guard value > 0 || !isNegative else { throw .unusual }
    // Both numbers are exact, so the quotient is the double next to the decimal number.
    return Double(isNegative ? -value : value) / 1_000
  }

  /// Reads a setting: a number, or the name of a room or a flag.
  private mutating func setting() throws(Fault) -> PresetValue {
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") { return .text(try text()) }
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: ","), bytes[index] > 0x20 { index += 1 }
    return .number(try json(Double.self, start..<index))
  }
}
