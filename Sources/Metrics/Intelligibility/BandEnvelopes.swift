import Signal
import Spectrum

/// How the amplitudes of 15 thirds of an octave move from frame to frame of speech at 10 kHz.
///
/// The frames that count are joined first, each fading into the next, and cut into frames again:
/// so a frame less comes out.
///
/// Source: Taal et al. 2011, equation (1) and section II.
struct BandEnvelopes {
  /// How many samples one transform takes.
  static let transformSize = 512
  /// The bins of each band: the centres are 150 Hz · 2^(k/3), and an edge is the nearest bin.
  static let bands: [Range<Int>] = (0..<15).map { band in
    let width = IntelligibilityRate.hertz.value / Double(transformSize)
    let edges = [-1, 1].map { side -> Int in
      let octaves = Double(2 * band + side) / 6
      return Int((150 * DeterministicMath.exp(octaves * DeterministicMath.ln2) / width).rounded())
    }
    return edges[0]..<edges[1]
  }

  /// How many frames there are.
  let count: Int
  /// How many numbers a band takes.
  let stride: Int
  /// One band after the other, each with eight zeros or more at its end.
  let amplitudes: [Float]

  /// Reads the amplitudes.
  ///
  /// - Parameters:
  ///   - frames: Which frames count, two or more.
  ///   - samples: What they are cut from, at 10 kHz.
  ///   - transform: Of `transformSize`.
  init(of frames: [Int], in samples: [Float], transform: inout RealFFT) {
    precondition(frames.count >= 2, "joined speech needs two frames")
    precondition(transform.size == Self.transformSize, "the size of the transform is fixed")
    let hop = NonSilentFrames.hop
    precondition(
      frames.allSatisfy { $0 >= 0 && $0 * hop + NonSilentFrames.length <= samples.count },
      "frames lie within the samples")
    let count = frames.count - 1
    let stride = count + 8
    let bands = Self.bands
    self.count = count
    self.stride = stride
    amplitudes = samples.withUnsafeBufferPointer { samples in
      NonSilentFrames.window.withUnsafeBufferPointer { window in
        bands.withUnsafeBufferPointer { bands in
          withUnsafeTemporaryAllocation(of: Float.self, capacity: hop) { joined in
            [Float](unsafeUninitializedCapacity: bands.count * stride) { amplitudes, written in
              amplitudes.initialize(repeating: 0)
              let first = frames[0] * hop
              for index in 0..<hop {
                joined.initializeElement(at: index, to: samples[first + index] * window[index])
              }
              for frame in 0..<count {
                let tail = samples.baseAddress.unsafelyUnwrapped + frames[frame] * hop + hop
                let head = samples.baseAddress.unsafelyUnwrapped + frames[frame + 1] * hop
                transform.transform {
                  Self.join(tail, head, under: window, from: joined, into: $0)
                } _: {
                  Self.read($0, bands, into: amplitudes, at: frame, stride: stride)
                }
              }
              written = bands.count * stride
            }
          }
        }
      }
    }
  }

  /// Writes one frame of the joined speech: the half that is at hand, and the next one, which
  /// stays at hand.
  private static func join(
    _ tail: UnsafePointer<Float>, _ head: UnsafePointer<Float>,
    under window: UnsafeBufferPointer<Float>, from joined: UnsafeMutableBufferPointer<Float>,
    into frame: UnsafeMutableBufferPointer<Float>
  ) {
    let hop = joined.count
    for index in 0..<hop {
      frame[index] = joined[index] * window[index]
      let next = tail[index] * window[hop + index] + head[index] * window[index]
      joined[index] = next
      frame[hop + index] = next * window[hop + index]
    }
    for index in 2 * hop..<frame.count { frame[index] = 0 }
  }

  /// Writes the amplitude of each band: the root of the squares of all its real and imaginary
  /// parts.
  private static func read(
    _ spectrum: UnsafeBufferPointer<Float>, _ bands: UnsafeBufferPointer<Range<Int>>,
    into amplitudes: UnsafeMutableBufferPointer<Float>, at frame: Int, stride: Int
  ) {
    let spectrum = UnsafeRawBufferPointer(spectrum)
    let size = MemoryLayout<Float>.stride
    for band in 0..<bands.count {
      var part = 2 * bands[band].lowerBound
      let end = 2 * bands[band].upperBound
      var eight = SIMD8<Float>.zero
      while part + 8 <= end {
        let parts = spectrum.loadUnaligned(fromByteOffset: part * size, as: SIMD8<Float>.self)
        eight += parts * parts
        part += 8
      }
      let four = eight.lowHalf + eight.highHalf
      var two = four.lowHalf + four.highHalf
      while part < end {
        let parts = spectrum.loadUnaligned(fromByteOffset: part * size, as: SIMD2<Float>.self)
        two += parts * parts
        part += 2
      }
      amplitudes[band * stride + frame] = (two.x + two.y).squareRoot()
    }
  }
}
