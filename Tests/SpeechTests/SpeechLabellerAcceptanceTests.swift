import Signal
import Speech
import TestSupport
import Testing

/// The figures of `docs/labeller.md`, held.
@Suite("The labeller against labels")
struct SpeechLabellerAcceptanceTests {
  private static let conditions = [
    LabelledRecording.Condition(),
    LabelledRecording.Condition(noise: .white, ratioDB: 20),
    LabelledRecording.Condition(noise: .white, ratioDB: 30),
    LabelledRecording.Condition(noise: .hiss, ratioDB: 20),
    LabelledRecording.Condition(noise: .rumble, ratioDB: 20),
    LabelledRecording.Condition(noise: .hum, ratioDB: 20),
    LabelledRecording.Condition(noise: .babble, ratioDB: 20),
    LabelledRecording.Condition(noise: .babble, ratioDB: 30),
  ]

  /// Where a voice stays short of 90 % found, or over 10 % false: how many may be missed or false.
  private static let shortfalls: [String: (missed: Int, falseMarks: Int)] = [
    "festival-kal, white at 20 dB": (3, 6), "festival-kal, hiss at 20 dB": (3, 6),
    "flite-awb, white at 20 dB": (1, 4), "flite-awb, hiss at 20 dB": (1, 4),
    "festival-slt, babble at 20 dB": (3, 7), "festival-slt, babble at 30 dB": (2, 9),
    "flite-kal16, babble at 20 dB": (2, 10),
  ]

  private static func voices(_ recordings: [LabelledRecording]) -> [String] {
    recordings.reduce(into: [String]()) { voices, recording in
      if voices.last != recording.voice { voices.append(recording.voice) }
    }
  }

  private static func score(
    _ voice: String, of recordings: [LabelledRecording], _ condition: LabelledRecording.Condition
  ) throws -> LabellerScore {
    try recordings.filter { $0.voice == voice }.reduce(into: LabellerScore()) {
      $0 += try $1.score(condition)
    }
  }

  @Test("all six voices of the synthesis are there")
  func material() {
    #expect(Self.voices(LabelledRecording.synthesis).count == 6)
  }

  @Test(
    "of the synthesis 90 % of the final obstruents are found, and 10 % of the marks are false",
    arguments: LabelledRecording.synthesis.map(\.voice), conditions)
  func synthesis(voice: String, condition: LabelledRecording.Condition) throws {
    let score = try Self.score(voice, of: LabelledRecording.synthesis, condition)

    let shortfall = Self.shortfalls["\(voice), \(condition.testDescription)"]
    // Noise at 20 dB leaves few final obstruents to be seen, but never none.
    #expect(score.finals >= 5)
    #expect(score.missed.count <= shortfall?.missed ?? score.finals / 10)
    #expect(score.falseMarks <= shortfall?.falseMarks ?? score.judged / 10)
  }

  @Test(
    "of people 90 % of the final obstruents are found, and 10 % of the marks are false",
    .enabled(if: LabelledRecording.people.count == 31),
    arguments: [
      LabelledRecording.Condition(), LabelledRecording.Condition(noise: .white, ratioDB: 20),
    ])
  func people(condition: LabelledRecording.Condition) throws {
    let score = try LabelledRecording.people.reduce(into: LabellerScore()) {
      $0 += try $1.score(condition)
    }

    #expect(score.finals >= 29)
    #expect(score.recall >= 0.9)
    #expect(score.falseShare <= 0.1)
  }

  @Test(
    "of each person every final obstruent is found in the recording as it is",
    .enabled(if: LabelledRecording.people.count == 31),
    arguments: voices(LabelledRecording.people))
  func person(voice: String) throws {
    let score = try Self.score(voice, of: LabelledRecording.people, .init())

    #expect(score.missed.isEmpty)
    // The glottal onsets of this reader pass for releases; the others stay within one in ten.
    #expect(score.falseMarks <= (voice == "librivox" ? 3 : max(1, score.judged / 10)))
  }
}
