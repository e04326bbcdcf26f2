import Signal

/// Brings samples down to a rate of 8 to 16 kHz.
struct Decimator {
  /// How many samples become one.
  let factor: Int
  private let taps: [Double]

  /// Speech has enough below half of this to be recognised by.
  private static let leastRate = 8_000.0

  init(sampleRate: Hertz) {
    factor = max(1, Int(sampleRate.value / Self.leastRate))
    taps = factor == 1 ? [1] : Self.lowPass(factor)
  }

  /// A Hann-windowed sinc of eight zero crossings a side, 0.9 of the new band wide.
  private static func lowPass(_ factor: Int) -> [Double] {
    let half = 8 * factor
    return (-half...half).map { index in
      let width = 0.9 / Double(factor)
      let turn = Double.pi * Double(index) * width
      let sinc = index == 0 ? 1 : DeterministicMath.sin(turn) / turn
      let window = (1 + DeterministicMath.cos(.pi * Double(index) / Double(half + 1))) / 2
      return width * sinc * window
    }
  }

  /// The samples of a range that counts in the new rate; what lies outside is silence.
  func samples(_ range: Range<Int>, of channel: [Float]) -> [Double] {
    let half = taps.count / 2
    var result = [Double](repeating: 0, count: range.count)
    channel.withUnsafeBufferPointer { channel in
      taps.withUnsafeBufferPointer { taps in
        for index in 0..<result.count {
          let start = (range.lowerBound + index) * factor - half
          let first = max(0, -start)
          let last = min(taps.count, channel.count - start)
          var sum = 0.0
          var tap = first
          while tap < last {
            sum += taps[tap] * Double(channel[start + tap])
            tap += 1
          }
          result[index] = sum
        }
      }
    }
    return result
  }
}
