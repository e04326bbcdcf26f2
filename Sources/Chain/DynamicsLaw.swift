package import Presets
package import Signal

/// The numbers of the dynamics stage for one preset, and the static law they stand for.
///
/// Apple publishes the parameters of its unit but no curve. This law has no free constant and
/// agrees within 0.06 dB with two public measurements of the unit (YunAudio's `EffectChain`:
/// threshold -20, headroom 5, four noise levels; HUMMI's `CompressorStage`: the mean slope for
/// threshold -18, headroom 7). A strong hint, not a proof.
package struct DynamicsLaw: Hashable, Sendable {
  /// Where the compressor starts, on the followed peak level.
  package var compressionThreshold: Decibels
  /// How far above the threshold the output may rise.
  package var headroom: Decibels
  /// How many decibels the output falls for each decibel of input under the expansion threshold.
  package var expansionRatio: Double
  /// Where the expander starts.
  package var expansionThreshold: Decibels
  /// The time constant of a rising level: the time to cover 63 % of a step.
  package var attackSeconds: Double
  /// The time constant of a falling level.
  package var releaseSeconds: Double

  /// The deepest gain of the expander.
  ///
  /// Deep enough to count as silence between words, and a floor so that numbers stay finite.
  package static let expansionRange = Decibels(-60)

  /// The level under which the follower no longer looks: 1e-6 of full scale.
  package static let lowestLevel = Decibels(-120)

  /// Takes the numbers from a preset.
  package init(_ preset: AudioPreset) {
    compressionThreshold = Decibels(preset.compressionThreshold)
    headroom = Decibels(preset.compressionHeadroom)
    expansionRatio = preset.expansionRatio
    expansionThreshold = Decibels(preset.expansionThreshold)
    attackSeconds = preset.attackTime
    releaseSeconds = preset.releaseTime
  }

  /// The gain that a steady level comes to.
  ///
  /// With o = max(0, level − threshold) and headroom H, the compressor's output rises by
  /// (2H/π) atan(π o / 2H): slope 1 at the threshold, and never past threshold + H. The expander
  /// adds (ratio − 1)(level − expansion threshold) below its threshold, down to the range.
  ///
  /// The running chain works this out with its own polynomials in single precision; this is the
  /// same law in double precision, for reference.
  package func gain(at level: Decibels) -> Decibels {
    let heard = max(level.value, Self.lowestLevel.value)
    let over = max(0, heard - compressionThreshold.value)
    let reach = 2 * headroom.value / .pi
    let compression = reach * Self.atan(over / reach) - over
    let under = min(0, (expansionRatio - 1) * (heard - expansionThreshold.value))
    return Decibels(compression + max(under, Self.expansionRange.value))
  }

  /// How much of the distance to a new level the follower covers in one frame.
  ///
  /// - Parameters:
  ///   - seconds: The time constant, above zero.
  ///   - sampleRate: The rate of the audio.
  /// - Returns: 1 − exp(−1 / (seconds · rate)).
  static func step(seconds: Double, sampleRate: Hertz) -> Double {
    1 - DeterministicMath.exp(-1 / (seconds * sampleRate.value))
  }

  /// The arctangent of a number that is not negative, by halving the angle three times and
  /// Taylor's series (Abramowitz and Stegun, 4.4.42).
  private static func atan(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    var t = x > 1 ? 1 / x : x
    for _ in 0..<3 { t = t / (1 + (1 + t * t).squareRoot()) }
    var sum = 0.0
    for n in stride(from: 21.0, through: 1.0, by: -2.0) { sum = 1 / n - t * t * sum }
    let angle = 8 * t * sum
    return x > 1 ? .pi / 2 - angle : angle
  }
}
