import Signal
import Spectrum

/// Finds a delay to an eighth of a millisecond over seconds or hours.
///
/// The recordings are brought down to 8 kHz or a little more; what is compared is the phase alone,
/// where the reference has energy: PHAT weighting, which no equaliser and no gain can move.
///
/// Source: C. Knapp and G. Carter, IEEE Transactions on Acoustics, Speech and Signal Processing
/// 24(4), 1976.
struct CoarseDelay {
  /// The highest point of a correlation.
  struct Peak {
    /// Where it is, in frames of the recordings.
    var frames: Double
    /// 1 minus the next highest peak over it, from 0 to 1.
    var confidence: Double
  }

  /// How many frames make one of those that are compared.
  let factor: Int

  private let original: [Float]
  private let processed: [Float]
  private let decimator: Decimator
  private let rate: Double

  /// How far a delay may be, beyond the difference of the lengths.
  private static let range = 2.0
  /// What around a peak belongs to it: a band of 200 Hz has its next maximum behind 5 ms.
  private static let peakWidth = 0.0025
  /// How far under the strongest band of the reference, as a power, a band counts as empty: 40 dB.
  private static let emptyBand = 1e-4
  /// Under this lie rumble and the offset of converters.
  private static let lowest = 50.0
  /// The largest transform: two minutes at 8 kHz, 16 MB.
  private static let largest = 1 << 20

  init(from original: [Float], to processed: [Float], sampleRate: Hertz) {
    self.original = original
    self.processed = processed
    decimator = Decimator(sampleRate: sampleRate)
    factor = decimator.factor
    rate = sampleRate.value / Double(factor)
  }

  /// Finds where a part of the reference fits best.
  func peak(of stretch: Range<Int>) -> Peak {
    let part = stretch.lowerBound / factor..<stretch.upperBound / factor
    let difference = abs(original.count - processed.count) / factor
    let most = Int(Self.range * rate) + difference
    let samples = faded(decimator.samples(part, of: original))
    guard samples.contains(where: { $0 != 0 }) else { return Peak(frames: 0, confidence: 0) }
    var size = 64
    while size < Self.largest, size < part.count + 2 * most + 1 { size *= 2 }
    // With the largest transform at least half of it is lags: a stretch is 20 s at most.
    let step = size - part.count
    let transform = DeterministicFFT(size: size)
    var search = PeakSearch(width: Int(Self.peakWidth * rate))
    for first in stride(from: -most, through: most, by: step) {
      let count = min(step, most - first + 1)
      let start = part.lowerBound + first
      // An edge of the one would resemble an edge of the other, in bands of rumble as well.
      var imaginary = faded(
        decimator.samples(start..<start + part.count + count - 1, of: processed))
      guard imaginary.contains(where: { $0 != 0 }) else { continue }
      imaginary += repeatElement(0, count: size - imaginary.count)
      var real = samples + repeatElement(0, count: size - samples.count)
      whiten(&real, &imaginary, transform)
      for lag in 0..<count { search.look(at: real[lag], lag: first + lag) }
    }
    return Peak(
      frames: Double(search.lag * factor),
      confidence: search.value == 0 ? 0 : 1 - search.next / abs(search.value))
  }

  /// Turns two recordings, one in each argument, into the correlation of their phases.
  private func whiten(
    _ real: inout [Double], _ imaginary: inout [Double], _ transform: DeterministicFFT
  ) {
    let size = transform.size
    transform.forward(&real, &imaginary)
    let isInBand = bandMask(real, imaginary, transform)
    var (crossReal, crossImaginary) = (real, imaginary)
    for bin in 0...size / 2 {
      let (here, there) = (
        Int(transform.slots[bin]), Int(transform.slots[(size - bin) % size])
      )
      var (re, im) = (0.0, 0.0)
      if isInBand[bin] {
        // The transform of x + iy holds X in its even half and iY in its odd half.
        let (xr, xi) = (real[here] + real[there], imaginary[here] - imaginary[there])
        let (yr, yi) = (imaginary[here] + imaginary[there], real[there] - real[here])
        (re, im) = (xr * yr + xi * yi, xr * yi - xi * yr)
        let magnitude = (re * re + im * im).squareRoot()
        (re, im) = magnitude > 0 ? (re / magnitude, im / magnitude) : (0, 0)
      }
      (crossReal[here], crossImaginary[here]) = (re, im)
      (crossReal[there], crossImaginary[there]) = (re, -im)
    }
    transform.inverse(&crossReal, &crossImaginary)
    (real, imaginary) = (crossReal, crossImaginary)
  }

  /// Whether the reference has energy around each bin, up to half the rate.
  private func bandMask(
    _ real: [Double], _ imaginary: [Double], _ transform: DeterministicFFT
  ) -> [Bool] {
    let size = transform.size
    let half = size / 2
    var sums = [0.0]
    sums.reserveCapacity(half + 2)
    for bin in 0...half {
      let (here, there) = (
        Int(transform.slots[bin]), Int(transform.slots[(size - bin) % size])
      )
      let (xr, xi) = (real[here] + real[there], imaginary[here] - imaginary[there])
      sums.append(sums[bin] + xr * xr + xi * xi)
    }
    let reach = max(1, Int(Self.lowest * Double(size) / rate))
    let powers = (0...half).map { bin in
      let (low, high) = (max(0, bin - reach), min(half, bin + reach) + 1)
      return (sums[high] - sums[low]) / Double(high - low)
    }
    let first = Int(Self.lowest * Double(size) / rate)
    let floor = (powers[min(first, half)...].max() ?? 0) * Self.emptyBand
    return powers.enumerated().map { bin, power in bin >= first && power > floor }
  }

  /// A part whose ends are faded over 50 ms, at most a quarter of it each.
  private func faded(_ samples: [Double]) -> [Double] {
    let count = min(samples.count / 4, Int(0.05 * rate))
    var samples = samples
    for index in 0..<count {
      let turn = Double.pi * (Double(index) + 0.5) / Double(count)
      let weight = (1 - DeterministicMath.cos(turn)) / 2
      samples[index] *= weight
      samples[samples.count - 1 - index] *= weight
    }
    return samples
  }
}

/// Keeps the highest magnitude of a curve, and the next highest that is apart from it.
private struct PeakSearch {
  /// How many lags around a peak belong to it.
  let width: Int
  private(set) var lag = 0
  private(set) var value = 0.0
  private(set) var next = 0.0

  init(width: Int) { self.width = width }

  /// Looks at the next value of the curve; lags come in order.
  mutating func look(at value: Double, lag: Int) {
    let isApart = lag - self.lag > width
    if abs(value) > abs(self.value) {
      if isApart { next = max(next, abs(self.value)) }
      (self.value, self.lag) = (value, lag)
    } else if isApart {
      next = max(next, abs(value))
    }
  }
}
