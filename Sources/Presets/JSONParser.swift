/// Reads a JSON text by the letter, but keeps what a person has to be told about.
///
/// Source: RFC 8259; bare words that it does not know are kept as `JSONValue.word`.
struct JSONParser {
  private let file: String
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  /// Deeper nesting than any preset needs; the parser calls itself once per level.
  private static let depthLimit = 16

  /// Reads one value that fills the whole text.
  static func value(of text: String, file: String) throws(PresetError) -> JSONValue {
    var parser = JSONParser(file: file, text: text)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.next == nil else { throw parser.expected("the end of the file") }
    return value
  }

  private init(file: String, text: String) {
    self.file = file
    scalars = Array(text.unicodeScalars)
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func value() throws(PresetError) -> JSONValue {
    skipSpace()
    switch next {
    case "{": return .object(try members())
    case "[": return .list(try elements())
    case "\"": return .text(try string())
    case let scalar? where Self.isWordPart(scalar): return word()
    default: throw expected("a value")
    }
  }

  private mutating func members() throws(PresetError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    try enter()
    while !take("}") {
      if !members.isEmpty {
        try require(",", "',' or '}'")
        skipSpace()
      }
      guard next == "\"" else { throw expected("a key in double quotes") }
      let key = try string()
      try require(":", "':'")
      members.append(JSONValue.Member(key: key, value: try value()))
    }
    depth -= 1
    return members
  }

  private mutating func elements() throws(PresetError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try enter()
    while !take("]") {
      if !elements.isEmpty { try require(",", "',' or ']'") }
      elements.append(try value())
    }
    depth -= 1
    return elements
  }

  /// Steps over the bracket that opens an object or a list.
  private mutating func enter() throws(PresetError) {
    guard depth < Self.depthLimit else {
      throw expected("at most \(Self.depthLimit) levels of brackets")
    }
    depth += 1
    index += 1
  }

  private mutating func string() throws(PresetError) -> String {
    index += 1
    var text = String.UnicodeScalarView()
    while next != "\"" {
      guard let scalar = next, scalar.value >= 0x20 else {
        throw expected("the rest of a text in double quotes")
      }
      if scalar == "\\" {
        text.append(try escape())
      } else {
        text.append(scalar)
        index += 1
      }
    }
    index += 1
    return String(text)
  }

  private mutating func escape() throws(PresetError) -> Unicode.Scalar {
    index += 1
    let plain: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r",
      "t": "\t",
    ]
    if let scalar = next, let meant = plain[scalar] {
      index += 1
      return meant
    }
    guard next == "u" else { throw expected("an escape that JSON knows") }
    let high = try codeUnit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xD800...0xDBFF).contains(high), next == "\\" else { throw brokenPair }
    index += 1
    guard next == "u" else { throw brokenPair }
    let low = try codeUnit()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw brokenPair }
    return scalar
  }

  private var brokenPair: PresetError { expected("the second half of an escaped pair") }

  /// Reads the `u` of an escape and its four digits.
  private mutating func codeUnit() throws(PresetError) -> UInt32 {
    index += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  private mutating func word() -> JSONValue {
    let start = index
    while let scalar = next, Self.isWordPart(scalar) { index += 1 }
    let word = String(String.UnicodeScalarView(scalars[start..<index]))
    switch word {
    case "true": return .flag(true)
    case "false": return .flag(false)
    case "null": return .null
    default:
      return NumberText.number(in: word).map { .number($0, spelling: word) } ?? .word(word)
    }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".", "_": true
    default: false
    }
  }

  private mutating func skipSpace() {
    while let scalar = next, scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" {
      index += 1
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func require(
    _ scalar: Unicode.Scalar, _ words: String
  ) throws(PresetError) {
    guard take(scalar) else { throw expected(words) }
  }

  private func expected(_ what: String) -> PresetError {
    let before = scalars[..<index]
    let line = before.count { $0 == "\n" } + 1
    let column = index - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
    return PresetError(
      file, .syntax(line: line, column: column, expected: what, found: foundHere))
  }

  private var foundHere: String {
    switch next {
    case nil: "the end of the file"
    case "\u{FEFF}": "a byte order mark"
    case "\n", "\r": "the end of the line"
    case let scalar?: "'\(JSONText.shortened(String(Character(scalar))))'"
    }
  }
}
