import Chain
import Corpus
import Foundation
import Metrics
import Presets
import Signal
import TestSupport
import Testing

/// What the chain says of itself against what its renders show.
@Suite("The exact gain and response, and their estimates")
struct AgreementTests {
  /// Two voices of the corpus, of a man and a woman, at active levels of -18, -26 and -34 dBov.
  private static let fixtures = ["flite-rms", "flite-slt"].flatMap { voice in
    ["loud", "normal", "quiet"].map { "\(voice)-\($0)" }
  }
  /// A gate that takes most, ones that take little, bells, and bands as of a telephone.
  private static let dry = [
    "denoise", "street-vlog", "podcast", "clear-voice", "soft-s", "lofi-tape", "telephone",
  ]
  private static let wet = ["small-room", "next-room", "cathedral"]

  /// How far an estimate may lie from the exact reading of a dry preset.
  ///
  /// Over the 19 dry presets, 12 voices and 3 levels half of the readings of a metric lie within
  /// the first number and 95 of 100 within the second; the tolerances are those of the worst of
  /// the six synthesised voices, rounded up. What is left comes from the limiter behind the
  /// dynamics, which the trace does not know; from gains that move within a frame, of which the
  /// trace takes the mean and the signal its loudest moment; and from counts of whole frames.
  private static let tolerances: [String: Double] = [
    "lost-speech-time": 0.3,  // percent; 0.00, 0.08; a frame of 6 s is 0.07
    "faded-speech-time": 2,  // percent; 0.03, 0.5; telephone alone over 1.1
    "longest-hole": 8,  // ms; 0, 4: two frames
    "front-end-clipping": 0.6,  // percent; 0.00, 0.07
    "mid-speech-clipping": 0.6,  // percent; 0.00, 0.04
    "back-end-clipping": 0.1,  // percent; 0.00, 0.00
    "weak-class-gain": 1.6,  // dB; 0.13, 0.8; the limiter lowers the loud frames
    "lost-final-obstruents": 3.4,  // percent: one of 30; 0, 0
    "gate-chatter": 0.4,  // a second; 0.00, 0.17: two toggles in 5 s
  ]

  private static func isRoom(_ preset: String) -> Bool { wet.contains(preset) }

  /// The readings of one render, by the metric.
  struct Pair: Sendable {
    let preset: String
    let fixture: String
    let metric: MetricDescription
    let exact: Double
    let estimate: Double
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The metrics that read the gain of the dynamics or the response of the equaliser.
  static let bank = MetricBank(
    MetricBank.standard.metrics.filter {
      tolerances[$0.description.id] != nil || $0.description.id == "third-octave-deviation"
    })

  private static let pairs = Result { () throws -> [Pair] in
    let corpus = try AudioCorpus(folders: [root + "/Corpus"], recordings: [])
    let presets = try PresetLibrary.embedded().presets.filter {
      dry.contains($0.id) || wet.contains($0.id)
    }
    let results = concurrentMap(fixtures.count, workers: 2) { index in
      Result { try measure(fixtures[index], presets, corpus) }
    }
    return try results.flatMap { try $0.get() }
  }

  static func measure(
    _ id: String, _ presets: [AudioPreset], _ corpus: AudioCorpus
  ) throws -> [Pair] {
    let fixture = try corpus.fixture(id)
    let rate = fixture.audio.sampleRate
    let reference = try ReferenceAnalysis(
      of: fixture.audio, labels: fixture.labels, hasLowVoice: fixture.hasLowVoice, isSpeech: true)
    var options = OfflineRenderer.Options()
    options.recordsGains = true
    let renders = try OfflineRenderer(
      presets: presets, sampleRate: rate, channelCount: fixture.audio.channelCount,
      options: options
    ).render(fixture.audio)
    var pairs: [Pair] = []
    for (preset, render) in zip(presets, renders) {
      let facts = RendererFacts(
        linearResponse: LinearStage(preset: preset, sampleRate: rate).response,
        gainTrace: try #require(render.gainTrace))
      let exact = bank.measure(render.audio, of: reference, renderer: facts)
      let estimate = bank.measure(render.audio, of: reference, renderer: nil)
      #expect(exact.failures.isEmpty && estimate.failures.isEmpty)
      #expect(exact.readings.map(\.name) == estimate.readings.map(\.name))
      for (one, other) in zip(exact.readings, estimate.readings) {
        pairs.append(
          Pair(
            preset: preset.id, fixture: id, metric: one.metric, exact: one.value,
            estimate: other.value))
      }
    }
    return pairs
  }

  @Test(
    "on dry presets the gain that the signals show is the gain that the dynamics report",
    arguments: tolerances.keys.sorted())
  func gain(metric: String) throws {
    let pairs = try Self.pairs.get().filter {
      $0.metric.id == metric && !Self.isRoom($0.preset)
    }
    let tolerance = try #require(Self.tolerances[metric])
    #expect(pairs.count == Self.dry.count * Self.fixtures.count)
    for pair in pairs {
      #expect(
        abs(pair.estimate - pair.exact) <= tolerance,
        "\(pair.preset), \(pair.fixture): \(pair.exact), estimated \(pair.estimate)")
    }
    // That two things agree says little where both say nothing.
    #expect(pairs.contains { abs($0.exact) > tolerance })
  }

  @Test("the response that is fitted to the signals is that of the equaliser, rooms or not")
  func response() throws {
    let pairs = try Self.pairs.get().filter { $0.metric.id == "third-octave-deviation" }
    #expect(pairs.count == (Self.dry.count + Self.wet.count) * Self.fixtures.count)
    for pair in pairs {
      // 1 dB, and a tenth of the deviation: bands in which next to nothing is left of the voice,
      // behind a telephone, are filled from their neighbours by the window.
      #expect(
        abs(pair.estimate - pair.exact) <= 1 + 0.1 * pair.exact,
        "\(pair.preset), \(pair.fixture): \(pair.exact), estimated \(pair.estimate)")
    }
  }

  @Test("a room fills holes, so estimates of lost speech may lie below the truth")
  func rooms() throws {
    let pairs = try Self.pairs.get().filter { Self.isRoom($0.preset) }
    for pair in pairs where pair.metric.id == "lost-speech-time" {
      let tolerance = try #require(Self.tolerances[pair.metric.id])
      #expect(
        pair.estimate <= pair.exact + tolerance,
        "\(pair.preset), \(pair.fixture): \(pair.exact), estimated \(pair.estimate)")
    }
    // What rings on between words counts as a gain of the weak frames: 6 dB in the middle of all.
    let weak = pairs.filter { $0.metric.id == "weak-class-gain" }
    #expect(weak.contains { $0.estimate > $0.exact + 6 })
  }
}
