import Foundation
import Testing

@testable import Presets

@Suite("What a preset file is refused for")
struct PresetFaultTests {
  /// A change of the sample, and the sentences that must follow, without the file's name.
  struct Case: CustomTestStringConvertible {
    let old: String
    let new: String
    let sentences: [String]

    init(_ old: String, _ new: String, _ sentences: String...) {
      self.old = old
      self.new = new
      self.sentences = sentences
    }

    var testDescription: String { new }
  }

  @Test("the sample itself is accepted")
  func valid() {
    #expect(Samples.faults(of: Samples.text) == [])
  }

  @Test("a wrong value is named with its key and with what is right", arguments: values)
  func wrongValue(_ fault: Case) {
    expect(fault)
  }

  @Test("a wrong key is named with the right one", arguments: keys)
  func wrongKey(_ fault: Case) {
    expect(fault)
  }

  @Test("broken JSON is named with its line and column", arguments: syntax)
  func brokenText(_ fault: Case) {
    expect(fault)
  }

  @Test("every number is held to both ends of its range", arguments: NumberRule.all)
  func range(rule: NumberRule) throws {
    let inBand = AudioPreset.EQBand.numbers.contains { $0.rule.key == rule.key }
    let key = inBand ? "eqBands.0.\(rule.key)" : rule.key
    let preset = try Samples.preset()

    for bound in [rule.range.lowerBound, rule.range.upperBound] {
      let accepted = try preset.setting("\(key)=\(bound)").numbers.first { $0.key == key }
      #expect(accepted?.value == .number(bound))
    }
    for beyond in [rule.range.lowerBound.nextDown, rule.range.upperBound.nextUp] {
      #expect(throws: PresetError.self) { try preset.setting("\(key)=\(beyond)") }
    }
  }

  @Test(
    "a number below, above or beyond all numbers is refused at any key",
    arguments: [
      "-1000000", "1000000", "1e999", "-1e999", "NaN", "Infinity", "-Infinity", "\"10\"", "null",
      "true", "[]", "{}",
    ])
  func everyKey(value: String) {
    for rule in NumberRule.all {
      let pattern = "\"\(rule.key)\": "
      guard let start = Samples.text.firstRange(of: pattern)?.upperBound,
        let end = Samples.text[start...].firstIndex(where: { $0 == "," || $0 == "\n" })
      else {
        Issue.record("the sample has no \(rule.key)")
        continue
      }
      let text = Samples.text.replacingCharacters(in: start..<end, with: value)
      let faults = Samples.faults(of: text)
      #expect(faults.count == 1, "\(rule.key)")
      #expect(faults.first?.contains(rule.rangeText) == true, "\(rule.key)")
    }
  }

  @Test("all faults of a file come at once, those of a band with its index")
  func several() {
    let text = Samples.text
      .replacing("\"bandwidth\": 1.4", with: "\"bandwidth\": 7")
      .replacing("\"expansionRatio\": 3.5", with: "\"expansionRatio\": 0.5")
      .replacing("\"attackTime\": 0.005", with: "\"attackTime\": -0.005")

    #expect(
      Samples.faults(of: text, file: "podcast.json") == [
        "podcast.json: 'eqBands.1.bandwidth' is 7, but must be from 0.05 to 5 octaves.",
        "podcast.json: 'expansionRatio' is 0.5, but must be from 1 to 50.",
        "podcast.json: 'attackTime' is -0.005, but must be from 0.0001 to 0.2 seconds.",
        "podcast.json: 'id' is 'plain', but must be the name of the file without .json.",
      ])
  }

  @Test("no band and sixteen are accepted, seventeen are not", arguments: [0, 1, 16, 17])
  func bandCount(count: Int) {
    let band = #"{"frequency": 200, "gain": -3.5, "bandwidth": 1, "note": "A reason."}"#
    let bands = Array(repeating: band, count: count).joined(separator: ", ")
    let text = replacingBands(with: "[\(bands)]")

    #expect(
      Samples.faults(of: text)
        == (count <= 16
          ? [] : ["plain.json: 'eqBands' is a list of 17, but must be a list of at most 16 bands."])
    )
  }

  @Test("a bare object names every key that is missing, and only the order may be")
  func empty() {
    let faults = Samples.faults(of: "{}")

    #expect(faults.count == AudioPreset.fields.count - 1)
    #expect(
      faults.contains(
        "plain.json: 'reverbMix' is missing, but must be a number from 0 to 100 percent.")
    )
  }

  @Test("deep nesting is refused and does not run out of stack")
  func depth() {
    let text = String(repeating: "[", count: 100_000)

    #expect(
      Samples.faults(of: text) == [
        "plain.json: line 1, column 17 has '[', but must have at most 16 levels of brackets."
      ])
  }

  @Test("a text cut anywhere is refused")
  func truncated() {
    let whole = Samples.text.dropLast(1)
    for length in 0..<(whole.count) {
      #expect(Samples.faults(of: String(whole.prefix(length))).count > 0, "\(length)")
    }
  }

  private func expect(_ fault: Case) {
    #expect(Samples.text.contains(fault.old))
    let text = Samples.text.replacing(fault.old, with: fault.new, maxReplacements: 1)
    #expect(Samples.faults(of: text) == fault.sentences.map { "plain.json: \($0)" })
  }

  private func replacingBands(with list: String) -> String {
    guard let start = Samples.text.firstIndex(of: "["),
      let end = Samples.text.firstIndex(of: "]")
    else { return "" }
    return Samples.text.replacingCharacters(in: start...end, with: list)
  }
}

extension PresetFaultTests {
  static let values = [
    Case(
      "\"expansionThreshold\": -42", "\"expansionThreshold\": 12",
      "'expansionThreshold' is 12, but must be from -120 to 0 dBFS."),
    Case(
      "\"expansionRatio\": 3.5", "\"expansionRatio\": NaN",
      "'expansionRatio' is NaN, but must be a number from 1 to 50."),
    Case(
      "\"expansionRatio\": 3.5", "\"expansionRatio\": -Infinity",
      "'expansionRatio' is -Infinity, but must be a number from 1 to 50."),
    Case(
      "\"gain\": 7", "\"gain\": 1e999", "'eqBands.1.gain' is 1e999, but must be from -96 to 24 dB."
    ),
    Case(
      "\"gain\": 7", "\"gain\": \"4,97\"",
      "'eqBands.1.gain' is the text '4,97', but must be a number from -96 to 24 dB (write 4.97)."),
    Case(
      "\"gain\": 7", "\"gain\": \"loud\"",
      "'eqBands.1.gain' is the text 'loud', but must be a number from -96 to 24 dB."),
    Case(
      "\"gain\": 7", "\"gain\": 07",
      "'eqBands.1.gain' is 07, but must be a number from -96 to 24 dB."),
    Case(
      "\"highPassFreq\": 80", "\"highPassFreq\": null",
      "'highPassFreq' is null, but must be a number from 20 to 24000 Hz."),
    Case(
      "\"normalizeVolume\": true", "\"normalizeVolume\": 1",
      "'normalizeVolume' is 1, but must be true or false."),
    Case(
      "\"reverbPreset\": \"plate\"", "\"reverbPreset\": \"spring\"",
      """
      'reverbPreset' is the text 'spring', but must be null or one of 'smallRoom', 'mediumRoom', \
      'largeRoom', 'mediumHall', 'largeHall', 'plate', 'mediumChamber', 'largeChamber', \
      'cathedral', 'largeRoom2', 'mediumHall2', 'mediumHall3', 'largeHall2'.
      """),
    Case(
      "\"reverbPreset\": \"plate\"", "\"reverbPreset\": null",
      "'reverbMix' is 12.5, but must be 0 while 'reverbPreset' is null."),
    Case(
      "\"category\": \"voice\"", "\"category\": \"Voice\"",
      """
      'category' is the text 'Voice', but must be one of 'clean', 'voice', 'tone', 'character', \
      'space'.
      """),
    Case(
      "\"name\": \"Plain\"", "\"name\": \"  \"",
      "'name' is the text '  ', but must be a line of text that is not blank."),
    Case(
      "\"name\": \"Plain\"", "\"name\": \"a\\nb\"",
      "'name' is the text 'a\\u000ab', but must be a line of text that is not blank."),
    Case(
      "\"note\": \"Another reason.\"", "\"note\": \"\"",
      "'eqBands.1.note' is the text '', but must be a line of text that is not blank."),
    Case(
      "\"order\": 5", "\"order\": 5.5",
      "'order' is 5.5, but must be a whole number from 0 to 9999."),
    Case(
      "\"id\": \"plain\"", "\"id\": \"Plain 1\"",
      """
      'id' is the text 'Plain 1', but must be lower-case letters and digits, in words joined by \
      hyphens, such as 'clear-voice'.
      """),
    Case(
      "\"id\": \"plain\"", "\"id\": \"plainer\"",
      "'id' is 'plainer', but must be the name of the file without .json."),
  ]

  static let keys = [
    Case(
      "\"expansionThreshold\"", "\"expansionTreshold\"",
      "'expansionTreshold' is not a key here; did you mean 'expansionThreshold'?",
      "'expansionThreshold' is missing, but must be a number from -120 to 0 dBFS."),
    Case(
      "\"highPassFreq\"", "\"high_pass_freq\"",
      "'high_pass_freq' is not a key here; did you mean 'highPassFreq'?",
      "'highPassFreq' is missing, but must be a number from 20 to 24000 Hz."),
    Case(
      "\"bandwidth\": 1.4", "\"q\": 1.4, \"bandwidth\": 1.4",
      """
      'eqBands.1.q' is not a key here; the keys are 'frequency', 'gain', 'bandwidth' and 'note'.
      """),
    Case(
      "\"order\": 5", "\"threshold\": -20",
      """
      'threshold' is not a key here; did you mean 'compressionThreshold' or 'expansionThreshold'?
      """),
    Case(
      "\"gain\": 7", "\"gain\": 7, \"gain\": 8",
      "'eqBands.1.gain' is given 2 times, but must be given once."),
    Case(
      "\"outputGain\": 2", "\"outputGain\": 2, \"output\\u0047ain\": 3",
      "'outputGain' is given 2 times, but must be given once."),
    Case(
      "\"gateNote\": \"A reason.\",", "",
      "'gateNote' is missing, but must be a line of text that is not blank."),
  ]

  static let syntax = [
    Case(
      "\"id\": \"plain\",", "\"id\": \"plain\"",
      "line 3, column 3 has '\"', but must have ',' or '}'."),
    Case(
      "\"outputGain\": 2", "\"outputGain\": 2,",
      "line 33, column 1 has '}', but must have a key in double quotes."),
    Case(
      "\"outputGain\": 2", "\"outputGain\": 4,97",
      "line 32, column 19 has '9', but must have a key in double quotes."),
    Case("\"order\": 5", "\"order\":", "line 5, column 11 has ',', but must have a value."),
    Case(
      "\"name\": \"Plain\"", "\"name\": \"Plain",
      """
      line 3, column 18 has the end of the line, but must have the rest of a text in double quotes.
      """
    ),
    Case(
      "\"name\": \"Plain\"", "\"name\": \"\\x\"",
      "line 3, column 13 has 'x', but must have an escape that JSON knows."),
    Case(
      "\"name\": \"Plain\"", "\"name\": \"\\ud800\"",
      "line 3, column 18 has '\"', but must have the second half of an escaped pair."),
    Case(
      "{\n  \"id\"", "\u{FEFF}{\n  \"id\"",
      "line 1, column 1 has a byte order mark, but must have a value."),
  ]
}
