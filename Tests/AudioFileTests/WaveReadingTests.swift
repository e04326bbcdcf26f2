import AudioFile
import Signal
import TestSupport
import Testing

@Suite("WAV files as the world writes them")
struct WaveReadingTests {
  private let folder: TemporaryFolder
  private let codes = (0..<300).map { $0 * 97 % 30_000 - 15_000 }

  init() throws { folder = try TemporaryFolder() }

  private func samples(_ wave: HandmadeWave) throws -> [Float] {
    try readAudio(path: folder.write(wave.bytes, "a.wav")).channels[0]
  }

  @Test("the extensible kind reads as plain PCM, with spare bytes too", arguments: [0, 8])
  func extensible(spare: Int) throws {
    var wave = HandmadeWave(channels: 2, data: pcm16(codes))
    let plain = try readAudio(path: folder.write(wave.bytes, "plain.wav"))
    wave.tag = 0xFFFE
    wave.formatExtension = HandmadeWave.extensible(tag: 1, bits: 16, speakers: 3, spare: spare)

    let audio = try readAudio(path: folder.write(wave.bytes, "extensible.wav"))

    #expect(audio.channelCount == 2)
    #expect(firstDifference(plain, audio) == nil)
  }

  @Test(
    "an odd number of data bytes gives its frames, with the pad byte and without",
    arguments: [true, false])
  func oddSize(pads: Bool) throws {
    let odd = Array(codes.prefix(101))
    let after = ascii("LIST") + little(4, 4) + ascii("INFO")
    let wave = HandmadeWave(bits: 24, data: pcm24(odd), chunksAfter: after, pads: pads)

    #expect(try samples(wave) == odd.map { Float($0) / 8_388_608 })
  }

  @Test("an odd number of data bytes is written with its pad byte")
  func oddSizeWritten() throws {
    let audio = AudioBuffer(silentFrames: 101, sampleRate: Hertz(48_000))

    try writeAudio(audio, path: folder.file("a.wav"), encoding: .pcm24)

    let bytes = try folder.bytes("a.wav")
    #expect(bytes.count % 2 == 0)
    #expect(Array(bytes[4..<8]) == little(UInt64(bytes.count - 8), 4))
    #expect(try readAudio(path: folder.file("a.wav")).frameCount == 101)
  }

  @Test(
    "a length that was never known gives the frames that are there, and a note",
    arguments: [UInt64(0xFFFF_FFFF), 0x7FFF_F000])
  func openLength(size: UInt64) throws {
    let wave = HandmadeWave(data: pcm16(codes), claimedDataSize: size, claimedRiffSize: size)
    let path = try folder.write(wave.bytes, "a.wav")
    var reader = try AudioFileReader(path: path)

    #expect(reader.frameCount == 300)
    #expect(reader.note == .unknownLength(path: path, presentFrames: 300))
    #expect(try reader.readAll().channels[0] == codes.map { Float($0) / 32_768 })
  }

  @Test("a header that a recorder never completed is refused, not read as empty")
  func neverCompleted() throws {
    let wave = HandmadeWave(data: pcm16(codes), claimedDataSize: 0, claimedRiffSize: 36)
    let path = try folder.write(wave.bytes, "a.wav")

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error?.description.contains("600 bytes follow") == true)
  }

  @Test("no data before another chunk is a file without frames")
  func emptyData() throws {
    let after = ascii("LIST") + little(4, 4) + ascii("INFO")
    #expect(try samples(HandmadeWave(chunksAfter: after)).isEmpty)
  }

  @Test("8-bit samples are unsigned: 128 is silence")
  func unsigned() throws {
    let data: [UInt8] = [128, 128, 0, 255, 129, 127]

    let read = try samples(HandmadeWave(bits: 8, data: data))

    let expected: [Float] = [0, 0, -1, 0.992_187_5, 0.007_812_5, -0.007_812_5]
    #expect(read == expected)
  }

  @Test("telephone codes have the level and sign of the standard", arguments: [UInt64(6), 7])
  func telephone(tag: UInt64) throws {
    // Source: ITU-T G.711: largest positive, largest negative, and the two smallest magnitudes.
    let data: [UInt8] = tag == 6 ? [0xAA, 0x2A, 0xD5, 0x55] : [0x80, 0x00, 0xFF, 0x7F]
    let values: [Float] = tag == 6 ? [32_256, -32_256, 8, -8] : [32_124, -32_124, 0, 0]
    let wave = HandmadeWave(tag: tag, rate: 8_000, bits: 8, data: data, formatExtension: [0, 0])
    let path = try folder.write(wave.bytes, "a.wav")

    let audio = try readAudio(path: path)

    #expect(audio.sampleRate == Hertz(8_000))
    #expect(audio.channels[0] == values.map { $0 / 32_768 })
  }

  @Test("large chunks before the audio are passed over")
  func largeChunks() throws {
    let chunk = ascii("LIST") + little(200_000, 4) + [UInt8](repeating: 0, count: 200_000)
    let wave = HandmadeWave(data: pcm16(codes), chunksBefore: chunk)

    #expect(try samples(wave) == codes.map { Float($0) / 32_768 })

    let free = ascii("free") + big(24_000, 8) + [UInt8](repeating: 0, count: 24_000)
    let caf = HandmadeCAF(data: pcm16(codes), chunksBefore: free)
    let audio = try readAudio(path: folder.write(caf.bytes, "a.caf"))
    #expect(audio.channels[0] == codes.map { Float($0) / 32_768 })
  }

  @Test(
    "the content decides what a file is, not its name", arguments: ["a.m4a", "a.txt", "a.gsm", "a"])
  func wrongName(name: String) throws {
    let path = try folder.write(HandmadeWave(data: pcm16(codes)).bytes, name)

    #expect(try readAudio(path: path).channels[0] == codes.map { Float($0) / 32_768 })
    #expect(try AudioFileReader(path: path).format.description == "16-bit WAV")
  }
}
