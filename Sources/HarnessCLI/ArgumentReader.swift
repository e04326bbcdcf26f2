/// What is wrong with the words of a command line; ends the tool with exit code 64.
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One sentence.
  package let description: String

  /// Creates an error from its sentence.
  package init(_ description: String) { self.description = description }
}

/// Takes the words of a command line apart and accounts for every one of them.
struct ArgumentReader {
  private var words: [String]

  init(_ words: [String]) { self.words = words }

  /// Takes a flag; whether it was there.
  mutating func flag(_ names: String...) -> Bool {
    guard let index = words.firstIndex(where: names.contains) else { return false }
    words.remove(at: index)
    return true
  }

  /// Takes an option with its value, as `--name VALUE` or `--name=VALUE`.
  mutating func option(_ name: String) throws(UsageError) -> String? {
    let values = try options(name)
    guard values.count <= 1 else { throw UsageError("The option '\(name)' is given twice.") }
    return values.first
  }

  /// Takes an option that may be repeated, with its values in order.
  mutating func options(_ name: String) throws(UsageError) -> [String] {
    var values: [String] = []
    while let index = words.firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) {
      if words[index] != name {
        values.append(String(words.remove(at: index).dropFirst(name.count + 1)))
        continue
      }
      // One dash is a value: levels are negative more often than not.
      guard index + 1 < words.count, !words[index + 1].hasPrefix("--") else {
        throw UsageError("The option '\(name)' needs a value.")
      }
      values.append(words[index + 1])
      words.removeSubrange(index...index + 1)
    }
    return values
  }

  /// Takes an option whose value is a number.
  mutating func number(
    _ name: String, within range: ClosedRange<Double>
  ) throws(UsageError) -> Double? {
    let values = try numbers(name, within: range)
    guard values.count <= 1 else { throw UsageError("The option '\(name)' is given twice.") }
    return values.first
  }

  /// Takes an option that may be repeated, whose values are numbers.
  mutating func numbers(
    _ name: String, within range: ClosedRange<Double>
  ) throws(UsageError) -> [Double] {
    var numbers: [Double] = []
    for text in try options(name) {
      guard let number = Double(text), range.contains(number) else {
        throw UsageError(
          "'\(name)' is '\(text)', but must be a number from \(range.lowerBound) to "
            + "\(range.upperBound).")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Takes the next word that is no option.
  mutating func positional() -> String? {
    guard let index = words.firstIndex(where: { $0 == "-" || !$0.hasPrefix("-") }) else {
      return nil
    }
    return words.remove(at: index)
  }

  /// Refuses what is left over.
  func finish() throws(UsageError) {
    guard let word = words.first else { return }
    let isOption = word.hasPrefix("-")
    throw UsageError(
      isOption ? "There is no option '\(word)' here." : "'\(word)' is not expected here.")
  }
}
