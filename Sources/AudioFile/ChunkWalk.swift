/// The chunks of a file, in order; each lies within the file as far as its name and size go.
struct ChunkWalk {
  /// One chunk: its name, where its body starts, and how long the header says it is.
  struct Chunk {
    let name: String
    let body: Int
    let size: UInt64
  }

  /// No sane file has more chunks; a hostile one could hold the walk up for long.
  private static let limit = 4096

  /// Where the next chunk is expected.
  private(set) var offset: Int
  private let sizeBytes: Int
  private let bigEndian: Bool
  private let pads: Bool
  private var count = 0

  init(from offset: Int, sizeBytes: Int, bigEndian: Bool, pads: Bool) {
    self.offset = offset
    self.sizeBytes = sizeBytes
    self.bigEndian = bigEndian
    self.pads = pads
  }

  /// The next chunk; nil where the file or its structure ends.
  mutating func next(in file: borrowing OpenFile) -> Chunk? {
    guard count < Self.limit else { return nil }
    count += 1
    let head = file.bytes(at: offset, count: 4 + sizeBytes)
    guard head.count == 4 + sizeBytes, let name = head.name(at: 0) else { return nil }
    let size = head.number(at: 4, bytes: sizeBytes, bigEndian: bigEndian)
    let body = offset + 4 + sizeBytes
    offset = end(ofBody: body, size: size, in: file)
    return Chunk(name: name, body: body, size: size)
  }

  /// Moves to the end of a body whose header states another length than the true one.
  mutating func skip(body: Int, size: UInt64, in file: borrowing OpenFile) {
    offset = end(ofBody: body, size: size, in: file)
  }

  private func end(ofBody body: Int, size: UInt64, in file: borrowing OpenFile) -> Int {
    guard size < UInt64(max(0, file.byteCount - body)) else { return file.byteCount }
    let end = body + Int(size)
    guard pads, size % 2 == 1 else { return end }
    // Some writers forget the pad byte: then the name starts on the odd byte.
    let isUnpadded =
      file.bytes(at: end, count: 4).name(at: 0) != nil
      && file.bytes(at: end + 1, count: 4).name(at: 0) == nil
    return isUnpadded ? end : end + 1
  }
}
