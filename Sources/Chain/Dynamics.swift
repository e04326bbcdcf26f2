package import Signal

/// The compressor and the expander of up to sixteen presets, running side by side.
///
/// One follower listens to the louder of the channels, so both always get the same gain. Its
/// attack opens the gate and clamps the compressor, its release closes the gate and lets the
/// compressor go: one pair of times serves both halves, as on Apple's unit.
package struct Dynamics: Sendable {
  private let attack: Lanes
  private let release: Lanes
  private let threshold: Lanes
  private let reach: Lanes
  private let inverseReach: Lanes
  private let slope: Lanes
  private let expansionThreshold: Lanes
  private var envelope = Lanes.zero

  /// Creates the stage, at rest.
  package init(_ laws: [DynamicsLaw], sampleRate: Hertz) {
    func step(_ seconds: Double) -> Double {
      DynamicsLaw.step(seconds: seconds, sampleRate: sampleRate)
    }
    attack = Lanes(laws.map { step($0.attackSeconds) })
    release = Lanes(laws.map { step($0.releaseSeconds) })
    threshold = Lanes(laws.map(\.compressionThreshold.value))
    reach = Lanes(laws.map { 2 * $0.headroom.value / .pi })
    inverseReach = Lanes(laws.map { .pi / (2 * $0.headroom.value) })
    slope = Lanes(laws.map { $0.expansionRatio - 1 })
    expansionThreshold = Lanes(laws.map(\.expansionThreshold.value))
  }

  /// Follows the level of one channel and changes its first frames in place.
  package mutating func process(_ block: inout MutableSpan<Lanes>, frameCount: Int) {
    var envelope = envelope
    for frame in 0..<frameCount {
      let x = block[frame]
      let level = Self.magnitude(x)
      let distance = level - envelope
      envelope += release.replacing(with: attack, where: distance .> 0) * distance
      block[frame] = x * gain(envelope)
    }
    self.envelope = envelope
  }

  /// Follows the louder of two channels and changes the first frames of both in place.
  package mutating func process(
    left: inout MutableSpan<Lanes>, right: inout MutableSpan<Lanes>, frameCount: Int
  ) {
    var envelope = envelope
    for frame in 0..<frameCount {
      let (l, r) = (left[frame], right[frame])
      let (leftLevel, rightLevel) = (Self.magnitude(l), Self.magnitude(r))
      let level = leftLevel.replacing(with: rightLevel, where: rightLevel .> leftLevel)
      let distance = level - envelope
      envelope += release.replacing(with: attack, where: distance .> 0) * distance
      let gain = gain(envelope)
      left[frame] = l * gain
      right[frame] = r * gain
    }
    self.envelope = envelope
  }

  /// Clears a level that has sunk to nothing, before it becomes subnormal.
  package mutating func clearVanishing() {
    envelope.replace(with: 0, where: envelope .< Chunk.vanishing)
  }

  /// Forgets every past sample and keeps the settings.
  package mutating func reset() { envelope = .zero }

  /// The law of `DynamicsLaw.gain(at:)`, as a factor, for a followed amplitude.
  @inline(__always)
  private func gain(_ amplitude: Lanes) -> Lanes {
    let lowest = Lanes(repeating: 1e-6)
    let heard = amplitude.replacing(with: lowest, where: amplitude .< lowest)
    let level = Self.log2(heard) * Self.decibelsPerOctave
    let above = level - threshold
    let over = above.replacing(with: 0, where: above .< 0)
    let compression = reach * Self.arctangent(over * inverseReach) - over
    let below = slope * (level - expansionThreshold)
    let under = below.replacing(with: 0, where: below .> 0)
    let range = Lanes(repeating: -60)
    let expansion = under.replacing(with: range, where: under .< range)
    return Self.exp2((compression + expansion) * Self.octavesPerDecibel)
  }

  /// 20 log10(2).
  private static var decibelsPerOctave: Lanes { Lanes(repeating: 6.0205999) }
  /// 1 / (20 log10(2)).
  private static var octavesPerDecibel: Lanes { Lanes(repeating: 0.16609640) }

  @inline(__always)
  private static func magnitude(_ x: Lanes) -> Lanes {
    unsafeBitCast(
      unsafeBitCast(x, to: SIMD16<UInt32>.self) & SIMD16<UInt32>(repeating: 0x7FFF_FFFF),
      to: Lanes.self)
  }

  /// 1.5 · 2²³: adding it rounds to a whole number, which then stands in the low bits.
  private static var rounding: Lanes { Lanes(repeating: 12_582_912) }
  private static var roundingBits: SIMD16<Int32> { SIMD16<Int32>(repeating: 0x4B40_0000) }

  /// The logarithm to the base 2 of a normal number above zero, within 2e-7.
  ///
  /// Source: our own minimax fit of log2(1 + t)/t on √½ − 1 ≤ t < √2 − 1, degree 7, found by
  /// Lawson's iteration.
  @inline(__always)
  package static func log2(_ x: Lanes) -> Lanes {
    let rootHalf = SIMD16<Int32>(repeating: 0x3F35_04F3)
    let bits = unsafeBitCast(x, to: SIMD16<Int32>.self)
    let exponent = (bits &- rootHalf) &>> SIMD16<Int32>(repeating: 23)
    let mantissaBits = bits &- (exponent &<< SIMD16<Int32>(repeating: 23))
    let mantissa = unsafeBitCast(mantissaBits, to: Lanes.self)
    let whole = unsafeBitCast(exponent &+ roundingBits, to: Lanes.self) - rounding
    let t = mantissa - 1
    var sum = Lanes(repeating: -0.14575762)
    sum = sum * t + 0.23688252
    sum = sum * t - 0.25006118
    sum = sum * t + 0.28670853
    sum = sum * t - 0.36008811
    sum = sum * t + 0.48093939
    sum = sum * t - 0.72135711
    sum = sum * t + 1.4426948
    return whole + sum * t
  }

  /// 2 raised to a power from -120 to 120, within 2e-7 of the result; exactly 1 at 0.
  ///
  /// Source: our own minimax fit of 2^f on |f| ≤ ½, degree 6, found by Lawson's iteration.
  @inline(__always)
  package static func exp2(_ x: Lanes) -> Lanes {
    let shifted = x + rounding
    let whole = unsafeBitCast(shifted, to: SIMD16<Int32>.self) &- roundingBits
    let f = x - (shifted - rounding)
    var sum = Lanes(repeating: 0.00015345812)
    sum = sum * f + 0.0013399931
    sum = sum * f + 0.0096184891
    sum = sum * f + 0.055503286
    sum = sum * f + 0.24022646
    sum = sum * f + 0.69314718
    sum = sum * f + 1
    let scaled =
      unsafeBitCast(sum, to: SIMD16<Int32>.self) &+ (whole &<< SIMD16<Int32>(repeating: 23))
    return unsafeBitCast(scaled, to: Lanes.self)
  }

  /// The arctangent of a number that is not negative, within 4e-7; exactly 0 at 0.
  ///
  /// Source: our own minimax fit of atan(√u)/√u on 0 ≤ u ≤ 1, degree 6, found by Lawson's
  /// iteration, with atan x = π/2 − atan 1/x above 1.
  @inline(__always)
  package static func arctangent(_ x: Lanes) -> Lanes {
    let steep = x .> 1
    let inverse = 1 / x
    let z = x.replacing(with: inverse, where: steep)
    let u = z * z
    var sum = Lanes(repeating: 0.0068117911)
    sum = sum * u - 0.033604212
    sum = sum * u + 0.079623662
    sum = sum * u - 0.13233341
    sum = sum * u + 0.19807816
    sum = sum * u - 0.33317369
    sum = sum * u + 0.99999613
    let angle = sum * z
    return angle.replacing(with: Lanes(repeating: 1.5707964) - angle, where: steep)
  }
}
