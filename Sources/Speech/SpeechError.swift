import Signal

/// Why speech cannot be looked for in a recording.
package enum SpeechError: Error, Hashable, Sendable {
  /// A sample is NaN or infinite.
  case notFinite(channel: Int, frame: Int)
  /// The recording leaves no room above 2 kHz, where obstruents are.
  case sampleRateTooLow(hertz: Double)
}

extension SpeechError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFinite(let channel, let frame):
      """
      Sample \(frame) of channel \(channel + 1) is no finite number, so the recording is damaged: \
      write it again from its source.
      """
    case .sampleRateTooLow(let hertz):
      """
      The recording has \(hertz) samples a second; bursts and frication lie above 2 kHz and need \
      \(SpeechLabeller.leastSampleRate.value) or more: take the recording before it was converted.
      """
    }
  }
}
