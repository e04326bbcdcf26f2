import Foundation

/// The pages of an Ogg file, as far as their serial number goes.
///
/// libsndfile draws the number from the clock, so that two writes of the same samples differ.
///
/// Source: RFC 3533, section 6.
enum OggPages {
  /// Any number does for a file of one stream.
  private static let serialNumber: [UInt8] = [1, 0, 0, 0]
  private static let headerBytes = 27

  /// Gives every page the same serial number, and the checksum that goes with it.
  static func fixSerialNumber(of file: String, path: String) throws(AudioFileError) {
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: OpenFile.reason(errno)) }
    defer { close(descriptor) }
    var offset = 0
    while let page = try nextPage(descriptor, at: offset, path: path) {
      var page = page
      page.replaceSubrange(14..<18, with: serialNumber)
      page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      let sum = checksum(page)
      page.replaceSubrange(
        22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) })
      guard pwrite(descriptor, page, page.count, off_t(offset)) == page.count else {
        throw .cannotWrite(path: path, reason: OpenFile.reason(errno))
      }
      offset += page.count
    }
  }

  /// The bytes of one page; nil where the file ends.
  private static func nextPage(
    _ descriptor: CInt, at offset: Int, path: String
  ) throws(AudioFileError) -> [UInt8]? {
    let head = bytes(descriptor, at: offset, count: headerBytes + 255)
    guard !head.isEmpty else { return nil }
    guard head.count >= headerBytes, head.starts(with: "OggS".utf8) else {
      throw .cannotWrite(path: path, reason: "byte \(offset) should start an Ogg page")
    }
    let segments = head.dropFirst(headerBytes).prefix(Int(head[26]))
    let count = headerBytes + segments.count + segments.reduce(0) { $0 + Int($1) }
    let page = bytes(descriptor, at: offset, count: count)
    guard page.count == count else {
      throw .cannotWrite(path: path, reason: "the Ogg page at byte \(offset) is cut")
    }
    return page
  }

  private static func bytes(_ descriptor: CInt, at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  /// The cyclic redundancy check of the polynomial 0x04C11DB7, most significant bit first.
  private static func checksum(_ page: [UInt8]) -> UInt32 {
    page.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
  }

  private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
    (0..<8).reduce(index << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }
}
