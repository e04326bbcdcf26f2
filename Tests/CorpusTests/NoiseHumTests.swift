import Signal
import Testing

@testable import Corpus

@Suite("Hum")
struct NoiseHumTests {
  private static func hum(_ hertz: Double, drift: Double, _ lines: [Double?]) -> NoiseRecipe.Part {
    NoiseRecipe.Part(
      .hum(NoiseRecipe.Hum(fundamentalHz: hertz, driftHz: drift, linesDB: lines)))
  }

  /// The level of a sine of one frequency, over a time that holds whole periods.
  private static func line(_ samples: [Double], atHz hertz: Double, rate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in samples.enumerated() {
      let turns = hertz * Double(frame) / rate
      let angle = 2 * .pi * (turns - turns.rounded())
      real += sample * DeterministicMath.cos(angle)
      imaginary += sample * DeterministicMath.sin(angle)
    }
    let count = Double(samples.count)
    return Decibels(power: 2 * (real * real + imaginary * imaginary) / (count * count)).value
  }

  @Test(
    "each line stands where and as high as the table says, and no other line does",
    arguments: [50.0, 60], [8_000.0, 48_000])
  func lines(fundamental: Double, rate: Double) {
    let table = [-20, nil, -31.5, -60, nil, -40] as [Double?]
    let samples = NoiseProbe.samples(
      Self.hum(fundamental, drift: 0, table), seconds: 1, rate: rate)

    for (place, wanted) in table.enumerated() {
      let level = Self.line(samples, atHz: Double(place + 1) * fundamental, rate: rate)
      // Whole periods: nothing leaks, and what is left is rounding.
      if let wanted { #expect(abs(level - wanted) <= 1e-6) } else { #expect(level < -200) }
    }
    let whole = table.compactMap { $0 }.reduce(0) { $0 + Decibels($1).power }
    let measured = NoiseProbe.meanSquare(samples)
    #expect(abs(Decibels(power: measured / whole).value) <= 1e-6)
  }

  @Test("lines above half the sample rate are left out")
  func folding() {
    let lines = [Double?](repeating: -20, count: 60)
    let samples = NoiseProbe.samples(Self.hum(100, drift: 0, lines), seconds: 1, rate: 8_000)

    // Of 60 lines 39 lie under 49 % of the rate.
    let measured = Decibels(power: NoiseProbe.meanSquare(samples) / 39).value
    #expect(abs(measured + 20) <= 1e-6)
  }

  @Test("the frequency wanders slowly, and never further than the drift")
  func drift() {
    let rate = 1_000.0
    let samples = NoiseProbe.samples(
      Self.hum(50, drift: 0.05, [0]), seconds: 300, rate: rate)
    // The times at which the sine goes up through zero, between two samples.
    var rises: [Double] = []
    for frame in 1..<samples.count where samples[frame - 1] < 0 && samples[frame] >= 0 {
      let share = samples[frame - 1] / (samples[frame - 1] - samples[frame])
      rises.append((Double(frame - 1) + share) / rate)
    }
    let frequencies = stride(from: 0, to: rises.count - 100, by: 100).map {
      100 / (rises[$0 + 100] - rises[$0])
    }

    // A straight line through zero is off by up to 1e-5 s at 20 samples a period: 0.0003 Hz here.
    #expect(frequencies.allSatisfy { abs($0 - 50) <= 0.051 })
    // A spline has 0.4 of its bound as deviation, and 300 s hold some ten turns.
    let deviation = NoiseProbe.meanSquare(frequencies.map { $0 - 50 }).squareRoot()
    #expect(deviation >= 0.01 && deviation <= 0.03)
    let steps = zip(frequencies, frequencies.dropFirst()).map { abs($1 - $0) }
    #expect(steps.allSatisfy { $0 <= 0.025 })
  }
}
