import AudioFile
import Testing

@Suite("The format of an output file")
struct FormatTests {
  @Test(
    "the extension chooses container and encoding",
    arguments: [
      ("a.wav", "32-bit float WAV"), ("b/c.WAV", "32-bit float WAV"), ("a.flac", "24-bit FLAC"),
      ("a.aiff", "24-bit AIFF"), ("a.aif", "24-bit AIFF"), ("a.caf", "32-bit float CAF"),
      ("a.b.ogg", "Vorbis Ogg"),
    ])
  func chosen(path: String, format: String) throws {
    #expect(try AudioFileFormat(path: path).description == format)
  }

  @Test(
    "an extension that is not written is refused, with those that are",
    arguments: ["a.mp3", "a.m4a", "a", "wav", ".wav", "a.wav/b", "a.", ""])
  func refused(path: String) {
    let error = #expect(throws: AudioFileError.self) { try AudioFileFormat(path: path) }
    #expect(error == .unsupportedOutput(path: path))
    #expect(error?.description.contains(".wav, .flac, .aiff, .aif, .caf or .ogg") == true)
  }

  @Test(
    "an encoding takes the place of the usual one",
    arguments: ["a.wav", "a.aiff", "a.caf"],
    [AudioFileFormat.Encoding.pcm16, .pcm24, .float32])
  func overridden(path: String, encoding: AudioFileFormat.Encoding) throws {
    #expect(try AudioFileFormat(path: path, encoding: encoding).encoding == encoding)
  }

  @Test(
    "an encoding that the container cannot hold is refused",
    arguments: [
      ("a.flac", AudioFileFormat.Encoding.float32), ("a.ogg", .pcm16), ("a.wav", .vorbis),
      ("a.wav", .mp3),
    ])
  func impossible(path: String, encoding: AudioFileFormat.Encoding) {
    let error = #expect(throws: AudioFileError.self) {
      try AudioFileFormat(path: path, encoding: encoding)
    }
    #expect(error?.description.contains(encoding.rawValue) == true)
  }
}
