import Signal
import Spectrum

/// Finds a delay to a part of a sample, once it is known to a few.
///
/// Cross-spectra of short frames are added; the delay is where the correlation that they stand for
/// is highest, each bin weighted by how coherent it is, and evaluated between the samples.
///
/// Source: C. Knapp and G. Carter, IEEE Transactions on Acoustics, Speech and Signal Processing
/// 24(4), 1976, the weighting of E. Hannan and P. Thomson.
struct FineDelay {
  private let size: Int
  private let offset: Int
  /// The weighted cross-spectrum from 0 Hz to half the rate.
  private var real: [Double]
  private var imaginary: [Double]

  /// The most that one bin may weigh; a render without noise is coherent to the last digit.
  private static let mostWeight = 100.0
  /// How much of the lowest point the highest must have for the render to count as upright: steep
  /// filters turn phases, and a render that is upside down has no more than a third of it.
  private static let preference = 0.45
  /// Under this lie rumble and the offset of converters.
  private static let lowest = 50.0

  /// Reads the cross-spectrum of parts of the reference with what lies `frames` later in the
  /// render.
  init(
    from original: [Float], to processed: [Float], over stretches: [Range<Int>],
    around frames: Double, sampleRate: Hertz
  ) {
    size = AnalysisFrames.longSize(sampleRate: sampleRate)
    offset = Int(frames.rounded())
    var sum = CrossSpectrum(size: size)
    for stretch in stretches {
      let last = max(stretch.lowerBound, stretch.upperBound - size)
      for start in stride(from: stretch.lowerBound, through: last, by: size / 2) {
        sum.add(original, from: start, processed, from: start + offset)
      }
    }
    let first = max(1, Int(Self.lowest * Double(size) / sampleRate.value))
    real = Array(repeating: 0, count: size / 2 + 1)
    imaginary = real
    for bin in first...size / 2 {
      let power = sum.real[bin] * sum.real[bin] + sum.imaginary[bin] * sum.imaginary[bin]
      guard power > 0 else { continue }
      let coherence = min(1, power / (sum.original[bin] * sum.processed[bin]))
      let weight = min(Self.mostWeight, coherence / max(1e-12, 1 - coherence))
      let scale = weight / power.squareRoot()
      real[bin] = scale * sum.real[bin]
      imaginary[bin] = scale * sum.imaginary[bin]
    }
  }

  /// The delay in frames, looked for within a distance of where the search began, and whether the
  /// render is upside down.
  func find(within distance: Double) -> (frames: Double, isInverted: Bool) {
    // A quarter of a frame is finer than any maximum of a signal below half the rate.
    let step = 0.25
    let steps = Int((distance / step).rounded(.up))
    let values = (-steps...steps).map { correlation(at: step * Double($0)) }
    let highest = values.max() ?? 0
    let lowest = values.min() ?? 0
    let isInverted = highest < -Self.preference * lowest
    let extreme = isInverted ? lowest : highest
    let sign = isInverted ? -1.0 : 1
    let middle = step * Double((values.firstIndex(of: extreme) ?? steps) - steps)
    var (low, high) = (middle - step, middle + step)
    // Each round keeps two thirds: after thirty the rest is a millionth of a frame.
    for _ in 0..<30 {
      let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
      if sign * correlation(at: left) < sign * correlation(at: right) {
        low = left
      } else {
        high = right
      }
    }
    return (Double(offset) + (low + high) / 2, isInverted)
  }

  private func correlation(at delay: Double) -> Double {
    let turn = 2 * Double.pi * delay / Double(size)
    let (c, s) = (DeterministicMath.cos(turn), DeterministicMath.sin(turn))
    var (cosine, sine) = (1.0, 0.0)
    var sum = 0.0
    for bin in 0..<real.count {
      sum += real[bin] * cosine - imaginary[bin] * sine
      (cosine, sine) = (cosine * c - sine * s, cosine * s + sine * c)
    }
    return sum
  }
}

/// Sums of spectra and cross-spectra over frames.
private struct CrossSpectrum {
  private let transform: DeterministicFFT
  private let window: [Double]
  private(set) var original: [Double]
  private(set) var processed: [Double]
  private(set) var real: [Double]
  private(set) var imaginary: [Double]

  init(size: Int) {
    transform = DeterministicFFT(size: size)
    window = (0..<size).map { index in
      (1 - DeterministicMath.cos(2 * .pi * Double(index) / Double(size))) / 2
    }
    original = Array(repeating: 0, count: size / 2 + 1)
    (processed, real, imaginary) = (original, original, original)
  }

  mutating func add(_ x: [Float], from xStart: Int, _ y: [Float], from yStart: Int) {
    let size = transform.size
    var (re, im) = (windowed(x, from: xStart), windowed(y, from: yStart))
    transform.forward(&re, &im)
    for bin in 0...size / 2 {
      let (here, there) = (
        Int(transform.slots[bin]), Int(transform.slots[(size - bin) % size])
      )
      // The transform of x + iy holds X in its even half and iY in its odd half.
      let (xr, xi) = (re[here] + re[there], im[here] - im[there])
      let (yr, yi) = (im[here] + im[there], re[there] - re[here])
      original[bin] += xr * xr + xi * xi
      processed[bin] += yr * yr + yi * yi
      real[bin] += xr * yr + xi * yi
      imaginary[bin] += xr * yi - xi * yr
    }
  }

  private func windowed(_ samples: [Float], from start: Int) -> [Double] {
    window.enumerated().map { index, weight in
      let frame = start + index
      return samples.indices.contains(frame) ? weight * Double(samples[frame]) : 0
    }
  }
}
