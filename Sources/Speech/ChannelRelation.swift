import Signal

/// How two channels stand to each other.
package struct ChannelRelation: Hashable, Sendable {
  /// The channel that is silent beside the other, from 0; nil where neither is.
  package let silentChannel: Int?
  /// The correlation of the two, from -1 to 1; 0 where one is silent.
  package let correlation: Double

  /// A channel this far under the other is silent.
  private static let silence = 60.0
  /// From here down a mix to mono takes most of the sound away.
  static let cancelling = -0.9

  /// Reads the relation; nil for anything but two channels, and for silence.
  init?(of channels: [[Float]]) {
    guard channels.count == 2 else { return nil }
    var (left, right, both) = (0.0, 0.0, 0.0)
    for (a, b) in zip(channels[0], channels[1]) {
      let (x, y) = (Double(a), Double(b))
      left += x * x
      right += y * y
      both += x * y
    }
    guard left > 0 || right > 0 else { return nil }
    let distance = Decibels(power: left).value - Decibels(power: right).value
    if distance.magnitude > Self.silence {
      silentChannel = distance > 0 ? 1 : 0
      correlation = 0
    } else {
      silentChannel = nil
      correlation = both / (left * right).squareRoot()
    }
  }
}
