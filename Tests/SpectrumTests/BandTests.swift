import Signal
import Spectrum
import TestSupport
import Testing

@Suite("Bands")
struct BandTests {
  private let rate = Hertz(48_000)

  @Test("bands that touch share the bin on their edge", arguments: [37.0, 100, 1_234.5, 23_990])
  func sharedBin(edge: Double) {
    let powers = (0..<513).map { Double($0 + 1) }
    func sum(_ low: Double, _ high: Double) -> Double {
      BandWeights(from: Hertz(low), to: Hertz(high), size: 1024, sampleRate: rate).sum(of: powers)
    }

    // Rounding only.
    #expect(abs(sum(0, edge) + sum(edge, 24_000) - powers.reduce(0, +)) <= 1e-9 * sum(0, 24_000))
  }

  @Test("a band narrower than a bin takes its part of that bin")
  func narrowBand() {
    // Bins of 46.875 Hz: the band lies inside bin 2.
    let band = BandWeights(from: Hertz(80), to: Hertz(90), size: 1024, sampleRate: rate)
    var powers = [Double](repeating: 0, count: 513)
    powers[2] = 1

    // Rounding only.
    #expect(abs(band.sum(of: powers) - 10 / 46.875) <= 1e-12)
    #expect(band.bins == 2..<3)
  }

  @Test("a band above half the sample rate is empty")
  func bandAboveNyquist() {
    let band = BandWeights(from: Hertz(25_000), to: Hertz(30_000), size: 64, sampleRate: rate)

    #expect(band.sum(of: Array(repeating: 1, count: 33)) == 0)
  }

  @Test(
    "thirds of an octave have the centres and edges of the standard",
    arguments: [
      (0, 1_000.0, 891.25, 1_122.02), (10, 10_000, 8_912.5, 11_220.2), (-13, 50.12, 44.67, 56.23),
    ])
  func thirdOctave(index: Int, centre: Double, low: Double, high: Double) {
    let band = FrequencyBand.thirdOctave(index)

    // The figures are rounded to four digits or more.
    #expect(abs(band.centre.value / centre - 1) <= 1e-4)
    #expect(abs(band.low.value / low - 1) <= 1e-4)
    #expect(abs(band.high.value / high - 1) <= 1e-4)
  }

  @Test(
    "thirds of an octave stop below half the sample rate", arguments: [(8_000.0, 19), (48_000, 27)])
  func thirdOctaveCount(rate: Double, count: Int) {
    let bands = FrequencyBand.thirdOctaves(sampleRate: Hertz(rate))

    #expect(bands.count == count)
    #expect(
      zip(bands, bands.dropFirst()).allSatisfy { abs($0.high.value / $1.low.value - 1) < 1e-12 })
  }

  @Test("two bass tones an octave apart light up different bands", arguments: [45.0, 90])
  func bassTones(frequency: Double) {
    let tone = TestSignals.sine(Hertz(frequency), seconds: 1, sampleRate: rate)
    let spectrum = PowerSpectrum(of: tone, size: 4096)

    let bands = FrequencyBand.thirdOctaves(sampleRate: rate)
    let loudest = bands.max {
      spectrum.bandPower(from: $0.low, to: $0.high) < spectrum.bandPower(from: $1.low, to: $1.high)
    }

    // The right band or its neighbour: the bins are as wide as the bands here.
    #expect((loudest?.low.value ?? 0) / 1.26 <= frequency)
    #expect((loudest?.high.value ?? 0) * 1.26 >= frequency)
  }
}
