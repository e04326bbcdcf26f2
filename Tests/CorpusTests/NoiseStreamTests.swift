import Signal
import Testing

@testable import Corpus

/// What holds for noise of every kind.
@Suite("Noise of every kind")
struct NoiseStreamTests {
  private static let names = NoiseProbe.kinds.map(\.name)

  private static func part(_ name: String) throws -> NoiseRecipe.Part {
    try #require(NoiseProbe.kinds.first { $0.name == name }).part
  }

  @Test("a longer noise goes on where a shorter one ends", arguments: names, [8_000.0, 44_100])
  func goesOn(name: String, rate: Double) throws {
    let part = try Self.part(name)
    let long = NoiseProbe.samples(part, seconds: 2.7, rate: rate)

    // A frame, a bit over a block of the hum, and the middle of a block of the filter.
    for seconds in [1 / rate, 65 / rate, 0.9, 2.1] {
      let short = NoiseProbe.samples(part, seconds: seconds, rate: rate)
      #expect(short.count == Int((seconds * rate).rounded()))
      #expect(NoiseProbe.firstDifference(short, long) == nil)
    }
  }

  @Test(
    "every rate gives noise that is finite and about as strong",
    arguments: names, [8_000.0, 44_100, 192_000])
  func rates(name: String, rate: Double) throws {
    let part = try Self.part(name)
    let noise = NoiseProbe.samples(part, seconds: 1, rate: rate)

    #expect(noise.count == Int(rate) && noise.allSatisfy(\.isFinite))
    // 8 kHz lacks what lies above 4 kHz, white noise through filters spreads over the whole band,
    // and a second of clicks or babble has its own strength: what is far off is a mistake of scale.
    let usual = NoiseProbe.meanSquare(NoiseProbe.samples(part, seconds: 1, rate: 48_000))
    let change = Decibels(power: NoiseProbe.meanSquare(noise) / usual).value
    let spread = 10 * DeterministicMath.log10(48_000 / rate)
    let allowed: Double = name == "colour" || name == "modulation" ? abs(spread) + 2 : 2
    #expect(abs(change) <= allowed)
  }

  /// Other digests mean that every fixture made with that kind has changed.
  @Test(
    "the samples are the same on every machine",
    arguments: [
      ("spectrum", "10c22bcde3fb43fd551f931014b29b59fdf0bde77db5cdc43b3fc8787e11e5d6"),
      ("hum", "94f9973d6b27ab58137f28eb19b3e456fa6ab6c3957aba6bd0eb434ac788eadc"),
      ("clicks", "f2482f3f5f4ed7b3be45b612402e962541c56de4a91a0041b76776df2e52cbdc"),
      ("babble", "23fb124e188f2d7135bb7b283cd16b31a0009889e046814944db0a98772c841e"),
      ("modulation", "e255f7318929dc6bc9363f38757e7542673915d3125c3292604532dafb61e4a3"),
    ])
  func digests(name: String, digest: String) throws {
    let noise = NoiseProbe.samples(try Self.part(name), seconds: 1, rate: 48_000)

    #expect(NoiseProbe.digest(noise) == digest)
  }

  @Test("another seed gives another noise", arguments: names)
  func seeds(name: String) throws {
    let part = try Self.part(name)
    let one = NoiseProbe.samples(part, seed: 1, seconds: 1, rate: 16_000)
    let other = NoiseProbe.samples(part, seed: 2, seconds: 1, rate: 16_000)
    let product = zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } / Double(one.count)
    let powers = NoiseProbe.meanSquare(one) * NoiseProbe.meanSquare(other)

    // The lines of hum stay in step for the second, so that only their phases differ.
    #expect(abs(product) / powers.squareRoot() <= (name == "hum" ? 0.95 : 0.3))
  }

  @Test("a part is as much stronger as its level says", arguments: names)
  func levels(name: String) throws {
    var part = try Self.part(name)
    let plain = NoiseProbe.samples(part, seconds: 0.5, rate: 16_000)
    part.levelDB = 6
    let louder = NoiseProbe.samples(part, seconds: 0.5, rate: 16_000)
    let change = NoiseProbe.meanSquare(louder) / NoiseProbe.meanSquare(plain)

    // Rounding only.
    #expect(abs(Decibels(power: change).value - 6) <= 1e-9)
  }
}
