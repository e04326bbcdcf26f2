import Signal

/// Finds the peaks of the wave between samples, frame by frame, a few frames late.
///
/// Three points between every two samples, each a windowed sinc over the twelve samples around
/// it. This is the oversampling by four of ITU-R BS.1770-4, Annex 2, with our own kernel; where
/// the samples around cannot add up to a peak that matters, nothing is computed.
struct InterSamplePeaks: Sendable {
  /// How many samples the kernel spans.
  private static let taps = 12
  /// How many frames the peaks lag behind the samples.
  static let latencyFrames = taps / 2

  private let kernels: [Float]
  /// The magnitude that a sample needs for a peak that matters to be possible around it.
  private let audible: Float
  private let scale: Float
  /// The last samples of the block before, and then the current block.
  private var samples: [Float]

  /// Creates a finder, at rest.
  ///
  /// - Parameters:
  ///   - least: The peak from which on peaks matter.
  ///   - scale: The factor that peaks between samples are reported with.
  init(least: Float, scale: Float) {
    let kernels = (1...3).map { Self.kernel(offset: Double($0) / 4) }
    // No peak exceeds the largest sample by more than the sum of a kernel's magnitudes.
    let gain = kernels.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 1
    self.kernels = kernels.flatMap { $0.map { Float($0) } }
    audible = least / Float(gain)
    self.scale = scale
    samples = Array(repeating: 0, count: Self.taps - 1)
  }

  /// Raises each peak of a block to that of the wave `latencyFrames` before it.
  mutating func raise(_ peaks: inout [Float], with block: [Float]) {
    samples.removeFirst(samples.count - (Self.taps - 1))
    samples += block
    Self.raise(&peaks, samples, kernels, audible: audible, scale: scale)
  }

  private static func raise(
    _ peaks: inout [Float], _ samples: [Float], _ kernels: [Float], audible: Float, scale: Float
  ) {
    var span = peaks.mutableSpan
    var lastLoud = -1
    for index in 0..<taps - 1 where samples[index].magnitude > audible { lastLoud = index }
    for frame in span.indices {
      // The newest sample of the twelve that surround the point.
      let newest = frame + taps - 1
      if samples[newest].magnitude > audible { lastLoud = newest }
      let sample = samples[newest - latencyFrames].magnitude
      if sample > span[frame] { span[frame] = sample }
      guard lastLoud >= frame else { continue }
      for kernel in stride(from: 0, to: 3 * taps, by: taps) {
        var value: Float = 0
        for tap in 0..<taps { value += kernels[kernel + tap] * samples[frame + tap] }
        let peak = value.magnitude * scale
        if peak > span[frame] { span[frame] = peak }
      }
    }
  }

  /// The weights of twelve samples for a point at some part of the way from the sixth to the
  /// seventh.
  ///
  /// Source: a sinc under a raised-cosine window; J. O. Smith, Spectral Audio Signal Processing,
  /// "Windowed Sinc Interpolation".
  private static func kernel(offset: Double) -> [Double] {
    let weights = (0..<taps).map { tap -> Double in
      let distance = Double(tap - (taps / 2 - 1)) - offset
      let half = Double(taps) / 2
      let window = 0.5 + 0.5 * DeterministicMath.cos(.pi * distance / half)
      return DeterministicMath.sin(.pi * distance) / (.pi * distance) * window
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }
}
