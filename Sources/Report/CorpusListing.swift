package import Corpus
import Signal

/// The list of fixtures as a text for people.
package struct CorpusListing {
  private let inventory: CorpusInventory

  /// Creates the text of an inventory.
  package init(_ inventory: CorpusInventory) { self.inventory = inventory }

  /// One line a fixture, and then the totals.
  package var text: String {
    let rows = inventory.fixtures.map(Self.columns)
    let widths = (0..<6).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      row.enumerated().map { column, text in
        column < 6 ? text + String(repeating: " ", count: widths[column] - text.count) : text
      }.joined(separator: "  ")
    }
    return (lines + ["", totals]).joined(separator: "\n") + "\n"
  }

  private static func columns(_ row: CorpusInventory.Row) -> [String] {
    var level = ""
    if let value = row.level?.activeDBOV { level = "\(number(value)) dBov" }
    if let value = row.level?.clipPeakDBFS { level = "peak \(number(value)) dBFS" }
    if let value = row.rmsDBFS { level = "\(number(value)) dBFS" }
    if let value = row.snrDB { level += ", \(number(value)) dB SNR" }
    return [
      row.id, row.kind.rawValue, "\(Fixed.text(row.seconds, decimals: 1)) s",
      level, row.obstruents > 0 ? "\(row.obstruents) obstruents, \(row.wordFinal) final" : "",
      row.licence, row.note,
    ]
  }

  private var totals: String {
    let totals = inventory.totals
    let voices = totals.realVoices + totals.syntheticVoices
    return """
      \(totals.speechItems) speech items in \(totals.speechFixtures) fixtures, \
      \(totals.noiseFixtures) noise items, \(totals.mixes) mixes
      \(voices) voices: \(totals.realVoices) of people and \(totals.syntheticVoices) of programs, \
      \(totals.femaleVoices) female and \(totals.maleVoices) male; languages: \
      \(totals.languages.joined(separator: ", "))
      \(totals.obstruents) labelled obstruents, \(totals.wordFinal) of them word-final, \
      \(totals.realObstruents) spoken by people
      built: \(Fixed.text(totals.seconds, decimals: 1)) s, \
      \(Fixed.text(Double(totals.bytes) / 1e6, decimals: 1)) MB
      """
  }

  private static func number(_ value: Double) -> String {
    Fixed.text(value, decimals: value == value.rounded() ? 0 : 1)
  }
}
