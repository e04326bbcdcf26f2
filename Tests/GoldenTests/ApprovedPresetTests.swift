import Golden
import Metrics
import Presets
import Testing

@Suite("The approved preset, made again from its golden")
struct ApprovedPresetTests {
  @Test("the candidate's words carry the golden's numbers")
  func words() throws {
    var candidate = Samples.preset
    candidate.outputGain = 6
    candidate.name = "Plainer"
    candidate.reverbPreset = .cathedral
    candidate.reverbMix = 30

    let approved = try #require(Samples.golden().approvedPreset(like: candidate))

    #expect(approved.name == "Plainer")
    #expect(AudioPreset.differences(from: approved, to: Samples.preset).isEmpty)
  }

  @Test("bands that came or went since are as many as were approved", arguments: [0, 1, 5, 12])
  func bands(count: Int) throws {
    var candidate = Samples.preset
    candidate.eqBands = (0..<count).map {
      AudioPreset.EQBand(frequency: 100 * Double($0 + 1), gain: 1, bandwidth: 1)
    }

    let approved = try #require(Samples.golden().approvedPreset(like: candidate))

    #expect(AudioPreset.differences(from: approved, to: Samples.preset).isEmpty)
  }

  @Test("eleven bands keep their order, whatever the order of their keys")
  func manyBands() throws {
    var preset = Samples.preset
    preset.eqBands = (0..<11).map {
      AudioPreset.EQBand(frequency: 100 * Double($0 + 1), gain: Double($0), bandwidth: 1)
    }
    var golden = Samples.golden()
    golden.numbers = preset.numbers.sorted { $0.key < $1.key }

    let approved = try #require(golden.approvedPreset(like: Samples.preset))

    #expect(approved.eqBands.map(\.gain) == preset.eqBands.map(\.gain))
  }

  @Test(
    "numbers that make no preset any more give none",
    arguments: [
      [PresetEntry(key: "expansionRatio", value: .number(-4))],
      [PresetEntry(key: "gone", value: .number(1))],
      [PresetEntry(key: "eqBands.7.gain", value: .number(1))],
      [PresetEntry(key: "reverbPreset", value: .text("cellar"))],
      [PresetEntry(key: "reverbMix", value: .number(40))],
    ])
  func senseless(entries: [PresetEntry]) {
    var golden = Samples.golden()
    golden.numbers =
      golden.numbers.filter { entry in !entries.contains { $0.key == entry.key } } + entries

    #expect(golden.approvedPreset(like: Samples.preset) == nil)
  }

  /// Filled up from the candidate, it would be a sound that nobody has approved.
  @Test("a golden that lacks a number of the chain gives none")
  func missingNumber() {
    var golden = Samples.golden()
    golden.numbers.removeAll { $0.key == "expansionThreshold" }

    #expect(golden.approvedPreset(like: Samples.preset) == nil)
  }
}
