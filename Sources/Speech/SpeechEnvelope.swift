import Signal

/// The envelope of speech, and for how many samples it or its hangover reach each threshold.
struct SpeechEnvelope {
  /// The sum of the squares of the samples.
  private(set) var energy = 0.0
  /// How many samples have the highest envelope of the last 0.2 s in each step; step 0 is silence.
  private var counts: [Int]
  private let smoothing: Double
  private let hangoverFrames: Int

  /// Source: ITU-T P.56, table of the parameters of method B.
  private static let timeConstantSeconds = 0.03
  private static let hangoverSeconds = 0.2
  private static let margin = 15.9

  /// The steps of an octave, as a power of two: the first bits of the fraction of a `Double`.
  private static let stepBits = 7
  /// The octaves that are told apart: from under the least `Float` to over the greatest.
  private static let octaves = -160...130
  private static let firstStep = (1023 + octaves.lowerBound) << stepBits

  init(sampleRate: Hertz) {
    smoothing = DeterministicMath.exp(-1 / (sampleRate.value * Self.timeConstantSeconds))
    hangoverFrames = Int((Self.hangoverSeconds * sampleRate.value + 0.5).rounded(.down))
    counts = Array(repeating: 0, count: Self.octaves.count << Self.stepBits)
  }

  /// The threshold at the lower end of a step, in decibels.
  private static func threshold(_ step: Int) -> Double {
    let fraction = Double(step & (1 << stepBits - 1)) / Double(1 << stepBits)
    let octave = octaves.lowerBound + step >> stepBits
    return 20 * (DeterministicMath.log10(1 + fraction) + Double(octave) * log10Of2)
  }

  private static let log10Of2 = DeterministicMath.ln2 / DeterministicMath.ln10

  /// Follows one whole channel.
  ///
  /// The highest of the last samples comes from blocks as long as the hangover: it is the higher
  /// one of the highest up to here in this block and from here in the block before.
  ///
  /// Source: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular
  /// and octagonal kernels", Pattern Recognition Letters 13(7), 1992.
  mutating func follow(_ samples: [Float]) {
    let block = hangoverFrames + 1
    let (keep, take) = (smoothing, 1 - smoothing)
    let (first, last) = (Self.firstStep, counts.count - 1)
    let shift = UInt64(52 - Self.stepBits)
    var steps = [Int32](repeating: 0, count: block)
    // What the block before reaches from each of its samples on; none after its last.
    var before = [Int32](repeating: 0, count: block + 1)
    var (p, q, sum) = (0.0, 0.0, 0.0)
    samples.withUnsafeBufferPointer { samples in
      counts.withUnsafeMutableBufferPointer { counts in
        var start = 0
        while start < samples.count {
          let end = min(start + block, samples.count)
          var highest: Int32 = 0
          for index in 0..<end - start {
            let x = Double(samples[start + index])
            sum += x * x
            p = keep * p + take * abs(x)
            q = keep * q + take * p
            let step = Int32(
              truncatingIfNeeded: min(max(0, Int(q.bitPattern >> shift) - first), last))
            steps[index] = step
            highest = max(highest, step)
            counts[Int(max(highest, before[index + 1]))] += 1
          }
          start = end
          guard start < samples.count else { break }
          var reached: Int32 = 0
          for index in stride(from: block - 1, through: 0, by: -1) {
            reached = max(reached, steps[index])
            before[index] = reached
          }
          // In long silence the last digits would become slow to compute.
          if p < 1e-60 { p = 0 }
          if q < 1e-60 { q = 0 }
        }
      }
    }
    energy += sum
  }

  /// The level that lies by the margin over the threshold that it is counted at; nil for none.
  var activeLevel: Decibels? {
    guard energy > 0, energy.isFinite else { return nil }
    let total = Decibels(power: energy).value
    var active = counts.dropFirst().reduce(0, +)
    var below: (level: Double, excess: Double)?
    for step in 1..<counts.count where counts[step] > 0 || below != nil {
      guard active > 0 else { return nil }
      let level = total - Decibels(power: Double(active)).value
      let excess = level - Self.threshold(step) - Self.margin
      if excess <= 0 {
        guard let below else { return Decibels(level) }
        let part = below.excess / (below.excess - excess)
        return Decibels(below.level + part * (level - below.level))
      }
      below = (level, excess)
      active -= counts[step]
    }
    return nil
  }
}
