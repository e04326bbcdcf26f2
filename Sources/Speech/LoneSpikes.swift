import Signal

/// Single samples that stand off from smooth neighbours, as faulty encoders and transfers make
/// them; the mouth makes no click that short.
package struct LoneSpikes: Hashable, Sendable {
  /// How many there are, in all channels.
  package let count: Int
  /// Where the first one is; nil where there is none.
  package let firstSeconds: Double?

  /// A spike reaches this far, re full scale.
  private static let leastStep: Float = 0.01
  /// How many times further it stands off than its neighbours do from each other: the seven steps
  /// of noise are never all that small beside the one in the middle.
  private static let leastRatio: Float = 8
  /// The neighbours on each side.
  private static let reach = 4

  init(in channels: [[Float]], sampleRate: Hertz) {
    var count = 0
    var first = Int.max
    for samples in channels where samples.count > 2 * Self.reach {
      for frame in Self.reach..<samples.count - Self.reach where Self.isSpike(samples, frame) {
        count += 1
        first = min(first, frame)
      }
    }
    self.count = count
    firstSeconds = count > 0 ? Double(first) / sampleRate.value : nil
  }

  private static func isSpike(_ samples: [Float], _ frame: Int) -> Bool {
    let (before, after) = (samples[frame - 1], samples[frame + 1])
    let step = (samples[frame] - (before + after) / 2).magnitude
    guard step >= leastStep else { return false }
    let most = step / leastRatio
    guard (after - before).magnitude <= most else { return false }
    for distance in 1..<reach {
      guard
        (samples[frame - distance] - samples[frame - distance - 1]).magnitude <= most,
        (samples[frame + distance] - samples[frame + distance + 1]).magnitude <= most
      else { return false }
    }
    return true
  }
}
