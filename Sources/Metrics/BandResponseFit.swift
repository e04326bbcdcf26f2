import Signal

/// What an equaliser does to bands, told apart from what dynamics do to frames.
///
/// The change of each cell, in decibels and within 40 dB of the middle of all, is taken for the sum of a gain
/// of its frame and a response of its band, with the least sum of absolute residuals, so that a gate
/// or a click in some cells decides nothing. Found by least squares that are weighted anew eight
/// times; each time the gains are eliminated and the responses solved for at once, as vowels and
/// sibilants share few bands and an alternation between the two would stop half way.
///
/// Counted are cells of active frames within 15 dB of the active level, whose band is not more than
/// 3 dB under the loudest that it was in the 0.3 s before: what is louder than its past is not the
/// reverberation of it. Of thirds of an octave those count that lie within 35 dB of the strongest of
/// their frame: at 25 dB the treble of most voices has too few cells, at 40 dB hiss that a renderer
/// adds 29 dB under the speech reads as 2 dB of colour.
///
/// Source: P. Bloomfield and W. Steiger, "Least Absolute Deviations", 1983 (reweighted least
/// squares: E. Schlossmacher, Journal of the American Statistical Association 68, 1973).
enum BandResponseFit {
  private static let speechRange = Decibels(-15)
  private static let bandRange = Decibels(-35)
  private static let onsetRange = Decibels(-3)
  private static let pastSeconds = 0.3
  private static let leastSeconds = 0.25
  private static let rounds = 8
  /// Residuals below this weigh the same, in decibels.
  private static let smallest = 0.1
  /// What was silenced counts as this much quieter, in decibels: how deep silence is must not decide.
  private static let deepest = 40.0
  /// Holds the common gain, and bands that no frame joins to the others, at zero.
  private static let ridge = 1e-9

  /// A cell that counts.
  struct Cell {
    let frame: Int
    let band: Int
    let change: Double
  }

  /// Reads the response of each band against their common gain; NaN where too few cells count.
  static func responses(
    from input: ThirdOctaveCells, to render: ThirdOctaveCells, speech: SpeechFrames
  ) -> [Double] {
    let least = leastSeconds * input.sampleRate.value / Double(input.hop)
    return responses(
      to: cells(from: input, to: render, speech: speech), width: input.bands.count, atLeast: least)
  }

  /// Reads the response of each band of the frames of speech; NaN where too few cells count.
  ///
  /// - Parameters:
  ///   - changes: The change of each cell in decibels, frame after frame; NaN where it says nothing.
  ///   - frames: What is spoken.
  ///   - least: How many cells a band needs.
  static func responses(
    of changes: [Float], in frames: SpeechFrames, atLeast least: Int
  ) -> [Double] {
    let width = frames.grid.bands.count
    let past = Int((pastSeconds / frames.grid.hopSeconds).rounded())
    var cells: [Cell] = []
    for frame in 0..<frames.count
    where frames.isActive[frame] && frames.relativePowers[frame] > Float(speechRange.power) {
      for band in 0..<width {
        let change = changes[frame * width + band]
        guard !change.isNaN else { continue }
        guard isOnset(frame, band, in: frames.inputPowers, width: width, past: past) else {
          continue
        }
        cells.append(Cell(frame: frame, band: band, change: Double(change)))
      }
    }
    return responses(to: cells, width: width, atLeast: Double(least))
  }

  /// Fits the bands that enough cells are of.
  private static func responses(
    to cells: [Cell], width: Int, atLeast least: Double
  ) -> [Double] {
    var counts = [Int](repeating: 0, count: width)
    for cell in cells { counts[cell.band] += 1 }
    let isKnown = counts.map { Double($0) >= least }
    let found = fit(levelled(cells).filter { isKnown[$0.band] }, width: width)
    return (0..<width).map { isKnown[$0] ? found[$0] : .nan }
  }

  /// Whether a cell is no decay of what its band was in the frames before.
  private static func isOnset(
    _ frame: Int, _ band: Int, in powers: [Float], width: Int, past: Int
  ) -> Bool {
    var loudest: Float = 0
    for before in max(0, frame - past)..<frame {
      loudest = max(loudest, powers[before * width + band])
    }
    return powers[frame * width + band] >= loudest * Float(onsetRange.power)
  }

  /// Fits cells that lie frame after frame.
  static func fit(_ cells: [Cell], width: Int) -> [Double] {
    let frames = ranges(of: cells)
    var responses = [Double](repeating: 0, count: width)
    var weights = [Double](repeating: 1, count: cells.count)
    for _ in 0..<rounds {
      var matrix = [Double](repeating: 0, count: width * width)
      var right = [Double](repeating: 0, count: width)
      for frame in frames {
        let total = frame.reduce(0) { $0 + weights[$1] }
        let mean = frame.reduce(0) { $0 + weights[$1] * cells[$1].change } / total
        for one in frame {
          let row = cells[one].band
          right[row] += weights[one] * (cells[one].change - mean)
          matrix[row * width + row] += weights[one]
          for other in frame {
            matrix[row * width + cells[other].band] -= weights[one] * weights[other] / total
          }
        }
      }
      responses = solution(of: matrix, right)
      for frame in frames {
        let total = frame.reduce(0) { $0 + weights[$1] }
        let gain =
          frame.reduce(0) { $0 + weights[$1] * (cells[$1].change - responses[cells[$1].band]) }
          / total
        for index in frame {
          let residual = cells[index].change - gain - responses[cells[index].band]
          weights[index] = 1 / max(abs(residual), smallest)
        }
      }
    }
    return responses
  }

  private static func ranges(of cells: [Cell]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for index in cells.indices {
      if let last = ranges.last, cells[last.lowerBound].frame == cells[index].frame {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }

  /// Solves symmetric equations with the Cholesky decomposition.
  private static func solution(of symmetric: [Double], _ right: [Double]) -> [Double] {
    let width = right.count
    var (matrix, values) = (symmetric, right)
    let trace = (0..<width).reduce(0) { $0 + matrix[$1 * width + $1] }
    for row in 0..<width { matrix[row * width + row] += max(ridge * trace, ridge) }
    for row in 0..<width {
      for column in 0...row {
        var sum = matrix[row * width + column]
        for k in 0..<column { sum -= matrix[row * width + k] * matrix[column * width + k] }
        matrix[row * width + column] =
          row == column
          ? max(sum, .leastNormalMagnitude).squareRoot() : sum / matrix[column * width + column]
      }
    }
    for row in 0..<width {
      for k in 0..<row { values[row] -= matrix[row * width + k] * values[k] }
      values[row] /= matrix[row * width + row]
    }
    for row in (0..<width).reversed() {
      for k in row + 1..<width { values[row] -= matrix[k * width + row] * values[k] }
      values[row] /= matrix[row * width + row]
    }
    return values
  }

  private static func cells(
    from input: ThirdOctaveCells, to render: ThirdOctaveCells, speech: SpeechFrames
  ) -> [Cell] {
    let width = input.bands.count
    let past = Int((pastSeconds * input.sampleRate.value / Double(input.hop)).rounded())
    var cells: [Cell] = []
    for frame in 0..<min(input.frameCount, render.frameCount) {
      let short = min(frame * input.hop / speech.grid.hop, speech.count - 1)
      guard speech.isActive[short], speech.relativePowers[short] > Float(speechRange.power) else {
        continue
      }
      let row = frame * width
      let strongest = input.powers[row..<row + width].max() ?? 0
      for band in 0..<width {
        let power = input.powers[row + band]
        guard power > 0, power >= strongest * Float(bandRange.power),
          isOnset(frame, band, in: input.powers, width: width, past: past)
        else { continue }
        let ratio = Double(render.powers[row + band] / power)
        let change = max(Decibels(power: ratio).value, -10 * deepest)
        cells.append(Cell(frame: frame, band: band, change: change))
      }
    }
    return cells
  }

  /// Cells against the middle of all, so that the level of the file decides nothing.
  private static func levelled(_ cells: [Cell]) -> [Cell] {
    let middle = median(cells.map(\.change)) ?? 0
    return cells.map {
      Cell(
        frame: $0.frame, band: $0.band, change: min(max($0.change - middle, -deepest), deepest))
    }
  }
}
