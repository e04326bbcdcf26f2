internal import Foundation

/// The name and the text of a preset file.
package struct PresetFile: Hashable, Sendable {
  /// The name without its folder, such as `podcast.json`.
  package let name: String
  /// What the file holds.
  package let text: String

  /// Creates a file in memory.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Reads one file of a folder.
  init(name: String, folder: String) throws(PresetError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: folder).appending(path: name))
    } catch {
      throw PresetError(name, .unreadable(reason: "it cannot be opened as a file"))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw PresetError(name, .unreadable(reason: "it is not UTF-8 text"))
    }
    self.init(name: name, text: text)
  }

  /// The names of the preset files of a folder, sorted; hidden files and others are left out.
  static func names(inFolder path: String) throws(PresetError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw PresetError(path, .noFolder(reason: "it does not exist"))
    }
    guard isFolder.boolValue else {
      throw PresetError(path, .noFolder(reason: "it is not a folder"))
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw PresetError(path, .noFolder(reason: "it may not be opened"))
    }
    let presets = names.filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".json") }
    guard !presets.isEmpty else { throw PresetError(path, .noFiles) }
    return presets.sorted()
  }
}
