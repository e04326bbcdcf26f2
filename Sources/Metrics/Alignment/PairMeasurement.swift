package import Signal
import Speech

/// Everything that is measured on a pair of recordings of whatever origin.
package struct PairMeasurement: Sendable {
  /// Where the labels come from.
  package enum LabelOrigin: String, Hashable, Sendable {
    /// Somebody gave them.
    case given
    /// They were found in the signal: words are spurts, phones bursts and frications.
    case found
    /// There are none.
    case none
  }

  /// A metric that was not asked, and what it would need.
  package struct Unasked: Hashable, Sendable {
    package var metric: MetricDescription
    /// What is not there; empty where the metric alone knows.
    package var lacking: [MetricNeed]
  }

  /// How late the render was.
  package let delay: DelayEstimate
  /// Which channels were compared.
  package let rule: ChannelRule
  /// The render beside the reference.
  package let aligned: AlignedRender
  /// How long the reference is.
  package let seconds: Double
  /// Where the labels come from.
  package let labelOrigin: LabelOrigin
  /// Whether somebody speaks in the reference.
  package let isSpeech: Bool
  /// The fundamental of the voice; nil where no voice stands out.
  package let medianF0Hz: Double?
  /// The gain over the loud speech; nil without speech.
  package let gainMatch: Decibels?
  /// What was found: of several channels, the worst of the whole and of each.
  package let measurements: Measurements
  /// The readings of peaks, and of intelligibility in noise, that are no worse than those of the
  /// reference itself.
  package let asInReference: Set<String>
  /// The metrics that were not asked.
  package let unasked: [Unasked]

  /// Aligns a render and measures it.
  ///
  /// - Parameters:
  ///   - render: What came out, at the rate of the reference, early or late.
  ///   - reference: What went in.
  ///   - clean: The speech of it without its noise; nil where it has none.
  ///   - labels: What is spoken where in the reference; nil to look for it in the signal.
  ///   - bank: What is measured.
  /// - Throws: `MetricError` for recordings that cannot be laid side by side; what fails later
  ///   stands in `measurements`.
  package init(
    of render: AudioBuffer, against reference: AudioBuffer, clean: AudioBuffer? = nil,
    labels: [Label]? = nil, bank: MetricBank = .standard
  ) throws(MetricError) {
    delay = try DelayEstimate(of: render, against: reference)
    rule = try ChannelRule(reference: reference, render: render)
    aligned = try AlignedRender(of: render, to: reference, by: delay)
    seconds = reference.durationSeconds
    var speech: AudioBuffer?
    if let clean {
      try Self.check(clean, in: reference)
      speech = try ChannelRule(reference: clean, render: render).reference(clean, for: render)
    }
    let facts = RecordingFacts(of: clean ?? reference)
    medianF0Hz = facts.voice?.medianF0Hz
    let known = labels?.contains { $0.kind != .pause } ?? false
    isSpeech = known || facts.voice != nil
    let found = labels ?? (isSpeech ? Self.labels(of: clean ?? reference) : [])
    labelOrigin = labels != nil ? .given : found.isEmpty ? .none : .found
    let isLow = facts.voice?.register == .low
    let whole = rule.reference(reference, for: render)
    let analysis = try ReferenceAnalysis(
      of: whole, clean: speech, labels: found, hasLowVoice: isLow, isSpeech: isSpeech)
    var measured: Measurements
    do {
      let beside = try Analysis(
        of: aligned.audio, reference: analysis, renderer: nil, delivered: render)
      measured = bank.measure(beside)
      gainMatch = Self.gainMatch(of: beside)
    } catch {
      measured = Measurements(readings: [], failures: [error])
      gainMatch = nil
    }
    for channel in Self.differing(aligned.audio, from: whole) {
      let alone = try ReferenceAnalysis(
        of: whole.channel(channel), clean: speech?.channel(channel), labels: found,
        hasLowVoice: isLow, isSpeech: isSpeech)
      measured.merge(
        bank.measure(
          aligned.audio.channel(channel), of: alone, renderer: nil,
          delivered: render.channel(channel)))
    }
    measurements = measured
    asInReference = Self.asInReference(measured, analysis)
    unasked = Self.unasked(
      of: bank, measurements, lacking: Self.lacking(analysis, hasLabels: !found.isEmpty))
  }

  /// The channels that have to be judged alone: of several, each pair that no other one equals.
  private static func differing(_ render: AudioBuffer, from reference: AudioBuffer) -> [Int] {
    let channels = render.channels.indices
    func isSame(_ one: Int, _ other: Int) -> Bool {
      render.channels[one] == render.channels[other]
        && reference.channels[one] == reference.channels[other]
    }
    guard channels.contains(where: { !isSame($0, 0) }) else { return [] }
    return channels.filter { channel in
      // A channel in which nothing went in has lost nothing.
      reference.channel(channel).peak >= AnalysisFrames.quietestPeak
        && !channels.prefix(channel).contains { isSame($0, channel) }
    }
  }

  /// A file that came with its peaks at full scale is not hurt by keeping them there, nor speech
  /// that came in noise by staying as hard to understand.
  private static func asInReference(
    _ measurements: Measurements, _ reference: ReferenceAnalysis
  ) -> Set<String> {
    let audio = reference.audio
    let peak = audio.peak
    let truePeak = TruePeakMeter(sampleRate: audio.sampleRate).peak(of: audio, samplePeak: peak)
    let before =
      reference.clean == nil ? nil : reference.intelligibility?.indices(of: audio)?.estoi
    let own = [
      SamplePeak().description.name: Decibels(amplitude: Double(peak)).value,
      TruePeak().description.name: Decibels(amplitude: Double(truePeak)).value,
    ]
    return Set(
      measurements.readings.filter { reading in
        if reading.metric.id == Estoi().description.id, let before {
          return reading.value >= before - Estoi.noticed
        }
        return own[reading.name].map { reading.value <= $0 + reading.metric.tolerance } ?? false
      }.map(\.name))
  }

  /// Refuses clean speech that is not that of the reference, or lies elsewhere in it.
  private static func check(
    _ clean: AudioBuffer, in reference: AudioBuffer
  ) throws(MetricError) {
    guard clean.frameCount == reference.frameCount else {
      throw .cleanLength(frames: clean.frameCount, neededFrames: reference.frameCount)
    }
    let found: DelayEstimate
    do {
      found = try DelayEstimate(of: reference, against: clean)
    } catch .noDelayFound {
      throw .cleanUnlike(seconds: nil)
    }
    // Half a frame is what a noise as loud as the speech may move the estimate by.
    guard abs(found.frames) <= 0.5 else { throw .cleanUnlike(seconds: found.seconds) }
  }

  /// The labels that the signal gives; none where it cannot be looked at.
  private static func labels(of audio: AudioBuffer) -> [Label] {
    do {
      return try SpeechLabeller.marks(of: audio).labels().filter { label in
        // What a metric cannot take a spectrum of is no label.
        label.frames(sampleRate: audio.sampleRate, frameCount: audio.frameCount).count >= 2
      }
    } catch {
      // A rate too low for the labeller; the metrics that need labels are then said to lack them.
      return []
    }
  }

  /// The gain over the loud frames: that of the middle one of the bands.
  private static func gainMatch(of analysis: Analysis) -> Decibels? {
    guard let gains = analysis.gains, !gains.match.isNaN else { return nil }
    return Decibels(gains.match + (median(gains.bandResponse) ?? 0))
  }

  /// What is not there for any metric.
  private static func lacking(
    _ reference: ReferenceAnalysis, hasLabels: Bool
  ) -> Set<MetricNeed> {
    var lacking: Set<MetricNeed> = [.rendererGain]
    if !hasLabels { lacking.insert(.labels) }
    if !reference.hasLowVoice { lacking.insert(.lowVoice) }
    if reference.clean == nil { lacking.insert(.cleanSpeech) }
    if !reference.isSpeech { lacking.formUnion([.speech, .impulseResponse]) }
    return lacking
  }

  private static func unasked(
    of bank: MetricBank, _ measurements: Measurements, lacking: Set<MetricNeed>
  ) -> [Unasked] {
    let asked = Set(
      measurements.readings.map(\.metric.id) + measurements.uncertain.map(\.metric.id))
    guard measurements.failures.isEmpty || !asked.isEmpty else { return [] }
    return bank.metrics.map(\.description).filter { !asked.contains($0.id) }.map { metric in
      Unasked(
        metric: metric,
        lacking: MetricNeed.allCases.filter { metric.needs.contains($0) && lacking.contains($0) })
    }
  }
}
