package import Signal

/// Why something could not be measured.
package enum MetricError: Error, Hashable, Sendable {
  /// Which of the recordings at hand is meant.
  package enum Recording: String, Hashable, Sendable {
    case reference
    case clean = "clean speech"
    case render
    case approved = "approved render"
    case candidate = "candidate render"
  }

  /// A sample is NaN or infinite.
  case notFinite(recording: Recording, channel: Int, frame: Int)
  /// A recording holds too few frames for a metric.
  case tooShort(metric: String, frames: Int, neededFrames: Int)
  /// A recording holds no frames at all.
  case empty(recording: Recording)
  /// The render ends before the reference does.
  case renderEndsEarly(frames: Int, neededFrames: Int)
  /// The clean speech is not as long as the recording in noise.
  case cleanLength(frames: Int, neededFrames: Int)
  /// Sound went in and silence came out.
  case silentRender
  /// Speech went in, and what came out is too quiet to be heard.
  case lostSpeech(peak: Decibels)
  /// Two recordings are of different sample rates.
  case rateMismatch(expected: Hertz, found: Hertz)
  /// Two recordings have different numbers of channels.
  case channelMismatch(expected: Int, found: Int)
  /// The reference holds no sound where a metric compares with it.
  case nothingToMeasure(metric: String, place: String)
  /// There is sound to measure, but too little of it for a number that can be trusted.
  case tooLittle(metric: String, material: MetricMaterial, neededAmount: Double)
  /// No delay of the render against its reference stands out.
  case noDelayFound(confidence: Double, needed: Double)
  /// Two parts of the render are late by different times.
  case delayDrifts(seconds: Double, at: Double, laterSeconds: Double, laterAt: Double)
  /// The clean speech lies elsewhere than in the reference, or is not in it at all.
  case cleanUnlike(seconds: Double?)
  /// The reference has several channels and the render has one.
  case needsMixDown(channels: Int)
  /// The loudness meter does not take audio of this shape.
  case meterRefused(channels: Int, sampleRate: Hertz)
}

extension MetricError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFinite(let recording, let channel, let frame):
      """
      The \(recording.rawValue) is broken: channel \(channel) is not a finite number at frame \
      \(frame). Look for the stage that made it; nothing was measured.
      """
    case .tooShort(let metric, let frames, let neededFrames):
      """
      '\(metric)' needs \(neededFrames) frames and was given \(frames). Use a longer recording.
      """
    case .empty(let recording):
      "The \(recording.rawValue) holds no audio. Check the file that it was read from."
    case .renderEndsEarly(let frames, let neededFrames):
      """
      The render has \(frames) frames and the reference \(neededFrames). Render the whole \
      recording, and keep the two aligned.
      """
    case .cleanLength(let frames, let neededFrames):
      """
      The clean speech has \(frames) frames and the recording in noise \(neededFrames). Give both \
      in the same length, aligned to the frame.
      """
    case .silentRender:
      "Sound went in and silence came out. Check the levels and the gate of the preset."
    case .lostSpeech(let peak):
      """
      Speech went in, and what came out peaks at \(Fixed.text(peak.value, decimals: 1)) dBFS. \
      Check the gate and the levels of the preset.
      """
    case .rateMismatch(let expected, let found):
      """
      The sample rates differ: \(expected.value) Hz and \(found.value) Hz. Render at the rate of \
      the reference; nothing is resampled in silence.
      """
    case .channelMismatch(let expected, let found):
      """
      The channel counts differ: \(expected) and \(found). Render with the channels of the \
      reference.
      """
    case .nothingToMeasure(let metric, let place):
      """
      '\(metric)' finds no sound to measure in \(place). Check the labels of the recording.
      """
    case .tooLittle(let metric, let material, let neededAmount):
      """
      '\(metric)' is uncertain: it has \(Fixed.text(material.amount, decimals: 1)) \
      \(material.isTime ? "s of " : "")\(material.kind.rawValue) and needs \
      \(Fixed.text(neededAmount, decimals: 1)). Use a longer recording.
      """
    case .noDelayFound(let confidence, let needed):
      """
      The render cannot be laid beside the reference: no delay stands out (confidence \
      \(Fixed.text(confidence, decimals: 2)), needed \
      \(Fixed.text(needed, decimals: 2))). Check that it was rendered from \
      this reference, whole and at its speed; silence and steady tones fit anywhere.
      """
    case .delayDrifts(let seconds, let start, let laterSeconds, let laterStart):
      """
      The render is late by \(Self.milliseconds(seconds)) at \(Fixed.text(start, decimals: 1)) s \
      and by \(Self.milliseconds(laterSeconds)) at \(Fixed.text(laterStart, decimals: 1)) s: it \
      seems stretched in time, or cut. Render the whole reference at its own speed.
      """
    case .cleanUnlike(let seconds?):
      """
      The reference has its speech \(Self.milliseconds(seconds)) later than the clean speech has \
      it. Cut the two so that they start together.
      """
    case .cleanUnlike(nil):
      """
      The clean speech is not found in the reference. Give the speech that the noise was added to.
      """
    case .needsMixDown(let channels):
      """
      The reference has \(channels) channels and the render has one. Mix the reference down as the \
      render was, and measure against that.
      """
    case .meterRefused(let channels, let sampleRate):
      """
      Loudness cannot be measured for \(channels) channels at \(sampleRate.value) Hz. Use mono or \
      stereo at a usual sample rate.
      """
    }
  }
  private static func milliseconds(_ seconds: Double) -> String {
    "\(Fixed.text(1_000 * seconds, decimals: 1)) ms"
  }
}
