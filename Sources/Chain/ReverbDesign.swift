package import Presets
package import Signal

/// A room worked out for one sample rate.
///
/// Making one listens to the room's answer to an impulse, which takes some milliseconds; make it
/// once and keep it. A room at full mix neither raises nor lowers the level of speech: see
/// `ReverbLevel`.
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
    coefficients = ReverbLevel.set(Self.geometry(parameters, sampleRate), parameters, sampleRate)
  }

  /// How long the room waits before it answers.
  package var preDelaySeconds: Double { parameters.preDelaySeconds }

  /// How long after the last sound the output is exactly zero.
  ///
  /// After a sound of full scale the tail has sunk to -300 dB by then: the filters and all-passes
  /// in front of the lines take less than a second to empty.
  package var silenceSeconds: Double { Self.silenceSeconds(parameters) }

  private static func silenceSeconds(_ parameters: ReverbParameters) -> Double {
    300 / 60 * parameters.lowDecaySeconds + 1
  }

  /// How long sound at a frequency takes to decay by 60 dB.
  ///
  /// All that the absorption filters take from a sound that passes every line once, over the time
  /// that this lasts.
  package func decayTimeSeconds(at frequency: Hertz) -> Double {
    let cosine = DeterministicMath.cos(2 * .pi * frequency.value / sampleRate.value)
    var frames = 0.0
    var decades = 0.0
    for length in coefficients.lineFrames {
      let taps = Self.absorption(length, parameters, sampleRate)
      let square =
        taps.x * taps.x + taps.y * taps.y + taps.z * taps.z
        + 2 * taps.y * (taps.x + taps.z) * cosine
        + 2 * taps.x * taps.z * (2 * cosine * cosine - 1)
      frames += Double(length)
      decades += DeterministicMath.log10(square) / 2
    }
    return -3 * frames / (sampleRate.value * decades)
  }

  /// How much the low-pass on the way into the room takes from a frequency.
  package func inputGain(at frequency: Hertz) -> Decibels {
    let pole = Self.lowPassPole(parameters, sampleRate)
    let cosine = DeterministicMath.cos(2 * .pi * frequency.value / sampleRate.value)
    return Decibels(power: (1 - pole) * (1 - pole) / (1 - 2 * pole * cosine + pole * pole))
  }
}

extension ReverbDesign {
  /// The filter that takes from a line of some length what the decay times demand.
  ///
  /// Three taps h0, h1, h2 have the gains A = h0 + h1 + h2 at 0 Hz, B = h0 - h1 + h2 at half the
  /// sample rate, and C² = (h0 - h2)² + h1² in the middle, which are set to those of one pole:
  /// A and B by the decay times, 1/C² as the mean of 1/A² and 1/B². In between the decay times are
  /// within 7 % of the pole's. A pole would wait for its own output; taps do not.
  ///
  /// Source: Jot and Chaigne 1991, with the two ends of the spectrum met exactly.
  private static func absorption(
    _ frames: Int, _ parameters: ReverbParameters, _ sampleRate: Hertz
  ) -> SIMD3<Double> {
    let passes = -3 * Double(frames) / sampleRate.value
    let low = DeterministicMath.exp10(passes / parameters.lowDecaySeconds)
    let high = DeterministicMath.exp10(passes / parameters.highDecaySeconds)
    let middle = 2 / (1 / (low * low) + 1 / (high * high))
    let second = (low - high) / 2
    let (sum, difference) = ((low + high) / 2, (middle - second * second).squareRoot())
    return SIMD3((sum + difference) / 2, second, (sum - difference) / 2)
  }

  private static func lowPassPole(_ parameters: ReverbParameters, _ sampleRate: Hertz) -> Double {
    parameters.lowPass.map { DeterministicMath.exp(-2 * .pi * $0.value / sampleRate.value) } ?? 0
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
    let absorptions = lines.map { length in
      let taps = absorption(length, parameters, sampleRate) / 4
      return ReverbLoops.Absorption(
        gains: SIMD4(Float(taps.x), Float(taps.y), Float(taps.z), 0))
    }
    // Milliseconds, each half as long again as the last: with these, echoes are dense sooner than
    // with the four of Dattorro's plate (1997, 3.6 to 12.7 ms), whose echoes lie further apart.
    let allPasses = [1.58, 2.39, 3.6, 5.48, 8.1].map { Int(($0 / 1000 * rate).rounded()) }
    // 15 Hz, below all speech: an offset would ring in the loop for as long as the room does.
    let highPass = DeterministicMath.exp(-2 * .pi * 15 / rate)
    let lowPass = lowPassPole(parameters, sampleRate)
    return ReverbTank.Coefficients(
      chunkFrames: min(ReverbChunk.mostFrames, lines[0], allPasses.min() ?? 1),
      silenceFrames: Int((silenceSeconds(parameters) * rate).rounded()),
      highPass: ReverbLoops.OnePole(pole: highPass, gain: 1 - highPass),
      lowPass: parameters.lowPass.map { _ in
        ReverbLoops.OnePole(pole: lowPass, gain: 1 - lowPass)
      },
      preDelayFrames: Int((parameters.preDelaySeconds * rate).rounded()),
      allPassFrames: allPasses, allPassGains: [0.7, 0.7, 0.7, 0.7, 0.7],
      lineFrames: lines, absorptions: absorptions, lateGains: SIMD2(1, 1),
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
    let span = 0.5 * parameters.longestLineSeconds
    return times.enumerated().map { index, time in
      let seconds = parameters.preDelaySeconds + span * time
      let alternating = index % 2 == 0 ? sign : -sign
      return ReverbTank.Tap(
        frames: Int((seconds * sampleRate.value).rounded()),
        gain: Float(alternating * parameters.preDelaySeconds / seconds))
    }
  }
}
