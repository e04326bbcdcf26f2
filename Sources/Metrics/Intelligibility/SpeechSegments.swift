import Signal

/// The segments of clean speech, with what the indices need to know of them.
///
/// A segment is 30 frames of all bands, and one starts at each frame. Eight segments are worked on
/// side by side: lane *i* of block *k* is the segment that starts at frame 8k + i.
struct SpeechSegments: Sendable {
  /// Double precision: where all bands move alike, next to nothing is left of a column once its mean
  /// is taken out.
  typealias Lanes = SIMD8<Double>

  /// How many frames a segment spans: 384 ms.
  ///
  /// Source: Taal et al. 2011, section II.
  static let length = 30
  /// How far over the clean speech a band may lie before it is clipped: 1 + 10^(15/20).
  ///
  /// Source: Taal et al. 2011, equation (3), with β = −15 dB.
  private static let ceiling = 1 + DeterministicMath.exp10(15.0 / 20)

  /// One band of a segment.
  private struct Row: Sendable {
    var mean: Lanes
    /// The root of the sum of the squares.
    var norm: Lanes
    /// One over the root of the sum of the squares, the mean taken out; zero for a constant.
    var inverse: Lanes
  }

  /// One frame of a segment, its rows being of mean zero and norm one.
  private struct Column: Sendable {
    var sum: Lanes
    /// One over the root of the sum of the squares, the mean taken out; zero for a constant.
    var inverse: Lanes
  }

  private let envelopes: BandEnvelopes
  private let count: Int
  private let rows: [Row]
  private let columns: [Column]

  /// Prepares the segments of clean speech of 30 frames or more.
  init(of envelopes: BandEnvelopes) {
    precondition(envelopes.count >= Self.length, "a segment needs 30 frames")
    self.envelopes = envelopes
    count = envelopes.count - Self.length + 1
    let bands = BandEnvelopes.bands.count
    let stride = envelopes.stride
    var rows: [Row] = []
    var columns: [Column] = []
    envelopes.amplitudes.withUnsafeBytes { x in
      for block in Swift.stride(from: 0, to: envelopes.count - Self.length + 1, by: 8) {
        for band in 0..<bands {
          rows.append(Self.row(x, at: band * stride + block))
        }
        let here = rows.suffix(bands)
        for frame in block..<block + Self.length {
          var (sum, squares) = (Lanes.zero, Lanes.zero)
          for (band, row) in here.enumerated() {
            let value = (Self.load(x, band * stride + frame) - row.mean) * row.inverse
            sum += value
            squares += value * value
          }
          let inverse = Self.inverseRoot(
            squares - sum * sum / Double(bands), above: Self.constantColumn)
          columns.append(Column(sum: sum, inverse: inverse))
        }
      }
    }
    self.rows = rows
    self.columns = columns
  }

  /// Reads the indices of a render, given its envelopes over the same frames.
  func indices(of render: BandEnvelopes) -> IntelligibilityReference.Indices {
    precondition(render.count == envelopes.count, "the frames must be the same")
    let bands = BandEnvelopes.bands.count
    let (stride, ceiling, length) = (render.stride, Self.ceiling, Double(Self.length))
    var (stoi, estoi) = (0.0, 0.0)
    envelopes.amplitudes.withUnsafeBytes { x in
      render.amplitudes.withUnsafeBytes { y in
        rows.withUnsafeBufferPointer { rows in
          columns.withUnsafeBufferPointer { columns in
            withUnsafeTemporaryAllocation(of: Row.self, capacity: bands) { here in
              for block in 0..<(count + 7) / 8 {
                var correlations = Lanes.zero
                for band in 0..<bands {
                  let clean = rows[block * bands + band]
                  let start = band * stride + 8 * block
                  let row = Self.row(y, at: start)
                  here.initializeElement(at: band, to: row)
                  let gain = (clean.norm / row.norm).replacing(with: 0, where: row.norm .== 0)
                  let middle = gain * row.mean
                  var (sum, squares, products) = (Lanes.zero, Lanes.zero, Lanes.zero)
                  for place in start..<start + Self.length {
                    let reference = Self.load(x, place)
                    let most = reference * ceiling - middle
                    let free = gain * Self.load(y, place) - middle
                    let value = free.replacing(with: most, where: free .> most)
                    sum += value
                    squares += value * value
                    products += value * (reference - clean.mean)
                  }
                  let inverse = Self.inverseRoot(squares - sum * sum / length)
                  correlations += products * clean.inverse * inverse
                }
                var extended = Lanes.zero
                for frame in 0..<Self.length {
                  let clean = columns[block * Self.length + frame]
                  var (sum, squares, products) = (Lanes.zero, Lanes.zero, Lanes.zero)
                  for band in 0..<bands {
                    let place = band * stride + 8 * block + frame
                    let left = rows[block * bands + band]
                    let right = here[band]
                    let reference = (Self.load(x, place) - left.mean) * left.inverse
                    let value = (Self.load(y, place) - right.mean) * right.inverse
                    sum += value
                    squares += value * value
                    products += value * reference
                  }
                  let inverse = Self.inverseRoot(
                    squares - sum * sum / Double(bands), above: Self.constantColumn)
                  extended += (products - clean.sum * sum / Double(bands)) * clean.inverse * inverse
                }
                for lane in 0..<min(8, count - 8 * block) {
                  stoi += correlations[lane]
                  estoi += extended[lane]
                }
              }
            }
          }
        }
      }
    }
    return IntelligibilityReference.Indices(
      stoi: stoi / Double(count * bands), estoi: estoi / Double(count * Self.length))
  }

  /// Reads one band of eight segments.
  private static func row(_ amplitudes: UnsafeRawBufferPointer, at start: Int) -> Row {
    var (sum, squares) = (Lanes.zero, Lanes.zero)
    for place in start..<start + length {
      let value = load(amplitudes, place)
      sum += value
      squares += value * value
    }
    let mean = sum / Double(length)
    var centred = Lanes.zero
    for place in start..<start + length {
      let value = load(amplitudes, place) - mean
      centred += value * value
    }
    return Row(mean: mean, norm: squares.squareRoot(), inverse: inverseRoot(centred))
  }

  private static func load(_ amplitudes: UnsafeRawBufferPointer, _ place: Int) -> Lanes {
    Lanes(
      amplitudes.loadUnaligned(
        fromByteOffset: place * MemoryLayout<Float>.stride, as: SIMD8<Float>.self))
  }

  /// The energy of a column up to which it is constant: where one frame outweighs all others of a
  /// segment, the rows are alike, and the rounding of double precision is all that is left.
  private static let constantColumn = 1e-18

  /// One over the root; zero for what is not above some least, and NaN for NaN.
  private static func inverseRoot(_ squares: Lanes, above least: Double = 0) -> Lanes {
    (1 / squares.squareRoot()).replacing(with: 0, where: squares .<= least)
  }
}
