import Signal
import Testing

@testable import Corpus

@Suite("Babble")
struct NoiseBabbleTests {
  private static func babble(talkers: Int, seconds: Double, rate: Double) -> [Double] {
    NoiseProbe.samples(
      NoiseRecipe.Part(
        .babble(NoiseRecipe.Babble(talkers: talkers, syllablesPerSecond: 4.4, levelSpreadDB: 4))),
      seconds: seconds, rate: rate)
  }

  @Test("eight voices have the spectrum of speech", arguments: [8_000.0, 48_000])
  func spectrum(rate: Double) {
    let power = NoiseProbe.spectrum(
      Self.babble(talkers: 8, seconds: 30, rate: rate), size: 8_192)
    let whole = Decibels(power: SpeechSpectrum.levelsDB.reduce(0) { $0 + Decibels($1).power })

    for (place, wanted) in SpeechSpectrum.levelsDB.enumerated() {
      let band = ThirdOctave(index: SpeechSpectrum.first.index + place)
      guard band.highHz < 0.45 * rate, band.lowHz > 110 else { continue }
      let level = NoiseProbe.level(of: power, from: band.lowHz, to: band.highHz, rate: rate)
      // Under 300 Hz eight voices have few harmonics, which do not fill every band; above, some
      // thousand sounds have a deviation of 0.4 dB.
      let allowed: Double = band.highHz < 300 ? 3 : 1.5
      #expect(abs(level - (wanted - whole.value)) <= allowed, "\(band.centreHz) Hz")
    }
  }

  @Test("the mean square is one")
  func level() {
    let noise = Self.babble(talkers: 8, seconds: 30, rate: 48_000)

    // The bands under 110 Hz hold 1 % of the speech; 30 s of eight voices scatter by 3 %.
    #expect(abs(Decibels(power: NoiseProbe.meanSquare(noise)).value) <= 0.6)
  }

  @Test("the level goes up and down most at four times a second")
  func modulation() {
    let rate = 8_000.0
    let noise = Self.babble(talkers: 8, seconds: 65.536, rate: rate)
    // The level in windows of 8 ms, 125 times a second.
    let window = 64
    let envelope = stride(from: 0, to: noise.count - window, by: window).map { start in
      NoiseProbe.meanSquare(noise[start..<start + window]).squareRoot()
    }
    let mean = envelope.reduce(0, +) / Double(envelope.count)
    let power = NoiseProbe.spectrum(envelope.map { $0 / mean - 1 }, size: 1_024)
    func level(_ index: Int) -> Double {
      let hertz = 4 * DeterministicMath.exp10(Double(index) / 10)
      return NoiseProbe.level(
        of: power, from: hertz * 0.891, to: hertz * 1.122, rate: rate / Double(window))
    }

    // Thirds of an octave from 1 to 16 Hz: 4 Hz stands out of both sides by more than the 0.6 dB
    // that 15 windows leave uncertain.
    let strongest = (-6...6).max { level($0) < level($1) }
    #expect(strongest.map { abs($0) <= 1 } == true)
    #expect(level(0) - level(-6) >= 3 && level(0) - level(6) >= 3)
  }

  @Test("many voices are steadier than one")
  func steadiness() {
    func spread(_ talkers: Int) -> Double {
      let noise = Self.babble(talkers: talkers, seconds: 20, rate: 16_000)
      let powers = stride(from: 0, to: noise.count - 320, by: 320).map {
        NoiseProbe.meanSquare(noise[$0..<$0 + 320])
      }.sorted()
      return Decibels(power: powers[powers.count / 2] / powers[powers.count / 20]).value
    }

    // A party of phonlab 0.0.70 has 4.1 dB between the twentieth and the middle of its levels in
    // 20 ms, its restaurant 5.5 dB; one voice falls silent between words.
    let eight = spread(8)
    #expect(eight >= 3.5 && eight <= 7)
    #expect(spread(1) > 20)
    #expect(spread(32) < eight)
  }
}
