import Testing

@testable import Presets

@Suite("Numbers of a preset")
struct PresetNumbersTests {
  @Test("a preset does not differ from itself")
  func noDifference() throws {
    let preset = try Samples.preset()

    #expect(AudioPreset.differences(from: preset, to: preset) == [])
  }

  @Test("words are not numbers: a new note is no difference")
  func words() throws {
    let preset = try Samples.preset()
    var other = preset
    other.gateNote = "Another reason."
    other.eqBands[0].note = "Another reason."

    #expect(AudioPreset.differences(from: preset, to: other) == [])
  }

  @Test("differences come in the order of the file, with old and new")
  func order() throws {
    let preset = try Samples.preset()
    let other = try preset.setting(["outputGain=3", "eqBands.0.gain=-4"])

    #expect(
      AudioPreset.differences(from: preset, to: other) == [
        PresetDifference(key: "eqBands.0.gain", old: .number(-3.5), new: .number(-4)),
        PresetDifference(key: "outputGain", old: .number(2), new: .number(3)),
      ])
  }

  @Test("a band that is gone or new is a difference in each of its numbers")
  func bands() throws {
    let preset = try Samples.preset()
    var other = preset
    other.eqBands.removeLast()
    let keys = ["eqBands.1.frequency", "eqBands.1.gain", "eqBands.1.bandwidth"]

    let gone = AudioPreset.differences(from: preset, to: other)
    let new = AudioPreset.differences(from: other, to: preset)

    #expect(gone.map(\.key) == keys)
    #expect(gone.allSatisfy { $0.old != nil && $0.new == nil })
    #expect(new.map(\.key) == keys)
    #expect(new.allSatisfy { $0.old == nil && $0.new != nil })
  }

  @Test("a number that is not one differs even from itself")
  func notANumber() throws {
    var preset = try Samples.preset()
    preset.outputGain = .nan

    #expect(AudioPreset.differences(from: preset, to: preset).map(\.key) == ["outputGain"])
    #expect(Samples.faults(of: preset.json).count == 1)
  }

  @Test(
    "the shortest text of a number reads back as the number",
    arguments: [0.0, -3.5, 10, 0.1, 0.0001, 1e-7, 24_000, 1.0 / 3, -96, 1e-300])
  func shortest(value: Double) {
    let text = NumberText.shortest(value)

    #expect(NumberText.number(in: text) == value)
    #expect(!text.hasSuffix(".0"))
  }

  @Test("text that needs escapes comes back from a file as it was")
  func escapes() throws {
    var preset = try Samples.preset()
    preset.name = #"Ä "quoted" \ 🎙/"#
    preset.order = AudioPreset.noOrder
    preset.eqBands = []

    let escaped = preset.json.replacing("🎙", with: #"\ud83c\udf99"#)

    #expect(try AudioPreset(json: preset.json, file: "plain.json") == preset)
    #expect(escaped != preset.json)
    #expect(try AudioPreset(json: escaped, file: "plain.json") == preset)
  }

  @Test("every rule says its meaning and its source, and its keys are unlike")
  func rules() {
    let rules = NumberRule.all

    #expect(rules.count == 12)
    #expect(Set(rules.map(\.key)).count == rules.count)
    #expect(rules.allSatisfy { !$0.meaning.isEmpty && !$0.source.isEmpty })
  }
}
