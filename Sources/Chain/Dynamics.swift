import Loops
package import Signal

/// The compressor and the expander of up to sixteen presets, running side by side.
///
/// One follower listens to the louder of the channels, so both always get the same gain. Its
/// attack opens the gate and clamps the compressor, its release closes the gate and lets the
/// compressor go: one pair of times serves both halves, as on Apple's unit.
package struct Dynamics: Sendable {
  /// The numbers of `DynamicsLoops.Number`.
  private var numbers = [Lanes](repeating: .zero, count: DynamicsLoops.Number.count)
  /// Whether every lane rises at least as fast as it falls, as presets do that are of any use.
  private var risesFaster: Bool
  /// Amplitudes a thousandth of a decibel under the thresholds of compression.
  private var quiet = Lanes.zero
  /// How many halves of the lanes have presets.
  private let halfCount: Int
  private var envelope = Lanes.zero
  /// The followed level of each frame of a chunk, and then its gain.
  private(set) var gains = [Lanes](repeating: .zero, count: Chunk.frames)

  /// The decibels of a doubled amplitude.
  private static let decibelsPerOctave = 20 * DeterministicMath.log10(2)

  /// Creates the stage, at rest.
  package init(_ laws: [DynamicsLaw], sampleRate: Hertz) {
    precondition((1...Lanes.scalarCount).contains(laws.count), "one to sixteen presets fit")
    let settings = laws.map { Settings($0, sampleRate: sampleRate) }
    risesFaster = settings.allSatisfy(\.risesFaster)
    halfCount = laws.count > Lanes.scalarCount / 2 ? 2 : 1
    for lane in 0..<Lanes.scalarCount {
      fill(settings[lane < settings.count ? lane : 0]) { $0[lane] = $1 }
    }
  }

  /// Gives every lane other settings, and keeps the followed level.
  ///
  /// - Parameter settings: The settings.
  mutating func set(_ settings: Settings) {
    fill(settings) { $0 = Lanes(repeating: $1) }
    risesFaster = settings.risesFaster
  }

  /// Works out the numbers of the loops, and puts each where the setter says.
  @inline(__always)
  private mutating func fill(_ settings: Settings, _ put: (inout Lanes, Float) -> Void) {
    let threshold = settings.compressionThreshold / Self.decibelsPerOctave
    let headroom = settings.headroom / Self.decibelsPerOctave
    put(&numbers[DynamicsLoops.Number.attack], Float(settings.attackStep))
    put(&numbers[DynamicsLoops.Number.release], Float(settings.releaseStep))
    put(&numbers[DynamicsLoops.Number.reach], Float(2 * headroom / .pi))
    put(&numbers[DynamicsLoops.Number.inverseReach], Float(.pi / (2 * headroom)))
    put(&numbers[DynamicsLoops.Number.onset], Float(threshold * .pi / (2 * headroom)))
    put(&numbers[DynamicsLoops.Number.slope], Float(settings.expansionRatio - 1))
    put(
      &numbers[DynamicsLoops.Number.expansionThreshold],
      Float(settings.expansionThreshold / Self.decibelsPerOctave))
    put(&quiet, Float(Decibels(settings.compressionThreshold - 0.001).amplitude))
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
    precondition(frameCount <= Chunk.frames && frameCount <= block.count, "a chunk must fit")
    return block.withUnsafeMutableBufferPointer { block in
      run(block.baseAddress, nil, frameCount)
    }
  }

  /// Follows the louder of two channels and changes the first frames of both in place.
  ///
  /// - Returns: The largest magnitude of each lane after the change, in either channel.
  package mutating func process(
    left: inout MutableSpan<Lanes>, right: inout MutableSpan<Lanes>, frameCount: Int
  ) -> Lanes {
    precondition(
      frameCount <= Chunk.frames && frameCount <= left.count && frameCount <= right.count,
      "a chunk must fit")
    return left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        run(left.baseAddress, right.baseAddress, frameCount)
      }
    }
  }

  /// Follows the level of zeros, which stay zeros whatever their gain is.
  ///
  /// - Parameters:
  ///   - frameCount: How many frames are next, at most a chunk.
  ///   - keepsGains: Whether somebody reads the gains: they do not depend on what other presets do.
  package mutating func processSilence(frameCount: Int, keepsGains: Bool = false) {
    precondition(frameCount <= Chunk.frames, "a chunk must fit")
    guard envelope != .zero || keepsGains else { return }
    var loudest = Lanes.zero
    let quiet = quiet
    gains.withUnsafeMutableBufferPointer { gains in
      numbers.withUnsafeBufferPointer { numbers in
        guard let gains = gains.baseAddress, let numbers = numbers.baseAddress else { return }
        gains.update(repeating: .zero, count: frameCount)
        ProcessorLoops.follow(
          gains, nil, frameCount, numbers, risesFaster, &envelope, gains, &loudest)
        guard keepsGains else { return }
        Self.applyLaw(gains, frameCount, numbers, loudest, quiet, halfCount)
      }
    }
  }

  /// Clears a level that has sunk to nothing, before it becomes subnormal.
  package mutating func clearVanishing() {
    envelope.replace(with: 0, where: envelope .< Chunk.vanishing)
  }

  /// Forgets every past sample and keeps the settings.
  package mutating func reset() { envelope = .zero }

  private mutating func run(
    _ left: UnsafeMutablePointer<Lanes>?, _ right: UnsafeMutablePointer<Lanes>?, _ frameCount: Int
  ) -> Lanes {
    guard let left else { return .zero }
    var (loudest, peaks) = (Lanes.zero, Lanes.zero)
    let quiet = quiet
    gains.withUnsafeMutableBufferPointer { gains in
      numbers.withUnsafeBufferPointer { numbers in
        guard let gains = gains.baseAddress, let numbers = numbers.baseAddress else { return }
        ProcessorLoops.follow(
          left, right, frameCount, numbers, risesFaster, &envelope, gains, &loudest)
        Self.applyLaw(gains, frameCount, numbers, loudest, quiet, halfCount)
        ProcessorLoops.apply(gains, left, frameCount, &peaks)
        if let right { ProcessorLoops.apply(gains, right, frameCount, &peaks) }
      }
    }
    return peaks
  }

  /// Replaces followed levels by gains.
  @inline(__always)
  private static func applyLaw(
    _ gains: UnsafeMutablePointer<Lanes>, _ frameCount: Int, _ numbers: UnsafePointer<Lanes>,
    _ loudest: Lanes, _ quiet: Lanes, _ halfCount: Int
  ) {
    // Where no lane reaches its threshold the compressor's part is exactly nothing.
    for half in 0..<halfCount {
      let isQuiet =
        half == 0
        ? all(loudest.lowHalf .< quiet.lowHalf) : all(loudest.highHalf .< quiet.highHalf)
      if isQuiet {
        ProcessorLoops.expand(gains, frameCount, numbers, half: half)
      } else {
        ProcessorLoops.compressAndExpand(gains, frameCount, numbers, half: half)
      }
    }
  }
}

extension Dynamics {
  /// The numbers of one preset, on the scales on which they may be moved from one to another.
  struct Settings: Hashable, Sendable {
    /// Where the compressor starts, in dBFS.
    var compressionThreshold: Double
    /// How far above the threshold the output may rise, in decibels.
    var headroom: Double
    /// How many decibels the output falls for each decibel under the expansion threshold.
    var expansionRatio: Double
    /// Where the expander starts, in dBFS.
    var expansionThreshold: Double
    /// How much of the distance to a higher level the follower covers in a frame.
    var attackStep: Double
    /// How much of the distance to a lower level it covers.
    var releaseStep: Double

    /// Takes the numbers from a law.
    init(_ law: DynamicsLaw, sampleRate: Hertz) {
      compressionThreshold = law.compressionThreshold.value
      headroom = law.headroom.value
      expansionRatio = law.expansionRatio
      expansionThreshold = law.expansionThreshold.value
      attackStep = DynamicsLaw.step(seconds: law.attackSeconds, sampleRate: sampleRate)
      releaseStep = DynamicsLaw.step(seconds: law.releaseSeconds, sampleRate: sampleRate)
    }

    var risesFaster: Bool { attackStep >= releaseStep }
  }
}
