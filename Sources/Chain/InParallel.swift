import Dispatch

/// Does the same work on every item, on several threads at once.
///
/// - Parameters:
///   - items: What is worked on; each item is changed by one thread.
///   - workers: The most threads at a time, at least one.
///   - work: Changes an item.
func inParallel<Item: Sendable>(
  _ items: inout [Item], workers: Int, _ work: @Sendable (inout Item) -> Void
) {
  let count = items.count
  let workers = min(workers, count)
  guard workers > 1 else {
    for index in items.indices { work(&items[index]) }
    return
  }
  items.withUnsafeMutableBufferPointer { items in
    // Each index is handed to one worker alone.
    nonisolated(unsafe) let items = items
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      for index in stride(from: worker, to: count, by: workers) { work(&items[index]) }
    }
  }
}
