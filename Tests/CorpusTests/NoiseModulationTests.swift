import Signal
import Testing

@testable import Corpus

@Suite("Slow modulation")
struct NoiseModulationTests {
  private static let rate = 1_000.0

  private static func modulation(
    _ shape: NoiseRecipe.Modulation.Shape, depth: Double = 5, rate: Double = 2, together: Int? = nil
  ) -> NoiseRecipe.Modulation {
    NoiseRecipe.Modulation(shape: shape, rateHz: rate, depthDB: depth, together: together)
  }

  /// The factor that a modulation applies, in decibels: the noise with it over that without.
  private static func course(
    _ modulations: [NoiseRecipe.Modulation], seconds: Double, seed: UInt64 = 9
  ) -> [Double] {
    let plain = NoiseRecipe.Part(.colour(NoiseProbe.colour))
    var moving = plain
    moving.modulation = modulations
    let one = NoiseProbe.samples(plain, seed: seed, seconds: seconds, rate: rate)
    let other = NoiseProbe.samples(moving, seed: seed, seconds: seconds, rate: rate)
    return zip(one, other).map { Decibels(amplitude: $1 / $0).value }
  }

  @Test(
    "the level swings as far and as often as stated",
    arguments: NoiseRecipe.Modulation.Shape.allCases, [0.5, 4])
  func swings(shape: NoiseRecipe.Modulation.Shape, hertz: Double) {
    let course = Self.course([Self.modulation(shape, rate: hertz)], seconds: 200)
    let mean = course.reduce(0, +) / Double(course.count)
    let swings = course.map { $0 - mean }
    let deviation = NoiseProbe.meanSquare(swings).squareRoot()
    let rises = zip(swings, swings.dropFirst()).count { $0 < 0 && $1 >= 0 }

    // 200 s hold 100 rises or more, which scatter by some 7 %.
    #expect(abs(deviation / 5 - 1) <= 0.15)
    #expect(abs(Double(rises) / 200 / hertz - 1) <= 0.2)
  }

  @Test("the mean square stays", arguments: NoiseRecipe.Modulation.Shape.allCases, [2.0, 8])
  func meanSquare(shape: NoiseRecipe.Modulation.Shape, depth: Double) {
    let course = Self.course([Self.modulation(shape, depth: depth, rate: 8)], seconds: 200)
    let change = course.reduce(0) { $0 + Decibels($1).power } / Double(course.count)

    // 1600 swings; at 8 dB the strongest of them count for most: 4 % each.
    #expect(abs(Decibels(power: change).value) <= 0.4)
  }

  @Test("the level has no steps and no corners", arguments: NoiseRecipe.Modulation.Shape.allCases)
  func smooth(shape: NoiseRecipe.Modulation.Shape) {
    let course = Self.course([Self.modulation(shape, depth: 5, rate: 2)], seconds: 20)
    let slopes = zip(course, course.dropFirst()).map { $1 - $0 }
    let bends = zip(slopes, slopes.dropFirst()).map { $1 - $0 }

    // A sine of √2 · 5 dB and 2 Hz bends by 7.1 · (2π · 2 / 1000)² = 0.0011 dB a sample squared;
    // the splines have up to 20 times the curvature. A corner would be 0.05.
    #expect(slopes.allSatisfy { abs($0) <= 0.4 })
    #expect(bends.allSatisfy { abs($0) <= 0.02 })
  }

  @Test("parts with one number go up and down together, others do not")
  func together() {
    func correlation(_ left: Int?, _ right: Int?) -> Double {
      // The second part has another seed of its own, as in one recipe.
      var parts = [left, right].map { number in
        NoiseRecipe.Part(
          .hum(NoiseRecipe.Hum(fundamentalHz: 250, driftHz: 0, linesDB: [0])),
          modulation: [Self.modulation(.random, together: number)])
      }
      var courses: [[Double]] = []
      for silent in [1, 0] {
        let kept = parts[silent].levelDB
        parts[silent].levelDB = -200
        let samples = NoiseGenerator.samples(
          NoiseRecipe(seed: 3, parts: parts), frameCount: 100_000, sampleRate: Hertz(Self.rate))
        parts[silent].levelDB = kept
        courses.append(
          stride(from: 0, to: samples.count, by: 20).map {
            Decibels(power: NoiseProbe.meanSquare(samples[$0..<$0 + 20])).value
          })
      }
      let centred = courses.map { course in
        let mean = course.reduce(0, +) / Double(course.count)
        return course.map { $0 - mean }
      }
      let product = zip(centred[0], centred[1]).reduce(0) { $0 + $1.0 * $1.1 }
      let powers = NoiseProbe.meanSquare(centred[0]) * NoiseProbe.meanSquare(centred[1])
      return product / Double(centred[0].count) / powers.squareRoot()
    }

    #expect(correlation(1, 1) > 0.99)
    // 100 s of two swings a second: a deviation of 7 %.
    #expect(abs(correlation(1, 2)) < 0.3)
    #expect(abs(correlation(nil, nil)) < 0.3)
  }
}
