import Signal

/// Keeps the gains that the dynamics apply, as the mean of their squares over each millisecond.
///
/// The sums run from the first frame on, so what is kept does not depend on the block size.
struct GainRecorder: Sendable {
  private let stepFrames: Int
  private let sampleRate: Hertz
  private var sum = Lanes.zero
  private var taken = 0
  private var steps: [Lanes] = []

  /// Prepares to record.
  init(sampleRate: Hertz) {
    stepFrames = GainTrace.stepFrames(sampleRate: sampleRate)
    self.sampleRate = sampleRate
  }

  /// Takes the gains of the next frames.
  mutating func record(_ gains: [Lanes], frameCount: Int) {
    var frame = 0
    while frame < frameCount {
      let end = min(frameCount, frame + stepFrames - taken)
      var sum = sum
      gains.withUnsafeBufferPointer { gains in
        for index in frame..<end { sum += gains[index] * gains[index] }
      }
      self.sum = sum
      taken += end - frame
      frame = end
      if taken == stepFrames { close() }
    }
  }

  /// The trace of one lane; the last step may be shorter than the others.
  func trace(ofLane lane: Int) -> GainTrace {
    var powers = steps.map { $0[lane] / Float(stepFrames) }
    if taken > 0 { powers.append(sum[lane] / Float(taken)) }
    return GainTrace(stepFrames: stepFrames, sampleRate: sampleRate, powers: powers)
  }

  private mutating func close() {
    steps.append(sum)
    sum = .zero
    taken = 0
  }
}
