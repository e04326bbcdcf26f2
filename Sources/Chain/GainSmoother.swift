/// Turns the peaks of a signal into the gains of a look-ahead limiter.
///
/// The least gain that the frames of a window need is let go with a slow release, and averaged
/// over the window. The average is a running sum of single-precision gains in double precision.
/// Gains above -100 dB have their last bit at 2⁻⁴⁰ or higher and their sum stays under 2¹¹, so
/// the sum is exact and never drifts.
struct GainSmoother: Sendable {
  private let window: Int
  private let releaseStep: Double
  private var state: State
  /// The released gains of the window, in a ring.
  private var averaged: [Float]
  /// The frames that may hold the least gain of the window, oldest first, in a ring.
  private var candidateFrames: [Int]
  /// The gains of those frames, ever larger.
  private var candidateGains: [Float]

  private struct State: Sendable {
    var deepestGain: Float = 1
    var frame = 0
    var released = 1.0
    var sum: Double
    var slot = 0
    var oldest = 0
    var candidateCount = 0
    /// The last frame whose gain was not one.
    var lastBusyFrame: Int
  }

  /// Creates a smoother, at rest.
  ///
  /// - Parameters:
  ///   - window: The frames of the look-ahead and the current one.
  ///   - releaseStep: How much of the way back to one the gain covers in a frame.
  init(window: Int, releaseStep: Double) {
    self.window = window
    self.releaseStep = releaseStep
    state = State(sum: Double(window), lastBusyFrame: -window)
    averaged = Array(repeating: 1, count: window)
    candidateFrames = Array(repeating: 0, count: window)
    candidateGains = Array(repeating: 1, count: window)
  }

  /// The least gain that any frame has asked for.
  var deepestGain: Float { state.deepestGain }

  /// Whether every gain of the window is exactly one. Then frames under the ceiling need not be
  /// shown: their gain is one, and the state stays what it is.
  var isAtRest: Bool { state.frame - state.lastBusyFrame >= window }

  /// Replaces the peak of each of the next frames by the gain for the frame that lies one
  /// look-ahead before it.
  mutating func turnPeaksIntoGains(_ peaks: inout [Float], ceiling: Float) {
    Self.smooth(
      &peaks, ceiling, releaseStep, &state, &averaged, &candidateFrames, &candidateGains)
  }

  private static func smooth(
    _ peaks: inout [Float], _ ceiling: Float, _ releaseStep: Double, _ kept: inout State,
    _ averaged: inout [Float], _ candidateFrames: inout [Int], _ candidateGains: inout [Float]
  ) {
    var block = peaks.mutableSpan
    var ring = averaged.mutableSpan
    var frames = candidateFrames.mutableSpan
    var gains = candidateGains.mutableSpan
    var state = kept
    let window = ring.count
    let share = 1 / Double(window)
    let staying = 1 - releaseStep
    for index in block.indices {
      let needed = block[index] > ceiling ? ceiling / block[index] : 1
      while state.candidateCount > 0 {
        var newest = state.oldest + state.candidateCount - 1
        if newest >= window { newest -= window }
        guard gains[newest] >= needed else { break }
        state.candidateCount -= 1
      }
      if needed < 1 {
        var next = state.oldest + state.candidateCount
        if next >= window { next -= window }
        frames[next] = state.frame
        gains[next] = needed
        state.candidateCount += 1
        if needed < state.deepestGain { state.deepestGain = needed }
      }
      if state.candidateCount > 0, frames[state.oldest] + window <= state.frame {
        state.oldest = state.oldest + 1 == window ? 0 : state.oldest + 1
        state.candidateCount -= 1
      }
      let least = state.candidateCount > 0 ? Double(gains[state.oldest]) : 1
      let recovered = state.released * staying + releaseStep
      // The approach to one never arrives; from here on single precision cannot tell.
      state.released = least < recovered ? least : (recovered > 1 - 1e-8 ? 1 : recovered)
      if state.released < 1 { state.lastBusyFrame = state.frame }
      let entering = Float(state.released)
      state.sum += Double(entering) - Double(ring[state.slot])
      ring[state.slot] = entering
      state.slot = state.slot + 1 == window ? 0 : state.slot + 1
      block[index] = Float(state.sum * share)
      state.frame += 1
    }
    kept = state
  }
}
