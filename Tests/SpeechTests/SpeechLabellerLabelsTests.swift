import Corpus
import Signal
import Speech
import Testing

@Suite("Marks as labels")
struct SpeechLabellerLabelsTests {
  private typealias Span = SpeechMarks.Span

  /// Two spurts; the second has no vowel.
  private static let marks = SpeechMarks(
    spurts: [
      Span(startSeconds: 0.5, endSeconds: 1.2), Span(startSeconds: 2, endSeconds: 2.1),
    ],
    pauses: [Span(startSeconds: 0, endSeconds: 0.47)],
    voiced: [
      Span(startSeconds: 0.54, endSeconds: 0.7), Span(startSeconds: 0.82, endSeconds: 1),
    ],
    obstruents: [
      mark(.burst, .initial, 0.5, 0.53), mark(.burst, .medial, 0.79, 0.81),
      mark(.frication, .final, 1, 1.05), mark(.burst, .final, 1.1, 1.15),
      mark(.burst, .initial, 2, 2.02),
    ],
    vowels: [Span(startSeconds: 0.58, endSeconds: 0.68)])

  private static func mark(
    _ kind: SpeechMarks.Obstruent.Kind, _ position: SpeechMarks.Obstruent.Position, _ start: Double,
    _ end: Double
  ) -> SpeechMarks.Obstruent {
    SpeechMarks.Obstruent(
      kind: kind, position: position, span: Span(startSeconds: start, endSeconds: end))
  }

  private func labels(_ kind: Label.Kind) -> [Label] {
    Self.marks.labels().filter { $0.kind == kind }
  }

  @Test("obstruents are initial before voice and final behind it")
  func consonants() {
    #expect(labels(.initialConsonant).map(\.startSeconds) == [0.5, 0.79])
    #expect(labels(.finalConsonant).map(\.startSeconds) == [1, 1.1])
    #expect(labels(.finalConsonant).map(\.text) == ["frication", "burst"])
  }

  @Test("a closure reaches from the last sound to the burst, and none stands after a pause")
  func closures() {
    #expect(labels(.closure).map(\.startSeconds) == [0.7, 1.05])
    #expect(labels(.closure).map(\.endSeconds) == [0.79, 1.1])
    #expect(labels(.closure).allSatisfy { $0.text == "burst" })
  }

  @Test("a spurt without a vowel gives no labels")
  func withoutVowel() {
    #expect(Self.marks.labels().allSatisfy { $0.startSeconds < 1.5 })
    #expect(labels(.vowel).map(\.word) == ["spurt-1"])
    #expect(labels(.pause).map(\.text) == ["pause"])
  }

  @Test(
    "the labels of every recording make a whole set of tiers",
    arguments: LabelledRecording.synthesis)
  func tiers(recording: LabelledRecording) throws {
    let labels = try SpeechLabeller.marks(of: recording.audio).labels()

    let grid = try LabelTiers.grid(of: labels, endSeconds: recording.audio.durationSeconds)

    #expect(grid.tiers.count == 6)
    for label in labels where label.isConsonant {
      #expect(labels.contains { $0.kind == .vowel && $0.word == label.word })
    }
  }
}
