package import Signal

/// The compressor and the expander of up to sixteen presets, running side by side.
///
/// One follower listens to the louder of the channels, so both always get the same gain. Its
/// attack opens the gate and clamps the compressor, its release closes the gate and lets the
/// compressor go: one pair of times serves both halves, as on Apple's unit.
package struct Dynamics: Sendable {
  private let times: Times
  private let law: LawInOctaves
  private var envelope = Lanes.zero
  /// The followed level of each frame of a chunk, and then its gain.
  private var gains = [Lanes](repeating: .zero, count: Chunk.frames)

  /// How much of the distance to a new level the follower covers in a frame.
  private struct Times: Sendable {
    let attack: Lanes
    let release: Lanes
    /// Whether every lane rises at least as fast as it falls, as presets do that are of any use.
    let risesFaster: Bool
  }

  /// The static law, with levels as powers of two: logarithm and exponential then need no factor.
  private struct LawInOctaves: Sendable {
    /// Two thirds of the headroom, 2H/π, and one over it.
    let reach: Lanes
    let inverseReach: Lanes
    /// The compression threshold over the reach.
    let onset: Lanes
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
    times = Times(
      attack: Lanes(laws.map { step($0.attackSeconds) }),
      release: Lanes(laws.map { step($0.releaseSeconds) }),
      risesFaster: laws.allSatisfy { $0.attackSeconds <= $0.releaseSeconds })
    law = LawInOctaves(
      reach: Lanes(laws.map { 2 * octaves($0.headroom) / .pi }),
      inverseReach: Lanes(laws.map { .pi / (2 * octaves($0.headroom)) }),
      onset: Lanes(
        laws.map { octaves($0.compressionThreshold) * .pi / (2 * octaves($0.headroom)) }),
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
    let loudest = Self.follow(block, frameCount, times, &envelope, &gains)
    turnLevelsIntoGains(loudest: loudest, frameCount)
    return Self.apply(gains, to: &block, frameCount)
  }

  /// Follows the louder of two channels and changes the first frames of both in place.
  ///
  /// - Returns: The largest magnitude of each lane after the change, in either channel.
  package mutating func process(
    left: inout MutableSpan<Lanes>, right: inout MutableSpan<Lanes>, frameCount: Int
  ) -> Lanes {
    let loudest = Self.follow(left, right, frameCount, times, &envelope, &gains)
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
    _ block: borrowing MutableSpan<Lanes>, _ frameCount: Int, _ times: Times,
    _ envelope: inout Lanes, _ levels: inout [Lanes]
  ) -> Lanes {
    var span = levels.mutableSpan
    var follower = Follower(times, level: envelope)
    if times.risesFaster {
      for frame in 0..<frameCount {
        span[frame] = follower.follow(magnitude(block[frame]), risesFaster: true)
      }
    } else {
      for frame in 0..<frameCount {
        span[frame] = follower.follow(magnitude(block[frame]), risesFaster: false)
      }
    }
    envelope = follower.level
    return follower.loudest
  }

  /// Follows the louder of two channels; returns the largest level of each lane.
  @inline(never)
  private static func follow(
    _ left: borrowing MutableSpan<Lanes>, _ right: borrowing MutableSpan<Lanes>,
    _ frameCount: Int, _ times: Times, _ envelope: inout Lanes, _ levels: inout [Lanes]
  ) -> Lanes {
    var span = levels.mutableSpan
    var follower = Follower(times, level: envelope)
    if times.risesFaster {
      for frame in 0..<frameCount {
        let louder = larger(magnitude(left[frame]), magnitude(right[frame]))
        span[frame] = follower.follow(louder, risesFaster: true)
      }
    } else {
      for frame in 0..<frameCount {
        let louder = larger(magnitude(left[frame]), magnitude(right[frame]))
        span[frame] = follower.follow(louder, risesFaster: false)
      }
    }
    envelope = follower.level
    return follower.loudest
  }

  /// The follower within a chunk.
  private struct Follower {
    let attack: Lanes
    let release: Lanes
    var level: Lanes
    var loudest = Lanes.zero

    @inline(__always)
    init(_ times: Times, level: Lanes) {
      (attack, release, self.level) = (times.attack, times.release, level)
    }

    /// Takes the magnitude of the next frame; returns the logarithm of the level, which waits for
    /// nothing and so fits into the time that the level's own recursion takes.
    @inline(__always)
    mutating func follow(_ magnitude: Lanes, risesFaster: Bool) -> Lanes {
      let distance = magnitude - level
      level +=
        risesFaster
        // The larger is the attack's share of a rise and the release's of a fall.
        ? larger(attack * distance, release * distance)
        : release.replacing(with: attack, where: distance .> 0) * distance
      loudest = larger(level, loudest)
      return log2(larger(level, lowest))
    }
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
    let (onset, reach, inverseReach) = (law.onset, law.reach, law.inverseReach)
    for frame in 0..<frameCount {
      let level = span[frame]
      let over = larger(level * inverseReach - onset, .zero)
      let compression = reach * (arctangent(over) - over)
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
      span[frame] = exp2(expansion(span[frame], law))
    }
  }

  @inline(__always)
  private static func expansion(_ level: Lanes, _ law: LawInOctaves) -> Lanes {
    // The range of the expander, -60 dB, in octaves.
    let deepest = Lanes(repeating: -9.9657843)
    return larger(smaller(law.slope * (level - law.expansionThreshold), .zero), deepest)
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
  fileprivate static func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
    b.replacing(with: a, where: a .> b)
  }

  @inline(__always)
  private static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes {
    b.replacing(with: a, where: a .< b)
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
    let square = t * t
    let low = Lanes(repeating: 1.4427134) - t * 0.72113228
    let middle = Lanes(repeating: 0.47934967) - t * 0.36748374
    let high = Lanes(repeating: 0.32214296) - t * 0.20660521
    return whole + t * (low + square * (middle + square * high))
  }

  /// 2 raised to a power from -120 to 120, within 3e-6 of the result, which is 3e-5 dB; exactly 1
  /// at 0.
  ///
  /// Source: our own minimax fit of (2^f − 1)/f on |f| ≤ ½, degree 3, found by Lawson's iteration.
  @inline(__always)
  package static func exp2(_ x: Lanes) -> Lanes {
    let shifted = x + rounding
    let f = x - (shifted - rounding)
    let square = f * f
    let low = Lanes(repeating: 1) + f * 0.69312423
    let high = Lanes(repeating: 0.055906221) + f * 0.0095827756
    let sum = low + square * (Lanes(repeating: 0.24024101) + f * high)
    // The bits above the whole number leave at the top.
    let exponent = unsafeBitCast(shifted, to: SIMD16<Int32>.self) &<< SIMD16(repeating: 23)
    let scaled = unsafeBitCast(sum, to: SIMD16<Int32>.self) &+ exponent
    return unsafeBitCast(scaled, to: Lanes.self)
  }

  /// The arctangent of a number that is not negative, within 2.4e-5; exactly 0 at 0.
  ///
  /// Two thirds of that times the largest headroom, 40 dB, are 0.0006 dB.
  ///
  /// Source: atan x = π/4 + atan s with s = (x - 1) / (x + 1) (Abramowitz and Stegun, 4.4.34), and our
  /// own minimax fit of atan(√u)/√u on 0 ≤ u ≤ 1, degree 4, found by Lawson's iteration. The fit's
  /// own value at 1 stands for π/4.
  @inline(__always)
  package static func arctangent(_ x: Lanes) -> Lanes {
    let s = (x - 1) / (x + 1)
    let u = s * s
    let square = u * u
    let low = Lanes(repeating: 0.9998663) - u * 0.33030477
    let middle = Lanes(repeating: 0.18015929) - u * 0.085156336
    let sum = low + square * (middle + square * 0.02084511)
    return Lanes(repeating: 0.78540957) + sum * s
  }
}
