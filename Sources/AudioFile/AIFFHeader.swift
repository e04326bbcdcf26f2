/// The header of an AIFF or AIFF-C file.
///
/// Source: Apple, Audio Interchange File Format 1.3, 1989, and AIFF-C, draft of 1991.
enum AIFFHeader {
  static func facts(of file: borrowing OpenFile) throws(AudioFileError) -> HeaderFacts {
    let start = file.bytes(at: 0, count: 12)
    guard start.spells("AIFF", at: 8) || start.spells("AIFC", at: 8) else {
      throw .notAudio(path: file.path)
    }
    var walk = ChunkWalk(from: 12, sizeBytes: 4, bigEndian: true, pads: true)
    var common: HeaderBytes?
    var sound: ChunkWalk.Chunk?
    while let chunk = walk.next(in: file) {
      switch chunk.name {
      case "COMM":
        guard common == nil else {
          throw .malformed(path: file.path, reason: "it has two 'COMM' chunks")
        }
        common = file.bytes(at: chunk.body, count: min(18, Int(chunk.size)))
      case "SSND" where sound == nil: sound = chunk
      default: break
      }
    }
    guard let common, common.count == 18 else {
      throw .malformed(path: file.path, reason: "it has no whole 'COMM' chunk")
    }
    let channelCount = Int(common.number(at: 0, bytes: 2, bigEndian: true))
    guard channelCount > 0 else {
      throw .malformed(path: file.path, reason: "it declares no channels")
    }
    let frames = Int(common.number(at: 2, bytes: 4, bigEndian: true))
    guard let sound else {
      // A file without frames needs no sound chunk.
      guard frames == 0 else {
        throw .malformed(
          path: file.path,
          reason: "no 'SSND' chunk up to byte \(walk.offset) of \(file.byteCount)")
      }
      return HeaderFacts(channelCount: channelCount, length: .complete(frames: 0))
    }
    return HeaderFacts(
      channelCount: channelCount, length: length(of: sound, frames: frames, in: file))
  }

  private static func length(
    of sound: ChunkWalk.Chunk, frames: Int, in file: borrowing OpenFile
  ) -> HeaderFacts.Length {
    // The body begins with two numbers: the bytes to skip and a block size that nobody uses.
    let start = file.bytes(at: sound.body, count: 4)
    let skipped = 8 + Int(start.number(at: 0, bytes: 4, bigEndian: true))
    let declared = Int(sound.size) - skipped
    let present = max(0, file.byteCount - sound.body - skipped)
    guard frames > 0 else { return declared > 0 ? .unknown : .complete(frames: 0) }
    guard declared > present else { return .complete(frames: frames) }
    let frameBytes = max(1, declared / frames)
    return .cut(declaredFrames: frames, presentFrames: min(frames, present / frameBytes))
  }
}
