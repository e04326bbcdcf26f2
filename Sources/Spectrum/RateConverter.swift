package import Signal

/// Converts audio from one whole sample rate to another, in single precision, for measuring.
///
/// One weighted sum of input samples an output sample: a low-pass at the least common multiple
/// of the two rates, of which only the products that count are computed. The first sample of the
/// output lies on the first of the input, and outside of the input there is silence.
///
/// Source: R. E. Crochiere, L. R. Rabiner, "Interpolation and decimation of digital signals",
/// Proceedings of the IEEE 69(3), 1981, section III.
package struct RateConverter: Sendable {
  /// Output samples leave for each `down` input samples that enter.
  private let up: Int
  private let down: Int
  /// How many weights an output sample has: a multiple of eight.
  private let taps: Int
  /// How many of an output sample's inputs lie before the one under it.
  private let reach: Int
  /// The weights of `up` output samples in turn, `taps` each.
  private let weights: [Float]
  /// How many outputs of the same weights are summed side by side, so that a weight is loaded once.
  private static let side = 4

  /// Designs a conversion.
  ///
  /// - Parameters:
  ///   - input: The rate of what comes in: a whole number of hertz.
  ///   - output: The rate of what goes out: a whole number of hertz.
  ///   - lowPass: What passes; the middle of its slope lies at half the lower rate or below.
  package init(from input: Hertz, to output: Hertz, lowPass: KaiserLowPass) {
    precondition(
      input.value >= 1 && output.value >= 1 && input.value.rounded() == input.value
        && output.value.rounded() == output.value, "rates are whole numbers of hertz")
    precondition(
      lowPass.edge.value <= min(input.value, output.value) / 2,
      "the edge must lie below half the lower rate")
    let common = Self.divisor(Int(input.value), Int(output.value))
    let up = Int(output.value) / common
    let down = Int(input.value) / common
    let half = lowPass.half(sampleRate: Hertz(input.value * Double(up)))
    let reach = (half.count - 1 + up - 1) / up
    let taps = (2 * reach + 2 + 7) / 8 * 8
    var weights = [Float](repeating: 0, count: up * taps)
    for index in 0..<up {
      for tap in 0..<taps {
        let distance = abs(index * down % up + (reach - tap) * up)
        guard distance < half.count else { continue }
        weights[index * taps + tap] = Float(half[distance] * Double(up))
      }
    }
    (self.up, self.down, self.taps, self.reach) = (up, down, taps, reach)
    self.weights = weights
  }

  /// How many samples leave for some that enter, a started one too.
  package func count(of samples: Int) -> Int { (samples * up + down - 1) / down }

  /// Converts one channel.
  ///
  /// - Parameters:
  ///   - samples: The input.
  ///   - range: Which of its samples to take; what lies outside of the input is silence.
  package func convert(_ samples: [Float], _ range: Range<Int>) -> [Float] {
    if up == down && range == samples.indices { return samples }
    let outputs = count(of: range.count)
    let block = up * Self.side
    let blocks = (outputs + block - 1) / block
    // What one block of outputs takes: the last one starts less than `down` before the next block.
    let span = down * Self.side + taps
    let clamped = range.clamped(to: samples.indices)
    return samples.withUnsafeBufferPointer { samples in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: span) { edge in
        [Float](unsafeUninitializedCapacity: blocks * block) { output, count in
          for index in 0..<blocks {
            let start = range.lowerBound + index * down * Self.side - reach
            let input: UnsafeBufferPointer<Float>
            if start >= clamped.lowerBound && start + span <= clamped.upperBound {
              input = UnsafeBufferPointer(rebasing: samples[start..<start + span])
            } else {
              for offset in 0..<span {
                let inside = clamped.contains(start + offset)
                edge.initializeElement(at: offset, to: inside ? samples[start + offset] : 0)
              }
              input = UnsafeBufferPointer(edge)
            }
            convert(input, to: output, at: index * block)
          }
          count = outputs
        }
      }
    }
  }

  /// Converts one block of `side` times `up` outputs.
  private func convert(
    _ input: UnsafeBufferPointer<Float>, to output: UnsafeMutableBufferPointer<Float>, at first: Int
  ) {
    weights.withUnsafeBytes { weights in
      let input = UnsafeRawBufferPointer(input)
      let stride = MemoryLayout<Float>.stride
      let far = down * stride
      for index in 0..<up {
        let place = index * down / up * stride
        let weight = index * taps * stride
        var (a, b) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        var (c, d) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        var step = 0
        // Eight weights a turn; the overflow checks of the places would cost a third of the time.
        while step < taps &* stride {
          let here = place &+ step
          let w = weights.loadUnaligned(fromByteOffset: weight &+ step, as: SIMD8<Float>.self)
          a += w * input.loadUnaligned(fromByteOffset: here, as: SIMD8<Float>.self)
          b += w * input.loadUnaligned(fromByteOffset: here &+ far, as: SIMD8<Float>.self)
          c += w * input.loadUnaligned(fromByteOffset: here &+ 2 &* far, as: SIMD8<Float>.self)
          d += w * input.loadUnaligned(fromByteOffset: here &+ 3 &* far, as: SIMD8<Float>.self)
          step &+= 8 &* stride
        }
        let output = UnsafeMutableBufferPointer(rebasing: output[(first + index)...])
        output.initializeElement(at: 0, to: Self.sum(a))
        output.initializeElement(at: up, to: Self.sum(b))
        output.initializeElement(at: 2 * up, to: Self.sum(c))
        output.initializeElement(at: 3 * up, to: Self.sum(d))
      }
    }
  }

  /// The sum of the lanes, in halves, so that every build adds in one order.
  private static func sum(_ lanes: SIMD8<Float>) -> Float {
    let four = lanes.lowHalf + lanes.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  private static func divisor(_ first: Int, _ second: Int) -> Int {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
