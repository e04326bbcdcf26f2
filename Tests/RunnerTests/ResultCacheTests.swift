import Chain
import Corpus
import Foundation
import Metrics
import Presets
import Signal
import TestSupport
import Testing

@testable import Runner

@Suite("Result cache")
struct ResultCacheTests {
  private static let plain = AudioPreset(
    id: "plain", name: "Plain", category: "Test", purpose: "does little")
  private static let hall = AudioPreset(
    id: "hall", name: "Hall", category: "Test", purpose: "adds a room", highPassFreq: 80,
    expansionRatio: 2, expansionThreshold: -60, reverbPreset: .cathedral, reverbMix: 20,
    normalizeVolume: true)
  private static let jobs = [
    RenderJob(preset: plain), RenderJob(preset: hall), RenderJob(preset: hall, approved: plain),
  ]
  private static let fixtures = ["word", "hiss"]
  private static let code = String(repeating: "0", count: 64)

  /// Runs with the cache of a workspace, or without one.
  private func run(
    _ folder: SpokenWorkspace, jobs: [RenderJob] = jobs, fixtures: [String] = fixtures,
    code: String? = code, largestBytes: Int = ResultCache.usualLargestBytes
  ) throws -> RunResult {
    let corpus = try AudioCorpus(
      folders: [folder.path("Corpus")], recordings: [folder.path("recordings")])
    let cache = code.map {
      ResultCache(folder: folder.path("results"), identity: $0, largestBytes: largestBytes)
    }
    return CorpusRunner(corpus: corpus, workers: 2, cache: cache).run(jobs, fixtures: fixtures)
  }

  /// Everything that a record says, a line each.
  private func lines(_ render: JobRender) -> [String] {
    let record = render.measured
    // A set has no order, so a description is told by its hash.
    let readings = (record.readings + record.deltas).map { reading in
      "\(reading.name) \(reading.metric.hashValue) \(reading.value.bitPattern) "
        + "\(String(describing: reading.place)) \(String(describing: reading.material))"
    }
    let uncertain = record.uncertain.map {
      "\($0.metric.hashValue) \($0.material) \($0.neededAmount)"
    }
    let heads = [record.fixture, record.fixtureDigest, record.renderDigest]
    return heads + ["\(record.readings.count)"] + readings + uncertain + record.failures
      + [String(describing: render.facts)]
  }

  /// The first thing that two runs say differently of a render; nil where there is none.
  private func difference(_ one: RunResult, _ other: RunResult) -> String? {
    let (one, other) = (one.renders.joined().map(lines), other.renders.joined().map(lines))
    guard one.map(\.count) == other.map(\.count) else { return "the number of lines" }
    return zip(one.joined(), other.joined()).first { $0 != $1 }.map { "\($0) and \($1)" }
  }

  private func files(_ folder: SpokenWorkspace, code: String = code) throws -> [String] {
    let own = "results/\(code.prefix(16))"
    return try FileManager.default.contentsOfDirectory(atPath: folder.path(own)).sorted()
      .map { "\(own)/\($0)" }
  }

  @Test("a second run renders nothing and says the same to the last bit")
  func second() throws {
    let folder = try SpokenWorkspace()
    let (plain, first, second) = (
      try run(folder, code: nil), try run(folder), try run(folder)
    )

    #expect(plain.reusedResults == 0 && first.reusedResults == 0)
    #expect(second.reusedResults == 6)
    #expect(second.renderedSeconds == 0)
    #expect(difference(first, plain) == nil)
    #expect(difference(second, plain) == nil)
    #expect(second.renders[2].allSatisfy { $0.measured.deltas.count == 2 })
  }

  @Test("another number of one preset, or of its approved variant, renders that one alone")
  func number() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder)
    var higher = Self.plain
    higher.highPassFreq = 90
    for changed in [
      [RenderJob(preset: higher), Self.jobs[1], Self.jobs[2]],
      [Self.jobs[0], Self.jobs[1], RenderJob(preset: Self.hall, approved: higher)],
    ] {
      let result = try run(folder, jobs: changed)
      #expect(result.reusedResults == 4)
      #expect(try difference(result, run(folder, jobs: changed, code: nil)) == nil)
    }
    // The words of a preset make no sound.
    var renamed = Self.plain
    renamed.purpose = "has other words"
    #expect(try run(folder, jobs: [RenderJob(preset: renamed)]).reusedResults == 2)
  }

  @Test("the numbers of a candidate and of what was approved do not stand for each other")
  func swapped() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder, jobs: [RenderJob(preset: Self.hall, approved: Self.plain)])

    let other = [RenderJob(preset: Self.plain, approved: Self.hall)]
    #expect(try run(folder, jobs: other).reusedResults == 0)
  }

  @Test("other labels, and another recipe, render their fixture alone")
  func fixture() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder)
    try folder.replace("\"IH\"", with: "\"IY\"", in: SpokenWorkspace.labels)
    #expect(try run(folder).reusedResults == 3)
    try folder.replace("\"seed\": 7", with: "\"seed\": 8", in: SpokenWorkspace.manifest)
    let result = try run(folder)

    #expect(result.reusedResults == 3)
    #expect(try difference(result, run(folder, code: nil)) == nil)
  }

  @Test(
    "a recording that is gone, or is another, fails as it does without a cache",
    arguments: [true, false])
  func recording(isGone: Bool) throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder)
    if isGone {
      try folder.remove(SpokenWorkspace.recording)
    } else {
      var bytes = try folder.bytes(SpokenWorkspace.recording)
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(fileURLWithPath: folder.path(SpokenWorkspace.recording)))
    }
    for _ in 0..<2 {
      let result = try run(folder)
      #expect(result.reusedResults == 3)
      #expect(result.renders.allSatisfy { $0[0].measured.failures.count == 1 })
      #expect(try difference(result, run(folder, code: nil)) == nil)
    }
  }

  @Test("a digest of samples that the manifest asks for is asked for again")
  func samples() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder)
    let end = "\"sampleRateHz\": 48000}, \"note\": \"hiss\""
    try folder.replace(
      end, with: "\(end), \"sha256\": \"\(String(repeating: "0", count: 64))\"",
      in: SpokenWorkspace.manifest)
    let result = try run(folder)

    #expect(result.reusedResults == 3)
    #expect(result.renders.allSatisfy { $0[1].measured.failures.count == 1 })
  }

  @Test("what failed is rendered anew each time")
  func failure() throws {
    let folder = try SpokenWorkspace()
    var broken = Self.plain
    broken.outputGain = .nan
    for _ in 0..<2 {
      let result = try run(folder, jobs: [RenderJob(preset: broken)])
      #expect(result.reusedResults == 0)
      #expect(result.renders[0].allSatisfy { $0.measured.failures.count == 1 })
    }
  }

  @Test("another build takes nothing from this one, and both keep their own")
  func otherCode() throws {
    let folder = try SpokenWorkspace()
    let other = String(repeating: "1", count: 64)
    _ = try run(folder)

    #expect(try run(folder, code: other).reusedResults == 0)
    #expect(try run(folder, code: other).reusedResults == 6)
    #expect(try run(folder).reusedResults == 6)
    // Nor where the first sixteen digits, which name the folder, are the same.
    let near = String(repeating: "0", count: 63) + "1"
    #expect(try run(folder, code: near).reusedResults == 0)
  }

  @Test(
    "a damaged file is made anew",
    arguments: [
      { Data($0.dropLast()) }, { _ in Data() }, { $0 + [0] },
      { bytes in Data(bytes.enumerated().map { $0 == bytes.count / 2 ? $1 ^ 1 : $1 }) },
      { bytes in Data(bytes.enumerated().map { $0 == 9 ? $1 ^ 0x80 : $1 }) },
    ] as [@Sendable (Data) -> Data])
  func damage(change: @Sendable (Data) -> Data) throws {
    let folder = try SpokenWorkspace()
    let first = try run(folder)
    let name = try #require(try files(folder).first)
    let sound = try folder.bytes(name)
    try change(sound).write(to: URL(fileURLWithPath: folder.path(name)))
    let result = try run(folder)

    #expect(result.reusedResults == 5)
    #expect(difference(result, first) == nil)
    #expect(try folder.bytes(name) == sound)
  }

  @Test("the file of another result, under the name of this one, is not taken for it")
  func foreign() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder)
    let names = try files(folder)
    try folder.bytes(names[0]).write(to: URL(fileURLWithPath: folder.path(names[1])))

    #expect(try run(folder).reusedResults == 5)
  }

  @Test("a result that is cut anywhere, or has a byte changed, is none")
  func everyByte() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder, jobs: [Self.jobs[0]], fixtures: ["hiss"])
    let name = try #require(try files(folder).first)
    let bytes = [UInt8](try folder.bytes(name))
    let file = ResultFile(metrics: MetricBank.standard.metrics.map(\.description))
    let key = String(try #require(name.split(separator: "/").last))
    #expect(file.result(in: bytes, key: key, fixture: "hiss") != nil)

    let taken = bytes.indices.filter { index in
      var changed = bytes
      changed[index] ^= 1
      return [changed, Array(bytes.prefix(index))].contains {
        file.result(in: $0, key: key, fixture: "hiss") != nil
      }
    }
    #expect(taken == [])
  }

  @Test("a body that is nonsense under a right checksum never brings the reader down")
  func nonsense() {
    var random = SeededGenerator(seed: 5)
    let file = ResultFile(metrics: [])
    for length in 1...400 {
      let body = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next() >> 40) }
      let sum = body.withUnsafeBytes { Checksum.of($0) }
      let head = Array("results1".utf8) + (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
      #expect(file.result(in: head + body, key: "", fixture: "") == nil)
    }
  }

  @Test("a folder that takes no file costs time and nothing else")
  func notWritable() throws {
    let folder = try SpokenWorkspace()
    try folder.write("a file", "results")
    for _ in 0..<2 {
      let result = try run(folder)
      #expect(result.reusedResults == 0)
      #expect(result.renders.allSatisfy { $0.allSatisfy { $0.measured.failures.isEmpty } })
    }
    #expect(try folder.text("results") == "a file")
  }

  @Test("what nobody asked for in two weeks goes, and nothing that is not of the cache")
  func old() throws {
    let folder = try SpokenWorkspace()
    let other = String(repeating: "1", count: 64)
    _ = try run(folder, jobs: [Self.jobs[0]])
    _ = try run(folder, code: other)
    try folder.write("mine", "results/\(Self.code.prefix(16))/mine")
    let names = try files(folder).filter { !$0.hasSuffix("mine") } + files(folder, code: other)
    let days = [15.0, 13, 15, 15, 15, 15, 15, 15]
    for (name, days) in zip(names, days) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)],
        ofItemAtPath: folder.path(name))
    }
    let third = String(repeating: "2", count: 64)
    _ = try run(folder, jobs: [Self.jobs[0]], code: third)

    #expect(try files(folder).map { $0.hasSuffix("mine") || $0 == names[1] } == [true, true])
    #expect(!FileManager.default.fileExists(atPath: folder.path("results/\(other.prefix(16))")))
    #expect(try files(folder, code: third).count == 2)
  }

  @Test("a result that is asked for stays")
  func used() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder)
    let name = try #require(try files(folder).first)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -10 * 86_400)],
      ofItemAtPath: folder.path(name))
    _ = try run(folder)

    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
    let changed = try #require(attributes[.modificationDate] as? Date)
    // A minute: the test has only just begun.
    #expect(abs(changed.timeIntervalSinceNow) < 60)
  }

  @Test("the folder is kept within its bound, and what was asked for last stays")
  func bound() throws {
    let folder = try SpokenWorkspace()
    _ = try run(folder, jobs: [Self.jobs[0]])
    let names = try files(folder)
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: folder.path(name))
    }
    let bytes = try names.reduce(0) { $0 + (try folder.bytes($1)).count }
    // Room for the new ones of a hall, which are as long, and not for the old ones as well.
    _ = try run(folder, jobs: [Self.jobs[1]], largestBytes: bytes + bytes / 4)

    #expect(try run(folder, jobs: [Self.jobs[1]]).reusedResults == 2)
    #expect(try files(folder).count == 2)
  }

  @Test("every field of a record comes back")
  func fields() throws {
    let metrics = MetricBank.standard.metrics.map(\.description)
    var record = MeasuredRender(
      fixture: "f", fixtureDigest: "d", renderDigest: "r", readings: [], deltas: [], failures: [])
    let places: [Place?] = [
      nil, Place(), Place(startSeconds: 1.5), Place(lowHertz: 100, highHertz: 0.1 + 0.2),
      Place(startSeconds: 0, endSeconds: -0.0, word: "häß\u{0}", phone: ""),
    ]
    for (index, place) in places.enumerated() {
      record.readings.append(
        Reading(
          metric: metrics[index], subject: index == 0 ? nil : "s \(index)",
          value: [-.infinity, .infinity, 1e-300, -3, 0.1][index], place: place,
          material: index == 2 ? MetricMaterial(.finalObstruents, 3) : nil))
    }
    record.deltas = [record.readings[3]]
    record.uncertain = MetricMaterial.Kind.allCases.map {
      UncertainReading(
        metric: metrics[1], material: MetricMaterial($0, 0.25), neededAmount: 2)
    }
    let file = ResultFile(metrics: metrics)
    func facts(_ gain: Decibels?) -> RenderFacts {
      RenderFacts(
        inputFrames: 48_000, tailFrames: 300, isTailCut: gain == nil,
        peakBeforeGain: Decibels(-.infinity), peakSeconds: 0.5, normalisingGain: gain,
        deepestLimiting: Decibels(-1))
    }
    for gain in [nil, Decibels(3.25)] {
      let render = JobRender(measured: record, facts: facts(gain))
      let bytes = try #require(file.bytes(of: render, key: "key"))
      let read = try #require(file.result(in: bytes, key: "key", fixture: "f"))
      #expect(lines(read) == lines(render))
    }
    var strange = record
    strange.readings[0].metric.id = "of no bank"
    #expect(file.bytes(of: JobRender(measured: strange, facts: facts(nil)), key: "key") == nil)
  }

  @Test(
    "the checksum is XXH64",
    arguments: [
      ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
      ("Nobody inspects the spammish repetition", 0xfbce_a83c_8a37_8bf1),
    ] as [(String, UInt64)])
  func checksum(text: String, sum: UInt64) {
    // Source: the test vectors of the reference implementation and of its bindings.
    #expect(Array(text.utf8).withUnsafeBytes { Checksum.of($0) } == sum)
  }

  @Test("this process says which code it is, and says the same again")
  func identity() throws {
    let identity = try #require(CodeIdentity.ofThisProcess)

    #expect(identity.count == 64)
    #expect(ResultCache(folder: "f")?.identity == identity)
  }
}
