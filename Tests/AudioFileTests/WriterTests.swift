import AudioFile
import Foundation
import Signal
import TestSupport
import Testing

@Suite("Writing is all or nothing")
struct WriterTests {
  private let rate = Hertz(48_000)
  private let folder: TemporaryFolder
  private let audio = TestSignals.noise(
    amplitude: 0.5, seconds: 0.1, channelCount: 2, sampleRate: Hertz(48_000))

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "two writes of the same samples give the same bytes",
    arguments: ["wav", "flac", "aiff", "caf", "ogg"])
  func sameBytes(kind: String) throws {
    try writeAudio(audio, path: folder.file("a.\(kind)"))
    try writeAudio(audio, path: folder.file("b.\(kind)"))

    #expect(try folder.bytes("a.\(kind)") == folder.bytes("b.\(kind)"))
  }

  @Test(
    "float files hold no peak chunk, which tells the time of day in WAV and AIFF",
    arguments: [("wav", "PEAK"), ("aiff", "PEAK"), ("caf", "peak")])
  func noPeakChunk(kind: String, chunk: String) throws {
    try writeAudio(audio, path: folder.file("a.\(kind)"), encoding: .float32)

    #expect(Data(try folder.bytes("a.\(kind)")).range(of: Data(chunk.utf8)) == nil)
  }

  @Test("an unfinished file leaves nothing behind and the old one as it was")
  func unfinished() throws {
    let old = ascii("the old file")
    let path = try folder.write(old, "a.wav")
    do {
      var writer = try AudioFileWriter(
        path: path, format: AudioFileFormat(path: path), sampleRate: rate, channelCount: 2)
      try writer.write(audio)
      #expect(try folder.bytes("a.wav") == old)
      #expect(try folder.names().count == 2)
    }
    #expect(try folder.names() == ["a.wav"])
    #expect(try folder.bytes("a.wav") == old)
  }

  @Test("a finished file takes the place of the old one")
  func replaced() throws {
    let path = try folder.write(ascii("the old file"), "a.wav")

    try writeAudio(audio, path: path)

    #expect(try folder.names() == ["a.wav"])
    #expect(firstDifference(audio, try readAudio(path: path)) == nil)
  }

  @Test(
    "samples that are no numbers are refused with their place in the file",
    arguments: ["wav", "flac"])
  func nonFinite(kind: String) throws {
    let old = ascii("the old file")
    let path = try folder.write(old, "a.\(kind)")
    var bad = AudioBuffer(silentFrames: 100, channelCount: 2, sampleRate: rate)
    bad.update(channel: 1) { samples in
      samples[40] = .nan
      samples[50] = .infinity
    }
    let expected = AudioFileError.nonFinite(
      path: path, firstFrame: audio.frameCount + 40, channel: 1, count: 2)
    do {
      var writer = try AudioFileWriter(
        path: path, format: AudioFileFormat(path: path), sampleRate: rate, channelCount: 2)
      try writer.write(audio)
      var error = #expect(throws: AudioFileError.self) { try writer.write(bad) }
      #expect(error == expected)
      // A file with a hole in it must not be finished by mistake.
      error = #expect(throws: AudioFileError.self) { try writer.finish() }
      #expect(error == expected)
    }
    #expect(try folder.names() == ["a.\(kind)"])
    #expect(try folder.bytes("a.\(kind)") == old)
  }

  @Test("a folder that does not exist is named")
  func missingFolder() throws {
    let path = folder.file("missing/a.wav")

    let error = #expect(throws: AudioFileError.self) { try writeAudio(audio, path: path) }
    #expect(error?.description.contains("no folder '\(folder.file("missing"))'") == true)
  }

  @Test("a folder in the place of the file is refused")
  func folderAsFile() throws {
    let path = folder.file("a.wav")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)

    let error = #expect(throws: AudioFileError.self) { try writeAudio(audio, path: path) }
    #expect(error?.description.contains("it is a folder") == true)
    #expect(try folder.names() == ["a.wav"])
  }

  @Test("a rate, a channel count or a format that files cannot have leaves nothing behind")
  func impossible() throws {
    let path = folder.file("a.flac")
    func write(_ rate: Double, _ channels: Int, _ name: String) throws {
      let silence = AudioBuffer(
        silentFrames: 10, channelCount: channels, sampleRate: Hertz(rate))
      try writeAudio(silence, path: folder.file(name))
    }
    #expect(throws: AudioFileError.unsupportedRate(path: path, rate: Hertz(44_100.5))) {
      try write(44_100.5, 1, "a.flac")
    }
    #expect(throws: AudioFileError.tooManyChannels(path: path, count: 9, limit: 8)) {
      try write(48_000, 9, "a.flac")
    }
    // FLAC stops at 655350 Hz (RFC 9639, section 8.2); Vorbis encoders stop earlier.
    #expect(throws: AudioFileError.self) { try write(768_000, 1, "a.flac") }
    #expect(throws: AudioFileError.self) { try write(768_000, 1, "a.ogg") }
    #expect(try folder.names().isEmpty)
  }

  @Test("a symbolic link stays one, and what it points to is replaced")
  func link() throws {
    _ = try folder.write(ascii("the old file"), "target.wav")
    let link = folder.file("link.wav")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.file("target.wav"))

    try writeAudio(audio, path: link)

    #expect(try folder.names() == ["link.wav", "target.wav"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link)
        == folder.file("target.wav"))
    #expect(firstDifference(audio, try readAudio(path: folder.file("target.wav"))) == nil)
  }

  @Test("a private file stays private")
  func permissions() throws {
    let path = try folder.write(ascii("the old file"), "a.wav")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)

    try writeAudio(audio, path: path)

    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("a pipe gets the bytes that a file would get", arguments: ["wav", "flac", "caf"])
  func pipe(kind: String) throws {
    // Small enough to wait in any system's pipe until it is read.
    let short = audio.frames(0..<400)
    try writeAudio(short, path: folder.file("a.\(kind)"))
    let expected = try folder.bytes("a.\(kind)")
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    defer { close(reader) }

    var writer = try AudioFileWriter(
      path: pipe, format: AudioFileFormat(path: "a.\(kind)"), sampleRate: rate, channelCount: 2)
    try writer.write(short)
    try writer.finish()

    var received = [UInt8](repeating: 0, count: expected.count + 1)
    let count = read(reader, &received, received.count)
    #expect(count == expected.count)
    #expect(Array(received.dropLast()) == expected)
  }

  @Test("a device is written and stays a device")
  func device() throws {
    var writer = try AudioFileWriter(
      path: "/dev/null", format: AudioFileFormat(path: "a.wav"), sampleRate: rate, channelCount: 2)
    try writer.write(audio)
    try writer.finish()

    #expect(throws: AudioFileError.notRegularFile(path: "/dev/null")) {
      try readAudio(path: "/dev/null")
    }
  }
}
