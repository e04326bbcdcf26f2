package import Signal

/// What the answer of a room to an impulse says about the room.
package struct RoomReading: Sendable {
  /// The decay of one octave.
  package struct Octave: Sendable {
    package let center: Hertz
    /// T30 at each ear.
    package let measured: [Double]
    /// T30 as designed.
    package let designed: Double

    /// The T30 that misses the design most.
    package var worst: Double {
      measured.max { abs($0 - designed) < abs($1 - designed) } ?? .nan
    }
  }

  /// The centres of the octaves that are read.
  package static let octaves = [250.0, 500, 1000, 2000, 4000, 8000]

  package let octaves: [Octave]
  /// When echoes have become dense at the later ear, counted from the first.
  package let mixingSeconds: Double
  /// The strongest line of the tail over its neighbourhood, at the worse ear.
  package let lineDB: Double
  /// The same of noise that decays as the room does at 1 kHz.
  package let noiseLineDB: Double
  /// The correlation of the two ears from 100 ms after the first echo on.
  package let correlation: Double
  private let expectation: RoomExpectation

  /// Reads the answer at two ears, which begins with the impulse.
  ///
  /// An answer that is too short reads NaN.
  package init(of answer: AudioBuffer, expecting expectation: RoomExpectation) {
    precondition(answer.channelCount == 2, "a room answers at two ears")
    let rate = expectation.sampleRate
    let onset = Int(expectation.preDelaySeconds * rate.value)
    let decay = expectation.decaySeconds(Hertz(1000))
    self.expectation = expectation
    octaves = Self.octaves.map { center in
      Octave(
        center: Hertz(center),
        measured: answer.channels.map {
          DecayTime.measured(of: $0, octave: Hertz(center), sampleRate: rate)
        },
        designed: DecayTime.predicted(by: expectation, octave: Hertz(center)))
    }
    mixingSeconds = Self.largest(
      answer.channels.map { EchoDensity.mixingSeconds(of: $0, from: onset, sampleRate: rate) })
    lineDB = Self.largest(
      answer.channels.map {
        LineProminence.decibels(of: $0, onset: onset, decaySeconds: decay, sampleRate: rate)
      })
    noiseLineDB = LineProminence.decibelsOfNoise(decaySeconds: decay, sampleRate: rate)
    let start = min(answer.frameCount, onset + Int(0.1 * rate.value))
    correlation = Self.correlation(
      answer.channels[0][start...], answer.channels[1][start...])
  }

  /// What lies beyond its limit, in words; NaN does.
  package var findings: [String] {
    var findings: [String] = []
    for octave in octaves {
      for time in octave.measured where !(abs(time / octave.designed - 1) <= expectation.decayLimit)
      {
        findings.append("T30 at \(octave.center.value) Hz: \(time) s, not \(octave.designed) s")
      }
    }
    if !(mixingSeconds <= expectation.mixingLimitSeconds) {
      findings.append(
        "echoes are dense after \(mixingSeconds) s, not \(expectation.mixingLimitSeconds) s")
    }
    if !(lineDB <= noiseLineDB + RoomExpectation.lineLimitDB) {
      findings.append("a line stands out by \(lineDB) dB, in noise by \(noiseLineDB) dB")
    }
    if !(abs(correlation) <= RoomExpectation.correlationLimit) {
      findings.append("the ears correlate by \(correlation)")
    }
    return findings
  }

  /// The correlation of two stretches of sound; NaN where one is silent.
  package static func correlation(_ left: ArraySlice<Float>, _ right: ArraySlice<Float>) -> Double {
    var (product, leftEnergy, rightEnergy) = (0.0, 0.0, 0.0)
    for (x, y) in zip(left, right) {
      product += Double(x) * Double(y)
      leftEnergy += Double(x) * Double(x)
      rightEnergy += Double(y) * Double(y)
    }
    return product / (leftEnergy * rightEnergy).squareRoot()
  }

  /// The largest value; NaN where one is.
  private static func largest(_ values: [Double]) -> Double {
    values.contains { $0.isNaN } ? .nan : values.max() ?? .nan
  }
}
