import AudioFile
import Foundation
import Signal
import Speech
import TestSupport
import Testing

@testable import Corpus

@Suite("Audio corpus")
struct AudioCorpusTests {
  private static let manifestFile = "Corpus/manifest.json"
  private static let leftLabels = "Corpus/Labels/left.TextGrid"

  @Test("a sound corpus builds every fixture, in the order of the manifest")
  func sound() throws {
    let corpus = try TinyCorpus()
    let opened = try corpus.open()

    #expect(opened.fixtureIDs == ["words", "loud-words", "hiss", "words-in-wind"])
    for id in opened.fixtureIDs { #expect(try opened.fixture(id).audio.firstNonFinite == nil) }
    #expect(try opened.fixture("words").isSpeech)
    #expect(try opened.fixture("words").hasLowVoice)
    #expect(try !opened.fixture("hiss").isSpeech)
  }

  @Test("each recording of a sequence stands at its place with the stated peak, gaps are zero")
  func sequence() throws {
    let corpus = try TinyCorpus()
    let audio = try corpus.open().fixture("words").audio

    for start in [12_000, 48_000] {
      let peak = audio.frames(start..<start + 24_000).peak
      // One rounding of the factor and one of the sample.
      #expect(abs(Decibels(amplitude: Double(peak)).value + 15) <= 1e-5)
    }
    for start in [0, 36_000, 72_000] { #expect(audio.frames(start..<start + 12_000).peak == 0) }
    // The left recording is at the rate of the fixture: it comes through but for its level.
    let left = try readAudio(path: corpus.path(TinyCorpus.left))
    let factor = Float(Decibels(-15).amplitude / Double(left.peak))
    let scaled = AudioBuffer(
      channels: [left.channels[0].map { $0 * factor }], sampleRate: left.sampleRate)
    #expect(firstDifference(audio.frames(12_000..<36_000), scaled) == nil)
  }

  @Test("labels move with their recordings, and the gaps are labelled as pauses")
  func labels() throws {
    let corpus = try TinyCorpus()
    let labels = try corpus.open().fixture("words").labels

    for (word, offset) in [("left", 0.25), ("right", 1)] {
      let own = labels.filter { $0.word == word }
      #expect(own.map(\.text) == ["S", "EH", "T"])
      for (label, span) in zip(own, [(0.12, 0.16), (0.16, 0.3), (0.3, 0.36)]) {
        // Sums of decimal fractions.
        #expect(abs(label.startSeconds - offset - span.0) <= 1e-9)
        #expect(abs(label.endSeconds - offset - span.1) <= 1e-9)
      }
    }
    let gaps = labels.filter { $0.kind == .pause && abs($0.durationSeconds - 0.25) < 1e-9 }
    #expect(gaps.map(\.startSeconds) == [0, 0.75, 1.5])
  }

  @Test("an active level is that of the whole, and a gain away from the clips at their peak")
  func activeLevel() throws {
    let corpus = try TinyCorpus()
    let (words, loud) = (
      try corpus.open().fixture("words"), try corpus.open().fixture("loud-words")
    )
    let level = try #require(ActiveSpeechLevel(of: loud.audio)).level

    // The step of the method's own search, and the rounding of samples.
    #expect(abs(level.value + 20) <= 0.02)
    let gain = try #require(loud.audio.channels[0].max()) / (words.audio.channels[0].max() ?? 1)
    for (a, b) in zip(words.audio.channels[0], loud.audio.channels[0]) {
      // Two roundings to 24 bits on either side.
      #expect(abs(b - a * gain) <= 4e-7 * gain)
    }
    #expect(loud.labels == words.labels)
  }

  @Test("a mix keeps its stated ratio of speech to noise, and its item as reference")
  func ratio() throws {
    let corpus = try TinyCorpus()
    let mix = try corpus.open().fixture("words-in-wind")
    let reference = try #require(try corpus.open().reference(of: "words-in-wind"))
    let noise = zip(mix.audio.channels[0], reference.channels[0]).map { Double($0) - Double($1) }
    let level = try #require(ActiveSpeechLevel(of: reference)).level.value
    func power(_ samples: some Collection<Double>) -> Double {
      Decibels(power: samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).value
    }

    // The step of the method's own search, and the rounding of samples.
    #expect(abs(level + 26) <= 0.02)
    // The same level stands on both sides; what is left is the rounding of samples.
    #expect(abs(level - power(noise) - 20) <= 0.001)
    #expect(mix.labels == (try corpus.open().fixture("words").labels))
    // In the gap there is noise and nothing else.
    #expect(abs(power(noise[..<12_000]) - power(noise)) <= 0.5)
    #expect(reference.frames(0..<12_000).peak == 0)
  }

  @Test("the same folder gives the same bits and digests twice, wherever it lies")
  func reproducible() throws {
    let (corpus, copy) = (try TinyCorpus(), try TinyCorpus())
    for id in try corpus.open().fixtureIDs {
      let (one, two) = (try corpus.open().fixture(id), try copy.open().fixture(id))
      #expect(firstDifference(one.audio, two.audio) == nil)
      #expect(one.digest == two.digest)
    }
  }

  /// A change to a corpus, and what it must do to the digests of the fixtures.
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    /// The fixtures whose digests change.
    let moved: [String]
    let make: @Sendable (TinyCorpus) throws -> Void
  }

  static let changes: [Change] = [
    Change(testDescription: "a level in a recipe", moved: ["words"]) {
      try $0.replace("\"clipPeakDBFS\": -15", with: "\"clipPeakDBFS\": -16", in: manifestFile)
    },
    Change(testDescription: "a seed", moved: ["hiss"]) {
      try $0.replace("\"seed\": 7", with: "\"seed\": 9", in: manifestFile)
    },
    Change(testDescription: "the ratio of a mix", moved: ["words-in-wind"]) {
      try $0.replace("\"snrDB\": 20", with: "\"snrDB\": 21", in: manifestFile)
    },
    Change(testDescription: "an edge of a label", moved: ["words", "loud-words", "words-in-wind"]) {
      try $0.replace("0.36", with: "0.37", in: leftLabels)
    },
    Change(testDescription: "a recording", moved: ["words", "loud-words", "words-in-wind"]) {
      let old = SHA256.hexDigest(of: try $0.bytes(TinyCorpus.left))
      var bytes = try $0.bytes(TinyCorpus.left)
      bytes[bytes.count - 4] ^= 1
      try $0.write(bytes, TinyCorpus.left)
      try $0.acceptRecording(TinyCorpus.left, instead: old)
    },
    Change(testDescription: "a note", moved: []) {
      try $0.replace("\"note\": \"hiss\"", with: "\"note\": \"wind\"", in: manifestFile)
    },
    Change(testDescription: "the layout of the manifest", moved: []) {
      try $0.replace(", ", with: ",\n", in: manifestFile)
    },
  ]

  @Test(
    "a digest follows the recipe, the labels and the recordings, and nothing else",
    arguments: changes)
  func digest(change: Change) throws {
    let (corpus, changed) = (try TinyCorpus(), try TinyCorpus())
    try change.make(changed)

    let moved = try corpus.open().fixtureIDs.filter { id in
      try corpus.open().fixture(id).digest != changed.open().fixture(id).digest
    }

    #expect(moved == change.moved)
  }

  @Test("the digest of samples is that of their bytes, least first, channel by channel")
  func sampleDigest() {
    let audio = AudioBuffer(channels: [[1, -2], [0.5, 0]], sampleRate: Hertz(48_000))
    let bytes: [UInt8] = [
      0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0, 0, 0, 0, 0x3F, 0, 0, 0, 0,
    ]

    #expect(AudioCorpus.sampleDigest(audio) == SHA256.hexDigest(of: bytes))
  }

  @Test("a fixture that matches its recorded samples is built, another is refused")
  func recordedSamples() throws {
    let corpus = try TinyCorpus()
    let digest = AudioCorpus.sampleDigest(try corpus.open().fixture("hiss").audio)
    let hiss = "\"sha256\": null, \"note\": \"hiss\""
    try corpus.replace(
      hiss, with: "\"sha256\": \"\(digest)\", \"note\": \"hiss\"", in: Self.manifestFile)
    #expect(try corpus.open().fixture("hiss").audio.frameCount == 24_000)

    try corpus.replace("\"rmsDBFS\": -40", with: "\"rmsDBFS\": -40.001", in: Self.manifestFile)
    let error = #expect(throws: CorpusError.self) { _ = try corpus.open().fixture("hiss") }
    #expect(error?.description.contains("The fixture 'hiss' came out as SHA-256") == true)
    #expect(error?.description.contains("SHA-256 \(digest)") == true)
  }
}
