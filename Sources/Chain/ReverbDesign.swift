package import Presets
package import Signal

/// A room worked out for one sample rate.
///
/// Making one listens to the room's answer to an impulse, which takes some milliseconds; make it
/// once and keep it. A room at full mix neither raises nor lowers the energy of noise: the energy
/// of the impulse response at each ear is one.
package struct ReverbDesign: Sendable {
  package let room: ReverbPreset
  package let sampleRate: Hertz
  /// What the tank needs.
  let coefficients: ReverbTank.Coefficients
  private let parameters: ReverbParameters

  /// Designs a room.
  ///
  /// - Parameter sampleRate: From 8 to 192 kHz.
  package init(room: ReverbPreset, sampleRate: Hertz) {
    precondition(
      sampleRate.value >= 8000 && sampleRate.value <= 192_000,
      "the sample rate of a reverb must lie from 8 to 192 kHz")
    let parameters = ReverbParameters(room)
    self.room = room
    self.sampleRate = sampleRate
    self.parameters = parameters
    coefficients = Self.levelled(Self.geometry(parameters, sampleRate), parameters, sampleRate)
  }

  /// How long the room waits before it answers.
  package var preDelaySeconds: Double { parameters.preDelaySeconds }

  /// How long after the last sound of full scale the output is exactly zero.
  ///
  /// The tail ends at -300 dB; the room starts at most 20 dB over full scale, and the filters and
  /// all-passes in front of the lines take less than a second to empty.
  package var silenceSeconds: Double { 320 / 60 * parameters.lowDecaySeconds + 1 }

  /// How long sound at a frequency takes to decay by 60 dB.
  ///
  /// All that the absorption filters take from a sound that passes every line once, over the time
  /// that this lasts.
  package func decayTimeSeconds(at frequency: Hertz) -> Double {
    let cosine = DeterministicMath.cos(2 * .pi * frequency.value / sampleRate.value)
    var frames = 0.0
    var decades = 0.0
    for length in coefficients.lineFrames {
      let (gain, pole) = Self.absorption(length, parameters, sampleRate)
      frames += Double(length)
      decades +=
        DeterministicMath.log10(gain)
        - DeterministicMath.log10(1 - 2 * pole * cosine + pole * pole) / 2
    }
    return -3 * frames / (sampleRate.value * decades)
  }

  /// How much the low-pass on the way into the room takes from a frequency.
  package func inputGain(at frequency: Hertz) -> Decibels {
    let pole = Double(coefficients.lowPassPole)
    let cosine = DeterministicMath.cos(2 * .pi * frequency.value / sampleRate.value)
    return Decibels(power: (1 - pole) * (1 - pole) / (1 - 2 * pole * cosine + pole * pole))
  }
}

extension ReverbDesign {
  /// The filter that takes from a line of some length what the decay times demand.
  ///
  /// With H(z) = gain / (1 - pole z⁻¹), gain/(1 - pole) is the loss at 0 Hz and gain/(1 + pole) the
  /// loss at half the sample rate.
  ///
  /// Source: Jot and Chaigne 1991, with the two ends of the spectrum met exactly.
  private static func absorption(
    _ frames: Int, _ parameters: ReverbParameters, _ sampleRate: Hertz
  ) -> (gain: Double, pole: Double) {
    let passes = -3 * Double(frames) / sampleRate.value
    let low = DeterministicMath.exp10(passes / parameters.lowDecaySeconds)
    let ratio = DeterministicMath.exp10(
      passes * (1 / parameters.highDecaySeconds - 1 / parameters.lowDecaySeconds))
    let pole = (1 - ratio) / (1 + ratio)
    return (low * (1 - pole), pole)
  }

  /// Lengths in geometric steps, each moved up to the next prime that is still free.
  ///
  /// Primes share no factor, so the echoes of two lines rarely meet.
  private static func lineFrames(
    _ parameters: ReverbParameters, _ sampleRate: Hertz
  ) -> [Int] {
    var lengths: [Int] = []
    let octaves = DeterministicMath.log(
      parameters.longestLineSeconds / parameters.shortestLineSeconds)
    for line in 0..<16 {
      let seconds =
        parameters.shortestLineSeconds * DeterministicMath.exp(octaves * Double(line) / 15)
      var length = Int((seconds * sampleRate.value).rounded(.up))
      while lengths.contains(length) || !isPrime(length) { length += 1 }
      lengths.append(length)
    }
    return lengths
  }

  private static func isPrime(_ number: Int) -> Bool {
    var divisor = 2
    while divisor * divisor <= number {
      if number % divisor == 0 { return false }
      divisor += 1
    }
    return number > 1
  }

  /// Everything but the levels: the late field and the first reflection have a gain of one.
  private static func geometry(
    _ parameters: ReverbParameters, _ sampleRate: Hertz
  ) -> ReverbTank.Coefficients {
    let rate = sampleRate.value
    let lines = lineFrames(parameters, sampleRate)
    var (poles, gains) = (SIMD16<Float>.zero, SIMD16<Float>.zero)
    for (line, length) in lines.enumerated() {
      let absorption = absorption(length, parameters, sampleRate)
      poles[line] = Float(absorption.pole)
      gains[line] = Float(absorption.gain / 4)
    }
    // Source: Dattorro 1997, table 1: lengths at 29761 Hz, and the input diffusion gains.
    let allPasses = [142.0, 107, 379, 277].map { Int(($0 * rate / 29761).rounded()) }
    let lowPassPole =
      parameters.lowPass.map { DeterministicMath.exp(-2 * .pi * $0.value / rate) } ?? 0
    return ReverbTank.Coefficients(
      chunkFrames: min(32, lines[0], allPasses.min() ?? 1),
      // 15 Hz, below all speech: an offset would ring in the loop for as long as the room does.
      highPass: Float(1 - DeterministicMath.exp(-2 * .pi * 15 / rate)),
      lowPassPole: Float(lowPassPole), lowPassGain: Float(1 - lowPassPole),
      preDelayFrames: Int((parameters.preDelaySeconds * rate).rounded()),
      allPassFrames: allPasses, allPassGains: [0.75, 0.75, 0.625, 0.625],
      lineFrames: lines, linePoles: poles, lineGains: gains, lateGains: SIMD2(1, 1),
      leftTaps: taps(leftReflections, sign: 1, parameters, sampleRate),
      rightTaps: taps(rightReflections, sign: -1, parameters, sampleRate))
  }

  /// When reflections come to each ear: 0 is the pre-delay, 1 the last; no two at one time.
  private static let leftReflections = [0, 0.09, 0.17, 0.29, 0.41, 0.56, 0.77, 1]
  private static let rightReflections = [0.03, 0.12, 0.22, 0.33, 0.49, 0.64, 0.85, 0.97]

  /// Reflections with alternating signs whose amplitude falls as the sound has gone further.
  private static func taps(
    _ times: [Double], sign: Double, _ parameters: ReverbParameters, _ sampleRate: Hertz
  ) -> [ReverbTank.Tap] {
    guard parameters.earlyLevel != nil else { return [] }
    // The last early reflection comes while the longest line still waits for its first echo.
    let span = 0.7 * parameters.longestLineSeconds
    return times.enumerated().map { index, time in
      let seconds = parameters.preDelaySeconds + span * time
      let alternating = index % 2 == 0 ? sign : -sign
      return ReverbTank.Tap(
        frames: Int((seconds * sampleRate.value).rounded()),
        gain: Float(alternating * parameters.preDelaySeconds / seconds))
    }
  }

  /// Sets the early reflections against the late field, and the energy at each ear to one.
  private static func levelled(
    _ geometry: ReverbTank.Coefficients, _ parameters: ReverbParameters, _ sampleRate: Hertz
  ) -> ReverbTank.Coefficients {
    // What is left after half the decay time is -30 dB of the energy, which is 0.004 dB of level.
    let end = parameters.preDelaySeconds + 0.2 + parameters.lowDecaySeconds / 2
    var lateOnly = geometry
    lateOnly.leftTaps = []
    lateOnly.rightTaps = []
    let late = Response(lateOnly, frames: Int(end * sampleRate.value))
    var earlyOnly = geometry
    earlyOnly.lateGains = .zero
    let earlyEnd = parameters.preDelaySeconds + parameters.longestLineSeconds
    let early = Response(earlyOnly, frames: Int(earlyEnd * sampleRate.value))

    var result = geometry
    let left = gains(late.left, early.left, parameters.earlyLevel)
    let right = gains(late.right, early.right, parameters.earlyLevel)
    result.lateGains = SIMD2(Float(left.late), Float(right.late))
    for index in result.leftTaps.indices { result.leftTaps[index].gain *= Float(left.early) }
    for index in result.rightTaps.indices { result.rightTaps[index].gain *= Float(right.early) }
    return result
  }

  /// The gains of the late and of the early sound that make the energy of their sum one.
  private static func gains(
    _ late: [Float], _ early: [Float], _ level: Decibels?
  ) -> (late: Double, early: Double) {
    let lateEnergy = dot(late, late)
    guard let level else { return (1 / lateEnergy.squareRoot(), 0) }
    let ratio = (lateEnergy * level.power / dot(early, early)).squareRoot()
    let energy =
      lateEnergy * (1 + level.power) + 2 * ratio * dot(late, early)
    return (1 / energy.squareRoot(), ratio / energy.squareRoot())
  }

  private static func dot(_ a: [Float], _ b: [Float]) -> Double {
    var sum = 0.0
    for index in 0..<min(a.count, b.count) { sum += Double(a[index]) * Double(b[index]) }
    return sum
  }

  /// A tank's answer to an impulse.
  private struct Response {
    var left: [Float] = []
    var right: [Float] = []

    init(_ coefficients: ReverbTank.Coefficients, frames: Int) {
      var tank = ReverbTank(coefficients)
      left.reserveCapacity(frames)
      right.reserveCapacity(frames)
      tank.input[0] = 1
      while left.count < frames {
        let count = min(tank.chunkFrames, frames - left.count)
        tank.advance(count)
        left += tank.left[..<count]
        right += tank.right[..<count]
        for index in 0..<count { tank.input[index] = 0 }
      }
    }
  }
}
