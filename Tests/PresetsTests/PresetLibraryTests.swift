import Foundation
import Testing

@testable import Presets

@Suite("A library of presets")
struct PresetLibraryTests {
  @Test("a folder gives its presets by category, order and id")
  func order() throws {
    func file(_ id: String, _ category: String, _ order: Int?) -> (String, Data) {
      let text = Samples.text(id: id, name: id)
        .replacing("\"voice\"", with: "\"\(category)\"")
        .replacing("  \"order\": 5,\n", with: order.map { "  \"order\": \($0),\n" } ?? "")
      return ("\(id).json", Data(text.utf8))
    }
    let files = [
      file("a", "space", 1), file("b", "voice", nil), file("c", "voice", 9),
      file("d", "voice", 10), file("e", "voice", nil), file("f", "clean", 99),
    ]

    try Samples.withFolder(Dictionary(uniqueKeysWithValues: files)) { path in
      let library = try PresetLibrary.folder(path: path)

      #expect(library.presets.map(\.id) == ["f", "c", "d", "b", "e", "a"])
    }
  }

  @Test("hidden files and files of other kinds are passed over")
  func otherFiles() throws {
    let files = [
      "plain.json": Data(Samples.text.utf8), "._plain.json": Data([0xFF]),
      "README.md": Data("words".utf8), "plain.json.orig": Data(),
    ]

    try Samples.withFolder(files) { path in
      let library = try PresetLibrary.folder(path: path)

      #expect(library.presets.map(\.id) == ["plain"])
    }
  }

  @Test("a folder reports all faults of all files")
  func allFaults() throws {
    let text = Samples.text
    let files = [
      "plain.json": Data(text.replacing(": 3.5", with: ": 0").utf8),
      "broken.json": Data("{".utf8), "latin.json": Data([0x7B, 0xE4]),
    ]

    try Samples.withFolder(files) { path in
      let faults = PresetLibrary.validate(folder: path)

      #expect(
        faults.map(\.description) == [
          "latin.json: the file cannot be read: it is not UTF-8 text.",
          """
          broken.json: line 1, column 2 has the end of the file, but must have a key in double \
          quotes.
          """,
          "plain.json: 'expansionRatio' is 0, but must be from 1 to 50.",
        ])
      #expect(throws: PresetError(faults)) { try PresetLibrary.folder(path: path) }
    }
  }

  @Test("a folder without a preset is refused", arguments: ["README.md", ".hidden.json"])
  func noPreset(name: String) throws {
    try Samples.withFolder([name: Data()]) { path in
      let faults = PresetLibrary.validate(folder: path)

      #expect(
        faults.map(\.description) == [
          "\(path): the folder holds no preset, but must hold at least one file named <id>.json."
        ])
    }
  }

  @Test("a folder that is missing or a file is refused")
  func noFolder() throws {
    try Samples.withFolder(["plain.json": Data(Samples.text.utf8)]) { path in
      let missing = PresetLibrary.validate(folder: "\(path)/none")
      let file = PresetLibrary.validate(folder: "\(path)/plain.json")

      #expect(
        missing.map(\.description) == [
          "\(path)/none: the folder of presets cannot be read: it does not exist."
        ])
      #expect(
        file.map(\.description) == [
          "\(path)/plain.json: the folder of presets cannot be read: it is not a folder."
        ])
    }
  }

  @Test("a folder that is named as a preset is refused")
  func folderAsFile() throws {
    try Samples.withFolder([:]) { path in
      try FileManager.default.createDirectory(
        atPath: "\(path)/plain.json", withIntermediateDirectories: true)
      let faults = PresetLibrary.validate(folder: path)

      #expect(
        faults.map(\.description) == [
          "plain.json: the file cannot be read: it cannot be opened as a file."
        ])
    }
  }

  @Test(
    "ids and names that only case, spaces or hyphens tell apart are refused",
    arguments: [
      (
        "voice-1", "One", "voice1", "Two",
        "voice1.json: 'id' is 'voice1', but must differ from 'voice-1' of voice-1.json"
      ),
      (
        "one", "Voice 1", "two", "VOICE-1",
        "two.json: 'name' is 'VOICE-1', but must differ from 'Voice 1' of one.json"
      ),
    ])
  func clash(id: String, name: String, otherID: String, otherName: String, start: String) {
    let files = [
      PresetFile(name: "\(id).json", text: Samples.text(id: id, name: name)),
      PresetFile(name: "\(otherID).json", text: Samples.text(id: otherID, name: otherName)),
    ]

    #expect {
      try PresetLibrary(files: files)
    } throws: { error in
      "\(error)" == "\(start) by more than case, spaces and hyphens."
    }
  }

  @Test("no file at all is refused")
  func noFile() {
    #expect(throws: PresetError.self) { try PresetLibrary(files: []) }
  }

  @Test("an unknown id is answered with the nearest and with all")
  func unknownID() throws {
    let library = try PresetLibrary.embedded()

    #expect {
      try library.preset(id: "podcats")
    } throws: { error in
      "\(error)".hasPrefix(
        "there is no preset 'podcats' (did you mean 'podcast'?); the presets are denoise, ")
    }
    #expect {
      try library.preset(id: "zzz")
    } throws: { error in
      "\(error)".hasPrefix("there is no preset 'zzz'; the presets are denoise, ")
    }
  }
}
