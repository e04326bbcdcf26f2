import Presets

/// The presets that the jobs run.
enum BenchPresets {
  /// The library as it is.
  static func all() throws(PresetError) -> [AudioPreset] {
    try PresetLibrary.embedded().presets
  }

  /// Presets without a room that each do all the work there is: a high-pass, five bells, gate and
  /// compressor, with numbers around those of 'denoise' of which no two are the same.
  ///
  /// - Parameter count: How many, above zero; from the 26th on they come again.
  static func withoutRooms(count: Int) throws(PresetError) -> [AudioPreset] {
    let denoise = try PresetLibrary.embedded().preset(id: "denoise")
    return (0..<count).map { index in
      let number = index % 25
      var preset = denoise
      preset.id = "five-bells-\(number + 1)"
      preset.name = "Five bells \(number + 1)"
      preset.highPassFreq = 70 + 4 * Double(number)
      for bell in preset.eqBands.indices {
        preset.eqBands[bell].frequency *= 1 + 0.004 * Double(number - 12)
        preset.eqBands[bell].gain *= 0.4 + 0.05 * Double(number)
      }
      preset.expansionThreshold = -32 - Double(number % 4)
      preset.compressionThreshold = -16 + Double(number % 5)
      preset.compressionHeadroom = 4 + Double(number % 6)
      return preset
    }
  }

  /// The presets that put a room around the voice.
  static func space() throws(PresetError) -> [AudioPreset] {
    try all().filter { $0.category == "space" }
  }
}
