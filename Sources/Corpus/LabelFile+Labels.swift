package import Signal

extension LabelFile {
  /// Reads the labels of a recording from a file of either kind.
  ///
  /// - Parameters:
  ///   - path: A TextGrid with the tiers of `LabelTiers`, or an Audacity label track; tiers of
  ///     phones that it lacks are empty.
  ///   - seconds: How long the recording lasts.
  /// - Throws: `CorpusError.badLabels` with what is wrong and where.
  package static func labels(
    path: String, seconds: Double
  ) throws(CorpusError) -> [Label] {
    let grid = try NewRecording.labels(path, seconds: seconds)
    switch LabelTiers.labels(of: grid) {
    case .success(let labels): return labels
    case .failure(let fault):
      throw .badLabels(source: path, path: path, reason: fault.reason)
    }
  }
}
