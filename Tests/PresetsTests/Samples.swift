import Foundation

@testable import Presets

/// Texts and folders that the tests of this room share.
enum Samples {
  /// A valid preset file, small enough to bend by hand.
  static let text = """
    {
      "id": "plain",
      "name": "Plain",
      "category": "voice",
      "order": 5,
      "purpose": "A voice as it is",
      "highPassFreq": 80,
      "eqBands": [
        {
          "frequency": 200,
          "gain": -3.5,
          "bandwidth": 0.35,
          "note": "A reason."
        },
        {
          "frequency": 2500,
          "gain": 7,
          "bandwidth": 1.4,
          "note": "Another reason."
        }
      ],
      "compressionThreshold": -20,
      "compressionHeadroom": 4,
      "expansionRatio": 3.5,
      "expansionThreshold": -42,
      "gateNote": "A reason.",
      "attackTime": 0.005,
      "releaseTime": 0.12,
      "reverbPreset": "plate",
      "reverbMix": 12.5,
      "normalizeVolume": true,
      "outputGain": 2
    }

    """

  /// The sample under another id and name.
  static func text(id: String, name: String) -> String {
    text.replacing("\"plain\"", with: "\"\(id)\"").replacing("\"Plain\"", with: "\"\(name)\"")
  }

  /// The preset of the sample.
  static func preset() throws -> AudioPreset {
    try AudioPreset(json: text, file: "plain.json")
  }

  /// The sentences that a text is refused with; none when it reads.
  static func faults(of text: String, file: String = "plain.json") -> [String] {
    do {
      _ = try AudioPreset(json: text, file: file)
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  /// Lends a new folder with files in it and removes it afterwards.
  static func withFolder(_ files: [String: Data], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do {
        try FileManager.default.removeItem(at: folder)
      } catch {
        print("the folder \(folder.path) stays behind: \(error)")
      }
    }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    try body(folder.path)
  }
}
