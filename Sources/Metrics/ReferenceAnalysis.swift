package import Signal
import Spectrum

/// What the metrics need to know of a reference, computed once for all of its renders.
package struct ReferenceAnalysis: Sendable {
  /// What went into the chain.
  package let audio: AudioBuffer
  /// The speech of a recording in noise, alone; nil where the recording is its own reference.
  package let clean: AudioBuffer?
  /// What is spoken where, in the order of time.
  package let labels: [Label]
  /// Whether the voice has a median fundamental below 165 Hz.
  package let hasLowVoice: Bool
  /// Whether the recording holds speech.
  package let isSpeech: Bool
  /// Whether the recording is a single impulse, and its renders are impulse responses.
  package let isImpulse: Bool
  /// Whether the recording is digital silence.
  let isSilent: Bool
  /// What is spoken, frame by frame; nil where nobody speaks, or too softly to be found.
  let speech: SpeechFrames?
  /// The clean speech as the intelligibility of its renders is read from it; nil where nobody
  /// speaks.
  let intelligibility: IntelligibilityReference?
  /// What went into the chain in thirds of an octave; nil where nobody speaks.
  let thirdOctaves: ThirdOctaveCells?
  /// The frames of speech in noise by their level; nil where there is no clean speech beside it.
  let noiseClasses: NoiseClasses?
  /// The mean square of each 10 ms of a recording of noise alone; empty for all others.
  let framePowers: [Double]
  /// The labelled phones with their spectra.
  let phones: [Span]
  /// The spans on which the tone of the voice is judged: the vowels, or all active frames of a
  /// voice without labels.
  let voiced: [Span]
  /// The starts of words after a pause.
  let onsets: [GateEvent]
  /// The ends of words before a pause that holds some sound.
  let endings: [GateEvent]

  /// A part of the recording with its spectrum.
  struct Span: Sendable {
    /// What is spoken; nil for a frame of a voice without labels.
    var label: Label?
    var frames: Range<Int>
    var window: HannWindow
    var spectrum: PowerSpectrum
  }

  /// Analyses a reference.
  ///
  /// - Parameters:
  ///   - audio: The recording that goes into the chain.
  ///   - clean: The speech of it without its noise; nil where it has none.
  ///   - labels: What is spoken where, in any order.
  ///   - hasLowVoice: Whether the voice has a median fundamental below 165 Hz.
  ///   - isSpeech: Whether the recording holds speech.
  ///   - isImpulse: Whether it is an impulse, rendered with the dynamics at rest.
  /// - Throws: `MetricError` for a recording that is empty or not finite, and for labelled phones
  ///   that lie outside of it.
  package init(
    of audio: AudioBuffer, clean: AudioBuffer? = nil, labels: [Label], hasLowVoice: Bool,
    isSpeech: Bool, isImpulse: Bool = false
  ) throws(MetricError) {
    let recordings =
      [(MetricError.Recording.reference, audio)] + (clean.map { [(.clean, $0)] } ?? [])
    for (recording, audio) in recordings {
      guard audio.frameCount > 0 else { throw .empty(recording: recording) }
      if let place = audio.firstNonFinite {
        throw .notFinite(recording: recording, channel: place.channel, frame: place.frame)
      }
    }
    if let clean {
      guard clean.sampleRate == audio.sampleRate else {
        throw .rateMismatch(expected: audio.sampleRate, found: clean.sampleRate)
      }
      guard clean.channelCount == audio.channelCount else {
        throw .channelMismatch(expected: audio.channelCount, found: clean.channelCount)
      }
      guard clean.frameCount == audio.frameCount else {
        throw .cleanLength(frames: clean.frameCount, neededFrames: audio.frameCount)
      }
    }
    self.audio = audio
    self.clean = clean
    // The closure of a stop is no sound that could be lost.
    self.labels = labels.filter { $0.kind != .closure }.sorted {
      ($0.startSeconds, $0.endSeconds) < ($1.startSeconds, $1.endSeconds)
    }
    self.hasLowVoice = hasLowVoice
    self.isSpeech = isSpeech
    self.isImpulse = isImpulse
    isSilent = audio.peak < AnalysisFrames.quietestPeak
    speech =
      isSpeech
      ? SpeechFrames(clean: clean ?? audio, input: clean.map { _ in audio }, labels: labels)
      : nil
    intelligibility = isSpeech ? IntelligibilityReference(of: clean ?? audio) : nil
    thirdOctaves = speech == nil ? nil : ThirdOctaveCells(of: audio)
    if let clean, let speech {
      noiseClasses = NoiseClasses(clean: clean, input: audio, level: speech.activeLevel)
    } else {
      noiseClasses = nil
    }
    let length = AnalysisFrames.noiseLength(sampleRate: audio.sampleRate)
    framePowers =
      isSpeech
      ? [] : NoiseClasses.powers(of: audio, length: length, count: audio.frameCount / length)
    let phones = try Self.phones(self.labels, of: audio)
    self.phones = phones
    let vowels = phones.filter { $0.label?.kind == .vowel }
    voiced = !isSpeech || !vowels.isEmpty ? vowels : Self.activeFrames(of: audio)
    (onsets, endings) = GateEvent.events(in: self.labels, of: audio)
  }

  private static func phones(
    _ labels: [Label], of audio: AudioBuffer
  ) throws(MetricError) -> [Span] {
    let size = AnalysisFrames.spanSize(sampleRate: audio.sampleRate)
    var transform = RealFFT(size: size)
    var windows: [Int: HannWindow] = [:]
    var spans: [Span] = []
    for label in labels where label.kind != .pause {
      let frames = label.frames(sampleRate: audio.sampleRate, frameCount: audio.frameCount)
      guard frames.count >= 2 else {
        throw .nothingToMeasure(metric: "labels", place: label.subject)
      }
      let length = min(size, frames.count)
      let window = windows[length] ?? HannWindow(count: length)
      windows[length] = window
      let spectrum = PowerSpectrum(of: frames, in: audio, window: window, transform: &transform)
      spans.append(Span(label: label, frames: frames, window: window, spectrum: spectrum))
    }
    return spans
  }

  /// The frames within 20 dB of the loudest one, in the band that carries the most of a voice.
  private static func activeFrames(of audio: AudioBuffer) -> [Span] {
    let size = AnalysisFrames.spanSize(sampleRate: audio.sampleRate)
    let band = BandWeights(
      from: ToneChange.middle.low, to: ToneChange.middle.high, size: size,
      sampleRate: audio.sampleRate)
    let window = HannWindow(count: size)
    var transform = RealFFT(size: size)
    var spans: [Span] = []
    for start in stride(from: 0, through: audio.frameCount - size, by: size) {
      let frames = start..<start + size
      let spectrum = PowerSpectrum(of: frames, in: audio, window: window, transform: &transform)
      spans.append(Span(label: nil, frames: frames, window: window, spectrum: spectrum))
    }
    let powers = spans.map { band.sum(of: $0.spectrum.power) }
    let floor = (powers.max() ?? 0) * 0.01
    return zip(spans, powers).filter { $1 > 0 && $1 >= floor }.map(\.0)
  }
}

/// The lengths and floors that the metrics share.
enum AnalysisFrames {
  /// The peak under which a recording is silent: half a step of 24 bits, about −144 dBFS.
  static let quietestPeak: Float = 0x1p-24
  /// The peak under which a render of speech is lost: beside another clip at -1 dBFS nobody would
  /// hear it.
  static let quietestSpeech = Decibels(-45)

  /// The mean square under which a span holds nothing to compare with: −110 dBFS, 9 dB under the
  /// rounding noise of 16 bits.
  static let quietestPower = 1e-11

  /// A frame in which the level of noise is read: 10 ms.
  static func noiseLength(sampleRate: Hertz) -> Int {
    max(1, Int((0.01 * sampleRate.value).rounded()))
  }

  /// The transform for spans: a power of two between 50 and 100 ms, 4096 at 48 kHz.
  static func spanSize(sampleRate: Hertz) -> Int { longSize(sampleRate: sampleRate) / 2 }

  /// The transform for whole recordings: the least power of two from 0.1 s on, 8192 at 48 kHz.
  static func longSize(sampleRate: Hertz) -> Int {
    powerOfTwo(from: 0.1 * sampleRate.value)
  }

  /// The least power of two, 8 or more, that is not below a number.
  static func powerOfTwo(from least: Double) -> Int {
    var size = 8
    while Double(size) < least { size *= 2 }
    return size
  }
}

extension Label {
  /// How readings name the label, like "left/T@1.105s".
  var subject: String {
    let milliseconds = Int((startSeconds * 1000).rounded())
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(word)/\(text)@\(milliseconds / 1000).\(fraction)s"
  }
}
