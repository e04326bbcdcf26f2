import Signal
import Spectrum
import Testing

@testable import Corpus

@Suite("Noise of a stated spectrum")
struct NoiseSpectrumTests {
  @Test("the transform is the sum that defines it, and its inverse leads back")
  func transform() {
    let size = 32
    var random = SeededGenerator(seed: 4)
    let real = (0..<size).map { _ in random.nextUniform() }
    let imaginary = (0..<size).map { _ in random.nextUniform() }
    let transform = DeterministicFFT(size: size)
    var (x, y) = (real, imaginary)
    transform.forward(&x, &y)

    for bin in 0..<size {
      var (a, b) = (0.0, 0.0)
      for frame in 0..<size {
        let angle = -2 * Double.pi * Double(bin * frame % size) / Double(size)
        let (c, s) = (DeterministicMath.cos(angle), DeterministicMath.sin(angle))
        a += real[frame] * c - imaginary[frame] * s
        b += real[frame] * s + imaginary[frame] * c
      }
      let slot = Int(transform.slots[bin])
      // 32 products of numbers below one, each rounded at 1e-16.
      #expect(abs(x[slot] - a) <= 1e-13 && abs(y[slot] - b) <= 1e-13)
    }
    transform.inverse(&x, &y)
    for frame in 0..<size {
      #expect(abs(x[frame] / Double(size) - real[frame]) <= 1e-14)
      #expect(abs(y[frame] / Double(size) - imaginary[frame]) <= 1e-14)
    }
  }

  /// Pauses of real recordings, and a table whose levels jump.
  private static let tables: [NoiseRecipe.Spectrum] = [
    NoiseRecipe.Spectrum(
      fromHz: 25,
      levelsDB: [
        -68.6, -66.3, -65.8, -63.9, -56.2, -69.7, -79.4, -76.3, -74.9, -74.4, -76.1, -77.2, -77.0,
        -68.2, -73.4, -70.9, -72.3, -75.3, -67.4, -64.3, -66.7, -67.3, -67.1, -77.4, -85.2,
      ]),
    NoiseRecipe.Spectrum(
      fromHz: 25,
      levelsDB: [
        -73.2, -71.7, -71.1, -71.0, -72.3, -73.0, -74.3, -73.7, -76.8, -79.3, -79.9, -81.2, -82.7,
        -83.5, -85.4, -85.6, -85.1, -82.6, -78.0, -79.0, -82.5, -80.8, -79.2, -78.5, -80.1, -79.4,
        -79.8, -78.4, -71.1,
      ]),
    NoiseRecipe.Spectrum(fromHz: 50, levelsDB: [-20, -32, -20, -32, -20, -40, -20]),
  ]

  @Test(
    "each third of an octave has the level of the table",
    arguments: [(0, 48_000.0), (1, 48_000), (0, 8_000), (2, 8_000)])
  func table(index: Int, rate: Double) throws {
    let table = Self.tables[index]
    let noise = NoiseProbe.samples(
      NoiseRecipe.Part(.spectrum(table)), seconds: 30, rate: rate)
    // Windows of a second or so, for bands 6 Hz wide.
    let power = NoiseProbe.spectrum(noise, size: rate == 8_000 ? 8_192 : 65_536)
    let first = try #require(ThirdOctave(nominalHz: table.fromHz))

    for (place, wanted) in table.levelsDB.enumerated() {
      let band = ThirdOctave(index: first.index + place)
      guard band.highHz <= rate / 2 else { continue }
      let level = NoiseProbe.level(of: power, from: band.lowHz, to: band.highHz, rate: rate)
      // 30 s of a band 6 Hz wide hold 170 independent values: a deviation of 0.33 dB.
      #expect(abs(level - wanted) <= 1, "\(band.centreHz) Hz")
    }
  }

  @Test("there is nothing above and below the table", arguments: [8_000.0, 48_000])
  func outside(rate: Double) {
    let table = NoiseRecipe.Spectrum(fromHz: 400, levelsDB: [-20, -20, -20, -20])
    let noise = NoiseProbe.samples(
      NoiseRecipe.Part(.spectrum(table)), seconds: 4, rate: rate)
    let power = NoiseProbe.spectrum(noise, size: rate == 8_000 ? 8_192 : 32_768)

    // The edges lie at 355 and 891 Hz; the Hann windows of filter and measurement reach some bins
    // over them, and fall by 18 dB an octave from there.
    #expect(NoiseProbe.level(of: power, from: 20, to: 330, rate: rate) < -80)
    #expect(NoiseProbe.level(of: power, from: 950, to: rate / 2, rate: rate) < -80)
  }

  @Test("a table above half the sample rate is silence, and no trap")
  func above() {
    let table = NoiseRecipe.Spectrum(fromHz: 10_000, levelsDB: [-20, -20])
    let noise = NoiseProbe.samples(
      NoiseRecipe.Part(.spectrum(table)), seconds: 0.1, rate: 8_000)

    #expect(noise.count == 800 && noise.allSatisfy { $0 == 0 })
  }
}
