import Signal

/// Reads samples between the samples.
///
/// A sinc in a Kaiser window of 80 taps: what lies below 0.45 of the rate comes out within −80 dB.
///
/// Source: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function",
/// IEEE Symposium on Circuits and Systems, 1974; T. Laakso, V. Välimäki, M. Karjalainen,
/// U. Laine, "Splitting the unit delay", IEEE Signal Processing Magazine 13(1), 1996.
struct FractionalDelay {
  private let taps: [Float]

  private static let half = 40
  /// Side lobes of −90 dB, after Kaiser's 0.1102 (A − 8.7).
  private static let beta = 8.96

  /// Prepares reading at a fraction of a frame behind each frame, from 0 up to 1.
  init(fraction: Double) {
    let values = (1 - Self.half...Self.half).map { index -> Double in
      let distance = Double(index) - fraction
      let turn = Double.pi * distance
      let sinc = distance == 0 ? 1 : DeterministicMath.sin(turn) / turn
      let edge = distance / Double(Self.half)
      let root = max(0, 1 - edge * edge).squareRoot()
      return sinc * DeterministicMath.besselI0(Self.beta * root)
        / DeterministicMath.besselI0(Self.beta)
    }
    // The window leaves the sum a little beside one, and with it the level.
    let sum = values.reduce(0, +)
    taps = values.map { Float($0 / sum) }
  }

  /// The samples at the fraction behind each frame of a range; what lies outside is silence.
  func samples(_ range: Range<Int>, of channel: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: range.count)
    channel.withUnsafeBufferPointer { channel in
      taps.withUnsafeBufferPointer { taps in
        for index in 0..<result.count {
          let start = range.lowerBound + index + 1 - Self.half
          let first = max(0, -start)
          let last = min(taps.count, channel.count - start)
          var sum: Float = 0
          var tap = first
          while tap < last {
            sum += taps[tap] * channel[start + tap]
            tap += 1
          }
          result[index] = sum
        }
      }
    }
    return result
  }
}
