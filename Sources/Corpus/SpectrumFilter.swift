import Signal
import Spectrum

/// A linear-phase filter that gives white noise stated powers in thirds of an octave.
///
/// Half a second long or more. Its response is sampled from a line through the spectral densities
/// at the centres of the bands, straight over the logarithms of both, and its impulse response
/// gets a Hann window. Bands are broad, so each density is then corrected by the ratio of the
/// wanted to the obtained power of its band, a few times. Above and below the bands nothing is
/// let through.
///
/// Source: A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, 3rd ed., 2010,
/// section 7.5 (design with windows) and 8.7.3 (overlap-save).
struct SpectrumFilter {
  /// How many samples the filter takes into account.
  let length: Int
  private let transform: DeterministicFFT
  private var real: [Double]
  private var imaginary: [Double]

  /// Designs a filter.
  ///
  /// - Parameters:
  ///   - powers: The mean square of each band, of the first and those above it.
  ///   - first: The first band.
  ///   - inputPower: The mean square of the white noise that will be filtered.
  ///   - sampleRate: The rate; a band that reaches over half of it keeps its density, and one
  ///     wholly above it is left out.
  init(powers: [Double], first: ThirdOctave, inputPower: Double, sampleRate: Hertz) {
    length = Self.length(sampleRate)
    transform = DeterministicFFT(size: 2 * length)
    real = [Double](repeating: 0, count: 2 * length)
    imaginary = real
    let nyquist = sampleRate.nyquist.value
    let bands = powers.indices.map { ThirdOctave(index: first.index + $0) }
      .filter { $0.lowHz < nyquist }
    guard !bands.isEmpty else { return }
    // The response has a density of inputPower / length for each bin of the transform.
    let binHz = nyquist / Double(length)
    var logDensities = zip(bands, powers).map { band, power in
      DeterministicMath.log(
        power / inputPower * Double(length) * binHz / (band.highHz - band.lowHz))
    }
    let grid = Grid(bands: bands, binHz: binHz, length: length)
    for _ in 0..<Self.corrections {
      sample(logDensities, on: grid)
      for (place, band) in bands.enumerated() where band.highHz <= nyquist {
        let obtained = power(of: band, binHz: binHz) * inputPower
        guard obtained > 0 else { continue }
        // A band beside one that is far stronger cannot be made arbitrarily weak.
        logDensities[place] += min(1.5, max(-1.5, DeterministicMath.log(powers[place] / obtained)))
      }
    }
    sample(logDensities, on: grid)
  }

  private static let corrections = 3

  /// The power of two that holds half a second.
  private static func length(_ sampleRate: Hertz) -> Int {
    var length = 64
    while Double(length) < sampleRate.value / 2 { length *= 2 }
    return length
  }

  /// Where each bin lies between the centres of the bands.
  private struct Grid {
    let firstBin: Int
    let places: [Int32]
    let shares: [Double]

    init(bands: [ThirdOctave], binHz: Double, length: Int) {
      let firstBin = max(1, Int((bands[0].lowHz / binHz).rounded(.up)))
      let lastBin = min(length, Int(bands[bands.count - 1].highHz / binHz))
      let bins = firstBin..<max(firstBin, lastBin + 1)
      let top = Double(bands.count - 1)
      let positions = bins.map { bin in
        // Ten bands make a decade.
        let decades = DeterministicMath.log10(Double(bin) * binHz / bands[0].centreHz)
        return min(max(10 * decades, 0), top)
      }
      self.firstBin = firstBin
      places = positions.map { Int32(min($0, max(0, top - 1))) }
      shares = zip(positions, places).map { $0 - Double($1) }
    }
  }

  /// Sets the response from the logarithms of the squared magnitudes at the centres.
  private mutating func sample(_ logDensities: [Double], on grid: Grid) {
    let size = 2 * length
    for bin in 0..<size {
      real[bin] = 0
      imaginary[bin] = 0
    }
    for index in grid.places.indices {
      let (place, share) = (Int(grid.places[index]), grid.shares[index])
      let above = min(place + 1, logDensities.count - 1)
      let level = logDensities[place] + share * (logDensities[above] - logDensities[place])
      let magnitude = DeterministicMath.exp(level / 2)
      let bin = grid.firstBin + index
      real[bin] = magnitude
      real[(size - bin) % size] = magnitude
    }
    // Real and even: forth is the same as back.
    transform.forward(&real, &imaginary)
    var taps = [Double](repeating: 0, count: size)
    for tap in 0..<length {
      let fromCentre = tap - length / 2
      let slot = Int(transform.slots[(fromCentre + size) % size])
      // cos(2π · fromCentre / length), which the transform has; the first tap is at -1.
      let cosine = tap == 0 ? -1 : transform.cosines[length + 2 * abs(fromCentre)]
      taps[tap] = real[slot] / Double(size) * (1 + cosine) / 2
    }
    real = taps
    for bin in 0..<size { imaginary[bin] = 0 }
    transform.forward(&real, &imaginary)
  }

  /// The mean square of a band for white noise whose mean square is one.
  private func power(of band: ThirdOctave, binHz: Double) -> Double {
    let (low, high) = (band.lowHz / binHz, min(band.highHz / binHz, Double(length)))
    var sum = 0.0
    for bin in max(1, Int(low))...max(1, min(length - 1, Int(high) + 1)) {
      let share = min(Double(bin) + 0.5, high) - max(Double(bin) - 0.5, low)
      guard share > 0 else { continue }
      let slot = Int(transform.slots[bin])
      sum += min(1, share) * (real[slot] * real[slot] + imaginary[slot] * imaginary[slot])
    }
    return sum / Double(length)
  }

  /// How many samples of input some frames of output take, the first `length` of them before the
  /// first frame; blocks are whole, whatever the number of frames.
  func inputCount(for frameCount: Int) -> Int {
    (frameCount + 2 * length - 1) / (2 * length) * 2 * length + length
  }

  /// Filters samples and adds them to others.
  ///
  /// - Parameters:
  ///   - input: As many samples as `inputCount` says.
  ///   - gain: A factor.
  ///   - sum: What the result is added to.
  func add(_ input: [Double], gain: Double, to sum: inout [Double]) {
    let scale = gain / Double(transform.size)
    var (x, y) = ([Double](), [Double]())
    for first in stride(from: 0, to: sum.count, by: 2 * length) {
      // Two blocks at once, as the real and the imaginary part: the filter is real.
      x = Array(input[first..<first + 2 * length])
      y = Array(input[first + length..<first + 3 * length])
      transform.forward(&x, &y)
      for slot in x.indices {
        let (a, b) = (x[slot], y[slot])
        x[slot] = a * real[slot] - b * imaginary[slot]
        y[slot] = b * real[slot] + a * imaginary[slot]
      }
      transform.inverse(&x, &y)
      let end = sum.count - first
      for frame in 0..<min(length, end) { sum[first + frame] += x[length + frame] * scale }
      for frame in 0..<max(0, min(length, end - length)) {
        sum[first + length + frame] += y[length + frame] * scale
      }
    }
  }
}
