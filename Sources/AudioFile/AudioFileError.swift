package import Signal

/// What can go wrong between audio and a file.
package enum AudioFileError: Error, Equatable, Sendable {
  /// Nothing has that name.
  case notFound(path: String)
  /// The name belongs to a folder.
  case isFolder(path: String)
  /// The name belongs to a pipe or a device, which cannot be read twice.
  case notRegularFile(path: String)
  /// The system or the library refuses to open the file.
  case cannotOpen(path: String, reason: String)
  /// The file holds no bytes.
  case empty(path: String)
  /// The file stands for audio that Git LFS did not fetch.
  case gitLFSPointer(path: String)
  /// The file is MPEG-4 or raw AAC audio.
  case aac(path: String)
  /// The file is not of a kind of audio that is known.
  case notAudio(path: String)
  /// The audio is coded in a way that is not read; `encoding` names it.
  case unsupportedEncoding(path: String, encoding: String)
  /// The header contradicts itself.
  case malformed(path: String, reason: String)
  /// The file has more channels than `limit`.
  case tooManyChannels(path: String, count: Int, limit: Int)
  /// The sample rate lies outside `AudioFileLimits.sampleRates`, or is no whole number.
  case unsupportedRate(path: String, rate: Hertz)
  /// The file gives fewer frames than it announces.
  case truncated(path: String, declaredFrames: Int, presentFrames: Int)
  /// The decoder stumbled at or before a frame.
  case damaged(path: String, frame: Int, reason: String)
  /// Samples are NaN or infinite: `count` of them, the first in `channel` at `firstFrame`.
  case nonFinite(path: String, firstFrame: Int, channel: Int, count: Int)
  /// The extension of an output path names no format that is written.
  case unsupportedOutput(path: String)
  /// The container of an output path cannot hold the encoding that was asked for.
  case unsupportedOutputEncoding(path: String, encoding: String, container: String)
  /// The system or the library refuses to write the file.
  case cannotWrite(path: String, reason: String)
}

extension AudioFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound(let path):
      "'\(path)' does not exist; check the path."
    case .isFolder(let path):
      "'\(path)' is a folder; name one audio file."
    case .notRegularFile(let path):
      "'\(path)' is a pipe or a device; save the audio to a file first, then name that file."
    case .cannotOpen(let path, let reason):
      "'\(path)' cannot be opened: \(Self.sentence(reason)) Check the file and its permissions."
    case .empty(let path):
      "'\(path)' is empty (0 bytes), so it holds no audio; record or copy it again."
    case .gitLFSPointer(let path):
      "'\(path)' is a Git LFS pointer, not audio; fetch the recording with 'git lfs pull'."
    case .aac(let path):
      """
      '\(path)' is M4A/AAC (MPEG-4) audio, which is not read, because its decoders pad the start \
      differently; convert it to \(AudioFileLimits.readable) first.
      """
    case .notAudio(let path):
      "'\(path)' is not audio that is known here; give \(AudioFileLimits.readable)."
    case .unsupportedEncoding(let path, let encoding):
      "'\(path)' holds \(encoding), which is not read; convert it to 16- or 24-bit PCM WAV."
    case .malformed(let path, let reason):
      "'\(path)' has a broken header: \(Self.sentence(reason)) Export or copy the file again."
    case .tooManyChannels(let path, let count, let limit):
      "'\(path)' has \(count) channels and at most \(limit) are handled; export fewer channels."
    case .unsupportedRate(let path, let rate):
      """
      '\(path)' has a sample rate of \(rate.value) Hz; use a whole number of hertz \
      \(AudioFileLimits.rateRange).
      """
    case .truncated(let path, let declaredFrames, let presentFrames):
      """
      '\(path)' is truncated or damaged: it declares \(declaredFrames) frames, \(presentFrames) \
      are present; copy or export it again.
      """
    case .damaged(let path, let frame, let reason):
      "'\(path)' is damaged near frame \(frame): \(Self.sentence(reason)) Copy or export it again."
    case .nonFinite(let path, let firstFrame, let channel, let count):
      """
      '\(path)' holds \(count) non-finite \(count == 1 ? "sample" : "samples") (NaN or infinity), \
      first at frame \(firstFrame) of channel \(channel + 1); render or export it again.
      """
    case .unsupportedOutput(let path):
      "'\(path)' names no format that is written; end it in \(AudioFileLimits.writable)."
    case .unsupportedOutputEncoding(let path, let encoding, let container):
      """
      '\(path)' cannot hold \(encoding) in \(container); change the encoding or the extension.
      """
    case .cannotWrite(let path, let reason):
      "'\(path)' cannot be written: \(Self.sentence(reason))"
    }
  }

  /// Ends in one full stop, however the library chose to end.
  private static func sentence(_ reason: String) -> String {
    reason.hasSuffix(".") ? reason : reason + "."
  }
}
