/// The header of a Core Audio Format file.
///
/// Source: Apple, Core Audio Format Specification 1.0.
enum CAFHeader {
  static func facts(of file: borrowing OpenFile) throws(AudioFileError) -> HeaderFacts {
    var walk = ChunkWalk(from: 8, sizeBytes: 8, bigEndian: true, pads: false)
    var description: HeaderBytes?
    var data: ChunkWalk.Chunk?
    while let chunk = walk.next(in: file) {
      switch chunk.name {
      case "desc":
        guard description == nil else {
          throw .malformed(path: file.path, reason: "it has two 'desc' chunks")
        }
        description = file.bytes(at: chunk.body, count: 32)
      case "data" where data == nil: data = chunk
      default: break
      }
    }
    guard let description, description.count == 32 else {
      throw .malformed(path: file.path, reason: "it has no whole 'desc' chunk")
    }
    guard let data else {
      throw .malformed(
        path: file.path, reason: "no 'data' chunk up to byte \(walk.offset) of \(file.byteCount)")
    }
    let channelCount = Int(description.number(at: 24, bytes: 4, bigEndian: true))
    guard channelCount > 0 else {
      throw .malformed(path: file.path, reason: "it declares no channels")
    }
    let packetBytes = description.number(at: 16, bytes: 4, bigEndian: true)
    let packetFrames = description.number(at: 20, bytes: 4, bigEndian: true)
    return HeaderFacts(
      channelCount: channelCount,
      length: length(of: data, packetBytes: packetBytes, packetFrames: packetFrames, in: file))
  }

  private static func length(
    of data: ChunkWalk.Chunk, packetBytes: UInt64, packetFrames: UInt64,
    in file: borrowing OpenFile
  ) -> HeaderFacts.Length {
    guard data.size != .max else { return .unknown }
    // Packets of many frames end in a shorter one, whose length stands elsewhere.
    guard packetBytes > 0, packetFrames == 1 else { return .unstated }
    // The body begins with four bytes that count edits.
    let declared = (max(4, data.size) - 4) / packetBytes
    let present = UInt64(max(0, file.byteCount - data.body - 4)) / packetBytes
    let frames = Int(clamping: declared)
    return data.size > UInt64(max(0, file.byteCount - data.body))
      ? .cut(declaredFrames: frames, presentFrames: Int(present)) : .complete(frames: frames)
  }
}
