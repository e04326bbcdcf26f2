import Signal
import TestSupport
import Testing

@testable import Metrics

@Suite("Noise reduction")
struct NoiseReductionTests {
  /// Speech whose last consonants are weak, with pauses of digital silence, and the same in white
  /// noise.
  private static let words = SyntheticSpeech(words: SpokenWords.names, pauseLevel: Decibels(-70))
  private static let clean: AudioBuffer = {
    func spans(_ kind: Label.Kind) -> [Range<Int>] {
      words.labels.filter { $0.kind == kind }.map {
        $0.frames(sampleRate: words.audio.sampleRate, frameCount: words.audio.frameCount)
      }
    }
    let (pauses, finals) = (spans(.pause), spans(.finalConsonant))
    return words.audio.mapped { frame, sample in
      if pauses.contains(where: { $0.contains(frame) }) { return 0 }
      return finals.contains { $0.contains(frame) } ? sample * 0.25 : sample
    }
  }()
  private static let noise: [Float] = {
    var generator = SeededGenerator(seed: 11)
    return (0..<clean.frameCount).map { _ in
      Float(Decibels(-40).amplitude * generator.nextUniform())
    }
  }()
  private static let noisy = clean.mapped { $1 + noise[$0] }

  private func measure(_ render: AudioBuffer) throws -> Measurements {
    let reference = try ReferenceAnalysis(
      of: Self.noisy, clean: Self.clean, labels: Self.words.labels, hasLowVoice: true,
      isSpeech: true)
    return MetricBank.standard.measure(render, of: reference, renderer: nil)
  }

  private func value(_ name: String, _ result: Measurements) throws -> Double {
    try #require(result[name]).value
  }

  @Test(
    "nothing done to the noise reads zero everywhere, at any level", arguments: [Float(1), 0.3])
  func identity(factor: Float) throws {
    let result = try measure(Self.noisy.scaled(by: factor))

    for name in [
      "total-noise-level-reduction-dB", "noise-power-level-reduction-dB", "snr-improvement-dB",
      "weak-snr-improvement-dB", "delta-snr-dB",
    ] {
      // Single precision in the scaled samples.
      #expect(abs(try value(name, result)) < 1e-4, "\(name)")
    }
  }

  @Test("noise that is lowered by 12 dB where nobody speaks reads 12 dB, and no speech is lost")
  func lowered() throws {
    let clean = Self.clean.channels[0]
    let render = Self.noisy.mapped { frame, sample in
      clean[frame] == 0 ? sample * Float(Decibels(-12).amplitude) : sample
    }

    let result = try measure(render)

    // Frames of 10 ms at the edges of words are noise in part.
    #expect(abs(try value("total-noise-level-reduction-dB", result) - 12) < 0.5)
    #expect(abs(try value("noise-power-level-reduction-dB", result) - 12) < 0.5)
    #expect(abs(try value("snr-improvement-dB", result) - 12) < 0.5)
    #expect(try value("delta-snr-dB", result) < 0.5)
  }

  @Test("a gate that takes the weak with the noise improves nothing for them")
  func weak() throws {
    let speech = Self.words
    let spans = speech.labels.filter { $0.kind != .vowel }
    let render = Self.noisy.mapped { frame, sample in
      let seconds = Double(frame) / speech.audio.sampleRate.value
      let isGated = spans.contains { $0.startSeconds <= seconds && seconds < $0.endSeconds }
      return isGated ? sample * 0.1 : sample
    }

    let result = try measure(render)

    #expect(try value("total-noise-level-reduction-dB", result) > 18)
    #expect(try value("weak-snr-improvement-dB", result) < 1)
  }

  @Test("the clean speech has to be as long as the noisy recording")
  func length() {
    #expect(throws: MetricError.cleanLength(frames: 100, neededFrames: Self.noisy.frameCount)) {
      try ReferenceAnalysis(
        of: Self.noisy, clean: Self.clean.frames(0..<100), labels: [], hasLowVoice: false,
        isSpeech: true)
    }
  }
}
