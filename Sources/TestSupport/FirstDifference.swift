package import Signal

/// Where two buffers first differ in any bit, or in shape; nil where they are the same.
///
/// Tests compare with this and not with `==`, which would print every sample on failure.
package func firstDifference(_ left: AudioBuffer, _ right: AudioBuffer) -> String? {
  guard left.channelCount == right.channelCount, left.frameCount == right.frameCount else {
    return "\(left.channelCount) x \(left.frameCount) against "
      + "\(right.channelCount) x \(right.frameCount) samples"
  }
  for (channel, (a, b)) in zip(left.channels, right.channels).enumerated() {
    for frame in a.indices where a[frame].bitPattern != b[frame].bitPattern {
      return "channel \(channel), frame \(frame): \(a[frame]) against \(b[frame])"
    }
  }
  return nil
}
