package import Signal

/// How much later a render holds what its reference holds.
///
/// Frame *i* of the reference is found at `frames` + *i* of the render. The estimate does not mind
/// gain, polarity, equalisers, gates, compression, reverberation, clipping or noise under 6 dB over
/// the speech. Of an equaliser it counts the delay in the middle of what is left: a telephone band
/// is 0.1 ms late. It rests on up to three stretches of up to 20 s, so a cut behind the last of
/// them is not seen, nor one that takes and gives within half a millisecond.
///
/// Source: C. Knapp and G. Carter, "The generalized correlation method for estimation of time
/// delay", IEEE Transactions on Acoustics, Speech and Signal Processing 24(4), 1976.
package struct DelayEstimate: Hashable, Sendable {
  /// How a render holds the samples of its reference.
  package enum Polarity: String, Hashable, Sendable {
    case same
    /// Times minus one, which nobody hears.
    case inverted
  }

  /// How many frames the render is late; negative where it starts later in the reference.
  ///
  /// Whole where the estimate is within `wholeFrames` of a whole number.
  package let frames: Double
  /// How many seconds the render is late.
  package let seconds: Double
  /// How far the correlation at the delay stands out: 1 minus the next highest peak over it.
  ///
  /// Renders read 0.75 and more, other recordings under 0.5; a steady tone, which fits again one
  /// period later, reads next to 0.
  package let confidence: Double
  /// Whether the render is upside down.
  package let polarity: Polarity

  /// Creates an estimate.
  package init(frames: Double, sampleRate: Hertz, confidence: Double, polarity: Polarity) {
    self.frames = frames
    seconds = frames / sampleRate.value
    self.confidence = confidence
    self.polarity = polarity
  }

  /// The least confidence of an estimate.
  package static let leastConfidence = 0.5
  /// The least confidence where no other stretch bears the estimate out.
  static let leastLoneConfidence = 0.6
  /// The shortest recording that fits in one place alone.
  static let leastSeconds = 0.05
  /// How near to a whole number a delay counts as whole: what the estimate is accurate to.
  package static let wholeFrames = 0.02
  /// How far the delays of two stretches may lie apart: half of the millisecond within which
  /// intelligibility measures need their signals aligned.
  static let mostDrift = 0.0005

  /// Finds the delay of a render.
  ///
  /// Looked for are delays of up to 2 s, and of the difference of the lengths on top, both ways.
  ///
  /// - Parameters:
  ///   - render: At the rate of the reference.
  ///   - reference: What went in; channels as `ChannelRule` has them.
  /// - Throws: `MetricError` where there is no delay to be sure of: for unrelated, silent, empty
  ///   or broken recordings, for steady tones, and for a render that was stretched or cut.
  package init(of render: AudioBuffer, against reference: AudioBuffer) throws(MetricError) {
    try Self.check(reference, .reference)
    try Self.check(render, .render)
    guard render.sampleRate == reference.sampleRate else {
      throw .rateMismatch(expected: reference.sampleRate, found: render.sampleRate)
    }
    _ = try ChannelRule(reference: reference, render: render)
    let rate = reference.sampleRate
    let needed = Int((Self.leastSeconds * rate.value).rounded(.up))
    for audio in [reference, render] where audio.frameCount < needed {
      throw .tooShort(metric: "delay", frames: audio.frameCount, neededFrames: needed)
    }
    if reference.peak >= AnalysisFrames.quietestPeak {
      guard render.peak >= AnalysisFrames.quietestPeak else { throw .silentRender }
    }
    let (original, processed) = Self.loudest(of: reference, render)
    let stretches = ActiveStretches(of: original, sampleRate: rate).ranges
    let finder = CoarseDelay(from: original, to: processed, sampleRate: rate)
    let found = stretches.map { ($0, finder.peak(of: $0)) }
    let best = found.max { $0.1.confidence < $1.1.confidence }
    let sure = found.filter { $0.1.confidence >= Self.leastConfidence }
    guard let best, sure.count > 1 || best.1.confidence >= Self.leastLoneConfidence else {
      let isAlone = sure.count == 1 || found.count == 1
      throw .noDelayFound(
        confidence: best?.1.confidence ?? 0,
        needed: isAlone ? Self.leastLoneConfidence : Self.leastConfidence)
    }
    let most = Self.mostDrift * rate.value
    for (stretch, peak) in sure where abs(peak.frames - best.1.frames) > most {
      let pair = [(stretch, peak), best].sorted { $0.0.lowerBound < $1.0.lowerBound }
      throw .delayDrifts(
        seconds: pair[0].1.frames / rate.value, at: Double(pair[0].0.lowerBound) / rate.value,
        laterSeconds: pair[1].1.frames / rate.value,
        laterAt: Double(pair[1].0.lowerBound) / rate.value)
    }
    let fine = FineDelay(
      from: original, to: processed, over: sure.map(\.0), around: best.1.frames, sampleRate: rate)
    // A telephone band turns phases so far that its next maximum, 0.3 ms away, may be the right one.
    let (frames, isInverted) = fine.find(
      within: max(1.5 * Double(finder.factor), 0.0003 * rate.value))
    let whole = frames.rounded()
    self.init(
      frames: abs(frames - whole) <= Self.wholeFrames ? whole : frames, sampleRate: rate,
      confidence: best.1.confidence, polarity: isInverted ? .inverted : .same)
  }

  private static func check(
    _ audio: AudioBuffer, _ recording: MetricError.Recording
  ) throws(MetricError) {
    guard audio.frameCount > 0 else { throw .empty(recording: recording) }
    if let place = audio.firstNonFinite {
      throw .notFinite(recording: recording, channel: place.channel, frame: place.frame)
    }
  }

  /// The pair of channels that says most: the loudest of the reference, and its own of the render;
  /// of a mono reference the loudest of the render.
  private static func loudest(
    of reference: AudioBuffer, _ render: AudioBuffer
  ) -> ([Float], [Float]) {
    func index(_ audio: AudioBuffer) -> Int {
      guard audio.channelCount > 1 else { return 0 }
      let energies = audio.channels.map { samples in
        samples.reduce(0.0) { $0 + Double($1) * Double($1) }
      }
      return energies.firstIndex(of: energies.max() ?? 0) ?? 0
    }
    let channel = index(reference)
    return (
      reference.channels[channel],
      render.channels[reference.channelCount == 1 ? index(render) : channel]
    )
  }
}
