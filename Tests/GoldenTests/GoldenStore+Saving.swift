import Golden

extension GoldenStore {
  /// Writes goldens under a lock of their own.
  func save(_ goldens: [GoldenFile]) throws(GoldenError) {
    let lock = try lock()
    try write(goldens, under: lock)
  }

  /// Makes anchors under a lock of their own.
  func makeRelease(_ goldens: [GoldenFile]) throws(GoldenError) {
    let lock = try lock()
    try release(goldens, under: lock)
  }
}
