/// A value of a JSON text, with everything kept that a strict reader asks for.
///
/// The members of an object keep their order and their repetitions, and a number its spelling.
enum JSONValue: Sendable {
  struct Member: Sendable {
    let key: String
    let value: JSONValue
  }

  case object([Member])
  case list([JSONValue])
  case text(String)
  case number(Double, spelling: String)
  case flag(Bool)
  case null
  /// A bare word that JSON does not know, such as `NaN`; no key takes one.
  case word(String)

  /// How a sentence names the value.
  var spoken: String {
    switch self {
    case .object: "an object"
    case .list: "a list"
    case .text(let text): "the text '\(JSONText.shortened(text))'"
    case .number(_, let spelling): JSONText.shortened(spelling)
    case .flag(let flag): "\(flag)"
    case .null: "null"
    case .word(let word): JSONText.shortened(word)
    }
  }
}

/// Text as JSON and as sentences show it.
enum JSONText {
  /// A JSON string; only what must be escaped is.
  static func quoted(_ text: String) -> String {
    "\"" + escaped(text, also: ["\"", "\\"]) + "\""
  }

  /// At most 60 characters of a text, on one line.
  static func shortened(_ text: String) -> String {
    escaped(text.count > 60 ? "\(text.prefix(57))..." : text, also: [])
  }

  private static func escaped(_ text: String, also special: Set<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.contains(scalar) {
        result.append(contentsOf: ["\\", scalar])
      } else if isControl(scalar) {
        let digits = String(scalar.value, radix: 16)
        let padding = String(repeating: "0", count: 4 - digits.count)
        result.append(contentsOf: "\\u\(padding)\(digits)".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a character steers a terminal or breaks a line rather than showing.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x2028...0x2029).contains(scalar.value)
  }
}
