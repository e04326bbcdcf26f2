import AudioFile
import Signal
import TestSupport
import Testing

@Suite("Files that are refused, each with its reason")
struct RefusalTests {
  private let folder: TemporaryFolder
  private let codes = (0..<300).map { $0 * 97 % 30_000 - 15_000 }

  init() throws { folder = try TemporaryFolder() }

  @Test("what is not there, a folder, a device and an empty file are told apart")
  func noFile() throws {
    let missing = folder.file("missing.wav")
    #expect(throws: AudioFileError.notFound(path: missing)) { try readAudio(path: missing) }
    #expect(throws: AudioFileError.isFolder(path: folder.path)) {
      try readAudio(path: folder.path)
    }
    #expect(throws: AudioFileError.notRegularFile(path: "/dev/null")) {
      try readAudio(path: "/dev/null")
    }
    let empty = try folder.write([], "empty.wav")
    #expect(throws: AudioFileError.empty(path: empty)) { try readAudio(path: empty) }
  }

  @Test("a Git LFS pointer says how to fetch the audio")
  func pointer() throws {
    let text = """
      version https://git-lfs.github.com/spec/v1
      oid sha256:\(String(repeating: "0123456789abcdef", count: 4))
      size 48044

      """
    let path = try folder.write(ascii(text), "a.wav")

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error == .gitLFSPointer(path: path))
    #expect(error?.description.contains("git lfs pull") == true)
  }

  @Test(
    "AAC is named, with the formats that do work",
    arguments: [
      big(28, 4) + ascii("ftypM4A ") + big(512, 4) + ascii("M4A isomiso2") + big(8, 4),
      [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC], [0xFF, 0xF9, 0x50, 0x80, 0x02, 0x1F, 0xFC],
    ])
  func aac(bytes: [UInt8]) throws {
    let path = try folder.write(bytes, "a.wav")

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error == .aac(path: path))
    #expect(error?.description.contains("M4A/AAC") == true)
    #expect(error?.description.contains("FLAC") == true)
  }

  @Test(
    "what is not audio is called so",
    arguments: [
      ascii("{\"gain\": \"4,97\"}"), ascii("RIFF\u{4}\0\0\0AVI "), ascii("FORM\0\0\0\u{4}ILBM"),
      [0], [0xFF],
    ])
  func notAudio(bytes: [UInt8]) throws {
    let path = try folder.write(bytes, "a.wav")
    #expect(throws: AudioFileError.notAudio(path: path)) { try readAudio(path: path) }
  }

  @Test("an encoding that is not read is named")
  func encoding() throws {
    let wave = HandmadeWave(
      tag: 0x31, rate: 8_000, bits: 0, data: [UInt8](repeating: 0, count: 65),
      formatExtension: little(2, 2) + little(320, 2))
    var bytes = wave.bytes
    // GSM packs 320 frames into a block of 65 bytes.
    bytes.replaceSubrange(32..<34, with: little(65, 2))
    let path = try folder.write(bytes, "a.wav")

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error?.description.contains("GSM") == true, "\(error?.description ?? "none")")
  }

  @Test("more channels than the limit are refused, and the limit itself is read")
  func channelLimit() throws {
    let data = pcm16([Int](repeating: 0, count: 9 * 8))
    let nine = try folder.write(HandmadeWave(channels: 9, data: data).bytes, "nine.wav")
    let eight = try folder.write(HandmadeWave(channels: 8, data: data).bytes, "eight.wav")

    #expect(throws: AudioFileError.tooManyChannels(path: nine, count: 9, limit: 8)) {
      try readAudio(path: nine)
    }
    #expect(try readAudio(path: eight).channelCount == 8)
  }

  @Test("a sample rate beyond the limits is refused", arguments: [UInt64(1), 3_999, 2_000_000_000])
  func rate(rate: UInt64) throws {
    let path = try folder.write(HandmadeWave(rate: rate, data: pcm16(codes)).bytes, "a.wav")
    #expect(throws: AudioFileError.unsupportedRate(path: path, rate: Hertz(Double(rate)))) {
      try readAudio(path: path)
    }
  }

  @Test("a second format chunk is refused before it and after the audio", arguments: [true, false])
  func twoFormats(before: Bool) throws {
    let second = HandmadeWave(channels: 255).formatChunk
    var wave = HandmadeWave(data: pcm16(codes))
    if before { wave.chunksBefore = second } else { wave.chunksAfter = second }
    let path = try folder.write(wave.bytes, "a.wav")

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error == .malformed(path: path, reason: "it has two 'fmt ' chunks"))
  }

  @Test("a second format chunk in RF64 is refused too")
  func twoFormatsWide() throws {
    let data = pcm16(codes)
    let sizes =
      ascii("ds64") + little(28, 4) + little(800, 8) + little(600, 8) + little(300, 8)
      + little(0, 4)
    let format = HandmadeWave().formatChunk
    let tail = ascii("data") + little(0xFFFF_FFFF, 4) + data
    let start = ascii("RF64") + little(0xFFFF_FFFF, 4) + ascii("WAVE") + sizes + format
    let good = try folder.write(start + tail, "good.wav")
    let bad = try folder.write(start + HandmadeWave(channels: 255).formatChunk + tail, "bad.wav")

    #expect(try readAudio(path: good).channels[0] == codes.map { Float($0) / 32_768 })
    #expect(throws: AudioFileError.malformed(path: bad, reason: "it has two 'fmt ' chunks")) {
      try readAudio(path: bad)
    }
  }

  @Test("a frame size that does not fit bits and channels is refused")
  func frameSize() throws {
    var bytes = HandmadeWave(data: pcm16(codes)).bytes
    bytes.replaceSubrange(32..<34, with: little(4, 2))
    let path = try folder.write(bytes, "a.wav")

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error?.description.contains("packs a frame into 4 bytes") == true)
  }

  @Test("a header that ends early names the byte where it ends", arguments: [13, 30, 36, 40])
  func shortHeader(length: Int) throws {
    let bytes = HandmadeWave(data: pcm16(codes)).bytes
    let path = try folder.write(Array(bytes.prefix(length)), "a.wav")

    let error = #expect(throws: AudioFileError.self) { try readAudio(path: path) }
    #expect(error?.description.contains("broken header") == true)
  }

  @Test(
    "samples that are no numbers are counted, and the first is named",
    arguments: [Float.nan, .infinity, -.infinity, .signalingNaN])
  func nonFinite(value: Float) throws {
    var samples = [Float](repeating: 0.5, count: 12_000)
    // Frame 2500 of the right channel, twice more near by, and once blocks later.
    for index in [5_001, 5_002, 5_100, 11_999] { samples[index] = value }
    let wave = HandmadeWave(tag: 3, channels: 2, bits: 32, data: float32(samples))
    let path = try folder.write(wave.bytes, "a.wav")
    let expected = AudioFileError.nonFinite(path: path, firstFrame: 2_500, channel: 1, count: 4)

    #expect(throws: expected) { try readAudio(path: path) }

    var reader = try AudioFileReader(path: path)
    #expect(try reader.read(maxFrames: 2_500).frameCount == 2_500)
    let error = #expect(throws: AudioFileError.self) { _ = try reader.read(maxFrames: 10) }
    #expect(error == expected)
    #expect(error?.description.contains("frame 2500 of channel 2") == true)
  }

  @Test("the largest and the smallest floats are numbers")
  func finite() throws {
    let samples: [Float] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    let wave = HandmadeWave(tag: 3, bits: 32, data: float32(samples))
    #expect(try readAudio(path: folder.write(wave.bytes, "a.wav")).channels[0] == samples)
  }

  @Test("threads that fail at once each get their own reason, and spoil no other's file")
  func manyThreads() async throws {
    let text = try folder.write(ascii("no audio at all"), "a.wav")
    let short = try folder.write(Array(HandmadeFLAC.bytes(of: folder).prefix(20)), "b.wav")
    let good = try folder.write(HandmadeWave(data: pcm16(codes)).bytes, "c.wav")
    let alone = #expect(throws: AudioFileError.self) { try readAudio(path: short) }

    try await withThrowingTaskGroup { group in
      for index in 0..<1_500 {
        group.addTask { [path = [text, short, good][index % 3]] in
          (path, Result { () throws(AudioFileError) in try readAudio(path: path).frameCount })
        }
      }
      for try await (path, result) in group {
        switch path {
        case text: #expect(result == .failure(.notAudio(path: text)))
        case good: #expect(result == .success(300))
        default: #expect(result == .failure(try #require(alone)))
        }
      }
    }
  }
}
