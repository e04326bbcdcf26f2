import Signal

/// How loud a room answers to speech.
///
/// The level is the mean over the octaves from 250 Hz to 4 kHz of how much the room raises the
/// power of an octave of noise. A room at full mix has a level of one at each ear. The whole band
/// up to half the sample rate would not do: what a hall lets through ends at some kilohertz, so
/// with every doubling of the rate the rest of it would be raised by up to 3 dB.
///
/// Bands whose upper edge reaches beyond half the sample rate are left out.
///
/// Source: the range carries 0.95 of the importance for understanding speech (ANSI S3.5-1997,
/// octave bands: 0.06, 0.17, 0.24, 0.26, 0.21); equal weight for every octave, as pink noise has,
/// rather than these weights, because the room is heard on music and breath as well.
struct ReverbLevel {
  private var band: Band

  /// The filters of the octaves in lanes, for both ears, and what they have let through.
  private struct Band {
    /// How far the filters of an impulse let energy through, one over that for each octave.
    var shares = [Double](repeating: 0, count: 8)
    var fromFirst = SIMD8<Float>.zero
    var fromInput = SIMD8<Float>.zero
    var g = SIMD8<Float>.zero
  }

  private static let octaves = [250.0, 500, 1000, 2000, 4000]

  private init(sampleRate: Hertz) {
    band = Band()
    let octaves = Self.octaves.filter { $0 * 2.0.squareRoot() < sampleRate.nyquist.value }
    for (lane, center) in octaves.enumerated() {
      // The trapezoidal state-variable band-pass of one octave: 1/Q = k = √½.
      let k = 0.5.squareRoot()
      let g = DeterministicMath.tan(.pi * center / sampleRate.value)
      let a1 = 1 / (1 + g * (g + k))
      band.fromFirst[lane] = Float(2 * a1)
      band.fromInput[lane] = Float(2 * g * a1)
      band.g[lane] = Float(g)
      // Half the answer k w / 2 squared; of an impulse the filter lets g k / (1 + g k + g²) through.
      band.shares[lane] = k * k / 4 / (g * k * a1) / Double(octaves.count)
    }
  }

  /// Sets the early reflections against the late field, and the level at each ear to one.
  static func set(
    _ geometry: ReverbTank.Coefficients, _ parameters: ReverbParameters, _ sampleRate: Hertz
  ) -> ReverbTank.Coefficients {
    let level = ReverbLevel(sampleRate: sampleRate)
    // What is left after half the decay time is -30 dB of the energy, which is 0.004 dB of level.
    let end = parameters.preDelaySeconds + 0.2 + parameters.lowDecaySeconds / 2
    var lateOnly = geometry
    lateOnly.leftTaps = []
    lateOnly.rightTaps = []
    let late = ReverbAnswer(lateOnly, frames: Int(end * sampleRate.value))
    var result = geometry
    guard let earlyLevel = parameters.earlyLevel else {
      let energy = level.energies(late.left, late.right)
      result.lateGains = SIMD2(Float(1 / energy.x.squareRoot()), Float(1 / energy.y.squareRoot()))
      return result
    }
    var earlyOnly = geometry
    earlyOnly.lateGains = .zero
    // The slowest filter has forgotten the last reflection 50 ms later.
    let earlyEnd = parameters.preDelaySeconds + parameters.longestLineSeconds + 0.05
    let early = ReverbAnswer(earlyOnly, frames: Int(earlyEnd * sampleRate.value))
    let lateEnergy = level.energies(late.left, late.right)
    let earlyEnergy = level.energies(early.left, early.right)
    let both = level.energies(
      zip(early.left, late.left).map(+), zip(early.right, late.right).map(+))
    let lateStart = level.energies(
      Array(late.left.prefix(early.left.count)), Array(late.right.prefix(early.right.count)))
    let common = both - earlyEnergy - lateStart
    let ratio = (lateEnergy * earlyLevel.power / earlyEnergy).squareRoot()
    let energy = lateEnergy * (1 + earlyLevel.power) + ratio * common
    let lateGain = 1 / energy.squareRoot()
    let earlyGain = ratio * lateGain
    result.lateGains = SIMD2(Float(lateGain.x), Float(lateGain.y))
    for index in result.leftTaps.indices { result.leftTaps[index].gain *= Float(earlyGain.x) }
    for index in result.rightTaps.indices { result.rightTaps[index].gain *= Float(earlyGain.y) }
    return result
  }

  /// The level of an answer at the left and at the right ear, as a power.
  private func energies(_ left: [Float], _ right: [Float]) -> SIMD2<Double> {
    let sums = Self.filter(left, right, band)
    var result = SIMD2<Double>.zero
    for (octave, share) in band.shares.enumerated() {
      result += share * SIMD2(sums.left[octave], sums.right[octave])
    }
    return result
  }

  /// Adds up the squares of what the filters let through.
  @inline(never)
  private static func filter(
    _ left: [Float], _ right: [Float], _ band: Band
  ) -> (left: SIMD8<Double>, right: SIMD8<Double>) {
    var (firstLeft, secondLeft) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (firstRight, secondRight) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (sumLeft, sumRight) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        for start in stride(from: 0, to: left.count, by: 64) {
          var (squareLeft, squareRight) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
          for frame in start..<min(start + 64, left.count) {
            let a = band.fromFirst * firstLeft + band.fromInput * (left[frame] - secondLeft)
            let b = band.fromFirst * firstRight + band.fromInput * (right[frame] - secondRight)
            firstLeft = a - firstLeft
            firstRight = b - firstRight
            secondLeft += band.g * a
            secondRight += band.g * b
            squareLeft += a * a
            squareRight += b * b
          }
          for lane in 0..<8 {
            sumLeft[lane] += Double(squareLeft[lane])
            sumRight[lane] += Double(squareRight[lane])
          }
        }
      }
    }
    return (sumLeft, sumRight)
  }
}

/// A tank's answer to an impulse.
struct ReverbAnswer {
  private(set) var left: [Float]
  private(set) var right: [Float]

  init(_ coefficients: ReverbTank.Coefficients, frames: Int) {
    var tank = ReverbTank(coefficients)
    var impulse = [Float](repeating: 0, count: frames)
    impulse[0] = 1
    var (left, right) = (impulse, impulse)
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        impulse.withUnsafeBufferPointer { impulse in
          guard let input = impulse.baseAddress else { return }
          tank.process(frames, left: input, right: input) { range, leftEar, rightEar in
            for frame in range {
              left[frame] = leftEar[frame - range.lowerBound]
              right[frame] = rightEar[frame - range.lowerBound]
            }
          }
        }
      }
    }
    self.left = left
    self.right = right
  }
}
