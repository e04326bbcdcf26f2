package import Presets
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
  /// A running chain was asked for a room that was not made ready before it started.
  case roomNotPrepared(preset: String, room: ReverbPreset)
  /// A running chain was asked for more bells than it has.
  case tooManyBells(preset: String, count: Int, most: Int)

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
    case .roomNotPrepared(let preset, let room):
      """
      Preset '\(preset)' needs the room '\(room.rawValue)', which the running chain has not made \
      ready: name the room when the chain is made.
      """
    case .tooManyBells(let preset, let count, let most):
      """
      Preset '\(preset)' has \(count) bells, but the running chain has \(most): take bells away, \
      or make the chain with more.
      """
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
  for preset in presets { try checkHighPass(of: preset, sampleRate: sampleRate) }
}

/// Checks that a preset's high-pass fits the rate of the audio.
func checkHighPass(of preset: AudioPreset, sampleRate: Hertz) throws(ChainError) {
  guard Hertz(preset.highPassFreq) < sampleRate.nyquist else {
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

/// Checks some frames of channels, without a copy of them.
///
/// - Parameters:
///   - channels: The samples.
///   - frames: Which of them are checked.
///   - start: The place of the first of these frames in the stream.
func checkSamples(
  _ channels: [[Float]], frames: Range<Int>, from start: Int
) throws(ChainError) {
  for channel in channels.indices {
    for frame in frames where !(channels[channel][frame].magnitude <= loudestSample) {
      let place = start + frame - frames.lowerBound
      guard channels[channel][frame].isFinite else {
        throw .notFinite(channel: channel, frame: place)
      }
      throw .tooLoud(channel: channel, frame: place)
    }
  }
}

/// +120 dBFS: decoders give up to +36 dBFS, and single precision bears the rest.
private let loudestSample: Float = 1e6
