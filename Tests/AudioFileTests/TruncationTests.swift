import AudioFile
import Signal
import TestSupport
import Testing

/// FLAC bytes to bend; made by the writer, since nobody packs FLAC by hand.
enum HandmadeFLAC {
  static let frames = 20_000
  static let audio = TestSignals.noise(
    amplitude: 0.5, seconds: Double(frames) / 48_000, sampleRate: Hertz(48_000))

  static func bytes(of folder: TemporaryFolder) throws -> [UInt8] {
    try writeAudio(audio, path: folder.file("made.flac"), encoding: .pcm16)
    return try folder.bytes("made.flac")
  }
}

@Suite("Files that are shorter than they declare")
struct TruncationTests {
  private let folder: TemporaryFolder
  private let codes = (0..<300).map { $0 * 97 % 30_000 - 15_000 }

  init() throws { folder = try TemporaryFolder() }

  /// Checks that a file of the codes above is refused, and read as far as it goes where allowed.
  private func check(_ bytes: [UInt8], declared: Int, present: Int) throws {
    let path = try folder.write(bytes, "cut")
    let expected = AudioFileError.truncated(
      path: path, declaredFrames: declared, presentFrames: present)

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error == expected)
    #expect(error?.description.contains("\(declared) frames, \(present) are present") == true)
    #expect(throws: expected) { _ = try AudioFileReader(path: path) }

    var reader = try AudioFileReader(path: path, allowTruncated: true)
    let audio = try reader.readAll()
    #expect(audio.channels[0] == codes.prefix(present).map { Float($0) / 32_768 })
    #expect(reader.frameCount == declared)
    #expect(
      reader.note == .truncated(path: path, declaredFrames: declared, presentFrames: present))
  }

  @Test("a cut WAV tells both counts and gives no half frame", arguments: [1, 2, 301, 599, 600])
  func wave(missing: Int) throws {
    let bytes = HandmadeWave(data: pcm16(codes)).bytes
    try check(bytes.dropLast(missing), declared: 300, present: (600 - missing) / 2)
  }

  @Test("a cut AIFF tells both counts", arguments: [1, 2, 301])
  func aiff(missing: Int) throws {
    let data = codes.flatMap { big(UInt64(truncatingIfNeeded: $0), 2) }
    let bytes = HandmadeAIFF(data: data, frames: 300).bytes
    try check(bytes.dropLast(missing), declared: 300, present: (600 - missing) / 2)
  }

  @Test("an AIFF that declares more frames than its sound chunk holds tells both counts")
  func longerAIFF() throws {
    let data = codes.flatMap { big(UInt64(truncatingIfNeeded: $0), 2) }
    try check(HandmadeAIFF(data: data, frames: 400).bytes, declared: 400, present: 300)
  }

  @Test("a cut CAF tells both counts; the library cannot read it any further")
  func caf() throws {
    let bytes = HandmadeCAF(data: pcm16(codes)).bytes
    let path = try folder.write(bytes.dropLast(301), "cut.caf")
    let expected = AudioFileError.truncated(path: path, declaredFrames: 300, presentFrames: 149)

    #expect(throws: expected) { try readAudio(path: path) }
    #expect(throws: expected) { try readAudio(path: path, allowTruncated: true) }
  }

  @Test("a cut FLAC is refused once its frames run out, and no silence takes their place")
  func flac() throws {
    let bytes = try HandmadeFLAC.bytes(of: folder)
    let path = try folder.write(Array(bytes.prefix(bytes.count * 6 / 10)), "cut.flac")
    let part = try readAudio(path: path, allowTruncated: true)
    // Twelve thousand frames lie before the cut, and a FLAC block has 4096.
    #expect((8_000...12_288).contains(part.frameCount))
    let whole = try readAudio(path: folder.file("made.flac"))
    #expect(firstDifference(whole.frames(0..<part.frameCount), part) == nil)

    #expect(
      throws: AudioFileError.truncated(
        path: path, declaredFrames: HandmadeFLAC.frames, presentFrames: part.frameCount)
    ) { try readAudio(path: path) }

    var reader = try AudioFileReader(path: path)
    #expect(throws: AudioFileError.self) {
      while try reader.read(maxFrames: 1_000).frameCount > 0 {}
    }
  }

  @Test("a FLAC with a damaged middle is refused")
  func damagedFLAC() throws {
    var bytes = try HandmadeFLAC.bytes(of: folder)
    for index in 0..<8 { bytes[bytes.count / 2 + index] ^= 0xFF }
    let path = try folder.write(bytes, "damaged.flac")

    #expect(throws: AudioFileError.self) { try readAudio(path: path) }
  }

  @Test("a FLAC that leaves its length open gives every frame, and a note")
  func openFLAC() throws {
    var bytes = try HandmadeFLAC.bytes(of: folder)
    // Source: RFC 9639, section 8.2: the last 36 of 64 bits from byte 18 on count the frames.
    bytes[21] &= 0xF0
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    let path = try folder.write(bytes, "open.flac")
    var reader = try AudioFileReader(path: path)

    #expect(reader.frameCount == HandmadeFLAC.frames)
    #expect(reader.note == .unknownLength(path: path, presentFrames: HandmadeFLAC.frames))
    #expect(
      firstDifference(try reader.readAll(), try readAudio(path: folder.file("made.flac"))) == nil)
  }

  @Test("a FLAC that declares four billion frames costs no memory for them")
  func boastfulFLAC() throws {
    var bytes = try HandmadeFLAC.bytes(of: folder)
    bytes.replaceSubrange(22..<26, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let path = try folder.write(bytes, "boast.flac")

    let audio = try readAudio(path: path, allowTruncated: true)

    #expect(audio.frameCount == HandmadeFLAC.frames)
    #expect(throws: AudioFileError.self) { try readAudio(path: path) }
  }

  @Test("an AIFF that leaves its length open gives every frame, and a CAF is refused")
  func openOthers() throws {
    let data = codes.flatMap { big(UInt64(truncatingIfNeeded: $0), 2) }
    let aiff = try folder.write(HandmadeAIFF(data: data, frames: 0).bytes, "a.aiff")
    var reader = try AudioFileReader(path: aiff)
    #expect(reader.note == .unknownLength(path: aiff, presentFrames: 300))
    #expect(try reader.readAll().frameCount == 300)

    let caf = HandmadeCAF(data: pcm16(codes), claimedDataSize: .max)
    let path = try folder.write(caf.bytes, "a.caf")
    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error?.description.contains("leaves its length open") == true)
  }
}
