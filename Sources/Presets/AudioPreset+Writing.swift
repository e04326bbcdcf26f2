extension AudioPreset {
  /// The text of the preset's file: every key in its order, two spaces, the shortest numbers.
  ///
  /// Reading the text gives the same preset back, and a file that was written so comes back
  /// byte for byte.
  package var json: String {
    let lines = Self.fields.compactMap { field in
      value(of: field).map { "  \(JSONText.quoted(field.key)): \($0)" }
    }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  private func value(of field: PresetField) -> String? {
    switch field {
    case .text(let text): JSONText.quoted(self[keyPath: text.path])
    case .order: order == Self.noOrder ? nil : "\(order)"
    case .number(let number): NumberText.shortest(self[keyPath: number.path])
    case .bands where eqBands.isEmpty: "[]"
    case .bands: "[\n\(eqBands.map(\.json).joined(separator: ",\n"))\n  ]"
    case .room: reverbPreset.map { JSONText.quoted($0.rawValue) } ?? "null"
    case .flag: "\(normalizeVolume)"
    }
  }
}

extension AudioPreset.EQBand {
  fileprivate var json: String {
    let numbers = Self.numbers.map { number in
      (number.rule.key, NumberText.shortest(self[keyPath: number.path]))
    }
    let lines = (numbers + [(Self.reason.key, JSONText.quoted(note))]).map { key, value in
      "      \(JSONText.quoted(key)): \(value)"
    }
    return "    {\n\(lines.joined(separator: ",\n"))\n    }"
  }
}
