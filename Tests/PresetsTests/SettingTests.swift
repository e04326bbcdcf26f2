import Testing

@testable import Presets

@Suite("Changes by KEY=VALUE")
struct SettingTests {
  @Test(
    "a change reaches its key and no other",
    arguments: [
      ("expansionThreshold=-28", "-28"), ("eqBands.1.bandwidth=1.5", "1.5"),
      ("highPassFreq=1e2", "100"), ("outputGain=+3", "3"), ("eqBands.0.gain=-0", "0"),
      ("normalizeVolume=false", "false"), ("reverbPreset=cathedral", "cathedral"),
    ])
  func change(assignment: String, value: String) throws {
    let preset = try Samples.preset()

    let changes = AudioPreset.differences(from: preset, to: try preset.setting(assignment))

    #expect(changes.map(\.key) == assignment.split(separator: "=").prefix(1).map(String.init))
    #expect(changes.map { $0.new?.description } == [value])
  }

  @Test("every key of every preset can be set, in the order of its numbers")
  func settableKeys() throws {
    for preset in try PresetLibrary.embedded().presets {
      #expect(preset.settableKeys == preset.numbers.map(\.key))
      for entry in preset.numbers {
        #expect(try preset.setting("\(entry.key)=\(entry.value)") == preset)
      }
    }
  }

  @Test(
    "a value that is not a number is refused",
    arguments: [
      "", " ", "nan", "NaN", "inf", "-Infinity", "4,97", "0x10", "1e", "1.", ".5", "--3", "1 0",
      "+-3", "٣", "3dB", "=3",
    ])
  func noNumber(value: String) throws {
    let preset = try Samples.preset()

    #expect(throws: PresetError.self) { try preset.setting("outputGain=\(value)") }
  }

  @Test(
    "a refusal says what would be right",
    arguments: [
      (
        "eqBands.1.bandwidth=7",
        """
        --set eqBands.1.bandwidth=7: 'eqBands.1.bandwidth' is 7, but must be from 0.05 to 5 \
        octaves.
        """
      ),
      (
        "outputGain=4,97",
        """
        --set outputGain=4,97: 'outputGain' is '4,97', but must be a number from -40 to 40 dB \
        (write 4.97).
        """
      ),
      (
        "outputGain=1e999",
        "--set outputGain=1e999: 'outputGain' is 1e999, but must be from -40 to 40 dB."
      ),
      (
        "normalizeVolume=yes",
        "--set normalizeVolume=yes: 'normalizeVolume' is 'yes', but must be true or false."
      ),
      (
        "outputGain",
        """
        --set outputGain: the change has no '=', but must be KEY=VALUE, such as \
        expansionThreshold=-28.
        """
      ),
      (
        "reverbPreset=null",
        """
        --set reverbPreset=null: 'reverbMix' is 12.5, but must be 0 while 'reverbPreset' is null.
        """
      ),
    ])
  func refusal(assignment: String, sentence: String) throws {
    #expect(try sentences([assignment]) == [sentence])
  }

  @Test(
    "an unknown key lists every key that can be set, the nearest first",
    arguments: [
      ("expansionTreshold", "expansionThreshold"), ("eqBands.7.gain", "eqBands.0.gain"),
      ("bandwidth", "eqBands.0.bandwidth"), ("name", "attackTime"),
      ("eqBands.01.gain", "eqBands.0.gain"),
    ])
  func unknownKey(key: String, nearest: String) throws {
    let preset = try Samples.preset()
    let sentence = try #require(sentences(["\(key)=1"]).first)

    #expect(sentence.contains("'\(key)' is not a key that can be set in 'plain'"))
    let list = try #require(sentence.dropLast().split(separator: " are ").last)
    let keys = list.replacing(" ", with: "").split(separator: ",").map(String.init)
    #expect(keys.first == nearest)
    #expect(keys.sorted() == preset.settableKeys.sorted())
  }

  @Test("a room and its mix may be set in either order, and the last of two changes stays")
  func several() throws {
    let dry = try Samples.preset().setting(["reverbPreset=null", "reverbMix=0"])

    let one = try dry.setting(["reverbMix=20", "reverbPreset=plate"])
    let other = try dry.setting(["reverbPreset=plate", "reverbMix=10", "reverbMix=20"])

    #expect(one == other)
    #expect(one.reverbMix == 20)
  }

  @Test("all wrong changes are told at once")
  func allFaults() throws {
    let told = try sentences(["outputGain=99", "reverbMix=1", "foo"])

    #expect(told.count == 2)
  }

  private func sentences(_ assignments: [String]) throws -> [String] {
    let preset = try Samples.preset()
    do {
      _ = try preset.setting(assignments)
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }
}
