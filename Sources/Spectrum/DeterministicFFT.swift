import Signal

/// A Fourier transform of complex samples, the same to the bit on every machine.
///
/// A library picks other orders of addition on other processors. The result stays in the order
/// that the butterflies leave, which is all that a convolution needs: `slots` says where a bin is.
///
/// Source: W. M. Gentleman and G. Sande, "Fast Fourier transforms: for fun and profit", AFIPS
/// 1966 (decimation in frequency), and J. W. Cooley and J. W. Tukey, Mathematics of Computation
/// 19, 1965 (decimation in time, for the way back).
package struct DeterministicFFT: Sendable {
  /// How many samples: a power of two.
  package let size: Int
  /// Where each bin stands after `forward`.
  package let slots: [Int32]
  /// For each half *h* of a butterfly's span, from index *h* on: cos and sin of πj/h.
  package let cosines: [Double]
  private let sines: [Double]

  /// Prepares transforms of a number of samples: a power of two.
  package init(size: Int) {
    precondition(size >= 2 && size & (size - 1) == 0, "the size must be a power of two")
    self.size = size
    var slots = [Int32](repeating: 0, count: size)
    for bin in 1..<size {
      slots[bin] = slots[bin >> 1] >> 1 | (bin & 1 == 1 ? Int32(size / 2) : 0)
    }
    self.slots = slots
    var cosines = [Double](repeating: 1, count: size)
    var sines = [Double](repeating: 0, count: size)
    let half = size / 2
    // An eighth of a turn holds all the values there are.
    for j in 0...half / 4 {
      let angle = .pi * Double(j) / Double(half)
      let (c, s) = (DeterministicMath.cos(angle), DeterministicMath.sin(angle))
      for (place, x, y) in [
        (j, c, s), (half / 2 - j, s, c), (half / 2 + j, -s, c), (half - j, -c, s),
      ] where place < half && (place > 0 || j == 0) {
        cosines[half + place] = x
        sines[half + place] = y
      }
    }
    var shorter = half / 2
    while shorter >= 1 {
      for j in 0..<shorter {
        cosines[shorter + j] = cosines[2 * shorter + 2 * j]
        sines[shorter + j] = sines[2 * shorter + 2 * j]
      }
      shorter /= 2
    }
    self.cosines = cosines
    self.sines = sines
  }

  /// Transforms samples in time order into bins in the order of `slots`.
  package func forward(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == size && imaginary.count == size)
    real.withUnsafeMutableBufferPointer { x in
      imaginary.withUnsafeMutableBufferPointer { y in
        cosines.withUnsafeBufferPointer { c in
          sines.withUnsafeBufferPointer { s in
            var half = size / 2
            while half >= 1 {
              for start in stride(from: 0, to: size, by: 2 * half) {
                for j in 0..<half {
                  let (low, high) = (start + j, start + j + half)
                  let (a, b) = (x[low] - x[high], y[low] - y[high])
                  x[low] += x[high]
                  y[low] += y[high]
                  x[high] = a * c[half + j] + b * s[half + j]
                  y[high] = b * c[half + j] - a * s[half + j]
                }
              }
              half /= 2
            }
          }
        }
      }
    }
  }

  /// Transforms bins in the order of `slots` into samples in time order, `size` times too large.
  package func inverse(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == size && imaginary.count == size)
    real.withUnsafeMutableBufferPointer { x in
      imaginary.withUnsafeMutableBufferPointer { y in
        cosines.withUnsafeBufferPointer { c in
          sines.withUnsafeBufferPointer { s in
            var half = 1
            while half < size {
              for start in stride(from: 0, to: size, by: 2 * half) {
                for j in 0..<half {
                  let (low, high) = (start + j, start + j + half)
                  let a = x[high] * c[half + j] - y[high] * s[half + j]
                  let b = y[high] * c[half + j] + x[high] * s[half + j]
                  x[high] = x[low] - a
                  y[high] = y[low] - b
                  x[low] += a
                  y[low] += b
                }
              }
              half *= 2
            }
          }
        }
      }
    }
  }
}
