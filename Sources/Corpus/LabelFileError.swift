/// Why a label file cannot be read, or labels cannot be written into one.
package enum LabelFileError: Error, Equatable, Sendable {
  /// The file holds no text.
  case empty
  /// The file is a TextGrid in the binary format of Praat.
  case binaryTextGrid
  /// The file holds null characters.
  case notText(line: Int)
  /// The bytes of a line are not UTF-8.
  case notUTF8(line: Int)
  /// The bytes of a line are not UTF-16, although the file starts like it.
  case notUTF16(line: Int)
  /// The text is no TextGrid.
  case textGrid(TextGrid.ParseError, line: Int)
  /// The text is no label track, or its labels make no tiers.
  case labelTrack(AudacityLabels.Fault, line: Int)
  /// A label track cannot hold a tier; `number` counts its intervals or points from 1.
  case tierForAudacity(AudacityLabels.TierFault, tier: String, number: Int)
}

extension LabelFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "it is empty; save the labels again"
    case .binaryTextGrid:
      "it is a binary TextGrid; open it in Praat and use 'Save as text file'"
    case .notText(let line):
      "line \(line): it holds a null character, so it is no text; save the labels again as text"
    case .notUTF8(let line):
      """
      line \(line): it is not UTF-8, but perhaps Latin-1 or MacRoman; save it as UTF-8 (in Praat, \
      set 'Text writing preferences' to UTF-8)
      """
    case .notUTF16(let line):
      "line \(line): it is cut short or damaged UTF-16; save the labels again, best as UTF-8"
    case .textGrid(let error, let line): "line \(line): \(error)"
    case .labelTrack(let fault, let line): "line \(line): \(fault)"
    case .tierForAudacity(let fault, let tier, 0): "tier '\(tier)' \(fault)"
    case .tierForAudacity(let fault, let tier, let number):
      "label \(number) of tier '\(tier)' \(fault)"
    }
  }
}
