import Signal
import Speech

/// How well the labeller does, voice by voice.
struct LabelScores {
  private var voices: [(name: String, score: LabellerScore)] = []

  /// Adds what was found in one recording of a voice.
  mutating func add(_ score: LabellerScore, of voice: String) {
    if let index = voices.firstIndex(where: { $0.name == voice }) {
      voices[index].score += score
    } else {
      voices.append((voice, score))
    }
  }

  /// All voices together.
  private var all: LabellerScore {
    voices.reduce(into: LabellerScore()) { $0 += $1.score }
  }

  /// One line a voice, and one for all of them.
  var table: String {
    let rows = voices + [("all", all)]
    let width = rows.map(\.0.count).max() ?? 0
    let head = "voice" + String(repeating: " ", count: max(0, width - 5))
    return "\(head)  word-final found       false marks\n"
      + rows.map { Self.line($0.0, $0.1, width: width) }.joined()
      + "A mark counts as false where all obstruents are known: in pauses, and with a tier 'phone' "
      + "everywhere.\n"
  }

  private static func line(_ name: String, _ score: LabellerScore, width: Int) -> String {
    func share(_ part: Int, of whole: Int) -> String {
      guard whole > 0 else { return "none" }
      return "\(part) of \(whole), \(Fixed.text(100 * Double(part) / Double(whole), decimals: 0)) %"
    }
    let found = share(score.found, of: score.finals)
    let hidden = score.hidden > 0 ? " (\(score.hidden) cannot be seen)" : ""
    let columns = name + String(repeating: " ", count: width - name.count)
    return "\(columns)  \(found)\(String(repeating: " ", count: max(1, 22 - found.count)))"
      + share(score.falseMarks, of: score.judged) + hidden + "\n"
  }

  /// The scores as JSON, format 1.
  func json() -> String {
    let rows = (voices + [("all", all)]).map { name, score in
      Row(
        voice: name, finals: score.finals, found: score.found, hidden: score.hidden,
        marks: score.judged, falseMarks: score.falseMarks)
    }
    return JSONText.of(Document(voices: rows))
  }

  private struct Document: Encodable {
    let format = 1
    let voices: [Row]
  }

  private struct Row: Encodable {
    let voice: String
    let finals: Int
    let found: Int
    let hidden: Int
    let marks: Int
    let falseMarks: Int
  }
}
