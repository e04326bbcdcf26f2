import Signal
import Testing

@testable import Corpus

@Suite("Noise generator")
struct NoiseGeneratorTests {
  private static let rate = Hertz(48_000)

  private static func recipe(
    seed: UInt64 = 5, parts: [NoiseRecipe.Part] = [part()]
  ) -> NoiseRecipe {
    NoiseRecipe(seed: seed, parts: parts)
  }

  private static func part(
    level: Double = 0, highPass: Double = 20, highPassOrder: Int = 0, lowPass: Double = 500,
    lowPassOrder: Int = 1
  ) -> NoiseRecipe.Part {
    NoiseRecipe.Part(
      levelDB: level,
      .colour(
        NoiseRecipe.Colour(
          highPassHz: highPass, highPassOrder: highPassOrder, lowPassHz: lowPass,
          lowPassOrder: lowPassOrder)))
  }

  private static func samples(_ recipe: NoiseRecipe, seconds: Double = 1) -> [Double] {
    NoiseGenerator.samples(recipe, frameCount: Int(seconds * rate.value), sampleRate: rate)
  }

  private static func power(_ samples: some Collection<Double>) -> Double {
    samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }

  /// The noises that goldens were made with: their samples may not change.
  @Test(
    "the coloured noises are the same samples as ever",
    arguments: [
      (
        101, -62.0,
        [
          part(highPass: 40, highPassOrder: 1, lowPass: 350),
          part(level: -14, highPass: 300, highPassOrder: 1, lowPass: 12_000),
        ],
        "cf56ca1b8e4acd502565349c11858356109e8e2e9c0df8d16f2ade4795da3f19"
      ),
      (
        201, -30.0,
        [
          part(highPassOrder: 1, lowPass: 70, lowPassOrder: 3),
          part(level: -34, highPass: 100, highPassOrder: 1, lowPass: 400),
        ],
        "0997dad43594f073c68321d3b72179fbcc3fb3e8d80b02301ed65003099b8e7f"
      ),
      (
        202, -36.0,
        [
          part(highPass: 30, highPassOrder: 2, lowPass: 160, lowPassOrder: 2),
          part(level: -26, highPass: 120, highPassOrder: 1, lowPass: 900),
        ],
        "aaf39ee46f58e6f6cba316e295474ad774f299e87d69c10bd297111293a2de33"
      ),
      (
        301, -50.0,
        [
          part(highPass: 300, highPassOrder: 1, lowPass: 14_000),
          part(level: -6, highPass: 60, highPassOrder: 1, lowPass: 800),
        ],
        "f00dc809e8a3f9053cd98c742dc7a3ab90e7c9c320a7abcf5fc225ebade51b66"
      ),
      (
        302, -44.0, [part(highPass: 1_500, highPassOrder: 1, lowPass: 9_000)],
        "fb983e73c5ae2f714ede0ad886fef6bd8e25bca3a8540b03df3b4650b6decc7c"
      ),
    ] as [(UInt64, Double, [NoiseRecipe.Part], String)])
  func sameAsEver(
    seed: UInt64, level: Double, parts: [NoiseRecipe.Part], digest: String
  ) {
    let noise = Self.samples(Self.recipe(seed: seed, parts: parts), seconds: 6)

    #expect(
      NoiseProbe.digest(NoiseGenerator.scaled(noise, toRMS: Decibels(level))) == digest)
  }

  @Test("the level is the stated one", arguments: [-62.0, -30, -3], [1, 2])
  func level(level: Double, parts: Int) {
    let colours = [Self.part(), Self.part(level: -10, highPass: 2_000, highPassOrder: 2)]
    let noise = NoiseGenerator.scaled(
      Self.samples(Self.recipe(parts: Array(colours.prefix(parts)))), toRMS: Decibels(level))

    let measured = Decibels(power: Self.power(noise.map { Double(Float($0)) })).value

    // The scale is exact; what is left is the rounding of the samples to Float.
    #expect(abs(measured - level) <= 1e-5)
  }

  @Test("the same seed gives the same bits, another seed another noise")
  func seeds() {
    let noise = Self.samples(Self.recipe(seed: 5))

    #expect(noise == Self.samples(Self.recipe(seed: 5)))
    let other = Self.samples(Self.recipe(seed: 6))
    let product = zip(noise, other).reduce(0) { $0 + $1.0 * $1.1 } / Double(noise.count)
    // Low-passed at 500 Hz a second holds about 1500 independent values: 4 standard deviations.
    #expect(abs(product) <= 0.1 * Self.power(noise))
  }

  @Test("two parts of one colour are two noises, not one that is twice as loud")
  func parts() {
    let one = Self.samples(Self.recipe(parts: [Self.part()]))
    let two = Self.samples(Self.recipe(parts: [Self.part(), Self.part()]))
    let product = zip(one, two).reduce(0) { $0 + $1.0 * $1.1 } / Double(one.count)
    let correlation = product / (Self.power(one) * Self.power(two)).squareRoot()

    // One noise of two that are equally strong: the square root of a half, and not 1.
    #expect(abs(correlation - 0.5.squareRoot()) <= 0.1)
  }

  @Test("no parts are digital silence, whatever the level")
  func silence() {
    let noise = Self.samples(Self.recipe(parts: []))

    #expect(noise.count == 48_000 && noise.allSatisfy { $0 == 0 })
    #expect(NoiseGenerator.scaled(noise, toRMS: Decibels(-20)).allSatisfy { $0 == 0 })
    #expect(
      NoiseGenerator.samples(Self.recipe(), frameCount: 0, sampleRate: Self.rate).isEmpty)
  }

  @Test(
    "the spectrum falls as sections of the first order make it fall",
    arguments: [1, 2, 3], [(lowPass: true, corner: 500.0), (lowPass: false, corner: 6_000)])
  func slope(order: Int, side: (lowPass: Bool, corner: Double)) {
    let part = Self.part(
      highPass: side.corner, highPassOrder: side.lowPass ? 0 : order, lowPass: side.corner,
      lowPassOrder: side.lowPass ? order : 0)
    let noise = Self.samples(Self.recipe(parts: [part]), seconds: 8)
    let frequencies =
      side.lowPass ? [250.0, 1_000, 2_000, 4_000] : [12_000.0, 6_000, 3_000, 1_500]
    func tangent(_ hertz: Double) -> Double { DeterministicMath.tan(.pi * hertz / Self.rate.value) }
    func expected(_ hertz: Double) -> Double {
      let ratio = tangent(hertz) / tangent(side.corner)
      let one = 1 / (1 + (side.lowPass ? ratio * ratio : 1 / (ratio * ratio)))
      return Double(order) * Decibels(power: one).value
    }
    let measured = frequencies.map { Self.density(of: noise, at: $0) }

    for (frequency, density) in zip(frequencies, measured) {
      // 750 periodograms have 0.2 dB of scatter each; the windows smear the steepest of the slopes
      // by as much again.
      let change = Decibels(power: density / measured[0]).value
      #expect(abs(change - (expected(frequency) - expected(frequencies[0]))) <= 1)
    }
  }

  /// The mean power at a frequency, in Hann windows of 512 samples.
  private static func density(of samples: [Double], at hertz: Double) -> Double {
    let size = 512
    let waves = (0..<size).map { frame -> (Double, Double) in
      let turns = hertz * Double(frame) / rate.value
      let phase = 2 * .pi * (turns - turns.rounded())
      let window = 1 - DeterministicMath.cos(2 * .pi * (Double(frame) + 0.5) / Double(size))
      return (window * DeterministicMath.cos(phase), window * DeterministicMath.sin(phase))
    }
    var sum = 0.0
    for start in stride(from: 0, through: samples.count - size, by: size) {
      var (real, imaginary) = (0.0, 0.0)
      for (frame, wave) in waves.enumerated() {
        real += samples[start + frame] * wave.0
        imaginary += samples[start + frame] * wave.1
      }
      sum += real * real + imaginary * imaginary
    }
    return sum
  }

  @Test("the noise starts in the middle of things and does not fade in")
  func start() {
    var power = 0.0
    for seed in 0..<64 as Range<UInt64> {
      let noise = NoiseGenerator.scaled(
        Self.samples(Self.recipe(seed: seed, parts: [Self.part(lowPass: 70, lowPassOrder: 3)])),
        toRMS: Decibels(0))
      power += Self.power(noise[..<48]) / 64
    }

    // 64 independent starts scatter by 18 %; sections that start at rest would be 40 dB down.
    #expect(abs(Decibels(power: power).value) <= 3)
  }

  @Test("no step stands out of the noise, from the first sample to the last")
  func seams() {
    let noise = Self.samples(Self.recipe(parts: [Self.part(lowPass: 70, lowPassOrder: 3)]))
    let steps = zip(noise, noise.dropFirst()).map { $1 - $0 }
    let deviation = Self.power(steps).squareRoot()

    // Steps of filtered noise are nearly normal: 6 deviations come once in 500 million.
    #expect(steps.allSatisfy { abs($0) <= 6 * deviation })
  }
}
