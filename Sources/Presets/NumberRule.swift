/// What a number of a preset means, and how far it may go.
package struct NumberRule: Hashable, Sendable {
  /// The key in a preset file.
  package let key: String
  /// The unit, in words; empty for a plain ratio.
  package let unit: String
  /// The values that are allowed, in `unit`.
  package let range: ClosedRange<Double>
  /// What the number does.
  package let meaning: String
  /// Where the range comes from.
  package let source: String

  /// The range in words, such as "from 0.05 to 5 octaves".
  package var rangeText: String {
    let bounds =
      "from \(NumberText.shortest(range.lowerBound)) to "
      + NumberText.shortest(range.upperBound)
    return unit.isEmpty ? bounds : "\(bounds) \(unit)"
  }

  /// Every rule, in the order of a preset file; those of a band stand once.
  package static let all: [NumberRule] = AudioPreset.fields.flatMap { field -> [NumberRule] in
    switch field {
    case .number(let number): [number.rule]
    case .bands: AudioPreset.EQBand.numbers.map(\.rule)
    case .text, .order, .room, .flag: []
    }
  }
}

/// A number rule with the property that it rules.
struct NumberField<Root>: Sendable {
  let rule: NumberRule
  let path: any WritableKeyPath<Root, Double> & Sendable

  init(
    _ key: String, _ path: any WritableKeyPath<Root, Double> & Sendable,
    _ range: ClosedRange<Double>, _ unit: String, _ meaning: String, source: String
  ) {
    rule = NumberRule(key: key, unit: unit, range: range, meaning: meaning, source: source)
    self.path = path
  }
}

/// A line of text of a preset, and what is asked of it.
struct TextField<Root>: Sendable {
  enum Rule: Sendable {
    case id
    case line
    case choice([String])
  }

  let key: String
  let path: any WritableKeyPath<Root, String> & Sendable
  let rule: Rule

  init(_ key: String, _ path: any WritableKeyPath<Root, String> & Sendable, _ rule: Rule = .line) {
    self.key = key
    self.path = path
    self.rule = rule
  }
}
