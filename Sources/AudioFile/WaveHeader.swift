/// The header of a WAV or RF64 file.
///
/// Source: Microsoft/IBM, Multimedia Programming Interface and Data Specifications 1.0, 1991;
/// EBU Tech 3306 (RF64).
enum WaveHeader {
  /// The size that pipes write for "not known yet".
  private static let openSize: UInt64 = 0xFFFF_FFFF
  /// The size that SoX writes for "not known", rounded down to whole frames.
  ///
  /// Source: SoX, `wav.c`, `MS_UNSPEC`.
  private static let soxOpenSize: UInt64 = 0x7FFF_F000

  /// What the chunks of a file have told so far.
  private struct Findings {
    var format: HeaderBytes?
    var wideDataSize: UInt64?
    var data: (body: Int, size: UInt64)?
  }

  /// Reads every chunk, so that a second format after the audio is seen too.
  static func facts(of file: borrowing OpenFile) throws(AudioFileError) -> HeaderFacts {
    let start = file.bytes(at: 0, count: 12)
    guard start.spells("WAVE", at: 8) else { throw .notAudio(path: file.path) }
    let bigEndian = start.spells("RIFX")
    var walk = ChunkWalk(from: 12, sizeBytes: 4, bigEndian: bigEndian, pads: true)
    var found = Findings()
    while let chunk = walk.next(in: file) {
      switch chunk.name {
      case "fmt ":
        guard found.format == nil else {
          throw .malformed(path: file.path, reason: "it has two 'fmt ' chunks")
        }
        found.format = file.bytes(at: chunk.body, count: min(40, Int(chunk.size)))
      case "ds64":
        let sizes = file.bytes(at: chunk.body, count: 24)
        found.wideDataSize = sizes.number(at: 8, bytes: 8, bigEndian: bigEndian)
      case "data" where found.data == nil:
        var size = chunk.size
        if start.spells("RF64"), size == openSize, let wide = found.wideDataSize { size = wide }
        found.data = (chunk.body, size)
        walk.skip(body: chunk.body, size: size, in: file)
      default: break
      }
    }
    guard let format = found.format, format.count >= 16 else {
      throw .malformed(path: file.path, reason: "it has no whole 'fmt ' chunk")
    }
    guard let data = found.data else {
      throw .malformed(
        path: file.path, reason: "no 'data' chunk up to byte \(walk.offset) of \(file.byteCount)")
    }
    let shape = try Shape(format, bigEndian: bigEndian, path: file.path)
    let riffSize = start.number(at: 4, bytes: 4, bigEndian: bigEndian)
    return HeaderFacts(
      channelCount: shape.channelCount,
      length: try length(data, riffSize: riffSize, frameBytes: shape.frameBytes, of: file))
  }

  private static func length(
    _ data: (body: Int, size: UInt64), riffSize: UInt64, frameBytes: Int?,
    of file: borrowing OpenFile
  ) throws(AudioFileError) -> HeaderFacts.Length {
    let present = UInt64(max(0, file.byteCount - data.body))
    if data.size == 0, present > 0, riffSize + 8 <= UInt64(data.body) {
      throw .malformed(
        path: file.path,
        reason: "it declares no audio but \(present) bytes follow, as if a recorder had stopped")
    }
    guard let frameBytes = frameBytes.map(UInt64.init) else { return .unstated }
    if data.size > present {
      let isOpen =
        data.size == openSize || data.size == .max
        || data.size == soxOpenSize / frameBytes * frameBytes
      if isOpen { return .unknown }
      return .cut(
        declaredFrames: Int(data.size / frameBytes), presentFrames: Int(present / frameBytes))
    }
    return .complete(frames: Int(data.size / frameBytes))
  }

  /// How the samples of a format chunk lie side by side.
  private struct Shape {
    let channelCount: Int
    /// How many bytes a frame takes; nil where the encoding packs samples into blocks.
    let frameBytes: Int?

    init(_ format: HeaderBytes, bigEndian: Bool, path: String) throws(AudioFileError) {
      func field(_ offset: Int) -> Int {
        Int(format.number(at: offset, bytes: 2, bigEndian: bigEndian))
      }
      channelCount = field(2)
      guard channelCount > 0 else {
        throw .malformed(path: path, reason: "it declares no channels")
      }
      let bits = field(14)
      // The extensible kind keeps the true tag at the start of its GUID.
      let tag = field(0) == 0xFFFE && format.count >= 26 ? field(24) : field(0)
      switch tag {
      case 1, 3, 6, 7:
        let needed = channelCount * ((bits + 7) / 8)
        guard needed > 0, field(12) == needed else {
          throw .malformed(
            path: path,
            reason: """
              it packs a frame into \(field(12)) bytes, where \(channelCount) x \(bits) bits take \
              \(needed)
              """)
        }
        frameBytes = needed
      default:
        frameBytes = nil
      }
    }
  }
}
