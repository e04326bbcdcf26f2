package import Signal
import Spectrum

/// Clean speech, prepared so that the intelligibility of many renders of it can be read.
///
/// Two indices are read, both from how the levels of 15 thirds of an octave move over 384 ms:
/// the short-time objective intelligibility, of each band for itself, and the extended one, of
/// all bands together. Both are 1 for the clean speech itself and about 0 for unrelated sound,
/// and neither changes with the level of the render.
///
/// Source: C. H. Taal, R. C. Hendriks, R. Heusdens, J. Jensen, "An algorithm for intelligibility
/// prediction of time-frequency weighted noisy speech", IEEE Transactions on Audio, Speech, and
/// Language Processing 19(7), 2011; J. Jensen, C. H. Taal, "An algorithm for predicting the
/// intelligibility of speech masked by modulated noise maskers", IEEE/ACM Transactions on Audio,
/// Speech, and Language Processing 24(11), 2016.
package struct IntelligibilityReference: Sendable {
  /// The intelligibility of one render, from −1 to 1; NaN where the render holds a NaN.
  package struct Indices: Hashable, Sendable {
    /// The short-time objective intelligibility.
    package var stoi: Double
    /// The extended short-time objective intelligibility.
    package var estoi: Double
  }

  /// The least speech that the indices can be read from: one segment and the frame that the
  /// overlap costs.
  package static let neededSeconds = seconds(ofFrames: SpeechSegments.length + 1)

  /// How much speech the indices rest on: the frames within 40 dB of the loudest one, in the
  /// channel that has the most of them.
  package let speechSeconds: Double
  private let sampleRate: Hertz
  private let frameCount: Int
  /// The channels with enough speech.
  private let channels: [Channel]

  /// One channel of the clean speech.
  private struct Channel: Sendable {
    var index: Int
    var frames: [Int]
    var segments: SpeechSegments
  }

  /// Prepares clean speech.
  ///
  /// - Parameter clean: The speech; the indices are read from the channels that hold enough of it.
  package init(of clean: AudioBuffer) {
    let converter = IntelligibilityRate.converter(from: clean.sampleRate)
    var transform = RealFFT(size: BandEnvelopes.transformSize)
    var channels: [Channel] = []
    var most = 0
    for (index, samples) in clean.channels.enumerated() {
      let converted = converter.convert(samples, 0..<samples.count)
      let frames = NonSilentFrames.frames(of: converted)
      most = max(most, frames.count)
      guard frames.count > SpeechSegments.length else { continue }
      let envelopes = BandEnvelopes(of: frames, in: converted, transform: &transform)
      channels.append(
        Channel(index: index, frames: frames, segments: SpeechSegments(of: envelopes)))
    }
    sampleRate = clean.sampleRate
    frameCount = clean.frameCount
    speechSeconds = Self.seconds(ofFrames: most)
    self.channels = channels
  }

  /// Reads the indices of a render, the mean of the channels that hold enough clean speech.
  ///
  /// - Parameter render: Aligned with the clean speech, of its rate and channels; what is longer
  ///   does not count, and what is missing counts as silence.
  /// - Returns: Nil where no channel holds enough clean speech.
  package func indices(of render: AudioBuffer) -> Indices? {
    precondition(render.sampleRate == sampleRate, "the rates must agree")
    guard !channels.isEmpty else { return nil }
    let converter = IntelligibilityRate.converter(from: sampleRate)
    var transform = RealFFT(size: BandEnvelopes.transformSize)
    var mean = Indices(stoi: 0, estoi: 0)
    for channel in channels {
      let samples = converter.convert(render.channels[channel.index], 0..<frameCount)
      let envelopes = BandEnvelopes(of: channel.frames, in: samples, transform: &transform)
      let indices = channel.segments.indices(of: envelopes)
      mean.stoi += indices.stoi / Double(channels.count)
      mean.estoi += indices.estoi / Double(channels.count)
    }
    return mean
  }

  private static func seconds(ofFrames count: Int) -> Double {
    Double(count * NonSilentFrames.hop) / IntelligibilityRate.hertz.value
  }
}
