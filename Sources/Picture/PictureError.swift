/// Why a recording cannot be drawn.
package enum PictureError: Error, Equatable, Sendable {
  /// The recording has no frames.
  case empty
  /// A sample is NaN or infinite.
  case notFinite(channel: Int, frame: Int)
  /// No part of the recording lies between two times.
  case outside(startSeconds: Double, endSeconds: Double, durationSeconds: Double)
  /// A label ends before it starts, or its times are no numbers; `number` counts from 1.
  case badLabel(tier: String, number: Int)
  /// A threshold is no number.
  case badThreshold
  /// The window of the spectrogram, or its top, is not above zero.
  case badSpectrogram
  /// The library refuses to write the image of the spectrogram.
  case noImage(reason: String)
}

extension PictureError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "The recording holds no samples, so there is nothing to draw; record it again."
    case .notFinite(let channel, let frame):
      """
      Channel \(channel + 1) of the recording is NaN or infinite at frame \(frame); mend the \
      program that made it.
      """
    case .outside(let start, let end, let duration):
      """
      The recording lasts from 0 to \(duration) s, and none of it lies between \(start) and \
      \(end) s; choose a span inside.
      """
    case .badLabel(let tier, let number):
      "Label \(number) of tier '\(tier)' does not end after it starts; correct its times."
    case .badThreshold: "A threshold is no number of decibels; leave it out or correct it."
    case .badSpectrogram:
      "The window and the top of the spectrogram must be above zero; correct them."
    case .noImage(let reason):
      "The spectrogram cannot be written as PNG (\(reason)); try a shorter span."
    }
  }
}
