import Presets

/// The presets that the jobs run.
enum BenchPresets {
  /// The library as it is.
  static func all() throws(PresetError) -> [AudioPreset] {
    try PresetLibrary.embedded().presets
  }

  /// The first presets of the library with their rooms left out, from the start again where more
  /// are asked for than there are.
  ///
  /// - Parameter count: How many, above zero.
  static func withoutRooms(count: Int) throws(PresetError) -> [AudioPreset] {
    let library = try all().map { preset in
      var dry = preset
      dry.reverbPreset = nil
      dry.reverbMix = 0
      return dry
    }
    return (0..<count).map { library[$0 % library.count] }
  }

  /// The presets that put a room around the voice.
  static func space() throws(PresetError) -> [AudioPreset] {
    try all().filter { $0.category == "space" }
  }
}
