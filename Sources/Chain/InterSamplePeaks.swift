import Signal

/// Finds the peaks of the wave between samples, frame by frame, a few frames late.
///
/// Three points between every two samples, each a windowed sinc over the twelve samples around
/// it. This is the oversampling by four of ITU-R BS.1770-4, Annex 2, with our own kernel. Where
/// the samples lie too close together for the wave to rise above them by as much as matters,
/// nothing is computed.
struct InterSamplePeaks: Sendable {
  /// How many samples the kernel spans.
  static let taps = 12
  /// How many frames the peaks lag behind the samples.
  static let latencyFrames = taps / 2

  /// The weights for the points at a quarter, a half and three quarters.
  private let kernels: [Float]
  /// The peak from which on peaks between samples matter.
  private let least: Float
  private let scale: Float
  /// The most that a point may lie above the sample before it, for differences of one between
  /// neighbours.
  private let rise: Float
  /// The difference between neighbours up to which no point can matter.
  private let smallStep: Float

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - least: The peak from which on peaks matter.
  ///   - scale: The factor under one that peaks between samples are reported with.
  init(least: Float, scale: Float) {
    let kernels = (1...3).map { Self.kernel(offset: Double($0) / 4) }
    self.kernels = kernels.flatMap { $0.map { Float($0) } }
    self.least = least
    self.scale = scale
    // A thousandth more, for the rounding of single precision.
    let rise = (kernels.map(Self.rise).max() ?? 1) * 1.001
    self.rise = Float(rise)
    // A point p matters where scale p > x and p > least, and p ≤ x + rise · step.
    smallStep = Float(Double(least) * (1 - Double(scale)) / rise)
  }

  /// Finds the peaks of the next frames of a channel.
  ///
  /// - Parameters:
  ///   - peaks: The first of them are raised to the peaks of the channel, `latencyFrames` late.
  ///   - count: How many frames are next.
  ///   - samples: The channel, with the samples before.
  ///   - newest: Where the next sample stands.
  ///   - isFirst: Whether the peaks count as zero so far.
  /// - Returns: The largest of the channel's peaks.
  func raise(
    _ peaks: inout [Float], _ count: Int, _ samples: [Float], newest: Int, isFirst: Bool
  ) -> Float {
    peaks.withUnsafeMutableBufferPointer { peaks in
      samples.withUnsafeBufferPointer { samples in
        kernels.withUnsafeBufferPointer { kernels in
          guard let peaks = peaks.baseAddress, let samples = samples.baseAddress,
            let kernels = kernels.baseAddress
          else { return 0 }
          let first = samples + newest - (Self.taps - 1)
          if isFirst { for index in 0..<count { peaks[index] = 0 } }
          let (largest, step) = Self.measure(first, count + Self.taps - 1)
          Self.raiseToSamples(peaks, first + Self.taps / 2 - 1, count)
          if step > smallStep, largest + rise * step > least {
            Self.raise(peaks, first, count, kernels, scale)
            return Self.largest(peaks, count)
          }
          return largest
        }
      }
    }
  }

  /// The largest magnitude, and the largest difference between neighbours.
  @inline(never)
  private static func measure(
    _ samples: UnsafePointer<Float>, _ count: Int
  ) -> (largest: Float, step: Float) {
    var (largest, step) = (samples[0].magnitude, Float(0))
    var index = 1
    var (largests, steps) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    while index + 8 <= count {
      let x = load(samples + index)
      let difference = magnitude(x - load(samples + index - 1))
      steps.replace(with: difference, where: difference .> steps)
      let size = magnitude(x)
      largests.replace(with: size, where: size .> largests)
      index += 8
    }
    for lane in 0..<8 {
      if largests[lane] > largest { largest = largests[lane] }
      if steps[lane] > step { step = steps[lane] }
    }
    while index < count {
      largest = max(largest, samples[index].magnitude)
      step = max(step, (samples[index] - samples[index - 1]).magnitude)
      index += 1
    }
    return (largest, step)
  }

  @inline(never)
  private static func raiseToSamples(
    _ peaks: UnsafeMutablePointer<Float>, _ samples: UnsafePointer<Float>, _ count: Int
  ) {
    for index in 0..<count {
      let sample = samples[index].magnitude
      peaks[index] = sample > peaks[index] ? sample : peaks[index]
    }
  }

  private static func largest(_ peaks: UnsafePointer<Float>, _ count: Int) -> Float {
    var largest: Float = 0
    for index in 0..<count where peaks[index] > largest { largest = peaks[index] }
    return largest
  }

  /// Raises peaks to those of the points between the samples.
  @inline(never)
  private static func raise(
    _ peaks: UnsafeMutablePointer<Float>, _ samples: UnsafePointer<Float>, _ count: Int,
    _ kernels: UnsafePointer<Float>, _ scale: Float
  ) {
    var frame = 0
    while frame + 8 <= count {
      let place = samples + frame
      let x = load(place)
      var (a, b, c) = (x * kernels[0], x * kernels[taps], x * kernels[2 * taps])
      for tap in 1..<taps {
        let x = load(place + tap)
        a += x * kernels[tap]
        b += x * kernels[taps + tap]
        c += x * kernels[2 * taps + tap]
      }
      var peak = magnitude(a)
      let (middle, late) = (magnitude(b), magnitude(c))
      peak.replace(with: middle, where: middle .> peak)
      peak.replace(with: late, where: late .> peak)
      peak *= scale
      let old = load(peaks + frame)
      UnsafeMutableRawPointer(peaks + frame).storeBytes(
        of: old.replacing(with: peak, where: peak .> old), as: SIMD8<Float>.self)
      frame += 8
    }
    while frame < count {
      for kernel in stride(from: 0, to: 3 * taps, by: taps) {
        var value = samples[frame] * kernels[kernel]
        for tap in 1..<taps { value += samples[frame + tap] * kernels[kernel + tap] }
        let peak = value.magnitude * scale
        if peak > peaks[frame] { peaks[frame] = peak }
      }
      frame += 1
    }
  }

  @inline(__always)
  private static func load(_ samples: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  private static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafeBitCast(
      unsafeBitCast(x, to: SIMD8<UInt32>.self) & SIMD8<UInt32>(repeating: 0x7FFF_FFFF),
      to: SIMD8<Float>.self)
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

  /// The most that a point may lie above the sixth sample, for differences of one.
  ///
  /// The weights add up to one, so the point is that sample and a sum of differences, each weighted
  /// by all weights beyond it.
  private static func rise(_ kernel: [Double]) -> Double {
    let sixth = taps / 2 - 1
    var rise = 0.0
    for step in 0..<sixth { rise += abs(kernel[...step].reduce(0, +)) }
    for step in sixth..<taps - 1 { rise += abs(kernel[(step + 1)...].reduce(0, +)) }
    return rise
  }
}
