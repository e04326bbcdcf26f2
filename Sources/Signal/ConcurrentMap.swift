import Dispatch
import Synchronization

/// Does independent pieces of work on several threads and returns their results in order.
///
/// Whoever is free takes the next piece, so pieces may differ in cost; the results do not depend
/// on the number of threads.
///
/// - Parameters:
///   - count: How many pieces there are.
///   - workers: The most threads at a time, at least one.
///   - work: Does the piece of an index.
///   - finished: Called after each piece with how many are done and its index, one call at a time.
package func concurrentMap<Value: Sendable>(
  _ count: Int, workers: Int, _ work: @Sendable (Int) -> Value,
  finished: @Sendable (_ done: Int, _ index: Int) -> Void = { _, _ in }
) -> [Value] {
  precondition(workers >= 1, "the work needs somebody")
  let state = Mutex(ConcurrentState<Value>(count: count))
  DispatchQueue.concurrentPerform(iterations: min(workers, max(1, count))) { _ in
    while let index = state.withLock({ $0.take() }) {
      let value = work(index)
      state.withLock { state in
        state.values[index] = value
        state.done += 1
        finished(state.done, index)
      }
    }
  }
  return state.withLock { $0.values.compactMap { $0 } }
}

/// What the threads share.
private struct ConcurrentState<Value: Sendable>: Sendable {
  var next = 0
  var done = 0
  var values: [Value?]

  init(count: Int) { values = Array(repeating: nil, count: count) }

  mutating func take() -> Int? {
    guard next < values.count else { return nil }
    next += 1
    return next - 1
  }
}
