import Signal

/// White noise of uniform distribution through first-order sections.
///
/// The sections run for a second beforehand, so that the noise starts in the middle of things.
enum ColourGenerator {
  static func add(
    _ colour: NoiseRecipe.Colour, seed: UInt64, gain: Double, sampleRate: Hertz,
    to sum: inout [Double]
  ) {
    var random = SeededGenerator(seed: seed)
    let highPass = FirstOrder(colour.highPassHz, .highPass, sampleRate)
    let lowPass = FirstOrder(colour.lowPassHz, .lowPass, sampleRate)
    var sections =
      Array(repeating: highPass, count: colour.highPassOrder)
      + Array(repeating: lowPass, count: colour.lowPassOrder)
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
