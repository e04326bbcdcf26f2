import Presets
import Signal

/// The numbers that make one room.
///
/// Apple publishes neither the decay times nor any other number of its factory rooms, so these
/// rooms are designs of our own that go by the same names.
struct ReverbParameters: Sendable {
  /// The decay time at 0 Hz, by 60 dB.
  ///
  /// Source: mid-band values that the literature gives for such rooms: 0.3-0.5 s furnished living
  /// rooms, about 1 s lecture theatres, 1.8-2.2 s occupied concert halls (L. Beranek, Concert Halls
  /// and Opera Houses, 2nd ed.), 1-5 s plates, 1.5-3 s echo chambers, 6-8.5 s large churches.
  let lowDecaySeconds: Double
  /// The decay time at half the sample rate, by 60 dB.
  ///
  /// Source: chosen so that 4 kHz decays in about three quarters of the time at 0 Hz in halls, as
  /// air and audience absorb, and less apart in small rooms and in the plate.
  let highDecaySeconds: Double
  /// How long the room waits before it answers; longer in larger rooms.
  let preDelaySeconds: Double
  /// The shortest of the sixteen delay lines: about the time across the smallest dimension.
  let shortestLineSeconds: Double
  /// The longest of the sixteen delay lines.
  ///
  /// Source: the lengths of all lines should add up to 0.15 of the longest decay time or more, or
  /// single resonances stand out (M. Schroeder, "Natural Sounding Artificial Reverberation",
  /// JAES 10(3), 1962).
  let longestLineSeconds: Double
  /// Where a one-pole low-pass on the way into the room takes 3 dB, for the air of large rooms.
  let lowPass: Hertz?
  /// The energy of the early reflections against that of the late field; nil for none.
  let earlyLevel: Decibels?
}

extension ReverbParameters {
  private init(
    decay: (low: Double, high: Double), preDelay: Double, lines: (Double, Double),
    lowPass: Double? = nil, early: Double? = -3
  ) {
    lowDecaySeconds = decay.low
    highDecaySeconds = decay.high
    preDelaySeconds = preDelay / 1000
    shortestLineSeconds = lines.0 / 1000
    longestLineSeconds = lines.1 / 1000
    self.lowPass = lowPass.map { Hertz($0) }
    earlyLevel = early.map { Decibels($0) }
  }

  /// The table of rooms: decay in seconds, delays in milliseconds, low-pass in hertz, early
  /// reflections in decibels.
  init(_ room: ReverbPreset) {
    switch room {
    case .smallRoom: self.init(decay: (0.5, 0.30), preDelay: 3, lines: (7.5, 39))
    case .mediumRoom: self.init(decay: (0.8, 0.45), preDelay: 6, lines: (11, 54))
    case .largeRoom: self.init(decay: (1.2, 0.60), preDelay: 10, lines: (16, 72))
    case .largeRoom2: self.init(decay: (1.6, 0.70), preDelay: 14, lines: (19, 85))
    case .mediumChamber: self.init(decay: (1.3, 0.80), preDelay: 8, lines: (14, 62))
    case .largeChamber: self.init(decay: (1.9, 1.00), preDelay: 12, lines: (20, 88))
    case .plate: self.init(decay: (2.0, 1.20), preDelay: 0, lines: (14, 70), early: nil)
    case .mediumHall:
      self.init(decay: (1.7, 0.75), preDelay: 18, lines: (21, 90), lowPass: 8000)
    case .mediumHall2:
      self.init(decay: (1.9, 0.85), preDelay: 20, lines: (22, 95), lowPass: 7500)
    case .mediumHall3:
      self.init(decay: (2.1, 0.90), preDelay: 22, lines: (24, 100), lowPass: 7000)
    case .largeHall:
      self.init(decay: (2.3, 0.90), preDelay: 25, lines: (25, 106), lowPass: 6500)
    case .largeHall2:
      self.init(decay: (2.8, 1.00), preDelay: 28, lines: (29, 119), lowPass: 6000)
    case .cathedral:
      self.init(decay: (6.5, 1.40), preDelay: 40, lines: (40, 170), lowPass: 5000)
    }
  }
}
