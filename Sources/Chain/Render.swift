package import Signal

/// What the chain made of one input with one preset.
package struct Render: Sendable {
  /// The audio; frame *i* is frame *i* of the input, and the tail follows.
  package let audio: AudioBuffer
  /// What the chain did on the way.
  package let facts: RenderFacts
  /// The gain of the dynamics over the input; nil where nobody asked for it.
  package let gainTrace: GainTrace?
}

/// What the chain did while it rendered.
package struct RenderFacts: Hashable, Sendable {
  /// The frames of the input.
  package let inputFrames: Int
  /// The frames that the reverberation adds after the input.
  package let tailFrames: Int
  /// Whether the tail was cut at its longest because it would not die away.
  package let isTailCut: Bool
  /// The largest magnitude before the gain stage, as a level.
  package let peakBeforeGain: Decibels
  /// Where that peak lies.
  package let peakSeconds: Double
  /// What normalising added; nil where the preset does not normalise or the render is silent.
  package let normalisingGain: Decibels?
  /// The most that the ceiling limiter took away, at most 0 dB.
  package let deepestLimiting: Decibels

  /// Creates facts.
  package init(
    inputFrames: Int, tailFrames: Int, isTailCut: Bool, peakBeforeGain: Decibels,
    peakSeconds: Double, normalisingGain: Decibels?, deepestLimiting: Decibels
  ) {
    self.inputFrames = inputFrames
    self.tailFrames = tailFrames
    self.isTailCut = isTailCut
    self.peakBeforeGain = peakBeforeGain
    self.peakSeconds = peakSeconds
    self.normalisingGain = normalisingGain
    self.deepestLimiting = deepestLimiting
  }

  /// The frames of the render.
  package var frameCount: Int { inputFrames + tailFrames }
}
