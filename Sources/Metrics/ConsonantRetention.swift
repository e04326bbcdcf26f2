import Signal
import Spectrum

/// How much of each consonant is left, against the vowel of its word.
package struct ConsonantRetention: Metric {
  package init() {}

  /// Where vowels are compared.
  private static let vowelBand = FrequencyBand(from: Hertz(100), to: Hertz(8_000))
  /// Where consonants are compared.
  private static let consonantBand = FrequencyBand(from: Hertz(1_500), to: Hertz(16_000))
  /// How far a vowel may sink under all vowels, in decibels, and still stand for its word: a
  /// compressor turns loud vowels down by about so much more than soft ones.
  private static let sunkenVowel = 6.0
  /// The two bands together.
  static let wholeBand = FrequencyBand(from: vowelBand.low, to: consonantBand.high)

  package var description: MetricDescription {
    MetricDescription(
      id: "consonant-retention", unit: .decibels, axis: .weakConsonants, direction: .higherIsBetter,
      protectsSpeech: true, tolerance: 0.05, allowedWorsening: 3, limit: -6,
      needs: [.speech, .labels],
      tells: """
        Which t, p, s of which word the gate eats: the first number to look at after a change of the expansion threshold.
        """,
      definition: """
        For each labelled consonant: D(consonant) − D(nearest vowel of its word, or the nearest \
        vowel at all where the word has none), at most 0. D is the energy of the render over the \
        energy of the reference times the squared linear response of the preset, in dB, from Hann \
        frames over the label: 1.5 to 16 kHz for consonants, 100 Hz to 8 kHz for vowels, up to \
        half the sample rate. So the equaliser counts for nothing, nor does the gain. A vowel that \
        has itself sunk more than 6 dB under all vowels together is no measure: that level takes \
        its place, and a word that a gate swallows whole is lost, not kept. 0 = kept, −20 = eaten \
        by a gate, −infinity = digital silence.
        """,
      source: """
        Change of the consonant-vowel ratio, per phone (R. Freyman and G. Nerbonne, Journal of \
        Speech and Hearing Research 32, 1989). 3 dB is the just noticeable change of the \
        speech-to-noise ratio (D. McShefferty, W. Whitmer, M. Akeroyd, Trends in Hearing 2015), \
        and 6 dB the just meaningful one (the same, 2016).
        """,
      blindTo: """
        Sonorants, and phones without a label. What the equaliser takes from a consonant on \
        purpose: see band-crispness. Reverberation, which fills the place of an eaten consonant.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    analysis.render.sampleRate.nyquist > Self.consonantBand.low
      && analysis.reference.labels.contains(where: \.isConsonant)
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let rate = analysis.render.sampleRate
    let size = AnalysisFrames.spanSize(sampleRate: rate)
    let consonantWeights = BandWeights(
      from: Self.consonantBand.low, to: Self.consonantBand.high, size: size, sampleRate: rate)
    let vowelWeights = BandWeights(
      from: Self.vowelBand.low, to: Self.vowelBand.high, size: size, sampleRate: rate)
    let labels = analysis.reference.phones.compactMap(\.label)
    let least = try speechGain(of: analysis, labels, in: vowelWeights) - Self.sunkenVowel
    var readings: [Reading] = []
    for (index, label) in labels.enumerated() where label.isConsonant {
      guard let vowel = nearestVowel(to: label, in: labels) else {
        throw .nothingToMeasure(metric: description.id, place: "the vowels beside \(label.subject)")
      }
      let change = try change(at: index, of: analysis, in: consonantWeights)
      let vowelChange = try self.change(at: vowel, of: analysis, in: vowelWeights)
      // More of a consonant than of its vowel is kept all the same: a compressor does that.
      let retention = min(0, change - max(vowelChange, least))
      readings.append(reading(retention, of: label.subject, at: Place(label)))
    }
    return readings
  }

  /// The change of energy over all vowels together, beyond what the linear response does.
  private func speechGain(
    of analysis: Analysis, _ labels: [Label], in band: BandWeights
  ) throws(MetricError) -> Double {
    var expected = 0.0
    var found = 0.0
    for index in labels.indices where labels[index].kind == .vowel {
      expected += band.sum(
        of: analysis.reference.phones[index].spectrum.power, times: analysis.linearPower)
      found += band.sum(of: analysis.phones[index].power)
    }
    guard expected > 0, found > 0 else {
      throw .nothingToMeasure(metric: description.id, place: "the vowels")
    }
    return Decibels(power: found / expected).value
  }

  /// The change of energy over one label, beyond what the linear response does.
  private func change(
    at index: Int, of analysis: Analysis, in band: BandWeights
  ) throws(MetricError) -> Double {
    let reference = analysis.reference.phones[index]
    let expected = band.sum(of: reference.spectrum.power, times: analysis.linearPower)
    guard band.sum(of: reference.spectrum.power) > AnalysisFrames.quietestPower, expected > 0 else {
      throw .nothingToMeasure(
        metric: description.id, place: reference.label?.subject ?? "the recording")
    }
    return Decibels(power: band.sum(of: analysis.phones[index].power) / expected).value
  }

  /// The index of the vowel with the least gap to a consonant: of the same word where there is one.
  private func nearestVowel(to consonant: Label, in labels: [Label]) -> Int? {
    func gap(_ index: Int) -> Double {
      max(
        labels[index].startSeconds - consonant.endSeconds,
        consonant.startSeconds - labels[index].endSeconds)
    }
    let vowels = labels.indices.filter { labels[$0].kind == .vowel }
    let ofWord = vowels.filter { labels[$0].word == consonant.word }
    return (ofWord.isEmpty ? vowels : ofWord).min { gap($0) < gap($1) }
  }
}
