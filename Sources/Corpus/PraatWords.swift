/// The words of a Praat text file that count: quoted texts, numbers and flags.
///
/// All other words are for people, and so is what follows an exclamation mark on its line.
///
/// Source: Praat manual, "Data files"; read back with Praat 6.4.
struct PraatWords {
  private let bytes: [UInt8]
  private var position = 0
  private var wordStart = 0

  /// Starts at the first word of a text in UTF-8 with line feeds.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The line of the word that was read last.
  var line: Int { 1 + bytes[..<wordStart].count { $0 == UInt8(ascii: "\n") } }

  /// Whether the next word is a quoted text.
  var isNextString: Bool {
    var ahead = self
    return ahead.next() == UInt8(ascii: "\"")
  }

  /// Whether nothing but white space and comments is left.
  var isAtEnd: Bool {
    mutating get {
      skipSpaceAndComments()
      wordStart = position
      return position == bytes.count
    }
  }

  mutating func string(_ what: String) throws(TextGrid.ParseError) -> String {
    guard next() == UInt8(ascii: "\"") else { throw .unexpected(what) }
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.count, !Self.isSpace(bytes[position]) else {
          return String(decoding: text, as: UTF8.self)
        }
        guard bytes[position] == byte else { throw .undoubledQuote }
        position += 1
      }
      text.append(byte)
    }
    throw .unexpected(what)
  }

  mutating func number(_ what: String) throws(TextGrid.ParseError) -> Double {
    guard let first = next(), first != UInt8(ascii: "\""), first != UInt8(ascii: "<"),
      let number = LabelFileText.number(word()), number.isFinite
    else { throw .unexpected(what) }
    return number
  }

  mutating func flag(_ what: String) throws(TextGrid.ParseError) -> String {
    guard next() == UInt8(ascii: "<") else { throw .unexpected(what) }
    let word = word()
    guard word.last == UInt8(ascii: ">") else { throw .unexpected(what) }
    return String(decoding: word.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Reads how many items follow; each takes a byte or more, so there are no more than bytes.
  mutating func count(_ what: String) throws(TextGrid.ParseError) -> Int {
    guard let count = Int(exactly: try number(what)), (0...bytes.count - position).contains(count)
    else { throw .unexpected(what) }
    return count
  }

  /// Goes to the next word that counts and tells its first byte; nil where none is left.
  private mutating func next() -> UInt8? {
    while true {
      skipSpaceAndComments()
      wordStart = position
      guard position < bytes.count else { return nil }
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return bytes[position]
      default: _ = word()
      }
    }
  }

  private mutating func word() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, !Self.isSpace(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  private mutating func skipSpaceAndComments() {
    while position < bytes.count {
      if Self.isSpace(bytes[position]) {
        position += 1
      } else if bytes[position] == UInt8(ascii: "!") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      } else {
        return
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}
