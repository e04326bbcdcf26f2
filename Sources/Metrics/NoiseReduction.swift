import Signal

/// What the chain does to noise, and to the speech in it.
package struct NoiseReduction: Metric {
  /// What is read.
  enum Kind: Sendable {
    case total
    case near
    case ratio
    case weakRatio
    case difference
  }

  /// How far the noise falls everywhere, long pauses included.
  package static let total = NoiseReduction(kind: .total)
  /// How far it falls beside the speech.
  package static let near = NoiseReduction(kind: .near)
  /// How far the speech stands out more.
  package static let ratio = NoiseReduction(kind: .ratio)
  /// How far the quiet consonants stand out more.
  package static let weakRatio = NoiseReduction(kind: .weakRatio)
  /// Whether the speech went down with the noise.
  package static let difference = NoiseReduction(kind: .difference)

  private let kind: Kind

  /// Less noise than this says little.
  private static let leastSeconds = 0.5
  /// Less weak speech than this is a burst or two.
  private static let leastWeakSeconds = 0.1

  package var description: MetricDescription {
    let words = words
    let isJudged = kind == .total || kind == .weakRatio
    return MetricDescription(
      id: words.id, unit: .decibels, axis: .levelAndNoise,
      direction: isJudged ? .higherIsBetter : .neither, protectsSpeech: isJudged,
      tolerance: 0.1, allowedWorsening: isJudged ? 3 : nil,
      bounds: isJudged
        ? MetricBounds(
          warning: -3, failure: -6,
          source: """
            The just noticeable and the just meaningful change of the speech-to-noise ratio: D. \
            McShefferty, W. Whitmer, M. Akeroyd, Trends in Hearing 2015 and 2016.
            """) : nil,
      needs: kind == .total ? [] : [.speech, .cleanSpeech], tells: words.tells,
      definition: words.definition + Self.classes,
      source: """
        ITU-T G.160 Appendix II and 3GPP TS 26.077 Annex A, with geometric means; E. Paajanen and \
        V.-V. Mattila, 2002. The weak class is ours.
        """,
      blindTo: "What kind of noise it is, and whether what is left of it sounds musical.")
  }

  private static let classes = """
     Frames of 10 ms are classed by the level of the clean speech against its active level (ITU-T \
    P.56): high from −1 dB, medium from −10 dB, low from −16 dB, weak from −35 dB, noise below. \
    Levels are means in decibels; frames under −110 dBFS count as that.
    """

  private var words: (id: String, tells: String, definition: String) {
    switch kind {
    case .total:
      (
        "total-noise-level-reduction", "Whether the preset lowers the noise or raises it.",
        """
        TNLR: how far the level of all noise frames falls from input to render, against that of \
        the high class. For noise alone: against the gain of normaliser and output, which the \
        renderer has to report.
        """
      )
    case .near:
      (
        "noise-power-level-reduction", "How far the noise right beside the words is lowered.",
        """
        NPLR: how far the level of the noise frames within half a second of speech falls, against \
        that of the high class.
        """
      )
    case .ratio:
      (
        "snr-improvement", "Whether words stand out more from the noise.",
        """
        SNRI: the improvement of the speech-to-noise ratio, each class weighted with its frames: \
        high, medium and low. The ratio of a class is 10 lg max(1e-5, Pc/Pn − 1).
        """
      )
    case .weakRatio:
      (
        "weak-snr-improvement",
        "Whether the quiet consonants drown: a gate in noise takes them with the noise.",
        """
        The improvement of the ratio of the levels of the weak class and of the noise beside \
        speech, from input to render.
        """
      )
    case .difference:
      (
        "delta-snr", "Below zero, the speech went down with the noise.",
        "DSN: snr-improvement less noise-power-level-reduction."
      )
    }
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    if analysis.reference.noiseClasses != nil { return true }
    return kind == .total && !analysis.reference.isSpeech && !analysis.reference.isSilent
      && analysis.renderer?.makeUpGain != nil
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    guard let classes = analysis.reference.noiseClasses else { return try alone(analysis) }
    let rendered = analysis.framePowers
    let noise = kind == .total ? classes.frames[.noise, default: []] : classes.noiseNearSpeech
    let material = try require(
      .noise, Double(noise.count * classes.length) / classes.sampleRate.value,
      atLeast: Self.leastSeconds)
    if kind == .weakRatio {
      let weak = classes.frames[.weak, default: []].count * classes.length
      _ = try require(
        .weakSpeech, Double(weak) / classes.sampleRate.value, atLeast: Self.leastWeakSeconds)
    }
    let high = classes.frames[.high, default: []]
    let speechGain =
      NoiseClasses.meanLevel(rendered, over: high)
      - NoiseClasses.meanLevel(classes.input, over: high)
    let before = NoiseClasses.meanLevel(classes.input, over: noise)
    let after = NoiseClasses.meanLevel(rendered, over: noise)
    let reduction = before - after + speechGain
    let value: Double =
      switch kind {
      case .total, .near: reduction
      case .ratio: improvement(classes, rendered, before: before, after: after)
      case .weakRatio: weakImprovement(classes, rendered, before: before, after: after)
      case .difference: improvement(classes, rendered, before: before, after: after) - reduction
      }
    return [reading(value, from: material)]
  }

  /// The reduction where there is noise and nothing else.
  private func alone(_ analysis: Analysis) throws(MetricError) -> [Reading] {
    let input = analysis.reference.framePowers
    let frames = input.indices.filter { input[$0] > AnalysisFrames.quietestPower }
    let material = try require(
      .noise, Double(frames.count) * 0.01, atLeast: Self.leastSeconds)
    let change =
      NoiseClasses.meanLevel(analysis.framePowers, over: frames)
      - NoiseClasses.meanLevel(input, over: frames)
    return [reading((analysis.renderer?.makeUpGain?.value ?? .nan) - change, from: material)]
  }

  private func improvement(
    _ classes: NoiseClasses, _ rendered: [Double], before: Double, after: Double
  ) -> Double {
    var (sum, count) = (0.0, 0.0)
    for kind in [NoiseClasses.Class.high, .medium, .low] {
      let frames = Double(classes.frames[kind, default: []].count)
      guard frames > 0 else { continue }
      sum +=
        frames
        * (classes.ratio(of: kind, rendered, noiseLevel: after)
          - classes.ratio(of: kind, classes.input, noiseLevel: before))
      count += frames
    }
    return count > 0 ? sum / count : .nan
  }

  /// Without the subtraction of the noise, under which the weak class lies as a rule.
  private func weakImprovement(
    _ classes: NoiseClasses, _ rendered: [Double], before: Double, after: Double
  ) -> Double {
    let weak = classes.frames[.weak, default: []]
    return NoiseClasses.meanLevel(rendered, over: weak) - after
      - (NoiseClasses.meanLevel(classes.input, over: weak) - before)
  }
}
