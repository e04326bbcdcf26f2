import Foundation
import Signal
import Testing

@testable import Corpus

/// Every way in which a corpus can be broken, one at a time.
@Suite("Corpus faults")
struct CorpusFaultTests {
  private static let manifestFile = "Corpus/manifest.json"
  private static let labelsFile = "Corpus/Labels/left.TextGrid"

  /// One thing that is wrong with a corpus.
  struct Fault: CustomTestStringConvertible {
    let testDescription: String
    /// The case of the error.
    let kind: String
    /// What the sentence must hold.
    let words: [String]
    let make: @Sendable (TinyCorpus) throws -> Void

    init(
      _ name: String, _ kind: String, _ words: [String],
      make: @escaping @Sendable (TinyCorpus) throws -> Void
    ) {
      (testDescription, self.kind, self.words, self.make) = (name, kind, words, make)
    }

    /// A fault of the manifest's text.
    init(_ old: String, _ new: String, _ kind: String, _ words: [String]) {
      self.init("\(old) becomes \(new)", kind, words) {
        try $0.replace(old, with: new, in: manifestFile)
      }
    }
  }

  static let recordings: [Fault] = [
    Fault("one bit of a recording", "changedRecording", ["'left'", "left.wav", "SHA-256"]) {
      var bytes = try $0.bytes(TinyCorpus.left)
      bytes[bytes.count / 2] ^= 1
      try $0.write(bytes, TinyCorpus.left)
    },
    Fault("a recording is gone", "missingRecording", ["'left'", "'left-sounds'", "left.wav"]) {
      try $0.remove(TinyCorpus.left)
    },
    Fault("a recording is no audio", "unreadableRecording", ["'left'"]) {
      let old = SHA256.hexDigest(of: try $0.bytes(TinyCorpus.left))
      try $0.write("no audio, but its digest is the stated one", TinyCorpus.left)
      try $0.acceptRecording(TinyCorpus.left, instead: old)
    },
    Fault("a source's frames", "unexpectedFormat", ["'left'", "24001 frames", "24000 frames"]) {
      try $0.replace(
        "\"sampleRateHz\": 48000, \"channels\": 1, \"frames\": 24000,\n     \"labels\"",
        with: "\"sampleRateHz\": 48000, \"channels\": 1, \"frames\": 24001,\n     \"labels\"",
        in: manifestFile)
    },
    Fault("a source's rate", "unexpectedFormat", ["'left'", "44100", "48000"]) {
      try $0.replace(
        "\"sampleRateHz\": 48000, \"channels\": 1, \"frames\": 24000,\n     \"labels\"",
        with: "\"sampleRateHz\": 44100, \"channels\": 1, \"frames\": 24000,\n     \"labels\"",
        in: manifestFile)
    },
    Fault("a rate that is no multiple", "unexpectedFormat", ["'left'", "whole fraction"]) {
      try $0.replace(
        "\"peakDBFS\": -15, \"sampleRateHz\": 48000",
        with:
          "\"peakDBFS\": -15, \"sampleRateHz\": 44100", in: manifestFile)
    },
    Fault("a fixture's channels", "unexpectedFormat", ["'left'", "of 2 channels"]) {
      try $0.replace(
        "\"channels\": 1, \"frames\": 84000", with: "\"channels\": 2, \"frames\": 84000",
        in: manifestFile)
    },
    Fault("a fixture's frames", "changedFixture", ["'words'", "84001 frames", "84000 frames"]) {
      try $0.replace("\"frames\": 84000", with: "\"frames\": 84001", in: manifestFile)
    },
    Fault("a fixture's digest", "changedFixture", ["'words'", "SHA-256 00ff"]) {
      try $0.replace(
        "\"sha256\": null, \"note\": \"words\"", with: "\"sha256\": \"00ff\", \"note\": \"words\"",
        in: manifestFile)
    },
    Fault("the labels are gone", "badLabels", ["'left'", "left.TextGrid", "no such file"]) {
      try $0.remove(labelsFile)
    },
    Fault("the labels are cut", "badLabels", ["'left'", "cut short"]) {
      try $0.write(Array(try $0.bytes(labelsFile).dropLast(40)), labelsFile)
    },
    Fault("a label lies in no word", "badLabels", ["'left'", "'T' at 0.3 s lies in no word"]) {
      try $0.replace("xmax = 0.4\n", with: "xmax = 0.31\n", in: labelsFile)
      try $0.replace("xmin = 0.4\n", with: "xmin = 0.31\n", in: labelsFile)
    },
    Fault("a tier is gone", "badLabels", ["'left'", "no tier 'vowel'"]) {
      try $0.replace("\"vowel\"", with: "\"vowels\"", in: labelsFile)
    },
    Fault("the labels are of another recording", "badLabels", ["0.6 s", "0.5 s"]) {
      try $0.replace("xmax = 0.5", with: "xmax = 0.6", in: labelsFile)
    },
    Fault("a label ends long after the recording", "badLabels", ["'pause'", "the end"]) {
      try $0.replace(
        "xmax = 0.5\n            text = \"pause\"",
        with:
          "xmax = 1e300\n            text = \"pause\"", in: labelsFile)
    },
    Fault("the labels are not UTF-8", "badLabels", ["UTF-8"]) {
      try $0.write(Array(try $0.bytes(labelsFile)) + [0xFF], labelsFile)
    },
  ]

  @Test("a fixture that is not as stated is refused with its cause", arguments: recordings)
  func badFixture(fault: Fault) throws {
    let corpus = try TinyCorpus()
    // The fault must be the only one.
    _ = try corpus.open().fixture("words")
    try fault.make(corpus)
    let opened = try corpus.open()

    #expect(throws: CorpusError.self) { _ = try opened.fixture("words") }
    check(fault) { () throws(CorpusError) in _ = try opened.fixture("words") }
    // A mix says what is wrong with its speech; noise does not depend on it.
    if fault.kind != "changedFixture" {
      check(fault) { () throws(CorpusError) in _ = try opened.fixture("words-in-hiss") }
    }
    #expect(try opened.fixture("hiss").audio.frameCount == 24_000)
  }

  @Test(
    "labels that Praat saved as UTF-16 are refused with the way out",
    arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
  func wideLabels(encoding: String.Encoding) throws {
    let corpus = try TinyCorpus()
    let text = TinyCorpus.grid(word: "left")
    try corpus.write([UInt8](try #require(text.data(using: encoding))), Self.labelsFile)
    let fault = Fault("", "badLabels", ["'left'", "UTF-8", "Praat"]) { _ in }

    let opened = try corpus.open()

    check(fault) { () throws(CorpusError) in _ = try opened.fixture("words") }
  }

  static let manifests: [Fault] = [
    Fault("there is no manifest", "badManifest", ["manifest.json", "no such file"]) {
      try $0.remove(manifestFile)
    },
    Fault("the manifest is cut", "badManifest", ["manifest.json"]) {
      try $0.write(Array(try $0.bytes(manifestFile).dropLast(5)), manifestFile)
    },
    Fault("there are no fixtures", "badManifest", ["no fixtures"]) {
      try $0.write("{\"format\": 1, \"sources\": [], \"fixtures\": []}", manifestFile)
    },
    Fault("\"format\": 1", "\"format\": 2", "badManifest", ["format 2"]),
    Fault("\"id\": \"hiss\"", "\"id\": \"words\"", "badManifest", ["'words'", "twice"]),
    Fault("\"id\": \"hiss\"", "\"id\": \"WORDS\"", "badManifest", ["'WORDS'", "twice"]),
    Fault("\"id\": \"right\"", "\"id\": \"left\"", "badManifest", ["'left'", "twice"]),
    Fault("\"snrDB\": 20", "\"snr\": 20", "badManifest", ["'snrDB' is missing", "fixtures.2"]),
    Fault("\"snrDB\": 20", "\"snrDB\": \"20\"", "badManifest", ["snrDB", "wrong kind"]),
    Fault("\"snrDB\": 20", "\"snrDB\": 1e999", "badManifest", []),
    Fault("\"kind\": \"hiss\"", "\"kind\": \"hum\"", "badManifest", ["kind"]),
    Fault("{\"generator\"", "{\"noise\"", "badManifest", ["'hiss'", "no recipe"]),
    Fault(
      "{\"generator\"",
      "{\"mix\": {\"speech\": \"words\", \"snrDB\": 1, \"noise\": {\"seed\": 1, "
        + "\"rmsDBFS\": 0, \"parts\": []}}, \"generator\"", "badManifest",
      ["'hiss'", "more than one recipe"]),
    Fault(
      "\"speech\": \"words\"", "\"speech\": \"words-in-hiss\"", "badManifest",
      ["'words-in-hiss'", "no sequence"]),
    Fault("\"speech\": \"words\"", "\"speech\": \"wards\"", "badManifest", ["'wards'"]),
    Fault("[\"left\", \"right\"]", "[]", "badManifest", ["'words'", "nothing"]),
    Fault("\"gapSeconds\": 0.25", "\"gapSeconds\": -1", "badManifest", ["'words'", "gap"]),
    Fault("\"gapSeconds\": 0.25", "\"gapSeconds\": 1e300", "badManifest", ["'words'", "gap"]),
    Fault("\"seconds\": 0.5", "\"seconds\": -0.5", "badManifest", ["'hiss'", "length"]),
    Fault("\"seconds\": 0.5", "\"seconds\": 1e300", "badManifest", ["'hiss'", "length"]),
    Fault("\"highPassOrder\": 1", "\"highPassOrder\": -1", "badManifest", ["'hiss'", "order"]),
    Fault("\"highPassHz\": 300", "\"highPassHz\": -300", "badManifest", ["'hiss'", "corner"]),
    Fault("\"sampleRateHz\": 16000", "\"sampleRateHz\": 0", "badManifest", ["'right'", "rate"]),
    Fault(
      "\"frames\": 24000, \"licence\"", "\"frames\": 0, \"licence\"", "badManifest", ["'hiss'"]),
    Fault("\"channels\": 1", "\"channels\": 0", "badManifest", ["channels"]),
  ]

  @Test("a manifest that cannot be meant is refused when it is opened", arguments: manifests)
  func badManifest(fault: Fault) throws {
    let corpus = try TinyCorpus()
    _ = try corpus.open()
    try fault.make(corpus)

    check(fault) { () throws(CorpusError) in _ = try corpus.open() }
  }

  @Test("a source that the manifest does not list is refused by its name")
  func unknownSource() throws {
    let corpus = try TinyCorpus()
    try corpus.replace("[\"left\", \"right\"]", with: "[\"lift\"]", in: Self.manifestFile)
    let opened = try corpus.open()
    let fault = Fault("", "badManifest", ["no source 'lift'"]) { _ in }

    check(fault) { () throws(CorpusError) in _ = try opened.fixture("words") }
  }

  @Test("a fixture that is not there is refused with those that are")
  func unknownFixture() throws {
    let opened = try TinyCorpus().open()
    let fault = Fault("", "unknownFixture", ["'wards'", "'words', 'hiss', 'words-in-hiss'"]) { _ in
    }

    check(fault) { () throws(CorpusError) in _ = try opened.fixture("wards") }
  }

  @Test("a recording is looked for in every root, in order")
  func roots() throws {
    let (corpus, empty) = (try TinyCorpus(), try TinyCorpus())
    try empty.remove("recordings/usr")
    let opened = try AudioCorpus(
      folder: corpus.path("Corpus"),
      recordings: [empty.path("recordings"), corpus.path("recordings")])

    #expect(try opened.fixture("words").audio.frameCount == 84_000)
  }

  private func check(
    _ fault: Fault, _ work: () throws(CorpusError) -> Void,
    at location: SourceLocation = #_sourceLocation
  ) {
    do {
      try work()
      Issue.record("nothing was refused", sourceLocation: location)
    } catch {
      let kind = "\(Mirror(reflecting: error).children.first?.label ?? "")"
      #expect(kind == fault.kind, sourceLocation: location)
      for word in fault.words {
        #expect(error.description.contains(word), sourceLocation: location)
      }
    }
  }
}
