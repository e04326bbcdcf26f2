import Signal
import Testing

@testable import Corpus

@Suite("Label tiers")
struct LabelTiersTests {
  typealias Tiers = [(name: String, intervals: [(end: Double, text: String)])]

  private static let sound: Tiers = [
    ("word", [(0.2, ""), (0.8, "sit"), (1, "")]),
    ("initial-consonant", [(0.2, ""), (0.3, "S"), (1, "")]),
    ("vowel", [(0.3, ""), (0.5, "IH"), (1, "")]),
    ("final-consonant", [(0.6, ""), (0.7, "T"), (1, "")]),
    ("pause", [(0.1, "pause"), (1, "")]),
  ]

  private func labels(_ tiers: Tiers) throws -> Result<[Label], TierFault> {
    LabelTiers.labels(of: try TextGrid(parsing: GridText(endSeconds: 1, tiers: tiers).long))
  }

  @Test("labels come in the order of time, with the word that they lie in")
  func order() throws {
    let labels = try labels(Self.sound).get()

    #expect(labels.map(\.kind) == [.pause, .initialConsonant, .vowel, .finalConsonant])
    #expect(labels.map(\.text) == ["pause", "S", "IH", "T"])
    #expect(labels.map(\.word) == ["", "sit", "sit", "sit"])
    #expect(labels.map(\.startSeconds) == [0, 0.2, 0.3, 0.6])
    #expect(labels.map(\.endSeconds) == [0.1, 0.3, 0.5, 0.7])
  }

  @Test("a tier that is missing is named", arguments: sound.map(\.name))
  func missingTier(name: String) throws {
    let tiers = Self.sound.filter { $0.name != name }

    let result = try labels(tiers)

    #expect(throws: TierFault.self) { try result.get() }
    #expect(reason(result)?.hasPrefix("it has no tier '\(name)'") == true)
  }

  @Test("a phone outside of every word is named with its time")
  func outsideWord() throws {
    var tiers = Self.sound
    tiers[3].intervals = [(0.85, ""), (0.95, "T"), (1, "")]

    #expect(reason(try labels(tiers)) == "'T' at 0.85 s lies in no word")
  }

  @Test("a consonant needs a vowel of its word to be held against")
  func withoutVowel() throws {
    var tiers = Self.sound
    tiers[2].intervals = [(1, "")]

    #expect(reason(try labels(tiers)) == "the word 'sit' has a consonant but no vowel")
  }

  private func reason(_ result: Result<[Label], TierFault>) -> String? {
    guard case .failure(let fault) = result else { return nil }
    return fault.reason
  }
}
