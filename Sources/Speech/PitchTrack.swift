package import Signal

/// The fundamental frequency of a voice over time.
///
/// Steady noise and hum under a voice do not count as voice: their correlation, read from the
/// quietest frames, is taken out first. A recording of one steady tone has no quieter frames, and
/// so the tone counts as voice. The same samples give the same track on every machine.
///
/// Source: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
/// harmonics-to-noise ratio of a sampled sound", Proceedings of the Institute of Phonetic Sciences
/// Amsterdam 17, 1993, with its costs.
package struct PitchTrack: Hashable, Sendable {
  /// How far the frames lie apart; frame *i* is centred on *i* times this.
  package let hopSeconds: Double
  /// The fundamental frequency of each frame, from `lowestHz` to `highestHz`; 0 where no voice is.
  package let f0Hz: [Double]
  /// How alike a frame and the same frame one period later are, from 0 to 1.
  ///
  /// Where no voice is, the figure of the best period that there would have been.
  package let strength: [Double]

  /// The lowest fundamental that is looked for; a creaking male voice goes down to here.
  package static let lowestHz = 60.0
  /// The highest fundamental that is looked for: that of a small child.
  package static let highestHz = 500.0

  /// Tracks the voice of one channel.
  ///
  /// - Parameters:
  ///   - samples: The channel; may be empty. NaN and infinity count as silence.
  ///   - sampleRate: The rate of the audio.
  package init(of samples: [Float], sampleRate: Hertz) {
    hopSeconds = 0.01
    let frames = PitchFrames(of: samples, sampleRate: sampleRate, hopSeconds: hopSeconds)
    let path = PitchPath(through: frames)
    f0Hz = path.f0Hz
    strength = path.strength
  }

  /// The fundamentals of the voiced frames, lowest first.
  package var sortedVoicedHz: [Double] { f0Hz.filter { $0 > 0 }.sorted() }
}
