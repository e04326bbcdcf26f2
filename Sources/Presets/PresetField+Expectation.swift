extension PresetField {
  /// What the value must be, as the end of a sentence.
  var expectation: String {
    switch self {
    case .text(let text): text.expectation
    case .order:
      "a whole number from \(AudioPreset.orderRange.lowerBound) to "
        + "\(AudioPreset.orderRange.upperBound)"
    case .number(let number): "a number \(number.rule.rangeText)"
    case .bands: "a list of at most \(AudioPreset.bandLimit) bands"
    case .room: "null or one of \(Self.roomNames)"
    case .flag: "true or false"
    }
  }

  private static let roomNames =
    ReverbPreset.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
}

extension TextField {
  /// What the text must be, as the end of a sentence.
  var expectation: String {
    switch rule {
    case .id: "lower-case letters and digits, in words joined by hyphens, such as 'clear-voice'"
    case .line: "a line of text that is not blank"
    case .choice(let words): "one of \(words.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }

  /// Whether the text is what it must be.
  func accepts(_ text: String) -> Bool {
    switch rule {
    case .id:
      !text.isEmpty && text.count <= 64
        && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
          !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A) ~= $0 || (0x30...0x39) ~= $0 }
        }
    case .line:
      text.contains { !$0.isWhitespace } && !text.unicodeScalars.contains(where: JSONText.isControl)
    case .choice(let words): words.contains(text)
    }
  }
}

extension AudioPreset {
  /// What is wrong between the mix and the room: a mix needs a room.
  var mixProblem: PresetFault.Problem? {
    guard reverbPreset == nil, reverbMix != 0 else { return nil }
    return .wrongValue(
      key: "reverbMix", value: NumberText.shortest(reverbMix),
      mustBe: "0 while 'reverbPreset' is null")
  }
}
