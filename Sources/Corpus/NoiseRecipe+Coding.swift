extension NoiseRecipe: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case seed, parts }

  /// Reads a recipe, and refuses keys that it does not know.
  package init(from decoder: any Decoder) throws {
    try KnownKeys.check(decoder, CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      seed: try container.decode(UInt64.self, forKey: .seed),
      parts: try container.decode([Part].self, forKey: .parts))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(seed, forKey: .seed)
    try container.encode(parts, forKey: .parts)
  }
}

extension NoiseRecipe.Part: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case levelDB, modulation
    case highPassHz, highPassOrder, lowPassHz, lowPassOrder
    case spectrum, hum, clicks, babble, impulse
  }

  /// The keys that say what a part is.
  private static let kinds: [CodingKeys] = [
    .highPassHz, .spectrum, .hum, .clicks, .babble, .impulse,
  ]
  private static let colour: [CodingKeys] = [
    .highPassHz, .highPassOrder, .lowPassHz, .lowPassOrder,
  ]

  package init(from decoder: any Decoder) throws {
    try KnownKeys.check(decoder, CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let present = container.allKeys
    let kinds = Self.kinds.filter(present.contains)
    guard kinds.count == 1, kinds == [.highPassHz] || !Self.colour.contains(where: present.contains)
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "A part of a noise is one of: 'highPassHz' with 'highPassOrder', "
            + "'lowPassHz' and 'lowPassOrder'; 'spectrum'; 'hum'; 'clicks'; 'babble'; 'impulse'."))
    }
    func value<Value: Decodable>(_ key: CodingKeys, _ keys: [String]) throws -> Value {
      try KnownKeys.check(try container.superDecoder(forKey: key), names: keys)
      return try container.decode(Value.self, forKey: key)
    }
    let kind: NoiseRecipe.Kind =
      switch kinds[0] {
      case .spectrum: .spectrum(try value(.spectrum, ["fromHz", "levelsDB"]))
      case .hum: .hum(try value(.hum, ["fundamentalHz", "driftHz", "linesDB"]))
      case .clicks:
        .clicks(
          try value(
            .clicks,
            [
              "eventsPerSecond", "peakDB", "resonanceHz", "resonances", "decaySeconds",
              "attackSeconds", "release",
            ]))
      case .babble:
        .babble(try value(.babble, ["talkers", "syllablesPerSecond", "levelSpreadDB"]))
      case .impulse: .impulse(try value(.impulse, ["atSeconds"]))
      default: .colour(try NoiseRecipe.Colour(from: decoder))
      }
    self.init(
      levelDB: try container.decode(Double.self, forKey: .levelDB), kind,
      modulation: try container.decodeIfPresent(
        [NoiseRecipe.Modulation].self, forKey: .modulation) ?? [])
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(levelDB, forKey: .levelDB)
    if !modulation.isEmpty { try container.encode(modulation, forKey: .modulation) }
    switch kind {
    case .colour(let colour): try colour.encode(to: encoder)
    case .spectrum(let spectrum): try container.encode(spectrum, forKey: .spectrum)
    case .hum(let hum): try container.encode(hum, forKey: .hum)
    case .clicks(let clicks): try container.encode(clicks, forKey: .clicks)
    case .babble(let babble): try container.encode(babble, forKey: .babble)
    case .impulse(let impulse): try container.encode(impulse, forKey: .impulse)
    }
  }
}

/// A look at the keys of an object: a misspelt one would otherwise count as absent.
private struct KnownKeys: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static func check(_ decoder: any Decoder, _ known: [some CodingKey]) throws {
    try check(decoder, names: known.map(\.stringValue))
  }

  static func check(_ decoder: any Decoder, names: [String]) throws {
    let container = try decoder.container(keyedBy: KnownKeys.self)
    if let key = container.allKeys.first(where: { !names.contains($0.stringValue) }) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "Unknown key '\(key.stringValue)'; there are: "
            + names.joined(separator: ", ") + "."))
    }
  }
}
