import Presets

/// Writes JSON for people and scripts: a member a line, two spaces for each level.
///
/// Members come out in the order in which they are written, which is to be that of their keys.
/// Written straight into bytes, since a report of all presets has a million members.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var depth: Int
  private var isEmpty = true

  /// Starts at some level of indentation, with room for some bytes.
  init(depth: Int = 0, capacity: Int = 0) {
    self.depth = depth
    bytes.reserveCapacity(capacity)
  }

  /// Writes an object.
  mutating func object(_ members: (inout JSONWriter) -> Void) {
    enclose("{", "}") { members(&$0) }
  }

  /// Writes a list.
  mutating func list<Element>(
    _ elements: [Element], _ element: (inout JSONWriter, Element) -> Void
  ) {
    enclose("[", "]") { writer in
      for value in elements {
        writer.startLine()
        element(&writer, value)
      }
    }
  }

  /// Writes a list whose elements are JSON already, indented for their place in it.
  mutating func list(written elements: [[UInt8]]) {
    list(elements) { $0.bytes += $1 }
  }

  /// Writes the key of a member, and then its value.
  mutating func member(_ key: String, _ value: (inout JSONWriter) -> Void) {
    startLine()
    text(key)
    bytes += Array(" : ".utf8)
    value(&self)
  }

  mutating func member(_ key: String, _ value: String?) {
    if let value { member(key) { $0.text(value) } }
  }

  mutating func member(_ key: String, _ value: Bool?) {
    if let value { member(key) { $0.bytes += Array("\(value)".utf8) } }
  }

  mutating func member(_ key: String, _ value: Int?) {
    if let value { member(key) { $0.bytes += Array(String(value).utf8) } }
  }

  /// Writes a member; infinities read "inf" and "-inf".
  mutating func member(_ key: String, _ value: Double?) {
    guard let value else { return }
    guard value.isFinite else {
      return member(key, value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }
    member(key) { $0.bytes += Array(NumberText.shortest(value).utf8) }
  }

  mutating func member(_ key: String, _ texts: [String]) {
    member(key) { $0.list(texts) { $0.text($1) } }
  }

  /// Writes a text.
  ///
  /// Source: RFC 8259, section 7.
  mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for unit in text.utf8 {
      switch unit {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), unit]
      case 0x0a: bytes += Array("\\n".utf8)
      case 0x0d: bytes += Array("\\r".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0x08: bytes += Array("\\b".utf8)
      case 0x0c: bytes += Array("\\f".utf8)
      case 0..<0x20:
        bytes += Array("\\u00\(unit < 0x10 ? "0" : "")\(String(unit, radix: 16))".utf8)
      default: bytes.append(unit)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Ends the last line of a file.
  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func enclose(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    (depth, isEmpty) = (depth + 1, true)
    content(&self)
    depth -= 1
    if isEmpty { bytes.append(UInt8(ascii: "\n")) }
    breakLine()
    bytes.append(UInt8(ascii: close))
    isEmpty = false
  }

  private mutating func startLine() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    breakLine()
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * depth { bytes.append(UInt8(ascii: " ")) }
  }
}
