import Signal

/// How much reverberation a render has, by one of its measures.
///
/// Where the answer of a chain to an impulse is known, that is measured; for the renders of others
/// the response is estimated from the speech before and after.
package struct Wetness: Metric {
  /// How long the tail is.
  package static let decayTime = Wetness(
    id: "decay-time", unit: .seconds, direction: .neither, tolerance: 0.01,
    tells: "How long the room of a preset rings: the setting that a wish for another room changes.",
    definition: """
      T30, the time in which a decay from -5 to -35 dB would reach -60 dB, mean of the octaves at \
      500 Hz and 1 kHz; T20 (to -25 dB) where an estimate reaches no deeper. 0 where nothing \
      decays, and where the tail starts more than 20 dB under the direct sound.
      """,
    source: """
      ISO 3382-1:2009, from the backward integral of M. R. Schroeder, Journal of the Acoustical \
      Society of America 37(3), 1965.
      """,
    blindTo: """
      How loud the tail is. Whether a long one is wanted: there is no better and no worse. \
      Estimates end 2 s after the direct sound, and have no time for decays of more than about 3 s.
      """)

  /// How much of the sound comes late.
  package static let clarity = Wetness(
    id: "clarity", unit: .decibels, direction: .higherIsBetter, tolerance: 0.05,
    allowedWorsening: 3,
    bounds: MetricBounds(
      warning: 15, failure: 12,
      source: """
        On eight voices the reverberator of SoX reads 14.6 to 15.4 dB at 20 %, 12.0 to 13.4 at \
        40 % and less than 10 at 80 %; filters, gates and 3:1 compression on dry speech read 24 \
        and more.
        """),
    tells: "Whether the room is mixed in too loud, so that syllables smear into each other.",
    definition: """
      C50: the energy in the first 50 ms from the direct sound on over the energy after, in \
      decibels, from the mean of the late parts of the octaves from 500 Hz to 4 kHz. At most 25: \
      what is drier reads 25.
      """,
    source: """
      ISO 3382-1:2009, A.2.3. 3 dB is heard readily, 1.1 dB just noticed (J. Bradley, R. Reich, S. \
      Norcross, Applied Acoustics 58, 1999).
      """,
    blindTo: """
      Reflections within 50 ms, which colour a voice and do not blur it. Reverberation that the \
      reference has already. In an estimate: tails more than 25 dB under the speech.
      """)

  /// How well the modulations of speech get through.
  package static let speechTransmission = Wetness(
    id: "sti", unit: .index, direction: .higherIsBetter, tolerance: 0.001,
    allowedWorsening: 0.06,
    bounds: MetricBounds(
      warning: 0.97, failure: 0.94,
      source: """
        A change of the index by 0.03 is just noticed (J. Bradley, R. Reich, S. Norcross, Applied \
        Acoustics 58, 1999), and dry speech has 1; twice that fails. Gates and 3:1 compression on \
        eight dry voices read 0.997 and more, a heavy reverberator 0.76 to 0.85.
        """),
    tells: "Whether the room costs intelligibility: the tail is too long, too loud, or both.",
    definition: """
      STI of the response alone: in seven octaves from 125 Hz to 8 kHz how deep 14 modulations \
      from 0.63 to 12.5 Hz still are, as ratios of -15 to 15 dB, weighted as for a male voice. \
      Octaves beyond half the sample rate, and those that an estimate cannot see for noise, are \
      left out and the weights brought to a sum of one. 1 = dry.
      """,
    source: """
      IEC 60268-16:2011; modulation transfer from the impulse response: M. R. Schroeder, \
      Acustica 49, 1981.
      """,
    blindTo: """
      Noise, gating and compression, which the index of the standard counts in. Reverberation that \
      the reference has already.
      """)

  /// Where a reading of C50 ends: what gates and compressors leave of it in an estimate.
  static let driestDecibels = 25.0
  /// The C50 from which on a tail is too faint for a decay time.
  private static let faintTailDecibels = 20.0
  /// How much speech an estimate needs.
  private static let leastSeconds = 3.0

  private let id: String
  private let unit: MetricUnit
  private let direction: MetricDirection
  private let tolerance: Double
  private var allowedWorsening: Double?
  private var bounds: MetricBounds?
  private let tells: String
  private let definition: String
  private let source: String
  private let blindTo: String

  package var description: MetricDescription {
    MetricDescription(
      id: id, unit: unit, axis: .wetness, direction: direction,
      protectsSpeech: direction == .higherIsBetter, tolerance: tolerance,
      allowedWorsening: allowedWorsening, bounds: bounds, needs: [.impulseResponse], tells: tells,
      definition: """
        \(definition) Read from the answer of the chain to an impulse, its dynamics at rest. For \
        other renderers that answer is estimated: the linear response that fits the speech best, \
        less what the fit finds before the direct sound, where a room has nothing.
        """,
      source: source, blindTo: blindTo)
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    let reference = analysis.reference
    // The long transforms of an estimate are for those who have nothing better to give.
    return reference.isImpulse || analysis.renderer?.impulseResponse != nil
      || (analysis.renderer == nil && reference.speech != nil)
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    if let exact = analysis.impulseResponse {
      return [reading(value(of: exact) ?? 0)]
    }
    guard let speech = analysis.reference.speech else {
      throw .nothingToMeasure(metric: id, place: "the speech of the recording")
    }
    let material = try require(
      .activeSpeech, speech.activeSeconds, atLeast: Self.leastSeconds)
    guard let estimate = analysis.roomEstimate, let value = value(of: estimate.measures) else {
      // The noise of an estimate falls as the speech gets longer.
      throw .tooLittle(metric: id, material: material, neededAmount: 2 * material.amount)
    }
    return [reading(value, from: material)]
  }

  /// The value; nil where there is a tail that has no decay time.
  private func value(of measures: ImpulseResponseMeasures) -> Double? {
    let clarity = measures.speechClarity.value
    switch unit {
    case .decibels: return min(clarity, Self.driestDecibels)
    case .index: return measures.speechTransmissionIndex
    default:
      guard clarity < Self.faintTailDecibels else { return 0 }
      return measures.t30Seconds ?? measures.t20Seconds
    }
  }
}
