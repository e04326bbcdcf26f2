/// The gain of a dynamics stage over time, step by step, as the stage itself applied it.
package struct GainTrace: Hashable, Sendable {
  /// How many frames a step spans: about a millisecond.
  package let stepFrames: Int
  /// The rate of the audio.
  package let sampleRate: Hertz
  /// The mean of the squared gain over each step, from the first frame of the input on.
  package let powers: [Float]

  /// Creates a trace.
  package init(stepFrames: Int, sampleRate: Hertz, powers: [Float]) {
    precondition(stepFrames > 0, "a step spans a frame at least")
    self.stepFrames = stepFrames
    self.sampleRate = sampleRate
    self.powers = powers
  }

  /// How many frames a step of a trace spans at a sample rate.
  package static func stepFrames(sampleRate: Hertz) -> Int {
    max(1, Int((sampleRate.value / 1_000).rounded()))
  }
}
