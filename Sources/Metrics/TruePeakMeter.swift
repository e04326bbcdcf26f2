import Signal

/// An interpolator that finds the peaks of a wave between its samples.
///
/// A sinc under a Hann window of 49 taps: four times below 96 kHz, twice below 192 kHz, and not at
/// all above, where the samples are close enough.
///
/// Source: ITU-R BS.1770-4, Annex 2; length and window as in libebur128.
struct TruePeakMeter: Sendable {
  /// The taps of one point between two samples after another, for the oldest sample first; the
  /// samples themselves need none.
  private let taps: [Float]
  /// How many taps a point has.
  private let tapCount: Int
  /// More than the sum of the magnitudes of the taps of any point, with room for rounding.
  private let greatestRise: Float

  /// How many points one stretch has; more than the taps of a point.
  private static let stretch = 64

  /// Designs the interpolator of a sample rate.
  init(sampleRate: Hertz) {
    let factor = sampleRate.value < 96_000 ? 4 : sampleRate.value < 192_000 ? 2 : 1
    let half = 24
    let count = 2 * half / factor
    var taps: [Float] = []
    var greatest: Float = 0
    for phase in 1..<max(1, factor) {
      let point = (0..<count).map { index -> Float in
        let place = phase + (count - 1 - index) * factor
        let turn = Double.pi * Double(place - half) / Double(factor)
        let window = (1 - DeterministicMath.cos(Double.pi * Double(place) / Double(half))) / 2
        return Float(turn == 0 ? 1 : window * DeterministicMath.sin(turn) / turn)
      }
      taps += point
      greatest = max(greatest, point.reduce(0) { $0 + $1.magnitude })
    }
    self.taps = taps
    tapCount = count
    greatestRise = 1.001 * greatest
  }

  /// Reads the largest magnitude of any channel on or between the samples.
  ///
  /// No point can rise higher than the samples around it times the sum of the magnitudes of the
  /// taps. Stretches that cannot exceed what is known are left out, which changes nothing but the
  /// time it takes.
  ///
  /// - Parameters:
  ///   - audio: The recording; silence lies before and after it.
  ///   - peak: The largest magnitude of any sample of it.
  func peak(of audio: AudioBuffer, samplePeak peak: Float) -> Float {
    guard !taps.isEmpty else { return peak }
    var largest = peak
    for samples in audio.channels {
      let peaks = Self.stretchPeaks(of: samples)
      let memory = tapCount - 1
      for index in 0..<(samples.count + memory + Self.stretch - 1) / Self.stretch {
        let before = index > 0 ? peaks[index - 1] : 0
        let around = index < peaks.count ? max(before, peaks[index]) : before
        guard around * greatestRise > largest else { continue }
        let first = index * Self.stretch - memory
        let range = first..<first + memory + Self.stretch
        if range.lowerBound >= 0, range.upperBound <= samples.count {
          samples.withUnsafeBytes { largest = max(largest, peakBetween($0, first)) }
        } else {
          let padded = range.map { samples.indices.contains($0) ? samples[$0] : 0 }
          padded.withUnsafeBytes { largest = max(largest, peakBetween($0, 0)) }
        }
      }
    }
    return largest
  }

  /// Reads the largest magnitude of the points of one stretch.
  private func peakBetween(_ samples: UnsafeRawBufferPointer, _ first: Int) -> Float {
    let stride = MemoryLayout<Float>.stride
    return taps.withUnsafeBufferPointer { taps in
      var largest = SIMD8<Float>.zero
      for group in Swift.stride(from: 0, to: Self.stretch, by: 8) {
        for point in Swift.stride(from: 0, to: taps.count, by: tapCount) {
          var sum = SIMD8<Float>.zero
          for tap in 0..<tapCount {
            sum +=
              taps[point + tap]
              * samples.loadUnaligned(
                fromByteOffset: (first + group + tap) * stride, as: SIMD8<Float>.self)
          }
          sum.replace(with: -sum, where: sum .< 0)
          largest.replace(with: sum, where: sum .> largest)
        }
      }
      return largest.max()
    }
  }

  /// The largest magnitudes of stretches of samples; the last may be shorter.
  private static func stretchPeaks(of samples: [Float]) -> [Float] {
    let stride = MemoryLayout<Float>.stride
    var peaks = [Float](repeating: 0, count: (samples.count + stretch - 1) / stretch)
    samples.withUnsafeBytes { bytes in
      for index in 0..<samples.count / stretch {
        // As whole numbers the bits of magnitudes are in the order of their values.
        var largest = SIMD16<Int32>.zero
        for group in Swift.stride(from: 0, to: stretch, by: 16) {
          let place = (index * stretch + group) * stride
          let bits =
            bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<Int32>.self) & 0x7fff_ffff
          largest.replace(with: bits, where: bits .> largest)
        }
        peaks[index] = Float(bitPattern: UInt32(largest.max()))
      }
    }
    for sample in samples[(samples.count / stretch * stretch)...] {
      peaks[peaks.count - 1] = max(peaks[peaks.count - 1], sample.magnitude)
    }
    return peaks
  }
}
