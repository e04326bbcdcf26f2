import Signal

/// Text and numbers as they stand in an SVG file.
enum XMLText {
  /// Reads a text as one line that is safe in an element and in an attribute.
  ///
  /// Line ends and tabs become spaces, and what XML forbids or people cannot see becomes U+FFFD.
  ///
  /// Source: W3C, XML 1.0 (fifth edition), production 2, and its note on controls.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      case "\t", "\n", "\r": result.append(" ")
      default: result.append(isVisible(scalar.value) ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// Whether a character is no control, and none that Unicode keeps free for ever.
  private static func isVisible(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0..<0xFDF0: false
    default: value & 0xFFFE != 0xFFFE
    }
  }

  /// The width of a text in a common sans-serif font: an estimate on the wide side, in units of
  /// the font size.
  static func width(of text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// Cuts a text that is wider than some room, and ends it with an ellipsis.
  static func fitted(_ text: String, into width: Double, fontSize: Double) -> String {
    guard self.width(of: text) * fontSize > width else { return text }
    var rest = width / fontSize - 1
    let kept = text.prefix { character in
      rest -= self.width(of: String(character))
      return rest >= 0
    }
    return kept + "\u{2026}"
  }

  /// The text of a number with up to some decimals, and with a real minus sign for people.
  static func number(_ value: Double, decimals: Int) -> String {
    let text = Fixed.text(value, decimals: decimals)
    return text.hasPrefix("-") ? "\u{2212}" + text.dropFirst() : text
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": 0.36
    case "m", "w", "M", "W", "@", "%": 0.98
    case "A"..."Z": 0.74
    case "\u{300}"..."\u{36F}": 0
    case "\u{1100}"...: 1.1
    default: 0.64
    }
  }
}
