import Signal
import Spectrum

/// How much of a low band of the voice is left, against its middle.
package struct ToneChange: Metric {
  /// The chest of low voices.
  package static let voiceBody = ToneChange(
    id: "voice-body", version: 1, axis: .voiceBody,
    band: FrequencyBand(from: Hertz(85), to: Hertz(180)), lowVoicesOnly: true,
    allowedWorsening: 1.5,
    bounds: MetricBounds(
      warning: -1.5, failure: -3,
      source: """
        A high-pass at 80 Hz, which harms nothing, costs male voices 0.8 to 1.1 dB; a change of \
        two octaves is just noticed at 3.7 dB (D. Caswell-Midwinter and W. Whitmer, Trends in \
        Hearing 2019).
        """),
    tells: "Whether a low-cut or an equaliser has thinned a low voice.",
    reason: """
      1.5 dB: a harmless high-pass at 80 Hz costs male voices 0.8 to 1.1 dB, and the just \
      noticeable change of two octaves is 3.7 dB (Caswell-Midwinter and Whitmer, Trends in \
      Hearing 2019). The band is the chest resonance named by the article the presets come from.
      """,
    blindTo: """
      High voices, which have nothing in the band. A wish to cut the body, as for a telephone: \
      there is no absolute limit, only the golden.
      """)

  /// The warmth, or the mud, of any voice.
  package static let lowMids = ToneChange(
    id: "low-mids", version: 1, axis: .colour,
    band: FrequencyBand(from: Hertz(200), to: Hertz(400)), lowVoicesOnly: false,
    allowedWorsening: 2,
    bounds: MetricBounds(
      warning: -2, failure: -3,
      source: """
        The just noticeable change of two octaves at low frequencies is 3.7 dB (D. \
        Caswell-Midwinter and W. Whitmer, Trends in Hearing 2019); wide deviations are heard \
        first (F. Toole and S. Olive, Journal of the Audio Engineering Society 36(3), 1988).
        """),
    tells: "Whether a cut against mud was too wide and has made the voice hollow.",
    reason: """
      2 dB: a wide cut of 3 dB at 300 Hz costs 1.1 to 1.7 dB and passes, one of 12 dB costs more \
      than 3 dB and sounds hollow; wide deviations are the audible ones (F. Toole and S. Olive, \
      Journal of the Audio Engineering Society 36(3), 1988).
      """,
    blindTo: """
      Notches that are narrow against the band, which is why they are the better cure. A wish to \
      cut the warmth: there is no absolute limit, only the golden.
      """)

  /// The band that the others are compared with.
  static let middle = FrequencyBand(from: Hertz(500), to: Hertz(2_000))

  private let id: String
  private let version: Int
  private let axis: MetricAxis
  private let band: FrequencyBand
  private let lowVoicesOnly: Bool
  private let allowedWorsening: Double
  private let bounds: MetricBounds
  private let tells: String
  private let reason: String
  private let blindTo: String

  private init(
    id: String, version: Int, axis: MetricAxis, band: FrequencyBand, lowVoicesOnly: Bool,
    allowedWorsening: Double, bounds: MetricBounds, tells: String, reason: String, blindTo: String
  ) {
    self.id = id
    self.version = version
    self.axis = axis
    self.bounds = bounds
    self.tells = tells
    self.band = band
    self.lowVoicesOnly = lowVoicesOnly
    self.allowedWorsening = allowedWorsening
    self.reason = reason
    self.blindTo = blindTo
  }

  package var description: MetricDescription {
    MetricDescription(
      id: id, version: version, unit: .decibels, axis: axis, direction: .higherIsBetter,
      protectsSpeech: true, tolerance: 0.02, allowedWorsening: allowedWorsening, bounds: bounds,
      needs: lowVoicesOnly ? [.speech, .lowVoice] : [.speech], tells: tells,
      definition: """
        The change of the \(Int(band.low.value))-\(Int(band.high.value)) Hz band of the voice \
        against its 500-2000 Hz band, render against reference\
        \(lowVoicesOnly ? ", for voices with a median fundamental below 165 Hz" : ""): each vowel \
        of the render is brought to the 500-2000 Hz energy of the reference, which takes the gain \
        of a compressor out, then the energies of the band are added over all vowels and \
        compared. \
        Without labels, frames within 20 dB of the loudest stand in for vowels. 0 = kept.
        """,
      source: "Long-term power over voiced frames. \(reason)", blindTo: blindTo)
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    let reference = analysis.reference
    return reference.isSpeech && !reference.isSilent && (reference.hasLowVoice || !lowVoicesOnly)
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let change = try change(of: band, in: analysis)
    return [reading(change, at: Place(band))]
  }

  /// The change of a band against the middle, over all vowels.
  private func change(of band: FrequencyBand, in analysis: Analysis) throws(MetricError) -> Double {
    let rate = analysis.render.sampleRate
    let size = AnalysisFrames.spanSize(sampleRate: rate)
    let low = BandWeights(from: band.low, to: band.high, size: size, sampleRate: rate)
    let middle = BandWeights(
      from: Self.middle.low, to: Self.middle.high, size: size, sampleRate: rate)
    var before = 0.0
    var after = 0.0
    var count = 0.0
    for (span, render) in zip(analysis.reference.voiced, analysis.voiced) {
      let referenceMiddle = middle.sum(of: span.spectrum.power)
      let renderMiddle = middle.sum(of: render.power)
      // A span that was silenced has no tone; what it lost is for other metrics to say.
      guard referenceMiddle > AnalysisFrames.quietestPower, renderMiddle > 0 else { continue }
      count += 1
      before += low.sum(of: span.spectrum.power)
      after += low.sum(of: render.power) * (referenceMiddle / renderMiddle)
    }
    guard before > AnalysisFrames.quietestPower * count else {
      throw .nothingToMeasure(metric: id, place: "the voiced parts of the recording")
    }
    return Decibels(power: after / before).value
  }
}
