import Signal

/// How the energy of an impulse response, or of one octave of it, comes in over time.
struct EnergyTimeCurve: Sendable {
  /// The energy of each step, from the direct sound on.
  let energies: [Double]
  /// How long a step lasts.
  let stepSeconds: Double
  /// How many steps end within 50 ms of the direct sound.
  let earlyCount: Int

  /// C50, the early energy over the late, between -40 and 40 dB; NaN for silence.
  ///
  /// Source: ISO 3382-1:2009, A.2.3.
  var clarity: Decibels { Self.clarity(lateShare: lateShare) }

  /// The part of the energy that comes later than 50 ms after the direct sound; NaN for silence.
  var lateShare: Double {
    let late = energies.dropFirst(earlyCount).reduce(0, +)
    return late / (late + energies.prefix(earlyCount).reduce(0, +))
  }

  /// The C50 that belongs to a part of late energy, between -40 and 40 dB.
  static func clarity(lateShare: Double) -> Decibels {
    guard !lateShare.isNaN else { return Decibels(.nan) }
    let clarity = Decibels(power: (1 - lateShare) / lateShare).value
    return Decibels(min(max(clarity, -mostDecibels), mostDecibels))
  }

  /// Where a reading of C50 ends: far drier than anybody hears.
  static let mostDecibels = 40.0

  /// What is still to come at each step over the whole; NaN for silence.
  ///
  /// Source: M. R. Schroeder, "New method of measuring reverberation time", Journal of the
  /// Acoustical Society of America 37(3), 1965.
  var decay: [Double] {
    var decay = energies
    var sum = 0.0
    for index in decay.indices.reversed() {
      sum += decay[index]
      decay[index] = sum
    }
    for index in decay.indices { decay[index] /= sum }
    return decay
  }

  /// How much of a modulation of the sound is left in the room, from 0 to 1; NaN for silence.
  ///
  /// Source: M. R. Schroeder, "Modulation transfer functions: definition and measurement",
  /// Acustica 49, 1981.
  func modulation(at frequencies: [Double]) -> [Double] {
    // A step of half a millisecond takes 6e-5 from the depth at 12.5 Hz.
    let group = max(1, Int(0.0005 / stepSeconds))
    let sums = stride(from: 0, to: energies.count, by: group).map { start in
      energies[start..<min(start + group, energies.count)].reduce(0, +)
    }
    let total = sums.reduce(0, +)
    return frequencies.map { frequency in
      let turn = 2 * Double.pi * frequency * stepSeconds * Double(group)
      let (cosine, sine) = (DeterministicMath.cos(turn), DeterministicMath.sin(turn))
      var (c, s) = (1.0, 0.0)
      var (real, imaginary) = (0.0, 0.0)
      for energy in sums {
        real += energy * c
        imaginary += energy * s
        (c, s) = (c * cosine - s * sine, c * sine + s * cosine)
      }
      return (real * real + imaginary * imaginary).squareRoot() / total
    }
  }
}
