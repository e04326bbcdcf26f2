/// Presets in the order in which they are shown.
package struct PresetLibrary: Sendable {
  /// The presets, at least one; the first is the default.
  package let presets: [AudioPreset]

  /// The files that the binary was built with, byte for byte.
  package static var embeddedFiles: [PresetFile] { embeddedPresetFiles }

  /// Reads the presets that the binary was built with.
  package static func embedded() throws(PresetError) -> PresetLibrary {
    try PresetLibrary(files: embeddedPresetFiles)
  }

  /// Reads every `*.json` of a folder; other files and hidden ones are passed over.
  ///
  /// - Throws: Every fault of every file.
  package static func folder(path: String) throws(PresetError) -> PresetLibrary {
    let (presets, faults) = try contents(ofFolder: path)
    guard faults.isEmpty else { throw PresetError(faults) }
    return PresetLibrary(sorting: presets)
  }

  /// Every fault of a folder of presets; none when it loads.
  package static func validate(folder path: String) -> [PresetFault] {
    do {
      return try contents(ofFolder: path).faults
    } catch {
      return error.faults
    }
  }

  /// Reads files that are already in memory.
  ///
  /// - Throws: Every fault of every file.
  package init(files: [PresetFile]) throws(PresetError) {
    guard !files.isEmpty else { throw PresetError(nil, .noFiles) }
    let (presets, faults) = Self.contents(of: files)
    guard faults.isEmpty else { throw PresetError(faults) }
    self.init(sorting: presets)
  }

  /// The preset of an id.
  ///
  /// - Throws: The nearest ids, and all.
  package func preset(id: String) throws(PresetError) -> AudioPreset {
    guard let preset = presets.first(where: { $0.id == id }) else {
      let ids = presets.map(\.id)
      let slips = Nearness.slips(of: id, among: ids)
      throw PresetError(nil, .noSuchPreset(id: JSONText.shortened(id), slips: slips, ids: ids))
    }
    return preset
  }

  private init(sorting presets: [AudioPreset]) {
    self.presets = presets.sorted { $0.rank < $1.rank }
  }

  private static func contents(
    ofFolder path: String
  ) throws(PresetError) -> (presets: [AudioPreset], faults: [PresetFault]) {
    var files: [PresetFile] = []
    var unreadable: [PresetFault] = []
    for name in try PresetFile.names(inFolder: path) {
      do {
        files.append(try PresetFile(name: name, folder: path))
      } catch {
        unreadable += error.faults
      }
    }
    let (presets, faults) = contents(of: files)
    return (presets, unreadable + faults)
  }

  private static func contents(
    of files: [PresetFile]
  ) -> (presets: [AudioPreset], faults: [PresetFault]) {
    var presets: [AudioPreset] = []
    var faults: [PresetFault] = []
    for file in files {
      do {
        presets.append(try AudioPreset(json: file.text, file: file.name))
      } catch {
        faults += error.faults
      }
    }
    return (presets, faults + clashes(in: presets))
  }
}

extension AudioPreset {
  fileprivate var rank: (Int, Int, String) {
    let group = Self.categories.firstIndex(of: category) ?? Self.categories.count
    return (group, order, id)
  }
}
