import Signal
import Spectrum

/// The linear, time-invariant response that leads from one recording to another.
///
/// The least squares fit of a response over lags from -2 s to 2 s. One long transform over the
/// whole recording leaves no edges of segments to smear a tail: E = Y - HX is what the fit does
/// not explain, E X*/(|X|² + ε) corrects it, and what the correction puts outside the lags is
/// dropped. Three such steps explain a room to -35 dB. ε is a tenth of |X|² around the bin, which
/// keeps the dips in the spectrum of speech from raising noise, and 1e-9 of its peak.
///
/// Source: the H1 estimator, J. S. Bendat and A. G. Piersol, "Random Data", 4th ed., 2010,
/// section 6.1; projected gradients with a preconditioner, Y. Saad, "Iterative Methods for Sparse
/// Linear Systems", 2nd ed., 2003, section 4.1.
struct ResponseEstimate {
  /// The rate of the response: that of the recording, halved while it stays from 46 kHz on.
  let sampleRate: Hertz
  /// How many samples the transform has.
  let size: Int
  /// Real and imaginary part of each bin of the response in turn.
  let spectrum: [Float]
  /// How much of the reference lies around each bin.
  let referencePower: [Double]

  /// How far before the direct sound the response is read, where a room has nothing.
  static let leadSeconds = 2.0
  /// How far after it.
  static let tailSeconds = 2.0

  private static let rounds = 3
  private static let regularisation = 0.1
  private static let smoothingHertz = 25.0

  /// Fits a response.
  ///
  /// - Parameters:
  ///   - reference: What went in.
  ///   - render: What came out, aligned; its tail may be longer.
  ///   - sampleRate: The rate of both.
  init(from reference: [Float], to render: [Float], sampleRate: Hertz) {
    let spare = (Self.leadSeconds + Self.tailSeconds) * sampleRate.value
    var size = AnalysisFrames.powerOfTwo(from: Double(reference.count) + spare)
    var transform = RealFFT(size: size)
    var x = [Float](repeating: 0, count: 2 * transform.binCount)
    var y = x
    transform.readSpectrum(of: reference, into: &x)
    let tail = reference.count + Int(Self.tailSeconds * sampleRate.value)
    transform.readSpectrum(of: Array(render.prefix(tail)), into: &y)
    var rate = sampleRate.value
    while rate >= 46_000 {
      rate /= 2
      size /= 2
    }
    if rate < sampleRate.value { transform = RealFFT(size: size) }
    self.size = size
    self.sampleRate = Hertz(rate)
    x.removeLast(x.count - 2 * transform.binCount)
    y.removeLast(y.count - 2 * transform.binCount)
    let power = Self.smoothed(x, reach: Int(Self.smoothingHertz / 2 * Double(size) / rate))
    let floor = (power.max() ?? 0) * 1e-9
    let epsilon = power.map { Float(Self.regularisation * $0 + floor) }
    let tailEnd = Int(Self.tailSeconds * rate)
    let leadStart = size - Int(Self.leadSeconds * rate)
    var response = [Float](repeating: 0, count: size)
    var correction = response
    var h = [Float](repeating: 0, count: x.count)
    var residue = h
    for _ in 0..<Self.rounds {
      Self.correct(h, x, y, epsilon, into: &residue)
      transform.readSamples(of: residue, into: &correction)
      for index in 0..<tailEnd { response[index] += correction[index] }
      for index in leadStart..<size { response[index] += correction[index] }
      transform.readSpectrum(of: response, into: &h)
    }
    spectrum = h
    referencePower = power
  }

  /// Reads (Y - HX) X* / (|X|² + ε).
  private static func correct(
    _ h: [Float], _ x: [Float], _ y: [Float], _ epsilon: [Float], into result: inout [Float]
  ) {
    for bin in epsilon.indices {
      let (real, imaginary) = (2 * bin, 2 * bin + 1)
      let (xr, xi) = (x[real], x[imaginary])
      let er = y[real] - (h[real] * xr - h[imaginary] * xi)
      let ei = y[imaginary] - (h[real] * xi + h[imaginary] * xr)
      let scale = 1 / max(xr * xr + xi * xi + epsilon[bin], .leastNormalMagnitude)
      result[real] = scale * (er * xr + ei * xi)
      result[imaginary] = scale * (ei * xr - er * xi)
    }
  }

  /// The mean squared magnitude of the bins around each.
  private static func smoothed(_ spectrum: [Float], reach: Int) -> [Double] {
    let count = spectrum.count / 2
    var sums = [Double](repeating: 0, count: count + 1)
    for bin in 0..<count {
      let (real, imaginary) = (Double(spectrum[2 * bin]), Double(spectrum[2 * bin + 1]))
      sums[bin + 1] = sums[bin] + real * real + imaginary * imaginary
    }
    return (0..<count).map { bin in
      let (lower, upper) = (max(0, bin - reach), min(count, bin + reach + 1))
      return (sums[upper] - sums[lower]) / Double(upper - lower)
    }
  }
}
