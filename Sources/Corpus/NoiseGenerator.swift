import Signal

/// Seeded noise of a stated colour and level, the same on every machine.
enum NoiseGenerator {
  /// Makes noise.
  ///
  /// Each part is white noise of uniform distribution through first-order sections; the sum is
  /// brought to the stated level. The sections run for a second beforehand, so that the noise
  /// starts in the middle of things.
  ///
  /// - Parameters:
  ///   - generator: The seed and the colour; without a level the result is digital silence.
  ///   - frameCount: The length.
  ///   - sampleRate: The rate.
  /// - Returns: The samples, in double precision.
  static func samples(
    _ generator: CorpusManifest.Generator, frameCount: Int, sampleRate: Hertz
  ) -> [Double] {
    var sum = [Double](repeating: 0, count: frameCount)
    guard let level = generator.rmsDBFS, frameCount > 0 else { return sum }
    for (index, part) in generator.parts.enumerated() {
      // Parts must not repeat one another's random numbers.
      let seed = generator.seed &* 0x1_0000_0001 &+ UInt64(index)
      add(part, seed: seed, sampleRate: sampleRate, to: &sum)
    }
    let power = sum.reduce(0) { $0 + $1 * $1 } / Double(frameCount)
    guard power > 0 else { return sum }
    let factor = (Decibels(level).power / power).squareRoot()
    return sum.map { $0 * factor }
  }

  private static func add(
    _ part: CorpusManifest.Generator.Part, seed: UInt64, sampleRate: Hertz, to sum: inout [Double]
  ) {
    var random = SeededGenerator(seed: seed)
    let gain = Decibels(part.levelDB).amplitude
    let highPass = FirstOrder(part.highPassHz, .highPass, sampleRate)
    let lowPass = FirstOrder(part.lowPassHz, .lowPass, sampleRate)
    var sections =
      Array(repeating: highPass, count: part.highPassOrder)
      + Array(repeating: lowPass, count: part.lowPassOrder)
    let runIn = Int(sampleRate.value)
    for frame in -runIn..<sum.count {
      var x = random.nextUniform() * gain
      for index in sections.indices { x = sections[index].process(x) }
      if frame >= 0 { sum[frame] += x }
    }
  }

  /// A first-order section by the trapezoidal rule.
  ///
  /// Source: V. Zavalishin, The Art of VA Filter Design, 2018, section 3.10.
  private struct FirstOrder {
    enum Kind { case lowPass, highPass }

    private let kind: Kind
    private let step: Double
    private var state = 0.0

    init(_ cornerHz: Double, _ kind: Kind, _ sampleRate: Hertz) {
      self.kind = kind
      let g = DeterministicMath.tan(.pi * min(cornerHz / sampleRate.value, 0.49))
      step = g / (1 + g)
    }

    mutating func process(_ x: Double) -> Double {
      let v = (x - state) * step
      let low = v + state
      state = low + v
      return kind == .lowPass ? low : x - low
    }
  }
}
