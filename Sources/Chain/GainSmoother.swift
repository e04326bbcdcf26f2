/// Turns the peaks of a signal into the gains of a look-ahead limiter.
///
/// The least gain that the frames of a window need is let go with a slow release, and averaged
/// over the window. What the average takes away is a running sum of whole numbers, so it never
/// drifts and comes back to exactly nothing.
///
/// The least of the last w frames comes from runs of w frames: it lies in the rest of the run
/// before or in the start of the current one, and each frame takes two comparisons.
///
/// Source: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular and
/// octagonal kernels", Pattern Recognition Letters 13(7), 1992.
struct GainSmoother: Sendable {
  /// The share of a reduction that is left after a frame of release.
  private let staying: Float
  /// What a reduction of one is as a whole number: a power of two up to 2²² of which a window
  /// still fits 31 bits.
  private let unit: Float
  private var state = State()
  /// The reductions of the window as whole numbers, in a ring.
  private var reductions: [Int32]
  /// The gains that the frames of the current run need.
  private var run: [Float]
  /// The least gain from each frame of the run before to its end; one more, which is 1.
  private var rest: [Float]

  private struct State: Sendable {
    var deepestGain: Float = 1
    /// How far the released gain is under one.
    var reduction: Float = 0
    /// The reductions of the window together.
    var sum: Int32 = 0
    /// The place of the next frame in the run, and in the ring: both have the length of the window.
    var slot = 0
    /// The least gain of the current run.
    var leastOfRun: Float = 1
  }

  /// Creates a smoother, at rest.
  ///
  /// - Parameters:
  ///   - window: The frames of the look-ahead and the current one.
  ///   - releaseStep: How much of the way back to one the gain covers in a frame.
  init(window: Int, releaseStep: Double) {
    staying = Float(1 - releaseStep)
    unit = min(4_194_304, Float(Int32.max / Int32(window)).binade)
    reductions = Array(repeating: 0, count: window)
    run = Array(repeating: 1, count: window)
    rest = Array(repeating: 1, count: window + 1)
  }

  /// The least gain that any frame has asked for.
  var deepestGain: Float { state.deepestGain }

  /// Whether every gain of the window is exactly one. Then frames under the ceiling need not be
  /// shown: their gain is one, and what is remembered comes to the same.
  var isAtRest: Bool { state.sum == 0 }

  /// Forgets every past peak.
  mutating func reset() {
    state.deepestGain = 1
    clear()
  }

  private mutating func clear() {
    state = State(deepestGain: state.deepestGain)
    for index in run.indices {
      reductions[index] = 0
      run[index] = 1
      rest[index] = 1
    }
  }

  /// Replaces the peak of each of the next frames by the gain for the frame that lies one
  /// look-ahead before it.
  mutating func turnPeaksIntoGains(_ peaks: inout [Float], _ count: Int, ceiling: Float) {
    // Since the window came to rest, frames may have passed that were not shown.
    if isAtRest { clear() }
    reductions.withUnsafeMutableBufferPointer { reductions in
      run.withUnsafeMutableBufferPointer { run in
        rest.withUnsafeMutableBufferPointer { rest in
          peaks.withUnsafeMutableBufferPointer { peaks in
            guard let peaks = peaks.baseAddress, let reductionRing = reductions.baseAddress,
              let runStart = run.baseAddress, let restStart = rest.baseAddress
            else { return }
            let window = run.count
            var done = 0
            while done < count {
              let slot = state.slot
              let next = min(count - done, window - slot)
              ProcessorLoops.need(peaks + done, next, ceiling: ceiling, run: runStart + slot)
              ProcessorLoops.findLeast(
                peaks + done, next, rest: restStart + slot + 1, least: &state.leastOfRun)
              if state.leastOfRun < state.deepestGain { state.deepestGain = state.leastOfRun }
              ProcessorLoops.release(
                peaks + done, next, staying: staying, reduction: &state.reduction)
              ProcessorLoops.average(
                peaks + done, next, unit: unit, share: 1 / (unit * Float(window)),
                ring: reductionRing + slot, sum: &state.sum)
              done += next
              state.slot += next
              guard state.slot == window else { continue }
              if state.leastOfRun < 1 {
                ProcessorLoops.closeRun(runStart, rest: restStart, window)
              } else {
                restStart.update(repeating: 1, count: window)
              }
              state.slot = 0
              state.leastOfRun = 1
            }
          }
        }
      }
    }
  }
}
