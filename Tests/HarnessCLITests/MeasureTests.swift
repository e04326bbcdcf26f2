import AudioFile
import Foundation
import Signal
import TestSupport
import Testing

@testable import HarnessCLI

@Suite("Measure")
struct MeasureTests {
  private static let rate = Hertz(16_000)
  /// 6 s of a low voice.
  private static let speech = TestSignals.talk(syllables: 24, sampleRate: rate)

  /// A copy that starts 200 frames, 12.5 ms, late.
  private static let late = AudioBuffer(
    channels: [[Float](repeating: 0, count: 200) + speech.channels[0]], sampleRate: rate)

  /// A folder with the reference and a render.
  private func workspace(
    _ render: AudioBuffer = late, reference: AudioBuffer = speech
  ) throws -> SpokenWorkspace {
    let workspace = try SpokenWorkspace()
    try writeAudio(reference, path: workspace.path("in.wav"))
    try writeAudio(render, path: workspace.path("out.wav"))
    return workspace
  }

  private static func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("a late copy is within all limits, and its delay is said")
  func copy() throws {
    let said = try workspace().say("measure", "in.wav", "out.wav")

    #expect(said.exitCode == 0)
    #expect(said.output.hasPrefix("out.wav against in.wav: within all limits\n"))
    #expect(said.output.contains("delay: 12.500 ms late, 200.00 frames; confidence 0.9"))
    #expect(said.output.contains("gain: 0.00 dB over the loud speech"))
    #expect(said.output.contains("not measured:\n"))
    #expect(said.errors.isEmpty)
  }

  @Test("JSON on standard output stands alone there, and says what the text says")
  func jsonOutput() throws {
    let said = try workspace(Self.late.multiplied(by: -0.5)).say(
      "measure", "in.wav", "out.wav", "--json", "-")

    let document = try Self.json(said.output)
    #expect(document["format"] as? Int == 1)
    #expect(document["outcome"] as? String == "ok")
    #expect(document["exitCode"] as? Int32 == said.exitCode)
    #expect(document["channels"] as? String == "pairwise")
    // Half the amplitude; the file holds floats.
    let gain = try #require(document["gainMatchDB"] as? Double)
    #expect(abs(gain + 6.02) <= 0.01)
    let delay = try #require(document["delay"] as? [String: Any])
    #expect(delay["frames"] as? Double == 200)
    #expect(delay["seconds"] as? Double == 0.0125)
    #expect(delay["polarity"] as? String == "inverted")
    let axes = try #require(document["axes"] as? [String: String])
    #expect(axes["voiceBody"] == "ok")
    let readings = try #require(document["readings"] as? [[String: Any]])
    let body = try #require(readings.first { $0["metric"] as? String == "voice-body" })
    #expect(body["verdict"] as? String == "ok")
    #expect(body["limit"] as? Double != nil)
    #expect(body["place"] as? [String: Any] != nil)
  }

  @Test("speech that has lost its chest is hurt: exit 1, and the axis and the band are named")
  func hurt() throws {
    var (last, level): (Float, Float) = (0, 0)
    // A first-order high-pass at about 500 Hz takes 12 dB from the chest.
    let samples = Self.speech.channels[0].map { sample -> Float in
      level = 0.83 * (level + sample - last)
      last = sample
      return level
    }
    let said = try workspace(AudioBuffer(channels: [samples], sampleRate: Self.rate)).say(
      "measure", "in.wav", "out.wav", "--json", "report.json")

    #expect(said.exitCode == 1)
    #expect(said.output.contains("SPEECH IS HURT (voice body"))
    #expect(said.output.contains("  listen to:\n"))
    #expect(said.output.contains("85-180 Hz"))
  }

  @Test("a render beyond the ceiling has changed: exit 3")
  func warned() throws {
    let peak = Self.late.peak
    // 0.5 dB under full scale, where 1 dB is promised; 0 dB would be the limit.
    let said = try workspace(Self.late.multiplied(by: 0.944 / peak)).say(
      "measure", "in.wav", "out.wav")

    #expect(said.exitCode == 3)
    #expect(said.output.contains("CHANGED, worth a listen (level and noise)"))
  }

  @Test("what cannot be aligned is not checked, on paper as well")
  func unaligned() throws {
    let other = TestSignals.talk(syllables: 24, seed: 8, sampleRate: Self.rate)
    let workspace = try workspace(other)

    let said = try workspace.say("measure", "in.wav", "out.wav", "--json", "report.json")

    #expect(said.exitCode == 2)
    #expect(said.output.isEmpty)
    #expect(said.errors.contains("no delay stands out"))
    let document = try Self.json(try workspace.text("report.json"))
    #expect(document["outcome"] as? String == "unchecked")
    #expect((document["failures"] as? [String])?.count == 1)
    #expect((document["readings"] as? [Any])?.isEmpty == true)
  }

  /// Words that end in a sentence.
  struct Bad: CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    var exitCode: Int32 = 2
    let sentence: String
  }

  static let bad: [Bad] = [
    Bad(testDescription: "one file", words: ["in.wav"], exitCode: 64, sentence: "needs the ref"),
    Bad(
      testDescription: "three files", words: ["in.wav", "out.wav", "x.wav"], exitCode: 64,
      sentence: "'x.wav' is not expected"),
    Bad(
      testDescription: "one file twice", words: ["in.wav", "in.wav"], exitCode: 64,
      sentence: "both the reference and the render"),
    Bad(
      testDescription: "a report over its input", words: ["in.wav", "out.wav", "--json", "in.wav"],
      exitCode: 64, sentence: "would write over"),
    Bad(testDescription: "no file", words: ["no.wav", "out.wav"], sentence: "does not exist"),
    Bad(testDescription: "a folder", words: ["in.wav", "Corpus"], sentence: "is a folder"),
    Bad(testDescription: "no bytes", words: ["in.wav", "empty.wav"], sentence: "is empty"),
    Bad(testDescription: "no frames", words: ["in.wav", "none.wav"], sentence: "'none.wav' holds"),
    Bad(testDescription: "a NaN", words: ["in.wav", "nan.wav"], sentence: "non-finite"),
    Bad(testDescription: "another rate", words: ["in.wav", "fast.wav"], sentence: "rates differ"),
    Bad(testDescription: "silence", words: ["in.wav", "silent.wav"], sentence: "silence came out"),
    Bad(testDescription: "half", words: ["in.wav", "half.wav"], sentence: "whole recording"),
    Bad(testDescription: "a blink", words: ["in.wav", "blink.wav"], sentence: "longer recording"),
    Bad(
      testDescription: "stereo to mono", words: ["stereo.wav", "out.wav"],
      sentence: "Mix the reference down"),
    Bad(
      testDescription: "clean speech of another length",
      words: ["in.wav", "out.wav", "--clean", "half.wav"], sentence: "clean speech has"),
    Bad(
      testDescription: "clean speech that is early",
      words: ["in.wav", "out.wav", "--clean", "early.wav"], sentence: "12.5 ms later"),
    Bad(
      testDescription: "labels that are none",
      words: ["in.wav", "out.wav", "--labels", "in.wav"], sentence: "cannot be used"),
    Bad(
      testDescription: "labels of another recording",
      words: ["in.wav", "out.wav", "--labels", SpokenWorkspace.labels],
      sentence: "but the recording"),
  ]

  @Test("what cannot be measured ends in a sentence and not in a report", arguments: bad)
  func refused(bad: Bad) throws {
    let workspace = try workspace()
    let samples = Self.speech.channels[0]
    func write(_ name: String, _ samples: [Float], rate: Hertz = Self.rate) throws {
      try writeAudio(
        AudioBuffer(channels: [samples], sampleRate: rate), path: workspace.path(name))
    }
    try write("none.wav", [])
    try write("fast.wav", samples, rate: Hertz(8_000))
    try write("silent.wav", samples.map { _ in 0 })
    try write("half.wav", Array(samples.prefix(samples.count / 2)))
    try write("blink.wav", Array(samples.prefix(100)))
    try write("early.wav", Array(samples.dropFirst(200)) + [Float](repeating: 0, count: 200))
    try writeAudio(
      AudioBuffer(channels: [samples, samples], sampleRate: Self.rate),
      path: workspace.path("stereo.wav"))
    try workspace.write("", "empty.wav")
    // The samples are the last bytes of the file.
    var bytes = [UInt8](try workspace.bytes("out.wav"))
    bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: [0, 0, 0xC0, 0x7F])
    try Data(bytes).write(to: URL(fileURLWithPath: workspace.path("nan.wav")))

    let said = try workspace.say(["measure"] + bad.words)

    #expect(said.exitCode == bad.exitCode)
    #expect(said.errors.contains(bad.sentence))
    #expect(said.output.isEmpty)
  }

  @Test("a mono reference stands for both channels of a render, and that is said")
  func monoReference() throws {
    let stereo = AudioBuffer(
      channels: [Self.late.channels[0], Self.late.channels[0]], sampleRate: Self.rate)

    let said = try workspace(stereo).say("measure", "in.wav", "out.wav")

    #expect(said.exitCode == 0)
    #expect(said.output.contains("is taken for each of the render"))
  }

  @Test("labels that are given name the word of a reading")
  func labels() throws {
    let workspace = try SpokenWorkspace()
    let word = try readAudio(path: workspace.path(SpokenWorkspace.recording))
    try writeAudio(word.multiplied(by: 0.5), path: workspace.path("out.wav"))

    let said = try workspace.say(
      "measure", SpokenWorkspace.recording, "out.wav", "--labels", SpokenWorkspace.labels,
      "--json", "-")

    let document = try Self.json(said.output)
    let readings = try #require(document["readings"] as? [[String: Any]])
    let words = readings.compactMap { ($0["place"] as? [String: Any])?["word"] as? String }
    #expect(words.contains("sit"))
    #expect((document["speech"] as? [String: Any])?["labels"] as? String == "given")
  }

  @Test("a quiet run says nothing and leaves its code")
  func quiet() throws {
    let said = try workspace().say("measure", "in.wav", "out.wav", "--quiet")

    #expect(said.exitCode == 0)
    #expect(said.all.isEmpty)
  }

  @Test("the render cannot stand for the clean speech, too")
  func cleanIsRender() throws {
    let said = try workspace().say("measure", "in.wav", "out.wav", "--clean", "out.wav")

    #expect(said.exitCode == 64)
    #expect(said.errors.contains("both the clean speech and the render"))
  }

  @Test("a pair without a voice is not checked, whatever its peaks are")
  func noVoice() throws {
    let noise = TestSignals.noise(amplitude: 0.2, seconds: 5, sampleRate: Self.rate)
    let said = try workspace(noise.multiplied(by: 0.5), reference: noise)
      .say("measure", "in.wav", "out.wav")

    #expect(said.exitCode == 2)
    #expect(said.output.contains("no voice stands out"))
  }
}
