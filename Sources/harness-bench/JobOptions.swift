import Chain

/// How a job runs and what it tells; none of it may change a sample.
struct JobOptions {
  /// How many threads share the work.
  var threads = 1
  /// The frames that are pulled at once.
  var blockFrames = OfflineRenderer.Options().blockFrames
  /// Whether the presets are handed over last one first, so that each runs in another lane.
  var isReversed = false
  /// Whether every preset's digest is told, and not that of all together alone.
  var tellsEach = false
  /// Whether the most memory that the process ever held is told at the end.
  var tellsMemory = false

  /// The options of the renderer.
  ///
  /// - Parameter workers: How many threads the renderer uses itself.
  func renderer(workers: Int) -> OfflineRenderer.Options {
    var options = OfflineRenderer.Options()
    options.workers = workers
    options.blockFrames = blockFrames
    return options
  }
}
