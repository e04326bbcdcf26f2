import Signal

/// Recorded noise at any length.
enum NoiseLoop {
  /// How long one end of the recording fades into the other.
  private static let fadeSeconds = 0.25

  /// Cuts a recording to a length, or goes on with its start where it is too short.
  ///
  /// The seam is a cross-fade with equal power, as the two ends of a noise have nothing to do with
  /// each other: cos² + sin² = 1.
  static func samples(_ recording: [Double], frameCount: Int, sampleRate: Hertz) -> [Double] {
    guard !recording.isEmpty, recording.count < frameCount else {
      return Array(recording.prefix(frameCount))
    }
    let fade = min(Int(fadeSeconds * sampleRate.value), recording.count / 2)
    // The faded loop starts after its own fade.
    var loop = Array(recording[fade...])
    for frame in 0..<fade {
      let angle = (Double(frame) + 0.5) / Double(fade) * .pi / 2
      let place = loop.count - fade + frame
      loop[place] =
        loop[place] * DeterministicMath.cos(angle) + recording[frame] * DeterministicMath.sin(angle)
    }
    var samples = Array(recording[..<fade])
    samples.reserveCapacity(frameCount)
    while samples.count < frameCount {
      samples += loop.prefix(frameCount - samples.count)
    }
    return samples
  }
}
