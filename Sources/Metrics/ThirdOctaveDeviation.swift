import Signal
import Spectrum

/// How far the balance of the spectrum has been bent.
package struct ThirdOctaveDeviation: Metric {
  package init() {}

  /// Less speech than this does not fill the bands.
  private static let leastSeconds = 1.0
  /// How far under the strongest band of the recording a band still belongs to the voice.
  private static let voiceRange = Decibels(-40)

  package var description: MetricDescription {
    MetricDescription(
      id: "third-octave-deviation", unit: .decibels, axis: .colour, direction: .lowerIsBetter,
      protectsSpeech: true, tolerance: 0.05, allowedWorsening: 4,
      bounds: MetricBounds(
        warning: 3, failure: 4,
        source: """
          Wide deviations of low Q are heard first (F. Toole and S. Olive, Journal of the Audio \
          Engineering Society 36(3), 1988; R. Bücklein, the same 29(3), 1981).
          """),
      needs: [.speech],
      tells: "Which band of the voice stands out or is missing, whatever the level.",
      definition: """
        The largest distance of the change of any third of an octave, centred from 250 Hz to 8 kHz, \
        from the median change of all that carry the voice: within 40 dB of the strongest. The \
        change is that of the clean speech through the equaliser of the preset, where the renderer \
        reports it. For others the change of each cell of 64 ms is taken for the sum of a gain of \
        its frame and a response of its band, fitted with the least absolute residuals over the \
        cells within 35 dB of the strongest of a loud frame that are no decay of what came before.
        """,
      source: "IEC 61260-1:2014, base ten.",
      blindTo: """
        All below 220 Hz: see voice-body. Notches that are narrow against a third of an \
        octave. What a compressor does to the balance of loud and soft sounds.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.speech != nil }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    guard let speech = analysis.reference.speech, let cells = analysis.reference.thirdOctaves
    else { throw .nothingToMeasure(metric: description.id, place: "the speech") }
    let material = try require(
      .activeSpeech, speech.activeSeconds, atLeast: Self.leastSeconds)
    let powers = cells.longTerm
    let least = (powers.max() ?? 0) * Self.voiceRange.power
    let changes =
      analysis.renderer.map { Self.changes($0.linearResponse, cells) }
      ?? BandResponseFit.responses(
        from: cells, to: ThirdOctaveCells(of: analysis.render), speech: speech)
    let voiced = powers.indices.filter {
      powers[$0] > 0 && powers[$0] >= least && $0 < changes.count && !changes[$0].isNaN
    }
    guard voiced.count >= 3, let middle = median(voiced.map { changes[$0] }),
      let worst = voiced.max(by: { abs(changes[$0] - middle) < abs(changes[$1] - middle) })
    else { throw .nothingToMeasure(metric: description.id, place: "the bands of the voice") }
    return [
      reading(
        abs(changes[worst] - middle), at: Place(cells.bands[worst]), from: material)
    ]
  }

  /// What a known response does to each band of the speech.
  private static func changes(
    _ response: FrequencyResponse, _ cells: ThirdOctaveCells
  ) -> [Double] {
    let width = cells.sampleRate.value / Double(cells.size)
    let factors = cells.spectrum.indices.map {
      response.gain(at: Hertz(width * Double($0))).power
    }
    return zip(cells.longTerm(times: factors), cells.longTerm).map {
      Decibels(power: $0 / $1).value
    }
  }
}
