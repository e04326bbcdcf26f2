package import Signal

/// The range between two frequencies.
package struct FrequencyBand: Hashable, Sendable {
  /// Where the band starts.
  package var low: Hertz
  /// Where the band ends.
  package var high: Hertz

  /// Creates a band.
  package init(from low: Hertz, to high: Hertz) {
    precondition(low < high, "a band must start below its end")
    self.low = low
    self.high = high
  }

  /// The geometric mean of the two edges.
  package var centre: Hertz {
    Hertz((low.value * high.value).squareRoot())
  }

  /// The third of an octave with some index: index 0 is centred on 1 kHz.
  ///
  /// With G = 10^0.3 the centre is 1000 G^(index/3), and the edges lie at G^(±1/6) of it.
  ///
  /// Source: IEC 61260-1:2014, sections 5.2 to 5.5 (base ten).
  package static func thirdOctave(_ index: Int) -> FrequencyBand {
    let octave = 0.3
    let centre = 3 + octave * Double(index) / 3
    return FrequencyBand(
      from: Hertz(DeterministicMath.exp10(centre - octave / 6)),
      to: Hertz(DeterministicMath.exp10(centre + octave / 6)))
  }

  /// The thirds of an octave from 50 Hz to 20 kHz that lie wholly below half a sample rate.
  package static func thirdOctaves(sampleRate: Hertz) -> [FrequencyBand] {
    (-13...13).map(thirdOctave).filter { $0.high <= sampleRate.nyquist }
  }
}
