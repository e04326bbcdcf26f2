import Signal
import TestSupport
import Testing

@testable import Picture

@Suite("RecordingPicture")
struct RecordingPictureTests {
  private typealias Span = RecordingPicture.Span
  private typealias Tier = RecordingPicture.Tier

  private static let tone = TestSignals.sine(
    Hertz(1_000), amplitude: 0.5, seconds: 1, sampleRate: Hertz(16_000))

  private static func picture(
    _ audio: AudioBuffer = tone, tiers: [RecordingPicture.Tier] = [],
    spanSeconds: ClosedRange<Double>? = nil, thresholds: [Decibels] = []
  ) -> RecordingPicture {
    RecordingPicture(
      title: "tone", facts: ["16000 Hz", "1 s"], audio: audio, tiers: tiers,
      spanSeconds: spanSeconds, thresholds: thresholds)
  }

  @Test("the image in the file shows a tone of 1 kHz as one dark line at its height")
  func tone() throws {
    let image = try DrawnPicture(Self.picture().svg()).image()

    #expect(image.width == Layout.columns)
    let rows = (0..<260).map { image.pixels[($0 * image.width + 500) * 3] }
    let darkest = try #require(rows.indices.min { rows[$0] < rows[$1] })
    // 1 kHz of 8 kHz, from the bottom; the window spreads it over some equal rows.
    #expect(abs(Double(259 - darkest) - 260.0 / 8) <= 5)
    #expect(rows[0] > 200)
  }

  @Test("texts of every kind arrive as they are, and the file is well-formed")
  func texts() throws {
    let nasty = "<b>&\"'\u{1F600}]]> t\u{283}\u{2D0} -->"
    var picture = RecordingPicture(
      title: nasty, facts: [nasty, "b\0"], audio: Self.tone,
      tiers: [
        Tier(name: nasty, spans: [Span(startSeconds: 0, endSeconds: 1, text: nasty)])
      ])
    picture.windowSeconds = 0.02
    let drawn = try DrawnPicture(picture.svg())

    #expect(drawn.texts("title").filter { $0 == nasty }.count == 3)
    #expect(drawn.texts("desc") == [nasty + " \u{B7} b\u{FFFD}"])
    #expect(drawn.texts("text", class: "title") == [nasty])
    #expect(drawn.texts("text", class: "caption").contains { $0.contains("20 ms") })
  }

  @Test("a label stands under its time, and its text where it fits")
  func labels() throws {
    let spans = [
      Span(startSeconds: 0.25, endSeconds: 0.5, text: "wide"),
      Span(startSeconds: 0.6, endSeconds: 0.616, text: "upright"),
      Span(startSeconds: 0.7, endSeconds: 0.704, text: "hidden"),
      Span(startSeconds: 0.8, endSeconds: 0.8, text: "point"),
      Span(startSeconds: 0.9, endSeconds: 0.95, text: ""),
    ]
    let drawn = try DrawnPicture(Self.picture(tiers: [Tier(name: "t", spans: spans)]).svg())

    let boxes = drawn.elements.filter { $0.name == "rect" && $0.attributes["class"] == nil }
      .dropFirst()
    #expect(boxes.map { $0.number("x") } == [404, 768, 872])
    #expect(boxes.map { $0.number("width") } == [260, 16.6, 4.2])
    let texts = drawn.elements.filter { $0.name == "text" && $0.attributes["class"] == nil }
    #expect(texts.map(\.text) == ["wide", "upright"])
    #expect(texts.map { $0.attributes["transform"] != nil } == [false, true])
    #expect(drawn.texts("title") == ["tone", "t", "wide", "upright", "hidden", "point"])
  }

  @Test("labels outside of the drawn part are left out, and those on its edges are cut")
  func clipping() throws {
    let spans = [
      Span(startSeconds: 0, endSeconds: 0.4, text: "before"),
      Span(startSeconds: 0.4, endSeconds: 0.75, text: "across"),
      Span(startSeconds: 0.8, endSeconds: 0.9, text: "after"),
    ]
    let picture = Self.picture(tiers: [Tier(name: "t", spans: spans)], spanSeconds: 0.5...0.75)
    let drawn = try DrawnPicture(picture.svg())

    let box = try #require(
      drawn.elements.filter { $0.name == "rect" && $0.attributes["class"] == nil }.last)
    #expect(box.number("x") == Layout.left && box.number("width") == Double(Layout.columns))
    #expect(drawn.texts("title") == ["tone", "t", "across"])
  }

  @Test("thresholds are lines with their numbers, and those in the way of others say it aside")
  func thresholds() throws {
    let picture = Self.picture(thresholds: [-32, -32.5, -60].map { Decibels($0) })
    let drawn = try DrawnPicture(picture.svg())

    #expect(
      drawn.elements.filter { $0.name == "line" && $0.attributes["class"] == "threshold" }.count
        == 3)
    #expect(drawn.texts("text", class: "limit") == ["\u{2212}32 dB", "\u{2212}60 dB"])
    #expect(drawn.texts("title").contains("threshold at \u{2212}32.5 dB"))
  }

  @Test("two channels are two waveforms, and of very many only the first are drawn")
  func channels() throws {
    for (count, captions) in [(1, 1), (2, 2), (8, 8), (40, 8)] {
      let audio = AudioBuffer(
        channels: Array(repeating: Self.tone.channels[0], count: count),
        sampleRate: Self.tone.sampleRate)
      let drawn = try DrawnPicture(Self.picture(audio).svg())

      #expect(
        drawn.texts("text", class: "caption").filter { $0.hasPrefix("Waveform") }.count == captions)
    }
  }

  @Test(
    "silence and the shortest of recordings have a picture", arguments: [1, 2, 30, 4_000, 16_000])
  func silence(frames: Int) throws {
    let audio = AudioBuffer(silentFrames: frames, sampleRate: Hertz(16_000))
    let image = try DrawnPicture(Self.picture(audio).svg()).image()

    #expect(image.pixels.allSatisfy { $0 == 255 })
  }

  @Test("samples far over full scale stay inside of their panels")
  func overload() throws {
    let samples = Self.tone.channels[0].map { $0 * 1e30 }
    let svg = try Self.picture(
      AudioBuffer(channels: [samples], sampleRate: Hertz(16_000))
    ).svg()

    #expect(!svg.contains("nan") && !svg.contains("inf"))
    _ = try DrawnPicture(svg)
  }

  @Test("an hour, with a hundred thousand labels, is no larger than a minute")
  func hour() throws {
    let audio = AudioBuffer(silentFrames: 3_600 * 8_000, sampleRate: Hertz(8_000))
    let spans = (0..<100_000).map {
      Span(startSeconds: Double($0) * 0.036, endSeconds: Double($0) * 0.036 + 0.03, text: "T")
    }
    let svg = try Self.picture(audio, tiers: [Tier(name: "phone", spans: spans)]).svg()

    // A mark and its text for every third column, and two points of each curve for each column.
    #expect(svg.utf8.count < 300_000)
    #expect(try DrawnPicture(svg).texts("title").contains { $0.hasSuffix("the first is 'T'") })
  }

  @Test("the same recording gives the same bytes")
  func repetition() throws {
    let audio = TestSignals.noise(
      amplitude: 0.5, seconds: 0.5, channelCount: 2, sampleRate: Hertz(44_100))

    #expect(try Self.picture(audio).svg() == Self.picture(audio).svg())
  }

  @Test("what cannot be drawn is refused with a sentence")
  func refusals() {
    let broken = AudioBuffer(channels: [[0, 0], [0, .nan]], sampleRate: Hertz(8_000))
    var wide = Self.picture()
    wide.windowSeconds = .infinity
    var flat = Self.picture()
    flat.topFrequency = Hertz(0)
    let backwards = Tier(
      name: "t",
      spans: [
        Span(startSeconds: 0, endSeconds: 0, text: ""),
        Span(startSeconds: 1, endSeconds: 0.5, text: ""),
      ])
    let endless = Tier(name: "t", spans: [Span(startSeconds: 0, endSeconds: .infinity, text: "")])

    for (picture, error) in [
      (Self.picture(AudioBuffer(silentFrames: 0, sampleRate: Hertz(8_000))), PictureError.empty),
      (Self.picture(broken), .notFinite(channel: 1, frame: 1)),
      (
        Self.picture(spanSeconds: 2...3),
        .outside(startSeconds: 2, endSeconds: 3, durationSeconds: 1)
      ),
      (
        Self.picture(spanSeconds: 0.5...0.5),
        .outside(startSeconds: 0.5, endSeconds: 0.5, durationSeconds: 1)
      ),
      (Self.picture(tiers: [backwards]), .badLabel(tier: "t", number: 2)),
      (Self.picture(tiers: [endless]), .badLabel(tier: "t", number: 1)),
      (Self.picture(thresholds: [Decibels(.nan)]), .badThreshold),
      (Self.picture(thresholds: [Decibels(-.infinity)]), .badThreshold),
      (wide, .badSpectrogram), (flat, .badSpectrogram),
    ] {
      #expect(throws: error) { _ = try picture.svg() }
      #expect(error.description.hasSuffix("."))
    }
  }
}
