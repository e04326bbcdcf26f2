/// Turns the peaks of a signal into the gains of a look-ahead limiter.
///
/// The least gain that the frames of a window need is let go with a slow release, and averaged
/// over the window. The average is a running sum of single-precision gains in double precision.
/// Gains above -100 dB have their last bit at 2⁻⁴⁰ or higher and their sum stays under 2¹¹, so
/// the sum is exact and never drifts.
///
/// The least of the last w frames comes from runs of w frames: it lies in the rest of the run
/// before or in the start of the current one, and each frame takes two comparisons.
///
/// Source: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular and
/// octagonal kernels", Pattern Recognition Letters 13(7), 1992.
struct GainSmoother: Sendable {
  private let releaseStep: Double
  private var state: State
  /// The released gains of the window, in a ring.
  private var averaged: [Float]
  /// The gains that the frames of the current run need.
  private var run: [Float]
  /// The least gain from each frame of the run before to its end; one more, which is 1.
  private var rest: [Float]

  private struct State: Sendable {
    var deepestGain: Float = 1
    /// How far the released gain is under one.
    var reduction: Float = 0
    var sum: Double
    /// The frame of the current run, and of the ring: a run has the length of the window.
    var slot = 0
    /// The least gain of the current run.
    var leastOfRun: Float = 1
    /// How many frames ago a gain was last not one; at most the window.
    var quietFrames: Int
  }

  /// Creates a smoother, at rest.
  ///
  /// - Parameters:
  ///   - window: The frames of the look-ahead and the current one.
  ///   - releaseStep: How much of the way back to one the gain covers in a frame.
  init(window: Int, releaseStep: Double) {
    self.releaseStep = releaseStep
    state = State(sum: Double(window), quietFrames: window)
    averaged = Array(repeating: 1, count: window)
    run = averaged
    rest = Array(repeating: 1, count: window + 1)
  }

  /// The least gain that any frame has asked for.
  var deepestGain: Float { state.deepestGain }

  /// Whether every gain of the window is exactly one. Then frames under the ceiling need not be
  /// shown: their gain is one, and what is remembered stays what it is.
  var isAtRest: Bool { state.quietFrames >= averaged.count }

  /// Forgets every past peak.
  mutating func reset() { self = GainSmoother(window: averaged.count, releaseStep: releaseStep) }

  /// Replaces the peak of each of the next frames by the gain for the frame that lies one
  /// look-ahead before it.
  mutating func turnPeaksIntoGains(_ peaks: inout [Float], _ count: Int, ceiling: Float) {
    let isFresh = isAtRest
    let staying = Float(1 - releaseStep)
    averaged.withUnsafeMutableBufferPointer { averaged in
      run.withUnsafeMutableBufferPointer { run in
        rest.withUnsafeMutableBufferPointer { rest in
          peaks.withUnsafeMutableBufferPointer { peaks in
            // Frames that were not shown have moved nothing but the place in the run.
            if isFresh { Self.clear(&state, averaged, run, rest) }
            Self.need(peaks, count, ceiling)
            Self.smooth(peaks, count, staying, &state, averaged, run, rest)
          }
        }
      }
    }
  }

  private static func clear(
    _ state: inout State, _ averaged: UnsafeMutableBufferPointer<Float>,
    _ run: UnsafeMutableBufferPointer<Float>, _ rest: UnsafeMutableBufferPointer<Float>
  ) {
    averaged.update(repeating: 1)
    run.update(repeating: 1)
    rest.update(repeating: 1)
    state.reduction = 0
    state.leastOfRun = 1
    state.sum = Double(averaged.count)
    state.slot = 0
  }

  /// Replaces peaks by the gains that they need.
  @inline(never)
  private static func need(
    _ peaks: UnsafeMutableBufferPointer<Float>, _ count: Int, _ ceiling: Float
  ) {
    for index in 0..<count {
      let peak = peaks[index]
      peaks[index] = ceiling / (peak > ceiling ? peak : ceiling)
    }
  }

  @inline(never)
  private static func smooth(
    _ block: UnsafeMutableBufferPointer<Float>, _ count: Int, _ staying: Float,
    _ kept: inout State, _ averaged: UnsafeMutableBufferPointer<Float>,
    _ run: UnsafeMutableBufferPointer<Float>, _ rest: UnsafeMutableBufferPointer<Float>
  ) {
    var state = kept
    let window = averaged.count
    let share = 1 / Double(window)
    for index in 0..<count {
      let needed = block[index]
      run[state.slot] = needed
      state.leastOfRun = needed < state.leastOfRun ? needed : state.leastOfRun
      state.deepestGain = needed < state.deepestGain ? needed : state.deepestGain
      let ahead = rest[state.slot &+ 1]
      let least = ahead < state.leastOfRun ? ahead : state.leastOfRun

      let wanted = 1 - least
      let recovered = state.reduction * staying
      // The approach to one never arrives; from here on single precision cannot tell.
      let released = recovered < 1e-8 ? 0 : recovered
      let entering = wanted < released ? 1 - released : least
      state.reduction = wanted < released ? released : wanted
      state.quietFrames = entering < 1 ? 0 : state.quietFrames &+ 1

      state.sum += Double(entering) - Double(averaged[state.slot])
      averaged[state.slot] = entering
      block[index] = Float(state.sum * share)
      state.slot &+= 1
      if state.slot == window {
        state.slot = 0
        state.leastOfRun = 1
        var least: Float = 1
        for frame in stride(from: window &- 1, through: 0, by: -1) {
          least = run[frame] < least ? run[frame] : least
          rest[frame] = least
        }
      }
    }
    state.quietFrames = min(state.quietFrames, window)
    kept = state
  }
}
