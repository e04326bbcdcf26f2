package import Signal

/// The two filters in front of a loudness meter: a shelf for the head, then a high-pass.
///
/// Designed for each sample rate from the analogue values, with the bilinear transform, and the
/// same as the tables of the standard at 48 kHz.
///
/// Source: ITU-R BS.1770-4, Annex 1, tables 1 and 2; analogue values after B. De Man, "Evaluation
/// of implementations of the EBU R128 loudness measurement", AES 145th Convention, 2018.
package struct KWeighting: Sendable {
  /// A second-order section, divided by a0.
  package struct Section: Hashable, Sendable {
    package let b0: Double
    package let b1: Double
    package let b2: Double
    package let a1: Double
    package let a2: Double
  }

  /// The shelf: +4 dB above about 1.7 kHz.
  package let shelf: Section
  /// The high-pass, whose zeros are both at 0 Hz: b is always 1, −2, 1.
  package let highPass: Section

  /// Designs the filters; the rate must lie above twice the corner of the shelf.
  package init(sampleRate: Hertz) {
    let shelfTangent = DeterministicMath.tan(.pi * 1_681.974450955533 / sampleRate.value)
    let shelfQ = 0.7071752369554196
    let gain = 3.999843853973347 / 20
    let high = DeterministicMath.exp10(gain)
    let middle = DeterministicMath.exp10(gain * 0.4996667741545416)
    let square = shelfTangent * shelfTangent
    let slope = shelfTangent / shelfQ
    let shelfScale = 1 + slope + square
    shelf = Section(
      b0: (high + middle * slope + square) / shelfScale,
      b1: 2 * (square - high) / shelfScale,
      b2: (high - middle * slope + square) / shelfScale,
      a1: 2 * (square - 1) / shelfScale,
      a2: (1 - slope + square) / shelfScale)
    let tangent = DeterministicMath.tan(.pi * 38.13547087602444 / sampleRate.value)
    let damping = tangent / 0.5003270373238773
    let scale = 1 + damping + tangent * tangent
    highPass = Section(
      b0: 1, b1: -2, b2: 1, a1: 2 * (tangent * tangent - 1) / scale,
      a2: (1 - damping + tangent * tangent) / scale)
  }

  /// How many stretches of a recording are filtered side by side.
  private static let laneCount = 4
  /// The steps of 0.1 s before its stretch that a lane is warmed up with: the slowest pole has
  /// then died away by e^-47, which is less than the rounding of the numbers.
  private static let warmUpSteps = 2
  /// What a state may sink to in silence before it is cleared: numbers too small to be kept in full
  /// are slow, and one step takes a state down by ten decimal places.
  private static let leastState = 1e-150

  /// Reads the energy of the weighted samples in each whole step.
  ///
  /// - Parameters:
  ///   - samples: One channel.
  ///   - stepFrames: How many samples a step of 0.1 s has; the rest at the end is left out.
  func energies(of samples: [Float], stepFrames: Int) -> [Double] {
    let stepCount = samples.count / stepFrames
    let stepsPerLane = (stepCount + Self.laneCount - 1) / Self.laneCount
    var energies = [Double](repeating: 0, count: stepCount)
    let silence = [Float](repeating: 0, count: stepFrames)
    var state = State()
    samples.withUnsafeBufferPointer { samples in
      silence.withUnsafeBufferPointer { silence in
        func part(_ lane: Int, _ unit: Int) -> UnsafeBufferPointer<Float> {
          let step = lane * stepsPerLane + unit - Self.warmUpSteps
          guard (0..<stepCount).contains(step) else { return silence }
          return UnsafeBufferPointer(
            rebasing: samples[step * stepFrames..<(step + 1) * stepFrames])
        }
        for unit in 0..<stepsPerLane + Self.warmUpSteps {
          let sums = run(&state, part(0, unit), part(1, unit), part(2, unit), part(3, unit))
          guard unit >= Self.warmUpSteps else { continue }
          for lane in 0..<Self.laneCount {
            let step = lane * stepsPerLane + unit - Self.warmUpSteps
            if step < stepCount { energies[step] = sums[lane] }
          }
        }
      }
    }
    return energies
  }

  /// What the sections remember between samples, in the transposed direct form.
  private struct State {
    var shelf1 = SIMD4<Double>.zero
    var shelf2 = SIMD4<Double>.zero
    var high1 = SIMD4<Double>.zero
    var high2 = SIMD4<Double>.zero
  }

  /// Filters one step of each lane, and reads its energy.
  private func run(
    _ state: inout State, _ first: UnsafeBufferPointer<Float>, _ second: UnsafeBufferPointer<Float>,
    _ third: UnsafeBufferPointer<Float>, _ fourth: UnsafeBufferPointer<Float>
  ) -> SIMD4<Double> {
    var (s1, s2, t1, t2) = (state.shelf1, state.shelf2, state.high1, state.high2)
    let (shelf, highPass) = (shelf, highPass)
    var sum = SIMD4<Double>.zero
    for frame in 0..<first.count {
      let x = SIMD4<Double>(
        Double(first[frame]), Double(second[frame]), Double(third[frame]), Double(fourth[frame]))
      let y = shelf.b0 * x + s1
      s1 = (shelf.b1 * x + s2) - shelf.a1 * y
      s2 = shelf.b2 * x - shelf.a2 * y
      let z = y + t1
      t1 = (t2 - (y + y)) - highPass.a1 * z
      t2 = y - highPass.a2 * z
      sum += z * z
    }
    state = State(
      shelf1: Self.cleared(s1), shelf2: Self.cleared(s2), high1: Self.cleared(t1),
      high2: Self.cleared(t2))
    return sum
  }

  private static func cleared(_ state: SIMD4<Double>) -> SIMD4<Double> {
    let isLarge = (state .> leastState) .| (state .< -leastState)
    return SIMD4<Double>.zero.replacing(with: state, where: isLarge)
  }
}
