/// Words as a shell takes them, for commands that a person copies.
package enum ShellText {
  /// A word; in single quotes where a shell would take it apart or put something in its place.
  ///
  /// Source: IEEE Std 1003.1-2017, Shell Command Language, 2.2 Quoting.
  package static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "%+,-./:=@_".utf8.contains(byte)
      }
    }
    guard text.isEmpty || !isPlain else { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: "'\\''") + "'"
  }

  /// An option with its value, such as "--golden 'My goldens'".
  static func option(_ option: RunReport.Request.Option) -> String {
    "\(option.name) \(word(option.value))"
  }
}
