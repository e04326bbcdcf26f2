package import Signal

/// What the design of a room says about it, to hold a reading against.
package struct RoomExpectation: Sendable {
  /// The kind of room, which says how soon its echoes have to be dense.
  package enum Kind: Sendable {
    case room, hall, cathedral
  }

  package let kind: Kind
  package let sampleRate: Hertz
  /// How long the room waits before it answers.
  package let preDelaySeconds: Double
  /// How long sound at a frequency takes to decay by 60 dB.
  package let decaySeconds: @Sendable (Hertz) -> Double
  /// How much of the power at a frequency comes into the room.
  package let inputPower: @Sendable (Hertz) -> Double

  /// Creates an expectation.
  package init(
    kind: Kind, sampleRate: Hertz, preDelaySeconds: Double,
    decaySeconds: @escaping @Sendable (Hertz) -> Double,
    inputPower: @escaping @Sendable (Hertz) -> Double
  ) {
    self.kind = kind
    self.sampleRate = sampleRate
    self.preDelaySeconds = preDelaySeconds
    self.decaySeconds = decaySeconds
    self.inputPower = inputPower
  }

  /// How long a recording of the answer to an impulse has to be.
  package var neededSeconds: Double { preDelaySeconds + decaySeconds(Hertz(0)) + 0.1 }

  /// The largest part by which a T30 may miss the design.
  ///
  /// Chance: few resonances share a band in a small room, and T30 scatters by 0.55/√(band · T),
  /// 6 % at 0.5 s and 250 Hz. Twice that for the smallest; long decays have more resonances.
  package var decayLimit: Double { decaySeconds(Hertz(0)) < 1.65 ? 0.12 : 0.07 }

  /// The time after which echoes have to be dense, counted from the first.
  ///
  /// Source: what a prototype of this network reaches with these delays; an ear takes reflections
  /// within 50 to 80 ms for part of the sound (H. Haas, Acustica 1, 1951; ISO 3382-1, C50 and C80).
  package var mixingLimitSeconds: Double {
    switch kind {
    case .room: 0.05
    case .hall: 0.08
    case .cathedral: 0.2
    }
  }

  /// How far the strongest line of the tail may stand out beyond that of noise.
  ///
  /// A room of sixteen lines has as many resonances per hertz as its delays have seconds, 0.3 to
  /// 1.5: fewer than overlap as in noise, so its lines stand out further than those of noise, whose
  /// strongest scatters by 1 dB from seed to seed. A plate of 8 to 40 ms and a cathedral of 27 to
  /// 113 ms, with half a resonance or less to the width of each, exceed the limit at 48 kHz.
  package static let lineLimitDB = 12.0

  /// The largest correlation of the two ears in the tail, in magnitude.
  ///
  /// Independent noise that decays scatters by 0.02; below 0.1 nothing is heard of a correlation.
  package static let correlationLimit = 0.1
}
