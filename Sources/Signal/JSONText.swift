import Foundation

/// JSON for files and pipes: the same bytes for the same values.
package enum JSONText {
  /// The text of a value: keys sorted, one a line, and "inf", "-inf" and "nan" for what JSON has no
  /// number for.
  package static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("a report holds nothing that JSON cannot say: \(error)")
    }
  }
}
