import Foundation
import Signal
import Testing

@testable import Corpus

@Suite("Noise recipe")
struct NoiseRecipeTests {
  private static func decoded(_ part: String) throws -> NoiseRecipe {
    try JSONDecoder().decode(
      NoiseRecipe.self, from: Data(#"{ "seed": 7, "parts": [\#(part)] }"#.utf8))
  }

  private static func recipe(_ kind: NoiseRecipe.Kind) -> NoiseRecipe {
    NoiseRecipe(seed: 1, parts: [NoiseRecipe.Part(kind)])
  }

  @Test("what is written is read back", arguments: NoiseProbe.kinds.map(\.part))
  func roundTrip(part: NoiseRecipe.Part) throws {
    let recipe = NoiseRecipe(seed: .max, parts: [part, part])
    let data = try JSONEncoder().encode(recipe)

    #expect(try JSONDecoder().decode(NoiseRecipe.self, from: data) == recipe)
  }

  @Test("the parts of format 1 are read as colours")
  func formatOne() throws {
    let recipe = try Self.decoded(
      """
      { "levelDB": -14, "highPassHz": 300, "highPassOrder": 1, "lowPassHz": 12000,
        "lowPassOrder": 2 }
      """)

    let colour = NoiseRecipe.Colour(
      highPassHz: 300, highPassOrder: 1, lowPassHz: 12_000, lowPassOrder: 2)
    let part = NoiseRecipe.Part(levelDB: -14, .colour(colour))
    #expect(recipe == NoiseRecipe(seed: 7, parts: [part]))
  }

  @Test(
    "unknown keys, no kind and two kinds are refused",
    arguments: [
      #"{ "levelDB": 0 }"#,
      #"{ "levelDB": 0, "hum": { "fundamentalHz": 50, "driftHz": 0, "lines": [0] } }"#,
      #"{ "levelDB": 0, "hum": { "fundamentalHz": 50, "driftHz": 0, "linesDB": [0], "x": 1 } }"#,
      #"""
      { "levelDB": 0, "hum": { "fundamentalHz": 50, "driftHz": 0, "linesDB": [0] },
        "modulations": [] }
      """#,
      #"""
      { "levelDB": 0, "hum": { "fundamentalHz": 50, "driftHz": 0, "linesDB": [0] },
        "babble": { "talkers": 1, "syllablesPerSecond": 4, "levelSpreadDB": 0 } }
      """#,
      #"{ "levelDB": 0, "highPassHz": 20, "highPassOrder": 1, "lowPassHz": 500 }"#,
      #"{ "levelDB": 0, "babble": { "talkers": 1.5, "syllablesPerSecond": 4, "levelSpreadDB": 0 } }"#,
    ])
  func refused(part: String) {
    #expect(throws: DecodingError.self) { try Self.decoded(part) }
  }

  @Test("sound recipes have no fault at any rate", arguments: NoiseProbe.kinds.map(\.part))
  func sound(part: NoiseRecipe.Part) {
    let recipe = NoiseRecipe(seed: 0, parts: [part])

    #expect(recipe.fault == nil)
    for rate in [8_000.0, 44_100, 192_000] { #expect(recipe.fault(at: Hertz(rate)) == nil) }
  }

  /// Changes of sound recipes, and what the fault must name.
  private static let hostile: [(name: String, recipe: NoiseRecipe)] = {
    let colours: [(String, WritableKeyPath<NoiseRecipe.Colour, Double>, Double)] = [
      ("highPassHz", \.highPassHz, .nan), ("highPassHz", \.highPassHz, 0),
      ("lowPassHz", \.lowPassHz, -1), ("lowPassHz", \.lowPassHz, .infinity),
      ("lowPassHz", \.lowPassHz, 1e9),
    ]
    let clicks: [(String, WritableKeyPath<NoiseRecipe.Clicks, Double>, Double)] = [
      ("eventsPerSecond", \.eventsPerSecond, -1), ("eventsPerSecond", \.eventsPerSecond, .nan),
      ("eventsPerSecond", \.eventsPerSecond, 1e9), ("eventsPerSecond", \.eventsPerSecond, 999),
      ("attackSeconds", \.attackSeconds, -0.1), ("decaySeconds", \.decaySeconds.from, 0),
      ("decaySeconds", \.decaySeconds.to, 0.01), ("peakDB", \.peakDB.to, .infinity),
      ("resonanceHz", \.resonanceHz.from, .nan),
    ]
    let modulations: [(String, NoiseRecipe.Modulation)] = [
      ("rateHz", NoiseRecipe.Modulation(shape: .random, rateHz: -1, depthDB: 3)),
      ("depthDB", NoiseRecipe.Modulation(shape: .periodic, rateHz: 1, depthDB: .nan)),
    ]
    var all: [(String, NoiseRecipe)] = []
    for (name, path, value) in colours {
      var colour = NoiseProbe.colour
      colour[keyPath: path] = value
      all.append((name, recipe(.colour(colour))))
    }
    for (name, path, value) in clicks {
      var changed = NoiseProbe.clicks
      changed[keyPath: path] = value
      all.append((name, recipe(.clicks(changed))))
    }
    for (name, modulation) in modulations {
      let part = NoiseRecipe.Part(.colour(NoiseProbe.colour), modulation: [modulation])
      all.append((name, NoiseRecipe(seed: 1, parts: [part])))
    }
    let counts: [(String, NoiseRecipe.Kind)] = [
      ("resonances", .clicks(NoiseProbe.clicks.with { $0.resonances = .max })),
      (
        "highPassOrder",
        .colour(
          NoiseRecipe.Colour(highPassHz: 1, highPassOrder: -1, lowPassHz: 1, lowPassOrder: 1))
      ),
      ("talkers", .babble(NoiseRecipe.Babble(talkers: 0, syllablesPerSecond: 4, levelSpreadDB: 0))),
      (
        "syllablesPerSecond",
        .babble(NoiseRecipe.Babble(talkers: 1, syllablesPerSecond: 0, levelSpreadDB: 0))
      ),
      (
        "levelSpreadDB",
        .babble(NoiseRecipe.Babble(talkers: 1, syllablesPerSecond: 4, levelSpreadDB: .nan))
      ),
      ("fromHz", .spectrum(NoiseRecipe.Spectrum(fromHz: .nan, levelsDB: [0]))),
      ("fromHz", .spectrum(NoiseRecipe.Spectrum(fromHz: 110, levelsDB: [0]))),
      ("levelsDB", .spectrum(NoiseRecipe.Spectrum(fromHz: 100, levelsDB: []))),
      ("levelsDB", .spectrum(NoiseRecipe.Spectrum(fromHz: 100, levelsDB: [0, .nan]))),
      ("fundamentalHz", .hum(NoiseRecipe.Hum(fundamentalHz: 0, driftHz: 0, linesDB: [0]))),
      ("driftHz", .hum(NoiseRecipe.Hum(fundamentalHz: 50, driftHz: 50, linesDB: [0]))),
      ("driftHz", .hum(NoiseRecipe.Hum(fundamentalHz: 50, driftHz: -1, linesDB: [0]))),
      ("linesDB", .hum(NoiseRecipe.Hum(fundamentalHz: 50, driftHz: 0, linesDB: [.infinity]))),
    ]
    all += counts.map { ($0.0, recipe($0.1)) }
    all.append(
      ("levelDB", NoiseRecipe(seed: 1, parts: [.init(levelDB: .nan, .hum(NoiseProbe.hum))])))
    return all
  }()

  @Test("a number that cannot be is a fault that names it", arguments: hostile.indices)
  func faults(index: Int) {
    let (name, recipe) = Self.hostile[index]

    let fault = recipe.fault
    #expect(fault?.hasPrefix("part 1: ") == true && fault?.contains(name) == true, "\(name)")
    #expect(recipe.fault(at: Hertz(48_000)) == fault)
  }

  @Test("more parts than any noise needs are a fault")
  func parts() {
    let parts = [NoiseRecipe.Part](
      repeating: NoiseRecipe.Part(.colour(NoiseProbe.colour)), count: 100_000)

    #expect(
      NoiseRecipe(seed: 1, parts: parts).fault == "it has 100000 parts, and may have 64")
  }

  @Test("a part of which the sample rate leaves nothing is a fault at that rate alone")
  func nothingLeft() {
    let recipe = Self.recipe(
      .colour(
        NoiseRecipe.Colour(
          highPassHz: 5_000, highPassOrder: 1, lowPassHz: 90_000, lowPassOrder: 1)))

    #expect(recipe.fault(at: Hertz(48_000)) == nil)
    #expect(
      recipe.fault(at: Hertz(8_000))
        == "part 1: it starts at 5000.0 Hz, and audio of 8000.0 Hz ends at 4000.0 Hz")
    for rate in [0.0, -1, .nan, .infinity] { #expect(recipe.fault(at: Hertz(rate)) != nil) }
  }
}

extension NoiseRecipe.Clicks {
  /// A changed copy.
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
