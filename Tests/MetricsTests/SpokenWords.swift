import Signal

@testable import Metrics

/// Twelve synthetic words, with renders of them whose readings are known.
enum SpokenWords {
  static let names = (0..<12).map { "word\($0)" }
  static let speech = SyntheticSpeech(words: names)

  /// Measures a render by an unknown renderer.
  static func measure(
    _ render: AudioBuffer, speech: SyntheticSpeech = speech, clean: AudioBuffer? = nil,
    renderer: RendererFacts? = nil
  ) throws -> Measurements {
    let reference = try ReferenceAnalysis(
      of: speech.audio, clean: clean, labels: speech.labels, hasLowVoice: true, isSpeech: true)
    return MetricBank.standard.measure(render, of: reference, renderer: renderer)
  }

  /// The recording with a gain over parts of some labels; all of a label by default.
  static func scaled(
    _ gain: Decibels, _ kind: Label.Kind, words: [String] = names,
    part: (Label) -> (start: Double, end: Double) = { ($0.startSeconds, $0.endSeconds) }
  ) -> AudioBuffer {
    let spans = speech.labels.filter { $0.kind == kind && words.contains($0.word) }.map(part)
    let rate = speech.audio.sampleRate.value
    return speech.audio.mapped { frame, sample in
      let seconds = Double(frame) / rate
      let isInside = spans.contains { $0.start - 1e-9 <= seconds && seconds < $0.end - 1e-9 }
      return isInside ? sample * Float(gain.amplitude) : sample
    }
  }

  /// How long all words are together.
  static let spokenSeconds = 12 * (0.04 + 0.16 + 0.03)
}
