package import Signal

/// What an impulse response, with its direct sound, says about how wet it makes speech.
///
/// The energies of several channels are added. All times count from the direct sound.
package struct ImpulseResponseMeasures: Hashable, Sendable {
  /// The measures of one octave, or of the whole band.
  package struct Band: Hashable, Sendable {
    /// The centre of the octave; nil for the whole band.
    package let center: Hertz?
    /// The early decay time, from 0 to -10 dB; nil where nothing decays.
    package let earlyDecaySeconds: Double?
    /// T20, from -5 to -25 dB; nil where nothing decays.
    package let t20Seconds: Double?
    /// T30, from -5 to -35 dB; nil where nothing decays.
    package let t30Seconds: Double?
    /// C50, from -40 to 40 dB; what is drier reads 40.
    package let clarity: Decibels
    /// The part of the energy that comes later than 50 ms after the direct sound.
    package let lateShare: Double
    /// How much is left of modulations at `modulationHertz`, from 0 to 1 (Schroeder 1981).
    package let modulations: [Double]
    /// How well the modulations of speech get through, from 0 to 1.
    package let transmission: Double

    /// Reads a curve.
    ///
    /// Decay times need a late part, more than 1e-4 of the energy after 50 ms: what an equaliser
    /// or an octave filter rings is no reverberation. ISO 3382-1 asks for noise 10 dB under the
    /// end of the line.
    ///
    /// - Parameters:
    ///   - curve: How the energy comes in.
    ///   - center: The centre of the octave.
    ///   - floor: The level in decibels, against the whole, of what is unknown of the tail.
    init(_ curve: EnergyTimeCurve, center: Hertz?, floor: Double) {
      let clarity = curve.clarity
      let isDry = clarity.value == EnergyTimeCurve.mostDecibels
      let decay = isDry ? [] : curve.decay
      func seconds(from upper: Double, to lower: Double) -> Double? {
        guard !isDry, floor <= lower - 10 else { return nil }
        let seconds = DecayTime.seconds(
          energies: decay, stepSeconds: curve.stepSeconds, from: upper, to: lower)
        return seconds.isFinite ? seconds : nil
      }
      self.center = center
      earlyDecaySeconds = seconds(from: 0, to: -10)
      t20Seconds = seconds(from: -5, to: -25)
      t30Seconds = seconds(from: -5, to: -35)
      self.clarity = clarity
      lateShare = curve.lateShare
      modulations = curve.modulation(at: ImpulseResponseMeasures.modulationHertz)
      transmission = SpeechTransmission.transmission(modulations: modulations)
    }
  }

  /// The frequencies at which speech is modulated.
  package static let modulationHertz = SpeechTransmission.modulations

  /// The whole band; of an estimate, the sum of its octaves, each as loud as the others.
  package let broadband: Band
  /// The octaves from 125 Hz to 8 kHz that could be read.
  package let octaves: [Band]
  /// STI, from 0 to 1, from the octaves that could be read; NaN where there are none.
  package let speechTransmissionIndex: Double

  /// Reads an impulse response.
  ///
  /// Octaves whose upper edge lies beyond half the sample rate are left out. The response has to
  /// be recorded until it has decayed by 45 dB: what it does after its end counts as silence.
  ///
  /// - Parameters:
  ///   - response: With its direct sound; any number of channels.
  ///   - onset: The frame of the direct sound; nil for the first one within 20 dB of the peak,
  ///     after ISO 3382-1, 5.3.
  /// - Returns: Nil for silence, for a sample that is not finite, and for an onset past the end.
  package init?(of response: AudioBuffer, onset: Int? = nil) {
    let peak = response.peak
    let rate = response.sampleRate
    guard response.firstNonFinite == nil, peak > 0 else { return nil }
    let start =
      onset
      ?? response.channels.compactMap { samples in
        samples.firstIndex { $0.magnitude >= 0.1 * peak }
      }.min() ?? 0
    guard start < response.frameCount else { return nil }
    // What is left 140 dB under the peak changes nothing and takes long; filters ring for 0.1 s.
    let last =
      response.channels.compactMap { samples in
        samples.lastIndex { $0.magnitude >= 1e-7 * peak }
      }.max() ?? start
    let end = max(start, last) + Int(0.1 * rate.value)
    let channels = response.channels.map { samples in
      let kept = samples.prefix(end)
      return kept + [Float](repeating: 0, count: end - kept.count)
    }
    func curve(_ channels: [[Double]]) -> EnergyTimeCurve {
      var energies = [Double](repeating: 0, count: end - start)
      for channel in channels {
        for index in energies.indices {
          let sample = channel[start + index]
          energies[index] += sample * sample
        }
      }
      return EnergyTimeCurve(
        energies: energies, stepSeconds: 1 / rate.value,
        earlyCount: Int((0.05 * rate.value).rounded()))
    }
    let octaves = SpeechTransmission.octaves.filter { $0 * 2.0.squareRoot() < rate.nyquist.value }
    self.init(
      broadband: Band(
        curve(channels.map { $0.map(Double.init) }), center: nil, floor: -.infinity),
      octaves: octaves.map { center in
        let filter = OctaveFilter(center: Hertz(center), sampleRate: rate)
        return Band(
          curve(channels.map { filter.filtered(Array($0)) }), center: Hertz(center),
          floor: -.infinity)
      })
  }

  /// Takes the measures of the bands together.
  init(broadband: Band, octaves: [Band]) {
    self.broadband = broadband
    self.octaves = octaves
    speechTransmissionIndex = SpeechTransmission.index(
      of: SpeechTransmission.octaves.map { center in
        octaves.first { $0.center?.value == center }?.transmission
      })
  }

  /// C50 of the octaves from 500 Hz to 4 kHz, from the mean of their late parts; from -40 to
  /// 40 dB, NaN where none of them could be read.
  ///
  /// As every octave counts for as much as the others, an equaliser changes nothing.
  package var speechClarity: Decibels {
    let shares = octaves.filter { (500...4000).contains($0.center?.value ?? 0) }.map(\.lateShare)
    return EnergyTimeCurve.clarity(lateShare: shares.reduce(0, +) / Double(shares.count))
  }

  /// The mean of T30 in the octaves of 500 Hz and 1 kHz; nil where one of them has none.
  ///
  /// Source: ISO 3382-1:2009, table A.1, single number frequency averaging.
  package var t30Seconds: Double? { middle(\.t30Seconds) }

  /// The same of T20, which a noisy estimate has sooner.
  package var t20Seconds: Double? { middle(\.t20Seconds) }

  private func middle(_ time: (Band) -> Double?) -> Double? {
    let times = octaves.filter { [500, 1000].contains($0.center?.value) }.compactMap(time)
    return times.count == 2 ? (times[0] + times[1]) / 2 : nil
  }
}
