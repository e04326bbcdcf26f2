/// Numbers as text, the same in every locale.
package enum NumberText {
  /// The shortest text that reads back as the same number, such as "-3.5" or "10".
  package static func shortest(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Reads a number as JSON writes it; anything else ("nan", "4,97", "0x1p3", "") gives nil.
  ///
  /// A number beyond the reach of `Double` gives an infinity, which no range contains; the zero
  /// that comes back has no sign.
  static func number(in text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    var index = 0

    func skipDigits() -> Int {
      let start = index
      while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 { index += 1 }
      return index - start
    }
    func skip(_ characters: String) -> Bool {
      guard index < bytes.count, characters.utf8.contains(bytes[index]) else { return false }
      index += 1
      return true
    }

    _ = skip("-")
    let first = index
    let whole = skipDigits()
    if whole == 0 || (whole > 1 && bytes[first] == 0x30) { return nil }
    if skip("."), skipDigits() == 0 { return nil }
    if skip("eE") {
      _ = skip("+-")
      if skipDigits() == 0 { return nil }
    }
    guard index == bytes.count, let value = Double(text) else { return nil }
    return value == 0 ? 0 : value
  }

  /// How to write a text that was meant to be a number: " (write 4.97)"; "" when it was not.
  static func hint(for text: String) -> String {
    let plain = text.trimmingPrefix("+").replacing(",", with: ".")
    guard let value = number(in: plain), value.isFinite else { return "" }
    return " (write \(shortest(value)))"
  }
}
