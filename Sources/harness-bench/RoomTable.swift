import Chain
import Metrics
import Presets
import Signal

/// Reads every room at three sample rates, and prints what was read as a page in Markdown.
enum RoomTable {
  /// The sample rates that are read.
  private static let rates = [44_100.0, 48_000, 96_000]

  /// Reads everything.
  ///
  /// - Returns: The page.
  static func markdown() -> String {
    var findings: [String] = []
    var tables: [String] = []
    for rate in rates {
      var rows: [String] = []
      for room in ReverbPreset.allCases {
        let reading = Self.reading(of: room, Hertz(rate))
        rows.append(row(room, reading))
        findings += reading.findings.map { "- \(room.rawValue) at \(Int(rate)) Hz: \($0)" }
      }
      tables.append(
        (["## \(Int(rate)) Hz", "", header] + rows + [""]).joined(separator: "\n"))
    }
    let verdict =
      findings.isEmpty
      ? "Every figure is within its limit."
      : "Beyond a limit:\n\n" + findings.joined(separator: "\n")
    return ([head, verdict, ""] + tables).joined(separator: "\n")
  }

  private static func reading(of room: ReverbPreset, _ rate: Hertz) -> RoomReading {
    let design = ReverbDesign(room: room, sampleRate: rate)
    let kind: RoomExpectation.Kind =
      switch room {
      case .cathedral: .cathedral
      case .mediumHall, .mediumHall2, .mediumHall3, .largeHall, .largeHall2: .hall
      default: .room
      }
    let expectation = RoomExpectation(
      kind: kind, sampleRate: rate, preDelaySeconds: design.preDelaySeconds,
      decaySeconds: { design.decayTimeSeconds(at: $0) },
      inputPower: { design.inputGain(at: $0).power })
    var left = [Float](repeating: 0, count: Int(expectation.neededSeconds * rate.value))
    left[0] = 1
    var right = left
    var reverb = Reverb(design: design, mixPercent: 100)
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    reverb.process(left: &leftSpan, right: &rightSpan)
    return RoomReading(
      of: AudioBuffer(channels: [left, right], sampleRate: rate), expecting: expectation)
  }

  private static func row(_ room: ReverbPreset, _ reading: RoomReading) -> String {
    let times = reading.octaves.map {
      Fixed.text($0.worst, decimals: 2) + " / " + Fixed.text($0.designed, decimals: 2)
    }
    let rest = [
      Fixed.text(reading.mixingSeconds * 1000, decimals: 0),
      Fixed.text(reading.lineDB, decimals: 1) + " / "
        + Fixed.text(reading.noiseLineDB, decimals: 1),
      Fixed.text(reading.correlation, decimals: 3),
    ]
    return "| \(room.rawValue) | " + (times + rest).joined(separator: " | ") + " |"
  }

  private static var header: String {
    let octaves = RoomReading.octaves.map { "\(Int($0)) Hz" }
    let columns = ["room"] + octaves + ["dense, ms", "line, dB", "L/R"]
    return "| " + columns.joined(separator: " | ") + " |\n|---"
      + String(repeating: "|---:", count: columns.count - 1) + "|"
  }

  private static let head = """
    # Rooms

    Written by `swift run -c release harness-bench rooms > docs/rooms.md`; do not edit.

    What the answer of each room to an impulse says, at the ear that does worse. The tests hold each
    figure to its limit at 44.1 and 48 kHz, and those of five rooms at 96 kHz.

    | column | what it is | limit |
    |---|---|---|
    | octaves | T30 in seconds (ISO 3382-1), measured / designed | 12 % in rooms under 1.65 s, else 7 %: few resonances share a band in a small room, and T30 scatters by 0.55/√(band · T) |
    | dense | milliseconds from the first echo until echoes are 0.9 as dense as noise (Abel and Huang 2006, Hann window of 20 ms) | 50 in rooms, 80 in halls, 200 in the cathedral |
    | line | the strongest line of the tail over the median within 200 Hz of it, from 200 Hz to 8 kHz, one Hann window over the decay from -15 to -45 dB; and the same of white noise that decays as fast, the mean of four seeds | 12 dB more than noise has: sixteen lines make 0.3 to 1.5 resonances per hertz, too few to overlap as in noise; a plate and a cathedral with half the delays cross it |
    | L/R | correlation of the ears from 100 ms after the first echo on | 0.1 |

    """
}
