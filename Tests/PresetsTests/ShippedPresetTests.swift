import Foundation
import Testing

@testable import Presets

@Suite("The 25 presets")
struct ShippedPresetTests {
  private static let source = URL(filePath: #filePath)
    .appending(path: "../../../Sources/Presets/Library").standardizedFileURL

  @Test("the seed's presets come in their order, Denoise first and Cathedral last")
  func order() throws {
    let ids = try PresetLibrary.embedded().presets.map(\.id)

    #expect(
      ids == [
        "denoise", "clear-voice", "wind-cut", "hum-cut", "room-fix", "soft-s",
        "podcast", "broadcast", "voiceover", "interview", "whisper-lift", "street-vlog",
        "bass-boost", "warm", "bright-air", "loudness",
        "telephone", "am-radio", "megaphone", "lofi-tape", "next-room",
        "small-room", "studio-plate", "concert-hall", "cathedral",
      ])
  }

  @Test("the binary carries every file of the folder, byte for byte, and no other")
  func embedding() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.source.path).sorted()
    let embedded = PresetLibrary.embeddedFiles

    #expect(embedded.map(\.name) == names)
    for file in embedded {
      let data = try Data(contentsOf: Self.source.appending(path: file.name))
      #expect(Data(file.text.utf8) == data, "\(file.name)")
    }
  }

  @Test("a file that is read and written again is the same file", arguments: files)
  func roundTrip(file: PresetFile) throws {
    let preset = try AudioPreset(json: file.text, file: file.name)

    #expect(Array(preset.json.utf8) == Array(file.text.utf8))
  }

  @Test("the folder loads to what is embedded")
  func folder() throws {
    let folder = try PresetLibrary.folder(path: Self.source.path)

    #expect(try folder.presets == PresetLibrary.embedded().presets)
    #expect(PresetLibrary.validate(folder: Self.source.path) == [])
  }

  @Test("no two numbers share their reason")
  func reasons() throws {
    let reasons = try PresetLibrary.embedded().presets.flatMap { preset in
      [preset.gateNote] + preset.eqBands.map(\.note)
    }

    #expect(Set(reasons).count == reasons.count)
    #expect(reasons.allSatisfy { $0.hasSuffix(".") && $0.count > 20 })
  }

  @Test("there is room for a preset between any two")
  func room() throws {
    let orders = try PresetLibrary.embedded().presets.map(\.order)

    #expect(orders == (1...25).map { $0 * 10 })
  }

  // The following numbers are those that the seed article prints.

  @Test("Denoise is the seed's Denoise in every number")
  func denoise() throws {
    let preset = try PresetLibrary.embedded().preset(id: "denoise")

    #expect(
      preset.numbers.map { "\($0.key)=\($0.value)" } == [
        "highPassFreq=100",
        "eqBands.0.frequency=200", "eqBands.0.gain=-3.5", "eqBands.0.bandwidth=0.35",
        "eqBands.1.frequency=320", "eqBands.1.gain=-2.5", "eqBands.1.bandwidth=0.25",
        "eqBands.2.frequency=2200", "eqBands.2.gain=3.5", "eqBands.2.bandwidth=0.9",
        "eqBands.3.frequency=7500", "eqBands.3.gain=-5", "eqBands.3.bandwidth=0.7",
        "eqBands.4.frequency=9500", "eqBands.4.gain=-12", "eqBands.4.bandwidth=1",
        "compressionThreshold=-16", "compressionHeadroom=5",
        "expansionRatio=10", "expansionThreshold=-32", "attackTime=0.001", "releaseTime=0.22",
        "reverbPreset=null", "reverbMix=0", "normalizeVolume=true", "outputGain=3",
      ])
  }

  @Test("Podcast keeps the seed's corner, gate and presence")
  func podcast() throws {
    let preset = try PresetLibrary.embedded().preset(id: "podcast")

    #expect(preset.highPassFreq == 130)
    #expect(preset.expansionRatio == 3.5)
    #expect(preset.eqBands.contains { $0.frequency == 2500 && $0.gain == 7 })
    #expect(preset.reverbPreset == nil)
  }

  @Test("Telephone keeps the seed's corner, gate and 1.2 kHz boost")
  func telephone() throws {
    let preset = try PresetLibrary.embedded().preset(id: "telephone")

    #expect(preset.highPassFreq == 400)
    #expect(preset.expansionRatio == 4)
    #expect(preset.eqBands.contains { $0.frequency == 1200 && $0.gain > 0 })
    #expect(preset.reverbPreset == nil)
  }

  @Test("Cathedral keeps the seed's corner, gate and room")
  func cathedral() throws {
    let preset = try PresetLibrary.embedded().preset(id: "cathedral")

    #expect(preset.highPassFreq == 60)
    #expect(preset.expansionRatio == 2)
    #expect(preset.reverbPreset == .cathedral)
    #expect(preset.reverbMix == 65)
  }

  static let files = PresetLibrary.embeddedFiles
}
