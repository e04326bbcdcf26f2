import Signal

/// The powers of a recording in a few bands, one number a millisecond.
///
/// The filters are causal and minimum-phase, so nothing of a burst comes before it; what the low
/// bands come late is taken out, to the millisecond. Every operation is one that IEEE 754 defines
/// to the bit, so the powers are the same on every machine.
struct SpeechBands {
  /// 150 Hz to 1 kHz, where the voice is.
  private(set) var low: [Double]
  /// 1 to 2 kHz.
  private(set) var middle: [Double]
  /// 2 to 11 kHz, where bursts and frication are.
  private(set) var high: [Double]
  /// 150 Hz to 11 kHz.
  private(set) var all: [Double]
  /// The samples of the high band.
  private(set) var highSamples: [Float]
  /// How many samples pass in a millisecond.
  let samplesPerFrame: Double

  /// How many milliseconds there are.
  var count: Int { high.count }

  /// How late the low, the middle and the whole band come: the group delay of their filters at
  /// 500 Hz and at 1.5 kHz, in whole milliseconds.
  private static let delays = (low: 3, middle: 1, all: 3)

  init(of samples: [Float], sampleRate: Hertz) {
    let step = sampleRate.value / 1_000
    let count = Int(Double(samples.count) / step)
    var filters = BandFilters(sampleRate: sampleRate)
    var powers = [SIMD4<Double>](repeating: .zero, count: count)
    var highSamples = [Float](repeating: 0, count: samples.count)
    var frame = 0
    for millisecond in 0..<count {
      let end = min(samples.count, Int((Double(millisecond + 1) * step).rounded()))
      var sum = SIMD4<Double>.zero
      let start = frame
      while frame < end {
        let y = filters.process(Double(samples[frame]))
        highSamples[frame] = Float(y[2])
        sum += y * y
        frame += 1
      }
      powers[millisecond] = sum / Double(max(1, frame - start))
    }
    while frame < samples.count {
      highSamples[frame] = Float(filters.process(Double(samples[frame]))[2])
      frame += 1
    }
    func band(_ lane: Int, late: Int) -> [Double] {
      powers.indices.map { powers[min($0 + late, count - 1)][lane] }
    }
    low = band(0, late: Self.delays.low)
    middle = band(1, late: Self.delays.middle)
    high = band(2, late: 0)
    all = band(3, late: Self.delays.all)
    self.highSamples = highSamples
    samplesPerFrame = step
  }

  /// Four band-passes side by side: each a high-pass and a low-pass of the fourth order.
  ///
  /// Source: R. Bristow-Johnson, Audio EQ Cookbook, W3C Note 2021, `HPF` and `LPF`, in cascade with
  /// the Q of Butterworth's poles.
  private struct BandFilters {
    private var sections: (Section, Section, Section, Section)

    private static let qualities = [0.541196100146197, 1.30656296487638]
    private static let edges: [(low: Double, high: Double)] = [
      (150, 1_000), (1_000, 2_000), (2_000, 11_000), (150, 11_000),
    ]

    init(sampleRate: Hertz) {
      func section(_ isHighPass: Bool, _ quality: Double) -> Section {
        Section(
          edges: Self.edges.map { isHighPass ? $0.low : $0.high }, isHighPass: isHighPass,
          quality: quality, sampleRate: sampleRate)
      }
      sections = (
        section(true, Self.qualities[0]), section(true, Self.qualities[1]),
        section(false, Self.qualities[0]), section(false, Self.qualities[1])
      )
    }

    @inline(__always)
    mutating func process(_ x: Double) -> SIMD4<Double> {
      var y = sections.0.process(SIMD4(repeating: x))
      y = sections.1.process(y)
      y = sections.2.process(y)
      return sections.3.process(y)
    }

    /// One second-order section of each band, in direct form II transposed.
    private struct Section {
      private var b0 = SIMD4<Double>(repeating: 1)
      private var b1 = SIMD4<Double>.zero
      private var b2 = SIMD4<Double>.zero
      private var a1 = SIMD4<Double>.zero
      private var a2 = SIMD4<Double>.zero
      private var s1 = SIMD4<Double>.zero
      private var s2 = SIMD4<Double>.zero

      init(edges: [Double], isHighPass: Bool, quality: Double, sampleRate: Hertz) {
        for (lane, edge) in edges.enumerated() {
          // So near half the rate there is nothing left to take away.
          guard edge < 0.95 * sampleRate.nyquist.value else { continue }
          let omega = 2 * Double.pi * edge / sampleRate.value
          let cosine = DeterministicMath.cos(omega)
          let alpha = DeterministicMath.sin(omega) / (2 * quality)
          let a0 = 1 + alpha
          let sign = isHighPass ? 1.0 : -1.0
          let b = (1 + sign * cosine) / (2 * a0)
          b0[lane] = b
          b1[lane] = -2 * sign * b
          b2[lane] = b
          a1[lane] = -2 * cosine / a0
          a2[lane] = (1 - alpha) / a0
        }
      }

      @inline(__always)
      mutating func process(_ x: SIMD4<Double>) -> SIMD4<Double> {
        let y = b0 * x + s1
        s1 = b1 * x - a1 * y + s2
        s2 = b2 * x - a2 * y
        return y
      }
    }
  }
}
