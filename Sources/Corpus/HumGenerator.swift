import Signal

/// Lines at the multiples of one frequency that wanders a little.
///
/// Each line starts at a phase of its own. They wander together, the tenth ten times as far as the
/// first, as they do in a mains whose generators slow down and catch up.
enum HumGenerator {
  /// How often the frequency comes up through its mean.
  ///
  /// The primary control of a grid acts within half a minute of a change.
  /// Source: Commission Regulation (EU) 2017/1485, article 154(7).
  private static let wandersPerSecond = 1.0 / 30

  /// The frames over which the frequency is held, and how many of them are made at a time.
  private static let blockLength = 64
  private static let width = 4

  static func add(
    _ hum: NoiseRecipe.Hum, seed: UInt64, gain: Double, sampleRate: Hertz,
    to sum: inout [Double]
  ) {
    let highest = Int(min(0.49 * sampleRate.value / (hum.fundamentalHz + hum.driftHz), 1e6))
    let levels = hum.linesDB.prefix(highest)
    var random = SeededGenerator(seed: seed)
    let lines = levels.map { level -> (real: Double, imaginary: Double) in
      let angle = .pi * random.nextUniform()
      guard let level else { return (0, 0) }
      let amplitude = Decibels(level).amplitude * 2.0.squareRoot() * gain
      return (amplitude * DeterministicMath.cos(angle), amplitude * DeterministicMath.sin(angle))
    }
    guard !lines.isEmpty else { return }
    let blocks = (sum.count + blockLength - 1) / blockLength
    let wander = SlowCurve.values(
      seed: NoiseGenerator.substream(seed, 1), risesPerSecond: wandersPerSecond, count: blocks,
      rate: sampleRate.value / Double(blockLength))
    var turns = 0.0
    for block in 0..<blocks {
      let step = (hum.fundamentalHz + hum.driftHz * wander[block]) / sampleRate.value
      let frames = block * blockLength..<min(sum.count, (block + 1) * blockLength)
      add(lines, turns: turns, step: step, in: frames, to: &sum)
      turns += step * Double(blockLength)
      turns -= turns.rounded()
    }
  }

  /// Adds Σ Re(line · z^n), by Horner's rule, four frames side by side.
  private static func add(
    _ lines: [(real: Double, imaginary: Double)], turns: Double, step: Double,
    in frames: Range<Int>, to sum: inout [Double]
  ) {
    var x = SIMD4<Double>.zero
    var y = SIMD4<Double>.zero
    for lane in 0..<width {
      let angle = 2 * .pi * (turns + step * Double(lane))
      x[lane] = DeterministicMath.cos(angle)
      y[lane] = DeterministicMath.sin(angle)
    }
    let advance = 2 * .pi * step * Double(width)
    let (c, s) = (DeterministicMath.cos(advance), DeterministicMath.sin(advance))
    for first in stride(from: frames.lowerBound, to: frames.upperBound, by: width) {
      var real = SIMD4<Double>.zero
      var imaginary = SIMD4<Double>.zero
      for line in lines.reversed() {
        let a = real + line.real
        let b = imaginary + line.imaginary
        real = a * x - b * y
        imaginary = a * y + b * x
      }
      for lane in 0..<min(width, frames.upperBound - first) { sum[first + lane] += real[lane] }
      (x, y) = (x * c - y * s, x * s + y * c)
    }
  }
}
