import Signal

/// A third of an octave, by its number: band 0 is centred on 1 kHz.
///
/// Source: IEC 61260-1:2014, sections 5.2 to 5.5 (base ten).
struct ThirdOctave: Hashable {
  /// How many bands above 1 kHz.
  let index: Int

  init(index: Int) { self.index = index }

  /// The band of a nominal frequency, which is rounded to three digits at most; nil for a
  /// frequency that is more than 1.5 % off every centre.
  init?(nominalHz: Double) {
    guard nominalHz >= 1, nominalHz <= 1e6 else { return nil }
    let index = Int((10 * DeterministicMath.log10(nominalHz / 1_000)).rounded())
    self.index = index
    guard abs(nominalHz / centreHz - 1) <= 0.015 else { return nil }
  }

  /// The middle of the band.
  var centreHz: Double { 1_000 * DeterministicMath.exp10(Double(index) / 10) }
  /// Where the band starts.
  var lowHz: Double { 1_000 * DeterministicMath.exp10((Double(index) - 0.5) / 10) }
  /// Where the band ends.
  var highHz: Double { 1_000 * DeterministicMath.exp10((Double(index) + 0.5) / 10) }
}
