import Signal
import TestSupport
import Testing

@testable import Picture

@Suite("Panels")
struct PanelTests {
  @Test("each column of a waveform holds the least and the largest of its samples")
  func waveform() {
    var samples = [Float](repeating: 0, count: 1_000)
    (samples[455], samples[457]) = (0.5, -0.25)
    let wave = Waveform(of: samples, from: 0, to: 1_000, columns: 100)

    #expect(wave.highest.indices.filter { wave.highest[$0] != 0 } == [45])
    #expect(wave.lowest.indices.filter { wave.lowest[$0] != 0 } == [45])
    #expect(wave.highest[45] == 0.5 && wave.lowest[45] == -0.25)
  }

  @Test("a waveform of fewer samples than columns repeats them, and stays inside")
  func shortWaveform() {
    let wave = Waveform(of: [1, -1], from: 0, to: 2, columns: 10)

    #expect(wave.highest[0] == 1 && wave.lowest[9] == -1)
  }

  @Test(
    "the axis of a waveform ends at a round number that holds the peak",
    arguments: [(0, 1), (1, 1), (0.51, 0.6), (0.011, 0.015), (1.2, 1.5), (1e-5, 1e-5), (7.9, 8)])
  func limit(peak: Double, limit: Double) {
    // Powers of ten come from a series that is good to the last bits.
    #expect(abs(WaveformPanel.limit(forPeak: peak) - limit) <= 1e-9 * limit)
  }

  @Test("the level of a sine is its RMS, and the ends count what there is")
  func sineLevel() {
    // 20 ms hold exactly twenty periods of 1 kHz, and 5 ms exactly five.
    let audio = TestSignals.sine(
      Hertz(1_000), amplitude: 0.1, seconds: 0.1, sampleRate: Hertz(48_000))
    let curve = LevelCurve(of: audio, from: 0, to: 0.1)

    #expect(curve.power.count == 21)
    for power in curve.power {
      // 0.1 of full scale, divided by the root of two; samples are single precision.
      #expect(abs(Decibels(power: power).value + 23.0103) < 1e-3)
    }
  }

  @Test("the level curve follows a step within its window")
  func step() {
    let samples = (0..<48_000).map { Float($0 < 24_000 ? 0 : 0.5) }
    let curve = LevelCurve(
      of: AudioBuffer(channels: [samples], sampleRate: Hertz(48_000)), from: 0.4, to: 0.6)

    for (index, power) in curve.power.enumerated() {
      switch curve.time(index) {
      case ..<0.4901: #expect(power == 0)
      case 0.4999...0.5001: #expect(power == 0.125)
      case 0.5099...: #expect(power == 0.25)
      default: #expect(power > 0 && power < 0.25)
      }
    }
  }

  @Test(
    "ticks stand at round numbers within the axis",
    arguments: [
      (0...8, 6, [0, 2, 4, 6, 8]), (0...22.05, 6, [0, 5, 10, 15, 20]),
      (0...1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
      (2.95...3.1, 4, [2.95, 3, 3.05, 3.1]),
    ] as [(ClosedRange<Double>, Int, [Double])])
  func ticks(range: ClosedRange<Double>, most: Int, expected: [Double]) {
    let values = Ticks.round(in: range, most: most).values

    #expect(values.count == expected.count)
    // A step is a power of ten from a series that is good to the last bits.
    #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test(
    "times read as seconds, minutes or hours",
    arguments: [
      (0, 1, "s", "0.0", "1.0"), (0, 20, "s", "0", "20"), (60, 180, "min:s", "1:00", "3:00"),
      (0, 3_600, "h:min:s", "0:00:00", "1:00:00"), (3, 3.02, "s", "3.000", "3.020"),
      (0, 864_000, "h:min:s", "0:00:00", "240:00:00"),
    ])
  func times(start: Double, end: Double, unit: String, first: String, last: String) {
    let times = Ticks.times(from: start, to: end)

    #expect(times.unit == unit)
    #expect(times.ticks.first?.text == first)
    #expect(times.ticks.last?.text == last)
    #expect((4...14).contains(times.ticks.count))
  }

  @Test("colours darken from white to black, so that greys keep their order")
  func colours() {
    let greys = stride(from: 0, to: ColourMap.palette.count, by: 3).map { index in
      let (red, green, blue) = (
        Double(ColourMap.palette[index]), Double(ColourMap.palette[index + 1]),
        Double(ColourMap.palette[index + 2])
      )
      // Rec. 709 luma.
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #expect(greys.count == 256)
    // The three weights add up to 1 but for rounding.
    #expect(abs(greys[0] - 255) < 1e-9 && greys[255] < 2)
    #expect(zip(greys, greys.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("libpng reads back the pixels that were written", arguments: [1, 3, 260])
  func png(width: Int) throws {
    let pixels = (0..<width * 7).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let file = try PNGFile.bytes(pixels: pixels, width: width, palette: ColourMap.palette)

    let image = try decodedPNG(file)

    #expect(image.width == width)
    let expected = pixels.flatMap { ColourMap.palette[Int($0) * 3..<Int($0) * 3 + 3] }
    #expect(image.pixels == expected)
  }

  @Test(
    "text is safe in XML",
    arguments: [
      ("a & b < c > \"d\" 'e'", "a &amp; b &lt; c &gt; &quot;d&quot; &#39;e&#39;"),
      ("a\nb\tc\r", "a b c "), ("\0\u{1B}[0m\u{7F}\u{85}", "\u{FFFD}\u{FFFD}[0m\u{FFFD}\u{FFFD}"),
      ("t\u{283}\u{2D0} \u{1F600} e\u{301}", "t\u{283}\u{2D0} \u{1F600} e\u{301}"),
    ])
  func escaping(text: String, expected: String) {
    #expect(XMLText.escaped(text) == expected)
  }

  @Test(
    "characters that Unicode keeps free do not reach the file",
    arguments: [
      0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xFDD0,
    ] as [UInt32])
  func freeCharacters(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))

    #expect(XMLText.escaped(String(Character(scalar))) == "\u{FFFD}")
  }

  @Test(
    "a text that is too wide is cut, and never wider than its room", arguments: [0, 5, 40, 400])
  func fitting(width: Double) {
    let text = "The quick brown fox jumps over the lazy dog"
    let fitted = XMLText.fitted(text, into: width, fontSize: 10)

    #expect(width == 400 ? fitted == text : fitted.hasSuffix("\u{2026}"))
    // The ellipsis itself may not fit.
    #expect(XMLText.width(of: fitted) * 10 <= max(width, 11))
  }
}
