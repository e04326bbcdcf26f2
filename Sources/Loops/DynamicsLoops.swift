/// The loops of compressor and expander, for sixteen presets side by side.
package enum DynamicsLoops {
  /// The numbers of the stage, each for every preset, in the order in which they stand in memory.
  /// Levels are powers of two, so that logarithm and exponential need no factor.
  package enum Number {
    /// How much of the distance to a higher level the follower covers in a frame.
    package static var attack: Int { 0 }
    /// How much of the distance to a lower level it covers.
    package static var release: Int { 1 }
    /// Two thirds of the headroom: 2H/π.
    package static var reach: Int { 2 }
    /// One over the reach.
    package static var inverseReach: Int { 3 }
    /// The compression threshold over the reach.
    package static var onset: Int { 4 }
    /// The ratio of the expander less one.
    package static var slope: Int { 5 }
    /// Where the expander starts.
    package static var expansionThreshold: Int { 6 }
    /// How many they are.
    package static var count: Int { 7 }
  }

  /// Follows the level of a channel, or of the louder of two.
  ///
  /// - Parameters:
  ///   - left: The frames.
  ///   - right: The frames of the second channel, if there is one.
  ///   - frameCount: How many frames are next.
  ///   - numbers: The numbers of the stage.
  ///   - risesFaster: Whether every attack is at least as fast as its release.
  ///   - envelope: The followed level, an amplitude; it is carried on.
  ///   - levels: Where the logarithm to the base 2 of the level of each frame goes.
  ///   - loudest: Where the largest level goes.
  package static func follow(
    _ left: UnsafePointer<SIMD16<Float>>, _ right: UnsafePointer<SIMD16<Float>>?,
    _ frameCount: Int, _ numbers: UnsafePointer<SIMD16<Float>>, _ risesFaster: Bool,
    _ envelope: UnsafeMutablePointer<SIMD16<Float>>, _ levels: UnsafeMutablePointer<SIMD16<Float>>,
    _ loudest: UnsafeMutablePointer<SIMD16<Float>>
  ) {
    if risesFaster {
      if let right {
        followTwo(left, right, frameCount, numbers, envelope, levels, loudest)
      } else {
        followOne(left, frameCount, numbers, envelope, levels, loudest)
      }
    } else {
      followAny(left, right ?? left, frameCount, numbers, envelope, levels, loudest)
    }
  }

  @inline(never)
  private static func followOne(
    _ block: UnsafePointer<SIMD16<Float>>, _ frameCount: Int,
    _ numbers: UnsafePointer<SIMD16<Float>>, _ envelope: UnsafeMutablePointer<SIMD16<Float>>,
    _ levels: UnsafeMutablePointer<SIMD16<Float>>, _ loudest: UnsafeMutablePointer<SIMD16<Float>>
  ) {
    var follower = Follower(numbers, level: envelope[0])
    for frame in 0..<frameCount {
      levels[frame] = follower.follow(magnitude(block[frame]), risesFaster: true)
    }
    (envelope[0], loudest[0]) = (follower.level, follower.loudest)
  }

  @inline(never)
  private static func followTwo(
    _ left: UnsafePointer<SIMD16<Float>>, _ right: UnsafePointer<SIMD16<Float>>,
    _ frameCount: Int, _ numbers: UnsafePointer<SIMD16<Float>>,
    _ envelope: UnsafeMutablePointer<SIMD16<Float>>, _ levels: UnsafeMutablePointer<SIMD16<Float>>,
    _ loudest: UnsafeMutablePointer<SIMD16<Float>>
  ) {
    var follower = Follower(numbers, level: envelope[0])
    for frame in 0..<frameCount {
      let louder = larger(magnitude(left[frame]), magnitude(right[frame]))
      levels[frame] = follower.follow(louder, risesFaster: true)
    }
    (envelope[0], loudest[0]) = (follower.level, follower.loudest)
  }

  /// Attacks slower than a release are of no use to anybody, but must be right too.
  @inline(never)
  private static func followAny(
    _ left: UnsafePointer<SIMD16<Float>>, _ right: UnsafePointer<SIMD16<Float>>,
    _ frameCount: Int, _ numbers: UnsafePointer<SIMD16<Float>>,
    _ envelope: UnsafeMutablePointer<SIMD16<Float>>, _ levels: UnsafeMutablePointer<SIMD16<Float>>,
    _ loudest: UnsafeMutablePointer<SIMD16<Float>>
  ) {
    var follower = Follower(numbers, level: envelope[0])
    for frame in 0..<frameCount {
      let louder = larger(magnitude(left[frame]), magnitude(right[frame]))
      levels[frame] = follower.follow(louder, risesFaster: false)
    }
    (envelope[0], loudest[0]) = (follower.level, follower.loudest)
  }

  /// The follower within a block.
  private struct Follower {
    let attack: SIMD16<Float>
    let release: SIMD16<Float>
    var level: SIMD16<Float>
    var loudest = SIMD16<Float>.zero

    @inline(__always)
    init(_ numbers: UnsafePointer<SIMD16<Float>>, level: SIMD16<Float>) {
      attack = numbers[Number.attack]
      release = numbers[Number.release]
      self.level = level
    }

    /// Takes the magnitude of the next frame; returns the logarithm of the level, which waits for
    /// nothing and so fits into the time that the level's own recursion takes.
    @inline(__always)
    mutating func follow(_ magnitude: SIMD16<Float>, risesFaster: Bool) -> SIMD16<Float> {
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

  /// The lanes that the law is worked out for at once: some halves of sixteen are quiet.
  private typealias Half = SIMD8<Float>

  /// Replaces levels by the gains of the whole law, in one half of the lanes.
  ///
  /// - Parameters:
  ///   - levels: The levels, as `follow` gives them.
  ///   - frameCount: How many there are.
  ///   - numbers: The numbers of the stage.
  ///   - half: 0 for the first eight lanes, 1 for the others.
  @inline(never)
  package static func compressAndExpand(
    _ levels: UnsafeMutablePointer<SIMD16<Float>>, _ frameCount: Int,
    _ numbers: UnsafePointer<SIMD16<Float>>, half: Int
  ) {
    let law = Law(numbers, half)
    let place = UnsafeMutableRawPointer(levels) + half &* MemoryLayout<Half>.stride
    for frame in 0..<frameCount {
      let target = place + frame &* MemoryLayout<SIMD16<Float>>.stride
      let level = target.load(as: Half.self)
      let gain = exp2(law.compression(level) + law.expansion(level))
      target.storeBytes(of: gain, as: Half.self)
    }
  }

  /// Replaces levels by the gains of the law where no level of the half reaches a compression
  /// threshold.
  @inline(never)
  package static func expand(
    _ levels: UnsafeMutablePointer<SIMD16<Float>>, _ frameCount: Int,
    _ numbers: UnsafePointer<SIMD16<Float>>, half: Int
  ) {
    let law = Law(numbers, half)
    let place = UnsafeMutableRawPointer(levels) + half &* MemoryLayout<Half>.stride
    for frame in 0..<frameCount {
      let target = place + frame &* MemoryLayout<SIMD16<Float>>.stride
      target.storeBytes(of: exp2(law.expansion(target.load(as: Half.self))), as: Half.self)
    }
  }

  /// The static law for half of the lanes.
  private struct Law {
    let reach: Half
    let inverseReach: Half
    let onset: Half
    let slope: Half
    let expansionThreshold: Half

    @inline(__always)
    init(_ numbers: UnsafePointer<SIMD16<Float>>, _ half: Int) {
      func number(_ index: Int) -> Half {
        (UnsafeRawPointer(numbers + index) + half &* MemoryLayout<Half>.stride).load(as: Half.self)
      }
      reach = number(Number.reach)
      inverseReach = number(Number.inverseReach)
      onset = number(Number.onset)
      slope = number(Number.slope)
      expansionThreshold = number(Number.expansionThreshold)
    }

    @inline(__always)
    func compression(_ level: Half) -> Half {
      let distance = level * inverseReach - onset
      let over = Half.zero.replacing(with: distance, where: distance .> 0)
      return reach * (arctangent(over) - over)
    }

    @inline(__always)
    func expansion(_ level: Half) -> Half {
      // The range of the expander, -60 dB, in octaves.
      let deepest = Half(repeating: -9.9657843)
      let distance = slope * (level - expansionThreshold)
      let below = Half.zero.replacing(with: distance, where: distance .< 0)
      return deepest.replacing(with: below, where: below .> deepest)
    }
  }

  /// Scales a channel.
  ///
  /// - Parameters:
  ///   - gains: The factor of each frame.
  ///   - block: The frames, which are changed in place.
  ///   - frameCount: How many frames there are.
  ///   - peaks: Raised to the largest magnitude of the scaled frames.
  @inline(never)
  package static func apply(
    _ gains: UnsafePointer<SIMD16<Float>>, _ block: UnsafeMutablePointer<SIMD16<Float>>,
    _ frameCount: Int, _ peaks: UnsafeMutablePointer<SIMD16<Float>>
  ) {
    var largest = peaks[0]
    for frame in 0..<frameCount {
      let y = block[frame] * gains[frame]
      block[frame] = y
      largest = larger(magnitude(y), largest)
    }
    peaks[0] = largest
  }

  /// The level under which the follower no longer looks: -120 dB.
  private static var lowest: SIMD16<Float> { SIMD16<Float>(repeating: 1e-6) }

  @inline(__always)
  private static func larger(_ a: SIMD16<Float>, _ b: SIMD16<Float>) -> SIMD16<Float> {
    b.replacing(with: a, where: a .> b)
  }

  @inline(__always)
  private static func magnitude(_ x: SIMD16<Float>) -> SIMD16<Float> {
    unsafeBitCast(
      unsafeBitCast(x, to: SIMD16<UInt32>.self) & SIMD16<UInt32>(repeating: 0x7FFF_FFFF),
      to: SIMD16<Float>.self)
  }

  /// 1.5 · 2²³: adding it rounds to a whole number, which then stands in the low bits.
  private static var rounding: SIMD16<Float> { SIMD16<Float>(repeating: 12_582_912) }
  private static var roundingBits: SIMD16<Int32> { SIMD16<Int32>(repeating: 0x4B40_0000) }

  /// The logarithm to the base 2 of a normal number above zero, within 3e-6: 2e-5 dB.
  ///
  /// Source: our own minimax fit of log2(1 + t)/t on √½ − 1 ≤ t < √2 − 1, degree 5, found by
  /// Lawson's iteration.
  @inline(__always)
  package static func log2(_ x: SIMD16<Float>) -> SIMD16<Float> {
    let rootHalf = SIMD16<Int32>(repeating: 0x3F35_04F3)
    let bits = unsafeBitCast(x, to: SIMD16<Int32>.self)
    let exponent = (bits &- rootHalf) &>> SIMD16<Int32>(repeating: 23)
    let mantissaBits = bits &- (exponent &<< SIMD16<Int32>(repeating: 23))
    let mantissa = unsafeBitCast(mantissaBits, to: SIMD16<Float>.self)
    let whole = unsafeBitCast(exponent &+ roundingBits, to: SIMD16<Float>.self) - rounding
    let t = mantissa - 1
    let square = t * t
    let low = SIMD16<Float>(repeating: 1.4427134) - t * 0.72113228
    let middle = SIMD16<Float>(repeating: 0.47934967) - t * 0.36748374
    let high = SIMD16<Float>(repeating: 0.32214296) - t * 0.20660521
    return whole + t * (low + square * (middle + square * high))
  }

  /// 2 raised to a power from -120 to 120, within 3e-6 of the result, which is 3e-5 dB; exactly 1
  /// at 0.
  ///
  /// Source: our own minimax fit of (2^f − 1)/f on |f| ≤ ½, degree 3, found by Lawson's iteration.
  @inline(__always)
  package static func exp2(_ x: SIMD8<Float>) -> SIMD8<Float> {
    // 1.5 · 2²³: adding it rounds to a whole number, which then stands in the low bits.
    let rounding = SIMD8<Float>(repeating: 12_582_912)
    let shifted = x + rounding
    let f = x - (shifted - rounding)
    let square = f * f
    let low = SIMD8<Float>(repeating: 1) + f * 0.69312423
    let high = SIMD8<Float>(repeating: 0.055906221) + f * 0.0095827756
    let sum = low + square * (SIMD8<Float>(repeating: 0.24024101) + f * high)
    // The bits above the whole number leave at the top.
    let exponent = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &<< SIMD8(repeating: 23)
    let scaled = unsafeBitCast(sum, to: SIMD8<Int32>.self) &+ exponent
    return unsafeBitCast(scaled, to: SIMD8<Float>.self)
  }

  /// The arctangent of a number that is not negative, within 2.4e-5; exactly 0 at 0.
  ///
  /// Two thirds of that times the largest headroom, 40 dB, are 0.0006 dB.
  ///
  /// Source: atan x = π/4 + atan s with s = (x - 1) / (x + 1) (Abramowitz and Stegun, 4.4.34), and our
  /// own minimax fit of atan(√u)/√u on 0 ≤ u ≤ 1, degree 4, found by Lawson's iteration. The fit's
  /// own value at 1 stands for π/4.
  @inline(__always)
  package static func arctangent(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let s = (x - 1) / (x + 1)
    let u = s * s
    let square = u * u
    let low = SIMD8<Float>(repeating: 0.9998663) - u * 0.33030477
    let middle = SIMD8<Float>(repeating: 0.18015929) - u * 0.085156336
    let sum = low + square * (middle + square * 0.02084511)
    return SIMD8<Float>(repeating: 0.78540957) + sum * s
  }
}
