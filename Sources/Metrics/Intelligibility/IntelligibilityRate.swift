import Signal
import Spectrum
import Synchronization

/// The sample rate at which intelligibility is read, and the way there.
enum IntelligibilityRate {
  /// Source: Taal et al. 2011, section II.
  static let hertz = Hertz(10_000)

  /// The conversions made so far, by rate; a design takes longer than a conversion.
  private static let made = Mutex<[Int: RateConverter]>([:])

  /// The conversion from a rate; one that is no whole number of hertz counts as the nearest.
  ///
  /// The low-pass stands at half the lower rate, with 60 dB of rejection and a slope of a tenth:
  /// what leaks through it is a part of the indices of a render that has lost its high bands.
  ///
  /// Source: the function `resample` of GNU Octave's signal package, which the published values
  /// of the indices are computed with; its documentation states the rejection and the slope.
  static func converter(from sampleRate: Hertz) -> RateConverter {
    let whole = max(1, sampleRate.value.rounded())
    return made.withLock { made in
      if let known = made[Int(whole)] { return known }
      let edge = min(whole, hertz.value) / 2
      let converter = RateConverter(
        from: Hertz(whole), to: hertz,
        lowPass: KaiserLowPass(
          edge: Hertz(edge), slope: Hertz(edge / 10), rejection: Decibels(60)))
      made[Int(whole)] = converter
      return converter
    }
  }
}
