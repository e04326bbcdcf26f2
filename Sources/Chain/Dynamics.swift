package import Signal

/// The compressor and the expander of up to sixteen presets, running side by side.
///
/// One follower listens to the louder of the channels, so both always get the same gain. Its
/// attack opens the gate and clamps the compressor, its release closes the gate and lets the
/// compressor go: one pair of times serves both halves, as on Apple's unit.
package struct Dynamics: Sendable {
  private let attack: Lanes
  private let release: Lanes
  private let law: LawInOctaves
  private var envelope = Lanes.zero
  /// The followed level of each frame of a chunk, and then its gain.
  private var gains = [Lanes](repeating: .zero, count: Chunk.frames)

  /// The static law, with levels as powers of two: logarithm and exponential then need no factor.
  private struct LawInOctaves: Sendable {
    let threshold: Lanes
    let reach: Lanes
    let inverseReach: Lanes
    let slope: Lanes
    let expansionThreshold: Lanes
    /// Amplitudes a thousandth of a decibel under the thresholds of compression.
    let quiet: Lanes
  }

  /// The decibels of a doubled amplitude.
  private static let decibelsPerOctave = 20 * DeterministicMath.log10(2)

  /// Creates the stage, at rest.
  package init(_ laws: [DynamicsLaw], sampleRate: Hertz) {
    func step(_ seconds: Double) -> Double {
      DynamicsLaw.step(seconds: seconds, sampleRate: sampleRate)
    }
    func octaves(_ level: Decibels) -> Double { level.value / Self.decibelsPerOctave }
    attack = Lanes(laws.map { step($0.attackSeconds) })
    release = Lanes(laws.map { step($0.releaseSeconds) })
    law = LawInOctaves(
      threshold: Lanes(laws.map { octaves($0.compressionThreshold) }),
      reach: Lanes(laws.map { 2 * octaves($0.headroom) / .pi }),
      inverseReach: Lanes(laws.map { .pi / (2 * octaves($0.headroom)) }),
      slope: Lanes(laws.map { $0.expansionRatio - 1 }),
      expansionThreshold: Lanes(laws.map { octaves($0.expansionThreshold) }),
      quiet: Lanes(laws.map { Decibels($0.compressionThreshold.value - 0.001).amplitude }))
  }

  /// Follows the level of one channel and changes its first frames in place.
  ///
  /// - Parameters:
  ///   - block: The channel.
  ///   - frameCount: How many frames are next, at most a chunk.
  /// - Returns: The largest magnitude of each lane after the change.
  package mutating func process(
    _ block: inout MutableSpan<Lanes>, frameCount: Int
  ) -> Lanes {
    let loudest = Self.follow(block, frameCount, attack, release, &envelope, &gains)
    turnLevelsIntoGains(loudest: loudest, frameCount)
    return Self.apply(gains, to: &block, frameCount)
  }

  /// Follows the louder of two channels and changes the first frames of both in place.
  ///
  /// - Returns: The largest magnitude of each lane after the change, in either channel.
  package mutating func process(
    left: inout MutableSpan<Lanes>, right: inout MutableSpan<Lanes>, frameCount: Int
  ) -> Lanes {
    let loudest = Self.follow(left, right, frameCount, attack, release, &envelope, &gains)
    turnLevelsIntoGains(loudest: loudest, frameCount)
    return Self.larger(
      Self.apply(gains, to: &left, frameCount), Self.apply(gains, to: &right, frameCount))
  }

  /// Clears a level that has sunk to nothing, before it becomes subnormal.
  package mutating func clearVanishing() {
    envelope.replace(with: 0, where: envelope .< Chunk.vanishing)
  }

  /// Forgets every past sample and keeps the settings.
  package mutating func reset() { envelope = .zero }

  /// Follows one channel; returns the largest level of each lane.
  @inline(never)
  private static func follow(
    _ block: borrowing MutableSpan<Lanes>, _ frameCount: Int, _ attack: Lanes, _ release: Lanes,
    _ envelope: inout Lanes, _ levels: inout [Lanes]
  ) -> Lanes {
    var span = levels.mutableSpan
    var level = envelope
    var loudest = Lanes.zero
    for frame in 0..<frameCount {
      let distance = magnitude(block[frame]) - level
      level += release.replacing(with: attack, where: distance .> 0) * distance
      loudest = larger(level, loudest)
      span[frame] = level
    }
    envelope = level
    return loudest
  }

  /// Follows the louder of two channels; returns the largest level of each lane.
  @inline(never)
  private static func follow(
    _ left: borrowing MutableSpan<Lanes>, _ right: borrowing MutableSpan<Lanes>,
    _ frameCount: Int, _ attack: Lanes, _ release: Lanes, _ envelope: inout Lanes,
    _ levels: inout [Lanes]
  ) -> Lanes {
    var span = levels.mutableSpan
    var level = envelope
    var loudest = Lanes.zero
    for frame in 0..<frameCount {
      let distance = larger(magnitude(left[frame]), magnitude(right[frame])) - level
      level += release.replacing(with: attack, where: distance .> 0) * distance
      loudest = larger(level, loudest)
      span[frame] = level
    }
    envelope = level
    return loudest
  }

  /// Replaces the followed levels of a chunk by the gains of the law.
  private mutating func turnLevelsIntoGains(loudest: Lanes, _ frameCount: Int) {
    // Where no lane reaches its threshold the compressor's part is exactly nothing.
    if all(loudest .< law.quiet) {
      Self.expand(law, &gains, frameCount)
    } else {
      Self.compressAndExpand(law, &gains, frameCount)
    }
  }

  /// The law of `DynamicsLaw.gain(at:)`, as a factor, for followed amplitudes.
  @inline(never)
  private static func compressAndExpand(
    _ law: LawInOctaves, _ levels: inout [Lanes], _ frameCount: Int
  ) {
    var span = levels.mutableSpan
    let (threshold, reach, inverseReach) = (law.threshold, law.reach, law.inverseReach)
    for frame in 0..<frameCount {
      let level = log2(larger(span[frame], lowest))
      let over = larger(level - threshold, .zero)
      let compression = reach * arctangent(over * inverseReach) - over
      span[frame] = exp2(compression + expansion(level, law))
    }
  }

  /// The same law for levels under every compression threshold.
  @inline(never)
  private static func expand(
    _ law: LawInOctaves, _ levels: inout [Lanes], _ frameCount: Int
  ) {
    var span = levels.mutableSpan
    for frame in 0..<frameCount {
      span[frame] = exp2(expansion(log2(larger(span[frame], lowest)), law))
    }
  }

  @inline(__always)
  private static func expansion(_ level: Lanes, _ law: LawInOctaves) -> Lanes {
    let below = law.slope * (level - law.expansionThreshold)
    let under = below.replacing(with: 0, where: below .> 0)
    // The range of the expander, -60 dB, in octaves.
    return larger(under, Lanes(repeating: -9.9657843))
  }

  /// Scales one channel; returns the largest magnitude of each lane.
  @inline(never)
  private static func apply(
    _ gains: [Lanes], to block: inout MutableSpan<Lanes>, _ frameCount: Int
  ) -> Lanes {
    let gains = gains.span
    var peaks = Lanes.zero
    for frame in 0..<frameCount {
      let y = block[frame] * gains[frame]
      block[frame] = y
      peaks = larger(magnitude(y), peaks)
    }
    return peaks
  }

  /// The level under which the follower no longer looks, `DynamicsLaw.lowestLevel`.
  private static var lowest: Lanes { Lanes(repeating: 1e-6) }

  @inline(__always)
  private static func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
    b.replacing(with: a, where: a .> b)
  }

  @inline(__always)
  private static func magnitude(_ x: Lanes) -> Lanes {
    unsafeBitCast(
      unsafeBitCast(x, to: SIMD16<UInt32>.self) & SIMD16<UInt32>(repeating: 0x7FFF_FFFF),
      to: Lanes.self)
  }

  /// 1.5 · 2²³: adding it rounds to a whole number, which then stands in the low bits.
  private static var rounding: Lanes { Lanes(repeating: 12_582_912) }
  private static var roundingBits: SIMD16<Int32> { SIMD16<Int32>(repeating: 0x4B40_0000) }

  /// The logarithm to the base 2 of a normal number above zero, within 3e-6: 2e-5 dB.
  ///
  /// Source: our own minimax fit of log2(1 + t)/t on √½ − 1 ≤ t < √2 − 1, degree 5, found by
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
    var sum = Lanes(repeating: -0.20660521)
    sum = sum * t + 0.32214296
    sum = sum * t - 0.36748374
    sum = sum * t + 0.47934967
    sum = sum * t - 0.72113228
    sum = sum * t + 1.4427134
    return whole + sum * t
  }

  /// 2 raised to a power from -120 to 120, within 3e-6 of the result, which is 3e-5 dB; exactly 1
  /// at 0.
  ///
  /// Source: our own minimax fit of (2^f − 1)/f on |f| ≤ ½, degree 3, found by Lawson's iteration.
  @inline(__always)
  package static func exp2(_ x: Lanes) -> Lanes {
    let shifted = x + rounding
    let whole = unsafeBitCast(shifted, to: SIMD16<Int32>.self) &- roundingBits
    let f = x - (shifted - rounding)
    var sum = Lanes(repeating: 0.0095827756)
    sum = sum * f + 0.055906221
    sum = sum * f + 0.24024101
    sum = sum * f + 0.69312423
    sum = sum * f + 1
    let scaled =
      unsafeBitCast(sum, to: SIMD16<Int32>.self) &+ (whole &<< SIMD16<Int32>(repeating: 23))
    return unsafeBitCast(scaled, to: Lanes.self)
  }

  /// The arctangent of a number that is not negative, within 2e-6; exactly 0 at 0.
  ///
  /// Two thirds of that times the largest headroom, 40 dB, are 5e-5 dB.
  ///
  /// Source: our own minimax fit of atan(√u)/√u on 0 ≤ u ≤ 1, degree 5, found by Lawson's
  /// iteration, with atan x = π/2 − atan 1/x above 1.
  @inline(__always)
  package static func arctangent(_ x: Lanes) -> Lanes {
    let steep = x .> 1
    let z = x.replacing(with: 1 / x, where: steep)
    let u = z * z
    var sum = Lanes(repeating: -0.011719132)
    sum = sum * u + 0.052647341
    sum = sum * u - 0.11642648
    sum = sum * u + 0.19354038
    sum = sum * u - 0.33262283
    sum = sum * u + 0.99997723
    let angle = sum * z
    return angle.replacing(with: Lanes(repeating: 1.5707964) - angle, where: steep)
  }
}
