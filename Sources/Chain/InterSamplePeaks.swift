import Loops
import Signal

/// Finds the peaks of the wave between samples, frame by frame, a few frames late.
///
/// Three points between every two samples, each a windowed sinc over the twelve samples around
/// it. This is the oversampling by four of ITU-R BS.1770-4, Annex 2, with our own kernel. Where
/// the samples lie too close together for the wave to rise above them by as much as matters,
/// nothing is computed.
struct InterSamplePeaks: Sendable {
  /// How many samples the kernel spans.
  static let taps = LimiterLoops.taps
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

  /// What the next frames of a channel can come to.
  struct Outlook {
    /// The largest magnitude of the samples around them.
    var largest: Float
    /// Whether the wave between them may rise to where it matters.
    var mayRise: Bool
  }

  /// Looks at the next frames of a channel.
  ///
  /// - Parameters:
  ///   - samples: The channel, with the samples before.
  ///   - newest: Where the next sample stands.
  ///   - count: How many frames are next.
  func look(at samples: [Float], newest: Int, _ count: Int) -> Outlook {
    samples.withUnsafeBufferPointer { samples in
      guard let samples = samples.baseAddress else { return Outlook(largest: 0, mayRise: false) }
      let first = samples + newest - (Self.taps - 1)
      let (largest, step) = ProcessorLoops.measure(first, count + Self.taps - 1)
      return Outlook(
        largest: largest, mayRise: step > smallStep && largest + rise * step > least)
    }
  }

  /// Finds the peaks of the next frames of a channel.
  ///
  /// - Parameters:
  ///   - peaks: The first of them are raised to the peaks of the channel, `latencyFrames` late.
  ///   - count: How many frames are next.
  ///   - samples: The channel, with the samples before.
  ///   - newest: Where the next sample stands.
  ///   - mayRise: Whether the wave between the samples counts.
  func raise(
    _ peaks: inout [Float], _ count: Int, _ samples: [Float], newest: Int, mayRise: Bool
  ) {
    peaks.withUnsafeMutableBufferPointer { peaks in
      samples.withUnsafeBufferPointer { samples in
        kernels.withUnsafeBufferPointer { kernels in
          guard let peaks = peaks.baseAddress, let samples = samples.baseAddress,
            let kernels = kernels.baseAddress
          else { return }
          let first = samples + newest - (Self.taps - 1)
          ProcessorLoops.raise(peaks, to: first + Self.taps / 2 - 1, count)
          guard mayRise else { return }
          ProcessorLoops.raise(peaks, toPointsBetween: first, count, kernels, scale)
        }
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
