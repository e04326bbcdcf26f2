/// A few bytes of a header; what lies past their end reads as zero.
struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  /// Whether the bytes at an offset spell an ASCII text.
  func spells(_ text: String, at offset: Int = 0) -> Bool {
    offset + text.utf8.count <= count && bytes[offset...].starts(with: text.utf8)
  }

  /// The four-letter name at an offset; nil where it is not printable ASCII.
  func name(at offset: Int) -> String? {
    guard offset + 4 <= count else { return nil }
    let letters = bytes[offset..<offset + 4]
    guard letters.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }

  /// An unsigned number of up to eight bytes.
  func number(at offset: Int, bytes width: Int, bigEndian: Bool) -> UInt64 {
    (0..<width).reduce(0) { sum, index in
      sum << 8 | UInt64(self[offset + (bigEndian ? index : width - 1 - index)])
    }
  }
}
