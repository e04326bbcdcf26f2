package import Signal
import Spectrum

/// One render beside its reference; what several metrics need is computed once, when first asked.
///
/// Belongs to the task that made it.
package final class Analysis {
  /// What is known of the recording that went into the chain.
  package let reference: ReferenceAnalysis
  /// What came out, aligned to the frame.
  package let render: AudioBuffer
  /// What the renderer says of itself; nil for the renders of others.
  package let renderer: RendererFacts?

  /// The largest magnitude of any sample of the render.
  let peak: Float
  /// What came out as it was delivered, for peaks: interpolation would move them.
  let delivered: AudioBuffer
  /// The largest magnitude of any sample of that.
  let deliveredPeak: Float

  /// The gain over the speech; nil where nobody speaks.
  private(set) lazy var gains: FrameGains? = reference.speech.map { frames in
    if let trace = renderer?.gainTrace { return FrameGains(trace: trace, frames: frames) }
    return FrameGains(of: render, response: renderer?.linearResponse, frames: frames)
  }

  /// The steady response of the high-pass and the equaliser: that of the preset, or an estimate.
  private(set) lazy var linearResponse: FrequencyResponse =
    renderer?.linearResponse ?? estimatedResponse

  /// How intelligible the render is; nil where nobody speaks, or too little.
  private(set) lazy var intelligibility = reference.intelligibility?.indices(of: render)

  /// The mean square of each 10 ms of the render, as far as the reference goes.
  private(set) lazy var framePowers: [Double] = {
    let length = AnalysisFrames.noiseLength(sampleRate: render.sampleRate)
    return NoiseClasses.powers(
      of: render, length: length, count: reference.audio.frameCount / length)
  }()

  /// The loudness of the render over time.
  private(set) lazy var loudness = Result { () throws(MetricError) in
    try LoudnessMeter(of: render)
  }

  /// What the answer to an impulse says of the room: that of the renderer, or the render of one.
  private(set) lazy var impulseResponse: ImpulseResponseMeasures? =
    renderer?.impulseResponse
    ?? (reference.isImpulse ? ImpulseResponseMeasures(of: render) : nil)

  /// What the signals say of the room; nil where they do not say enough.
  private(set) lazy var roomEstimate = RoomEstimate(of: render, from: reference.audio)

  /// How the mean square of the whole render spreads over frequency.
  private(set) lazy var spectrum = PowerSpectrum(
    of: render, size: AnalysisFrames.longSize(sampleRate: render.sampleRate))

  /// The spectra of the render over the phones of the reference, in the same order.
  private(set) lazy var phones = spectra(of: reference.phones)

  /// The spectra of the render over the voiced spans of the reference, in the same order.
  private(set) lazy var voiced =
    reference.voiced.contains { $0.label == nil }
    ? spectra(of: reference.voiced)
    : zip(reference.phones, phones).filter { $0.0.label?.kind == .vowel }.map(\.1)

  /// The power gain of the linear response in each bin of the spectra of spans that matters to
  /// speech.
  private(set) lazy var linearPower = linearPower(
    size: AnalysisFrames.spanSize(sampleRate: render.sampleRate), in: ConsonantRetention.wholeBand)

  /// The power gain of the linear response in each bin of the spectra of gate events.
  private(set) lazy var gateLinearPower = linearPower(
    size: GateGrid(sampleRate: render.sampleRate).size, in: GateGrid.band)

  /// Lays a render beside its reference.
  ///
  /// - Throws: `MetricError` for a render that is not finite, of the wrong shape, or silent where
  ///   the reference is not.
  package init(
    of render: AudioBuffer, reference: ReferenceAnalysis, renderer: RendererFacts?,
    delivered: AudioBuffer? = nil
  ) throws(MetricError) {
    let original = reference.audio
    guard render.sampleRate == original.sampleRate else {
      throw .rateMismatch(expected: original.sampleRate, found: render.sampleRate)
    }
    guard render.channelCount == original.channelCount else {
      throw .channelMismatch(expected: original.channelCount, found: render.channelCount)
    }
    if let place = render.firstNonFinite {
      throw .notFinite(recording: .render, channel: place.channel, frame: place.frame)
    }
    guard render.frameCount >= original.frameCount else {
      throw .renderEndsEarly(frames: render.frameCount, neededFrames: original.frameCount)
    }
    peak = render.peak
    if !reference.isSilent {
      guard peak >= AnalysisFrames.quietestPeak else { throw .silentRender }
      let level = Decibels(amplitude: Double(peak))
      guard !reference.isSpeech || level >= AnalysisFrames.quietestSpeech else {
        throw .lostSpeech(peak: level)
      }
    }
    self.reference = reference
    self.render = render
    self.renderer = renderer
    self.delivered = delivered ?? render
    deliveredPeak = delivered?.peak ?? peak
  }

  /// What the signals say of the response: the change of each band over the loud frames, in
  /// straight lines over the logarithm of frequency, and flat beyond the outer bands.
  private var estimatedResponse: FrequencyResponse {
    guard let frames = reference.speech, let gains, !gains.bandResponse.isEmpty else {
      return .flat
    }
    let points = zip(frames.grid.bands, gains.bandResponse).map {
      (DeterministicMath.log10($0.centre.value), $1)
    }
    return FrequencyResponse { frequency in
      let place = DeterministicMath.log10(max(frequency.value, 1))
      guard let upper = points.firstIndex(where: { $0.0 > place }) else {
        return Decibels(points[points.count - 1].1)
      }
      guard upper > 0 else { return Decibels(points[0].1) }
      let (low, high) = (points[upper - 1], points[upper])
      let share = (place - low.0) / (high.0 - low.0)
      return Decibels(low.1 + share * (high.1 - low.1))
    }
  }

  /// The power gain of the linear response in each bin of a band; zero in the bins beside it.
  private func linearPower(size: Int, in band: FrequencyBand) -> [Double] {
    let width = render.sampleRate.value / Double(size)
    let bins = BandWeights(
      from: band.low, to: band.high, size: size, sampleRate: render.sampleRate
    ).bins
    return (0...size / 2).map { bin in
      guard bins.contains(bin) else { return 0 }
      return linearResponse.gain(at: Hertz(width * Double(bin))).power
    }
  }

  private func spectra(of spans: [ReferenceAnalysis.Span]) -> [PowerSpectrum] {
    var transform = RealFFT(size: AnalysisFrames.spanSize(sampleRate: render.sampleRate))
    var spectra: [PowerSpectrum] = []
    for span in spans {
      spectra.append(
        PowerSpectrum(of: span.frames, in: render, window: span.window, transform: &transform))
    }
    return spectra
  }
}
