extension PresetLibrary {
  /// Ids and names that a file system or a reader would take for one another.
  static func clashes(in presets: [AudioPreset]) -> [PresetFault] {
    clashes(in: presets, key: "id", of: \.id) + clashes(in: presets, key: "name", of: \.name)
  }

  private static func clashes(
    in presets: [AudioPreset], key: String, of word: KeyPath<AudioPreset, String>
  ) -> [PresetFault] {
    var first: [String: AudioPreset] = [:]
    return presets.compactMap { preset in
      let value = preset[keyPath: word]
      guard let other = first[folded(value)] else {
        first[folded(value)] = preset
        return nil
      }
      return PresetFault(
        place: "\(preset.id).json",
        problem: .clash(
          key: key, value: value, other: other[keyPath: word], otherFile: "\(other.id).json"))
    }
  }

  private static func folded(_ word: String) -> String {
    word.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
  }
}
