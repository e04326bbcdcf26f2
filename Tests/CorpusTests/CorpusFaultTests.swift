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
        with: "\"sampleRateHz\": 44100, \"channels\": 1, \"frames\": 22050,\n     \"labels\"",
        in: manifestFile)
    },
    Fault("a rate that is no multiple", "unexpectedFormat", ["'left'", "whole fraction"]) {
      try $0.replace(
        "\"gapSeconds\": 0.25, \"sampleRateHz\": 48000",
        with: "\"gapSeconds\": 0.25, \"sampleRateHz\": 44100", in: manifestFile)
    },
    Fault("a fixture's digest", "changedFixture", ["'words'", "SHA-256 0f0f"]) {
      try $0.replace(
        "\"sha256\": null, \"note\": \"words\"",
        with: "\"sha256\": \"\(String(repeating: "0f", count: 32))\", \"note\": \"words\"",
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
      check(fault) { () throws(CorpusError) in _ = try opened.fixture("words-in-wind") }
    }
    #expect(try opened.fixture("hiss").audio.frameCount == 24_000)
  }

  @Test(
    "labels that Praat saved as UTF-16 are read like others",
    arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func utf16(encoding: String.Encoding) throws {
    let corpus = try TinyCorpus()
    let labels = try corpus.open().fixture("words").labels
    let text = String(decoding: try corpus.bytes(Self.labelsFile), as: UTF8.self)
    let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
    try corpus.write(mark + (try #require(text.data(using: encoding))), Self.labelsFile)

    #expect(try corpus.open().fixture("words").labels == labels)
  }

  static let manifests: [Fault] = [
    Fault("there is no manifest", "badManifest", ["manifest.json", "no such file"]) {
      try $0.remove(manifestFile)
    },
    Fault("the manifest is cut", "badManifest", ["manifest.json"]) {
      try $0.write(Array(try $0.bytes(manifestFile).dropLast(5)), manifestFile)
    },
    Fault("there are no fixtures", "badManifest", ["no fixtures"]) {
      try $0.write(
        "{\"format\": 2, \"sources\": [], \"items\": [], \"fixtures\": []}", manifestFile)
    },
    Fault("\"format\": 2", "\"format\": 1", "badManifest", ["format 1", "reads format 2"]),
    Fault("\"id\": \"hiss\"", "\"id\": \"words\"", "badManifest", ["'words'", "twice"]),
    Fault("\"id\": \"right\"", "\"id\": \"left\"", "badManifest", ["'left'", "twice"]),
    Fault("\"id\": \"hiss\"", "\"id\": \"Hiss\"", "badManifest", ["'Hiss'", "no id"]),
    Fault("\"id\": \"hiss\"", "\"id\": \"../hiss\"", "badManifest", ["no id"]),
    Fault("\"snrDB\": 20", "\"snr\": 20", "badManifest", ["no use", "fixtures.3.noise.snr"]),
    Fault("\"level\": {\"activeDBOV\": -20}", "\"leval\": {}", "badManifest", ["leval"]),
    Fault("\"snrDB\": 20", "\"snrDB\": \"20\"", "badManifest", ["snrDB", "wrong kind"]),
    Fault("\"snrDB\": 20", "\"snrDB\": 1e999", "badManifest", []),
    Fault("\"snrDB\": 20", "\"snrDB\": 200", "badManifest", ["'words-in-wind'", "snrDB"]),
    Fault(", \"snrDB\": 20", "", "badManifest", ["'words-in-wind'", "snrDB"]),
    Fault("\"kind\": \"hiss\"", "\"kind\": \"noise\"", "badManifest", ["kind"]),
    Fault("\"kind\": \"hiss\"", "\"kind\": \"speech\"", "badManifest", ["'hiss'", "item"]),
    Fault("\"kind\": \"mix\"", "\"kind\": \"speech\"", "badManifest", ["'mix'"]),
    Fault("\"item\": \"both\"", "\"item\": \"all\"", "badManifest", ["'all'", "no item"]),
    Fault(
      "\"activeDBOV\": -20", "\"activeDBOV\": -20, \"clipPeakDBFS\": -3", "badManifest",
      ["'loud-words'", "one of"]),
    Fault("\"activeDBOV\": -20", "\"activeDBOV\": 20", "badManifest", ["level"]),
    Fault("\"generator\"", "\"file\": \"hiss.wav\", \"generator\"", "badManifest", ["one of"]),
    Fault("[\"left\", \"right\"]", "[]", "badManifest", ["'both'", "nothing"]),
    Fault("[\"left\", \"right\"]", "[\"lift\"]", "badManifest", ["'lift'", "no source"]),
    Fault("[\"left\", \"right\"]", "[\"hiss\"]", "badManifest", ["'hiss'", "voice"]),
    Fault("\"gapSeconds\": 0.25", "\"gapSeconds\": -1", "badManifest", ["'both'", "gap"]),
    Fault("\"gapSeconds\": 0.25", "\"gapSeconds\": 1e300", "badManifest", ["'both'", "gap"]),
    Fault("\"seconds\": 0.5", "\"seconds\": -0.5", "badManifest", ["'hiss'", "length"]),
    Fault("\"seconds\": 0.5", "\"seconds\": 1e300", "badManifest", ["'hiss'", "length"]),
    Fault("\"highPassOrder\": 1", "\"highPassOrder\": -1", "badManifest", ["'hiss'"]),
    Fault("\"highPassHz\": 300", "\"highPassHz\": -300", "badManifest", ["'hiss'"]),
    Fault("\"sampleRateHz\": 16000", "\"sampleRateHz\": 0", "badManifest", ["'right'", "rate"]),
    Fault("\"channels\": 1", "\"channels\": 0", "badManifest", ["channels"]),
    Fault("\"licence\": \"CC0-1.0\"", "\"licence\": \"\"", "badManifest", ["licence"]),
    Fault("usr/share/left/left.wav", "../left.wav", "badManifest", ["leaves its package"]),
    Fault(
      "\"labels\": \"Labels/left.TextGrid\"", "\"labels\": \"Labels//left.TextGrid\"",
      "badManifest", ["outside"]),
    Fault(
      "\"labels\": \"Labels/left.TextGrid\"", "\"labels\": \"manifest.json\"", "badManifest",
      ["names the manifest"]),
    Fault("\"sampleRateHz\": 16000", "\"sampleRateHz\": 16000.5", "badManifest", ["whole rate"]),
    Fault("\"frames\": 8000", "\"frames\": 400000000", "badManifest", ["an hour"]),
    Fault("\"gapSeconds\": 0.25", "\"gapSeconds\": 3600", "badManifest", ["'both'", "an hour"]),
    Fault("\"seconds\": 0.5", "\"seconds\": 1e-9", "badManifest", ["'hiss'", "length"]),
    Fault("\"sex\": \"male\"", "\"sex\": \"bass\"", "badManifest", ["female"]),
    Fault("\"from\": \"debian\"", "\"from\": \"disk\"", "badManifest", ["'disk'"]),
  ]

  @Test("a manifest that cannot be meant is refused when it is opened", arguments: manifests)
  func badManifest(fault: Fault) throws {
    let corpus = try TinyCorpus()
    _ = try corpus.open()
    try fault.make(corpus)

    check(fault) { () throws(CorpusError) in _ = try corpus.open() }
  }

  @Test("a noise that no open corpus has is refused by its name")
  func unknownNoise() throws {
    let corpus = try TinyCorpus()
    try corpus.replace(
      "\"source\": \"wind\"", with: "\"source\": \"storm\"", in: Self.manifestFile)
    let opened = try corpus.open()
    let fault = Fault("", "badManifest", ["no source 'storm'"]) { _ in }

    check(fault) { () throws(CorpusError) in _ = try opened.fixture("words-in-wind") }
  }

  @Test("a fixture that is not there is refused with those that are")
  func unknownFixture() throws {
    let opened = try TinyCorpus().open()
    let fault = Fault(
      "", "unknownFixture", ["'wards'", "'words', 'loud-words', 'hiss', 'words-in-wind'"]
    ) { _ in
    }

    check(fault) { () throws(CorpusError) in _ = try opened.fixture("wards") }
  }

  @Test("a recording is looked for in every root, in order")
  func roots() throws {
    let (corpus, empty) = (try TinyCorpus(), try TinyCorpus())
    try empty.remove("recordings/usr")
    let opened = try AudioCorpus(
      folders: [corpus.path("Corpus")],
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
