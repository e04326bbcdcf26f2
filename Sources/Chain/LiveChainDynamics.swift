/// The settings of a running chain's dynamics, on their way to those of another preset.
///
/// Thresholds and headroom move in decibels, the times as shares of a distance per frame.
struct LiveChainDynamics: Sendable {
  private var origin: Dynamics.Settings
  private var target: Dynamics.Settings
  private var value: Dynamics.Settings

  /// Creates settings that stand.
  init(_ settings: Dynamics.Settings) {
    origin = settings
    target = settings
    value = settings
  }

  /// Sets out from where the settings stand.
  mutating func aim(at settings: Dynamics.Settings) {
    origin = value
    target = settings
  }

  /// Goes to where the settings are when some share of the way is behind.
  mutating func move(to share: Double, in stage: inout LaneStage) {
    value = share < 1 ? origin.blended(with: target, share) : target
    stage.setDynamics(value)
  }
}

extension Dynamics.Settings {
  /// Settings some share of the way to others.
  fileprivate func blended(with other: Self, _ share: Double) -> Self {
    var result = self
    result.compressionThreshold += (other.compressionThreshold - compressionThreshold) * share
    result.headroom += (other.headroom - headroom) * share
    result.expansionRatio += (other.expansionRatio - expansionRatio) * share
    result.expansionThreshold += (other.expansionThreshold - expansionThreshold) * share
    result.attackStep += (other.attackStep - attackStep) * share
    result.releaseStep += (other.releaseStep - releaseStep) * share
    return result
  }
}
