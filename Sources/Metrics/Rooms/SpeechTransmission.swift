import Signal

/// How well speech gets through a room: the speech transmission index.
///
/// What reverberation alone takes from the modulations of speech; noise, the level of the speech
/// and the masking of one octave by the next below, which need sound pressures, are left out.
///
/// Source: IEC 60268-16:2011, section 4.5 and annex A (male weights).
enum SpeechTransmission {
  /// The centres of the octaves in hertz.
  static let octaves = [125.0, 250, 500, 1000, 2000, 4000, 8000]
  /// The frequencies in hertz at which speech is modulated.
  static let modulations = [
    0.63, 0.8, 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10, 12.5,
  ]
  /// What each octave contributes.
  private static let weights = [0.085, 0.127, 0.230, 0.233, 0.309, 0.224, 0.173]
  /// What each octave and the next have in common.
  private static let redundancies = [0.085, 0.078, 0.065, 0.011, 0.047, 0.095]

  /// How well an octave gets through that leaves so much of each modulation; from 0 to 1, NaN where
  /// one of them is.
  static func transmission(modulations: [Double]) -> Double {
    modulations.reduce(0) { sum, depth in
      guard !depth.isNaN else { return .nan }
      let signalToNoise = Decibels(power: depth / max(1 - depth, 1e-12)).value
      return sum + (min(max(signalToNoise, -15), 15) + 15) / 30
    } / Double(modulations.count)
  }

  /// The index from the transmissions of the octaves, from 0 to 1; NaN where there are none.
  ///
  /// The weights of the octaves at hand, less what neighbours among them have in common, are
  /// brought to a sum of one: a recording at 16 kHz has no octave at 8 kHz.
  ///
  /// - Parameter transmissions: One for each of `octaves`; nil leaves an octave out.
  static func index(of transmissions: [Double?]) -> Double {
    var (sum, total) = (0.0, 0.0)
    for (weight, transmission) in zip(weights, transmissions) {
      guard let transmission else { continue }
      sum += weight * transmission
      total += weight
    }
    let pairs = zip(transmissions, transmissions.dropFirst())
    for (redundancy, (lower, upper)) in zip(redundancies, pairs) {
      guard let lower, let upper else { continue }
      sum -= redundancy * (lower * upper).squareRoot()
      total -= redundancy
    }
    return sum / total
  }
}
