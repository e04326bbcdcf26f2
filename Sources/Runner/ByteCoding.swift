/// Puts numbers and texts one after another into bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether everything so far fitted: a text of more than 65 535 bytes does not.
  private(set) var isWhole = true

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Writes a number of things, in groups of seven bits with the smallest first.
  ///
  /// Source: DWARF Debugging Information Format, version 5, section 7.6, unsigned LEB128.
  mutating func count(_ value: Int) {
    precondition(value >= 0, "a count is not negative")
    var rest = UInt64(value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func number(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ value: String) {
    let units = value.utf8
    guard units.count <= UInt16.max else {
      isWhole = false
      return
    }
    count(units.count)
    bytes.append(contentsOf: units)
  }

  mutating func optional(_ value: Double?) {
    byte(value == nil ? 0 : 1)
    if let value { number(value) }
  }

  mutating func optional(_ value: String?) {
    byte(value == nil ? 0 : 1)
    if let value { text(value) }
  }
}

/// Takes numbers and texts out of bytes again, and never reads beyond their end.
struct ByteReader {
  /// The bytes are not what a writer has written.
  enum Fault: Error {
    case damaged
  }

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// Starts at the first of some bytes, which have to outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }
  var bytesLeft: Int { bytes.count - offset }

  mutating func byte() throws(Fault) -> UInt8 {
    guard offset < bytes.count else { throw .damaged }
    offset += 1
    return bytes[offset - 1]
  }

  mutating func count() throws(Fault) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let group = try byte()
      value |= UInt64(group & 0x7f) << shift
      if group < 0x80 { break }
      shift += 7
      guard shift < 63 else { throw .damaged }
    }
    return Int(value)
  }

  mutating func number() throws(Fault) -> Double {
    guard bytesLeft >= 8 else { throw .damaged }
    let pattern = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    offset += 8
    return Double(bitPattern: UInt64(littleEndian: pattern))
  }

  mutating func text() throws(Fault) -> String {
    let count = try count()
    guard count <= bytesLeft else { throw .damaged }
    let units = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    offset += count
    return String(decoding: units, as: UTF8.self)
  }

  mutating func optional() throws(Fault) -> Double? {
    switch try byte() {
    case 0: return nil
    case 1: return try number()
    default: throw .damaged
    }
  }

  mutating func optionalText() throws(Fault) -> String? {
    switch try byte() {
    case 0: return nil
    case 1: return try text()
    default: throw .damaged
    }
  }
}
