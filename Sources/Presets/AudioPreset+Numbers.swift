/// The value of one key of a preset.
package enum PresetValue: Hashable, Sendable, CustomStringConvertible {
  case number(Double)
  case text(String)

  /// The value as a change writes it, such as "-3.5", "true", "cathedral" or "null".
  package var description: String {
    switch self {
    case .number(let number): NumberText.shortest(number)
    case .text(let text): text
    }
  }
}

/// One key of a preset that holds a setting of the chain, and its value.
package struct PresetEntry: Hashable, Sendable {
  /// The path of the key, such as `eqBands.1.bandwidth`; bands count from 0.
  package let key: String
  /// The value.
  package let value: PresetValue

  /// Creates an entry.
  package init(key: String, value: PresetValue) {
    self.key = key
    self.value = value
  }
}

/// A key whose values differ between two presets.
package struct PresetDifference: Hashable, Sendable {
  /// The path of the key.
  package let key: String
  /// The value before; nil where the key did not exist.
  package let old: PresetValue?
  /// The value after; nil where the key is gone.
  package let new: PresetValue?
}

/// A key of a preset that holds a setting of the chain, and where the setting is kept.
struct PresetSetting {
  enum Place {
    case number(NumberRule, WritableKeyPath<AudioPreset, Double>)
    case room
    case flag
  }

  let key: String
  let place: Place
}

extension AudioPreset {
  /// Everything that the chain runs with, and nothing of the words: the numbers, the room and
  /// whether to normalise, always in the same order.
  package var numbers: [PresetEntry] {
    settings.map { PresetEntry(key: $0.key, value: value(at: $0.place)) }
  }

  /// The keys that `setting(_:)` takes, in the order of a preset file.
  package var settableKeys: [String] { settings.map(\.key) }

  /// What changes from one preset to another, in the order of the new one; what is gone comes last.
  package static func differences(
    from old: AudioPreset, to new: AudioPreset
  ) -> [PresetDifference] {
    differences(from: old.numbers, to: new.numbers)
  }

  /// What changes from one list of numbers to another, as kept beside a golden.
  package static func differences(
    from old: [PresetEntry], to new: [PresetEntry]
  ) -> [PresetDifference] {
    let changes = new.compactMap { entry -> PresetDifference? in
      let before = old.first { $0.key == entry.key }?.value
      return before == entry.value
        ? nil : PresetDifference(key: entry.key, old: before, new: entry.value)
    }
    let gone = old.filter { entry in !new.contains { $0.key == entry.key } }
    return changes + gone.map { PresetDifference(key: $0.key, old: $0.value, new: nil) }
  }

  /// The settings in the order of a preset file.
  var settings: [PresetSetting] {
    Self.fields.flatMap { field -> [PresetSetting] in
      switch field {
      case .text, .order: []
      case .number(let number):
        [PresetSetting(key: field.key, place: .number(number.rule, number.path))]
      case .bands: eqBands.indices.flatMap(Self.settings(ofBand:))
      case .room: [PresetSetting(key: field.key, place: .room)]
      case .flag: [PresetSetting(key: field.key, place: .flag)]
      }
    }
  }

  private static func settings(ofBand index: Int) -> [PresetSetting] {
    let band: WritableKeyPath<AudioPreset, EQBand> = \.eqBands[index]
    return EQBand.numbers.map { number in
      PresetSetting(
        key: "eqBands.\(index).\(number.rule.key)",
        place: .number(number.rule, band.appending(path: number.path)))
    }
  }

  private func value(at place: PresetSetting.Place) -> PresetValue {
    switch place {
    case .number(_, let path): .number(self[keyPath: path])
    case .room: .text(reverbPreset?.rawValue ?? "null")
    case .flag: .text("\(normalizeVolume)")
    }
  }
}
