import AudioFile
import Signal
import TestSupport
import Testing

@Suite("What is written is read again")
struct RoundTripTests {
  private let rate = Hertz(44_100)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "32-bit float files keep every bit, above full scale too",
    arguments: ["a.wav", "a.caf"], [1, 2, 8])
  func floats(name: String, channelCount: Int) throws {
    let audio = TestSignals.noise(
      amplitude: 4, seconds: 0.1, channelCount: channelCount, sampleRate: rate)
    try writeAudio(audio, path: folder.file(name))

    let back = try readAudio(path: folder.file(name))

    #expect(back.sampleRate == rate)
    #expect(firstDifference(audio, back) == nil)
  }

  @Test(
    "every 16-bit code survives reading and writing",
    arguments: ["a.wav", "a.flac", "a.aiff", "a.caf"])
  func codes16(name: String) throws {
    let codes = Array(-32_768...32_767)
    let source = try folder.write(HandmadeWave(data: pcm16(codes)).bytes, "source.wav")
    let audio = try readAudio(path: source)
    let expected = codes.map { Float($0) / 32_768 }
    #expect(firstDifference(audio, mono(expected, Hertz(48_000))) == nil)

    try writeAudio(audio, path: folder.file(name), encoding: .pcm16)

    #expect(firstDifference(audio, try readAudio(path: folder.file(name))) == nil)
  }

  @Test("a 16-bit WAV that passes through keeps its data bytes")
  func bytes16() throws {
    let data = pcm16(-32_768...32_767)
    let source = try folder.write(HandmadeWave(data: data).bytes, "source.wav")

    try writeAudio(try readAudio(path: source), path: folder.file("a.wav"), encoding: .pcm16)

    #expect(Array(try folder.bytes("a.wav").suffix(data.count)) == data)
  }

  @Test(
    "24-bit codes survive reading and writing",
    arguments: ["a.wav", "a.flac", "a.aiff", "a.caf"])
  func codes24(name: String) throws {
    // An odd step meets every value of the lower bytes; the ends and the middle come besides.
    let ends = [-8_388_608, -8_388_607, -3, -2, -1, 0, 1, 2, 3, 8_388_606, 8_388_607]
    let codes = ends + Array(stride(from: -8_388_608, through: 8_388_607, by: 127))
    let audio = mono(codes.map { Float($0) / 8_388_608 }, rate)
    let data = pcm24(codes)
    let source = try folder.write(HandmadeWave(rate: 44_100, bits: 24, data: data).bytes, "s.wav")
    #expect(firstDifference(audio, try readAudio(path: source)) == nil)

    try writeAudio(audio, path: folder.file(name), encoding: .pcm24)

    #expect(firstDifference(audio, try readAudio(path: folder.file(name))) == nil)
  }

  @Test(
    "integer files clip at full scale and do not wrap",
    arguments: ["a.wav", "a.flac", "a.aiff", "a.caf"],
    [AudioFileFormat.Encoding.pcm16, .pcm24])
  func clipping(name: String, encoding: AudioFileFormat.Encoding) throws {
    let audio = mono([1, 1.5, 1e30, -1, -1.5, -1e30], rate)
    let top: Float = encoding == .pcm16 ? 32_767.0 / 32_768 : 8_388_607.0 / 8_388_608
    try writeAudio(audio, path: folder.file(name), encoding: encoding)

    let back = try readAudio(path: folder.file(name))

    #expect(back.channels[0] == [top, top, top, -1, -1, -1])
  }

  @Test("Ogg Vorbis keeps length and shape of the wave")
  func vorbis() throws {
    let audio = TestSignals.sine(Hertz(440), amplitude: 0.5, seconds: 0.5, sampleRate: rate)
    try writeAudio(audio, path: folder.file("a.ogg"))

    let back = try readAudio(path: folder.file("a.ogg"))

    #expect(back.frameCount == audio.frameCount)
    let errors = zip(audio.channels[0], back.channels[0]).map { $0 - $1 }
    let ratio = energy(errors) / energy(audio.channels[0])
    // A lossy code at usual quality keeps a lone tone to about 1 %; a shift of one frame makes 6 %.
    #expect(ratio <= 0.03 * 0.03)
  }

  @Test(
    "left stays left, and rate and channels stay as they were",
    arguments: ["a.wav", "a.flac", "a.aiff", "a.caf"])
  func sides(name: String) throws {
    let left = [Float](repeating: 0.25, count: 5_000)
    let right = [Float](repeating: -0.5, count: 5_000)
    let audio = AudioBuffer(channels: [left, right], sampleRate: rate)
    try writeAudio(audio, path: folder.file(name))

    let reader = try AudioFileReader(path: folder.file(name))
    #expect(reader.channelCount == 2)
    #expect(reader.sampleRate == rate)
    #expect(reader.frameCount == 5_000)
    #expect(reader.note == nil)
    #expect(firstDifference(audio, try readAudio(path: folder.file(name))) == nil)
  }

  @Test(
    "a file without frames is written and read",
    arguments: ["a.wav", "a.aiff", "a.caf", "a.ogg"])
  func noFrames(name: String) throws {
    let audio = AudioBuffer(silentFrames: 0, channelCount: 2, sampleRate: rate)
    try writeAudio(audio, path: folder.file(name))

    let back = try readAudio(path: folder.file(name))

    #expect(firstDifference(audio, back) == nil)
    #expect(back.sampleRate == rate)
  }

  @Test("a FLAC without frames is refused, since the library would write no byte of it")
  func noFramesFLAC() throws {
    let audio = AudioBuffer(silentFrames: 0, sampleRate: rate)
    let error = #expect(throws: AudioFileError.self) {
      try writeAudio(audio, path: folder.file("a.flac"))
    }
    #expect(error?.description.contains("at least one frame") == true)
    #expect(try folder.names().isEmpty)
  }

  @Test(
    "blocks give what the whole gives",
    arguments: ["a.wav", "a.flac", "a.ogg"], [1, 7, 64, 2_048, 2_049, 100_000])
  func blocks(name: String, blockFrames: Int) throws {
    let audio = TestSignals.noise(
      amplitude: 0.5, seconds: 0.11, channelCount: 2, sampleRate: rate)
    try writeAudio(audio, path: folder.file(name))
    let whole = try readAudio(path: folder.file(name))
    var reader = try AudioFileReader(path: folder.file(name))
    var filled = AudioBuffer(silentFrames: 0, channelCount: 2, sampleRate: rate)
    var block = AudioBuffer(silentFrames: blockFrames, channelCount: 2, sampleRate: rate)

    while case let frames = try reader.read(into: &block), frames > 0 {
      filled.append(block.frames(0..<frames))
    }
    #expect(firstDifference(whole, filled) == nil)

    try reader.rewind()
    var made = try reader.read(maxFrames: blockFrames)
    while case let next = try reader.read(maxFrames: blockFrames), next.frameCount > 0 {
      made.append(next)
    }
    #expect(firstDifference(whole, made) == nil)
    #expect(firstDifference(whole, try reader.readAll()) == nil)
  }

  @Test("a file written in blocks has the bytes of one written at once", arguments: [1, 7, 3_000])
  func writtenBlocks(blockFrames: Int) throws {
    let audio = TestSignals.noise(seconds: 0.1, channelCount: 2, sampleRate: rate)
    try writeAudio(audio, path: folder.file("whole.wav"))
    var writer = try AudioFileWriter(
      path: folder.file("blocks.wav"), format: AudioFileFormat(path: "blocks.wav"),
      sampleRate: rate, channelCount: 2)
    for start in stride(from: 0, to: audio.frameCount, by: blockFrames) {
      try writer.write(audio.frames(start..<min(start + blockFrames, audio.frameCount)))
    }
    try writer.finish()

    #expect(writer.frameCount == audio.frameCount)
    #expect(try folder.bytes("blocks.wav") == folder.bytes("whole.wav"))
  }
}

private func mono(_ samples: [Float], _ rate: Hertz) -> AudioBuffer {
  AudioBuffer(channels: [samples], sampleRate: rate)
}

private func energy(_ samples: [Float]) -> Double {
  samples.reduce(0) { $0 + Double($1) * Double($1) }
}
