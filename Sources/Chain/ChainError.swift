import Presets
package import Signal

/// Why the chain cannot run.
package enum ChainError: Error, Equatable, Sendable {
  /// The rate of the audio is outside what the chain is tested for.
  case unsupportedSampleRate(Hertz)
  /// The chain carries mono and stereo.
  case unsupportedChannelCount(Int)
  /// A preset's high-pass corner does not fit under half the sample rate.
  case highPassAboveNyquist(preset: String, corner: Hertz, sampleRate: Hertz)
  /// A sample is NaN or infinite.
  case notFinite(channel: Int, frame: Int)
  /// A sample is far above anything that sound can be.
  case tooLoud(channel: Int, frame: Int)
  /// There is nothing to render with.
  case noPresets

  /// The sample rates that the chain runs at.
  package static let sampleRates = Hertz(8_000)...Hertz(192_000)
}

extension ChainError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unsupportedSampleRate(let rate):
      "The sample rate is \(rate.value) Hz, but must be from 8000 to 192000 Hz."
    case .unsupportedChannelCount(let count):
      "The audio has \(count) channels, but the chain takes one or two: mix it down first."
    case .highPassAboveNyquist(let preset, let corner, let rate):
      """
      Preset '\(preset)' has its high-pass at \(corner.value) Hz, which audio at \(rate.value) Hz \
      cannot carry: use a higher sample rate.
      """
    case .notFinite(let channel, let frame):
      """
      The audio holds a non-finite sample (NaN or infinity), first at frame \(frame) of channel \
      \(channel): repair the file before rendering it.
      """
    case .tooLoud(let channel, let frame):
      """
      The audio holds a sample above +120 dBFS, first at frame \(frame) of channel \(channel): it \
      is damaged, or not audio. Repair the file before rendering it.
      """
    case .noPresets:
      "There is no preset to render with: name at least one."
    }
  }
}

/// Checks that a chain can be built.
func checkFormat(
  presets: [AudioPreset], sampleRate: Hertz, channelCount: Int
) throws(ChainError) {
  guard !presets.isEmpty else { throw .noPresets }
  guard ChainError.sampleRates.contains(sampleRate) else {
    throw .unsupportedSampleRate(sampleRate)
  }
  guard (1...2).contains(channelCount) else { throw .unsupportedChannelCount(channelCount) }
  for preset in presets where !(Hertz(preset.highPassFreq) < sampleRate.nyquist) {
    throw .highPassAboveNyquist(
      preset: preset.id, corner: Hertz(preset.highPassFreq), sampleRate: sampleRate)
  }
}

/// Checks the samples of an input: what the filters would turn into infinities, or keep for ever,
/// must not come in.
///
/// - Parameters:
///   - block: The samples.
///   - start: The frame at which the block starts.
func checkSamples(_ block: AudioBuffer, from start: Int) throws(ChainError) {
  // NaN fails the comparison, too.
  if block.peak <= loudestSample { return }
  if let bad = block.firstNonFinite {
    throw .notFinite(channel: bad.channel, frame: start + bad.frame)
  }
  for (channel, samples) in block.channels.enumerated() {
    if let frame = samples.firstIndex(where: { $0.magnitude > loudestSample }) {
      throw .tooLoud(channel: channel, frame: start + frame)
    }
  }
}

/// +120 dBFS: decoders give up to +36 dBFS, and single precision bears the rest.
private let loudestSample: Float = 1e6
