import AudioFile
import Chain
import Foundation
import Presets
import Signal
import TestSupport
import Testing

@testable import HarnessCLI

@Suite("Render")
struct RenderTests {
  private static let audio = TestSignals.noise(
    amplitude: 0.25, seconds: 0.25, channelCount: 2, sampleRate: Hertz(44_100))

  private func workspace(_ audio: AudioBuffer = audio) throws -> SpokenWorkspace {
    let workspace = try SpokenWorkspace.withPresets()
    try writeAudio(audio, path: workspace.path("in.wav"))
    return workspace
  }

  @Test("a WAV holds the floats of the renderer, bit by bit, at the rate of the input")
  func floats() throws {
    let workspace = try workspace()

    #expect(
      workspace.run(
        "render", "--preset", "bright", workspace.path("in.wav"), workspace.path("out.wav")) == 0)

    let reader = try AudioFileReader(path: workspace.path("out.wav"))
    #expect(reader.format.description == "32-bit float WAV")
    let renderer = try OfflineRenderer(
      presets: [SpokenWorkspace.bright], sampleRate: Hertz(44_100), channelCount: 2)
    let expected = try #require(try renderer.render(Self.audio).first).audio
    #expect(firstDifference(try readAudio(path: workspace.path("out.wav")), expected) == nil)
  }

  @Test("a change of the run is heard")
  func setting() throws {
    let workspace = try workspace()
    let (plain, quiet) = (workspace.path("plain.wav"), workspace.path("quiet.wav"))
    let words = ["render", "--preset=plain", workspace.path("in.wav")]

    #expect(workspace.run(words + [plain]) == 0)
    #expect(workspace.run(words + [quiet, "--set=outputGain=-6"]) == 0)

    let ratio = try readAudio(path: quiet).peak / readAudio(path: plain).peak
    // Rounding to Float of the gain and of two peaks.
    #expect(abs(Decibels(amplitude: Double(ratio)).value + 6) <= 1e-5)
  }

  @Test("several presets fill a folder with one file each, the same as alone")
  func several() throws {
    let workspace = try workspace()
    let input = workspace.path("in.wav")

    #expect(
      workspace.run(
        "render", "--preset", "plain", "--preset", "bright", input, workspace.path("new/out")) == 0)
    #expect(workspace.run("render", "--preset", "bright", input, workspace.path("one.wav")) == 0)

    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path("new/out"))
    #expect(names.sorted() == ["bright.wav", "plain.wav"])
    #expect(try workspace.bytes("new/out/bright.wav") == workspace.bytes("one.wav"))
  }

  @Test(
    "the extension says how",
    arguments: [
      ("out.flac", "24-bit FLAC"), ("out.aiff", "24-bit AIFF"), ("out.caf", "32-bit float CAF"),
    ])
  func formats(name: String, format: String) throws {
    let workspace = try workspace()

    #expect(
      workspace.run(
        "render", "--preset", "plain", workspace.path("in.wav"), workspace.path(name)) == 0)
    let reader = try AudioFileReader(path: workspace.path(name))
    #expect(reader.format.description == format)
  }

  @Test("the room sounds on after the input, unless it may not")
  func tail() throws {
    let workspace = try workspace()
    var hall = SpokenWorkspace.plain
    (hall.id, hall.name, hall.reverbPreset, hall.reverbMix) = ("hall", "Hall", .largeHall, 30)
    try workspace.save(hall)
    let words = ["render", "--preset", "hall", workspace.path("in.wav")]

    #expect(workspace.run(words + [workspace.path("long.wav")]) == 0)
    #expect(workspace.run(words + [workspace.path("short.wav"), "--no-tail"]) == 0)

    let frames = Self.audio.frameCount
    #expect(try readAudio(path: workspace.path("long.wav")).frameCount > frames)
    #expect(try readAudio(path: workspace.path("short.wav")).frameCount == frames)
  }

  /// An input that cannot be rendered, and what is said of it.
  struct BadInput: CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    let make: @Sendable (SpokenWorkspace) throws -> Void
  }

  static let badInputs: [BadInput] = [
    BadInput(testDescription: "nothing there", words: ["does not exist"]) {
      try $0.remove("in.wav")
    },
    BadInput(testDescription: "a NaN", words: ["non-finite", "frame 100"]) {
      // The samples of the file are its last bytes, two channels of four bytes a frame.
      var bytes = [UInt8](try $0.bytes("in.wav"))
      let start = bytes.count - (audio.frameCount - 100) * 8
      bytes.replaceSubrange(start..<start + 4, with: [0, 0, 0xC0, 0x7F])
      try Data(bytes).write(to: URL(fileURLWithPath: $0.path("in.wav")))
    },
    BadInput(testDescription: "a pointer of Git LFS", words: ["Git LFS", "git lfs pull"]) {
      try $0.write(
        """
        version https://git-lfs.github.com/spec/v1
        oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
        size 12345

        """, "in.wav")
    },
    BadInput(testDescription: "a text", words: ["not audio"]) { try $0.write("text", "in.wav") },
    BadInput(testDescription: "no bytes", words: ["empty"]) { try $0.write("", "in.wav") },
    BadInput(testDescription: "half a file", words: ["truncated"]) {
      let bytes = try $0.bytes("in.wav")
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: $0.path("in.wav")))
    },
  ]

  @Test(
    "an input that cannot be used is named with its fault, and nothing is written",
    arguments: badInputs)
  func badInput(input: BadInput) throws {
    let workspace = try workspace()
    try input.make(workspace)
    let before = try workspace.snapshot()

    let said = try workspace.say("render", "--preset", "plain", "in.wav", "out.wav")

    #expect(said.exitCode == 2)
    for word in input.words + ["in.wav"] { #expect(said.errors.contains(word)) }
    #expect(said.output.isEmpty)
    #expect(try workspace.snapshot() == before)
  }

  @Test("half a file is rendered where that is allowed")
  func truncated() throws {
    let workspace = try workspace()
    let bytes = try workspace.bytes("in.wav")
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: workspace.path("in.wav")))

    #expect(
      workspace.run(
        "render", "--preset", "plain", "--allow-truncated", workspace.path("in.wav"),
        workspace.path("out.wav")) == 0)
    let frames = try readAudio(path: workspace.path("out.wav")).frameCount
    #expect(frames > 0 && frames < Self.audio.frameCount)
  }

  @Test("an extension that is not written is refused before the input is read")
  func badTarget() throws {
    let workspace = try workspace()
    for target in ["out.mp3", "out", "out.m4a"] {
      let said = try workspace.say("render", "--preset", "plain", "nothing.wav", target)
      #expect(said.exitCode == 2)
      #expect(said.errors.contains("'\(target)' names no format that is written"))
      #expect(!said.errors.contains("nothing.wav"))
    }
  }

  @Test("an old file stays as it was where the render fails")
  func oldFile() throws {
    let workspace = try workspace()
    try workspace.write("precious", "out.wav")
    try workspace.write("text", "in.wav")

    #expect(
      workspace.run(
        "render", "--preset", "plain", workspace.path("in.wav"), workspace.path("out.wav")) == 2)
    #expect(try workspace.text("out.wav") == "precious")
  }

  @Test("digital silence stays silent, and the line says that it was given no gain")
  func silence() throws {
    let workspace = try workspace(
      AudioBuffer(silentFrames: 4_800, channelCount: 1, sampleRate: Hertz(48_000)))
    let said = try workspace.say(
      "render", "--preset", "plain", "--set", "normalizeVolume=true", "in.wav", "out.wav")

    #expect(said.exitCode == 0)
    #expect(said.output.contains("silent, no gain applied"))
    #expect(try readAudio(path: workspace.path("out.wav")).peak == 0)
  }
}
