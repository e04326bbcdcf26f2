import Loops
package import Signal

/// The compressor and the expander of up to sixteen presets, running side by side.
///
/// One follower listens to the louder of the channels, so both always get the same gain. Its
/// attack opens the gate and clamps the compressor, its release closes the gate and lets the
/// compressor go: one pair of times serves both halves, as on Apple's unit.
package struct Dynamics: Sendable {
  /// The numbers of `DynamicsLoops.Number`.
  private let numbers: [Lanes]
  /// Whether every lane rises at least as fast as it falls, as presets do that are of any use.
  private let risesFaster: Bool
  /// Amplitudes a thousandth of a decibel under the thresholds of compression.
  private let quiet: Lanes
  /// How many halves of the lanes have presets.
  private let halfCount: Int
  private var envelope = Lanes.zero
  /// The followed level of each frame of a chunk, and then its gain.
  private var gains = [Lanes](repeating: .zero, count: Chunk.frames)

  /// The decibels of a doubled amplitude.
  private static let decibelsPerOctave = 20 * DeterministicMath.log10(2)

  /// Creates the stage, at rest.
  package init(_ laws: [DynamicsLaw], sampleRate: Hertz) {
    func step(_ seconds: Double) -> Double {
      DynamicsLaw.step(seconds: seconds, sampleRate: sampleRate)
    }
    func octaves(_ level: Decibels) -> Double { level.value / Self.decibelsPerOctave }
    var numbers = [Lanes](repeating: .zero, count: DynamicsLoops.Number.count)
    func set(_ number: Int, _ value: (DynamicsLaw) -> Double) {
      numbers[number] = Lanes(laws.map(value))
    }
    set(DynamicsLoops.Number.attack) { step($0.attackSeconds) }
    set(DynamicsLoops.Number.release) { step($0.releaseSeconds) }
    set(DynamicsLoops.Number.reach) { 2 * octaves($0.headroom) / .pi }
    set(DynamicsLoops.Number.inverseReach) { .pi / (2 * octaves($0.headroom)) }
    set(DynamicsLoops.Number.onset) {
      octaves($0.compressionThreshold) * .pi / (2 * octaves($0.headroom))
    }
    set(DynamicsLoops.Number.slope) { $0.expansionRatio - 1 }
    set(DynamicsLoops.Number.expansionThreshold) { octaves($0.expansionThreshold) }
    self.numbers = numbers
    halfCount = laws.count > Lanes.scalarCount / 2 ? 2 : 1
    risesFaster = laws.allSatisfy { $0.attackSeconds <= $0.releaseSeconds }
    quiet = Lanes(laws.map { Decibels($0.compressionThreshold.value - 0.001).amplitude })
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
        ProcessorLoops.apply(gains, left, frameCount, &peaks)
        if let right { ProcessorLoops.apply(gains, right, frameCount, &peaks) }
      }
    }
    return peaks
  }
}
