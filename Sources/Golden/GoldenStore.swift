import Foundation
import Signal

/// The folder of goldens: one file a preset, the limits, and the anchors of the last release.
package struct GoldenStore: Sendable {
  /// The folder.
  package let folder: String

  /// Names a folder; nothing is read yet.
  package init(folder: String) { self.folder = folder }

  /// Reads the golden of a preset.
  ///
  /// - Returns: The golden, or nil where there is no such file.
  /// - Throws: `GoldenError.damaged`.
  package func golden(of preset: String) throws(GoldenError) -> GoldenFile? {
    try read(path(of: preset), expecting: preset, advice: .golden)
  }

  /// Reads what the last release approved of a preset.
  package func anchor(of preset: String) throws(GoldenError) -> GoldenFile? {
    try read(path(ofAnchor: preset), expecting: preset, advice: .anchor)
  }

  /// What a folder holds of some presets, preset by preset, all of one moment.
  package struct Holdings: Sendable {
    /// The absolute limits by the name of the metric.
    package let limits: [String: Double]
    /// The goldens; nil where nothing was approved.
    package let goldens: [GoldenFile?]
    /// The anchors; nil where there is none.
    package let anchors: [GoldenFile?]
  }

  /// Reads the limits, and the goldens and anchors of presets: all as they were before an approval
  /// that is being written, or all as they are after it.
  ///
  /// - Parameters:
  ///   - presets: The ids of the presets.
  ///   - workers: How many files are read at once, at least 1.
  package func holdings(
    of presets: [String], workers: Int = 1
  ) throws(GoldenError) -> Holdings {
    for _ in 0..<25 {
      let before = stamp
      if !files.isUnderWay {
        let limits = try limits()
        let read = concurrentMap(presets.count * 2, workers: workers) { index in
          let preset = presets[index / 2]
          return Result { () throws(GoldenError) in
            try index.isMultiple(of: 2) ? golden(of: preset) : anchor(of: preset)
          }
        }
        var files: [GoldenFile?] = []
        for result in read { files.append(try result.get()) }
        let goldens = presets.indices.map { files[$0 * 2] }
        let anchors = presets.indices.map { files[$0 * 2 + 1] }
        if !self.files.isUnderWay, stamp == before {
          return Holdings(limits: limits, goldens: goldens, anchors: anchors)
        }
      }
      // Moving the files takes an approval some hundredths of a second.
      usleep(20_000)
    }
    throw .interrupted(folder: folder)
  }

  /// The goldens that no preset claims.
  package func orphans(presets: [String]) -> [String] {
    fileIDs(in: folder).filter { $0 != "limits" && !presets.contains($0) }
      + fileIDs(in: folder + "/Anchor").filter { !presets.contains($0) }.map { "Anchor/\($0)" }
  }

  /// Takes the lock of the folder, and finishes what an interrupted approval has begun.
  ///
  /// - Throws: `GoldenError.locked` where another approval is running.
  package func lock() throws(GoldenError) -> GoldenLock {
    let lock = try GoldenLock(folder: folder)
    try files.recover()
    return lock
  }

  /// Writes goldens, all or none, even where the machine stops in between.
  ///
  /// - Parameters:
  ///   - goldens: The goldens; the first ever of a preset is its first anchor, too.
  ///   - lock: The lock of this folder.
  package func write(
    _ goldens: [GoldenFile], under lock: borrowing GoldenLock
  ) throws(GoldenError) {
    precondition(lock.folder == folder, "the lock is of another folder")
    var texts: [(text: String, name: String)] = []
    for golden in goldens {
      guard path(of: golden.preset) != limitsPath else {
        throw .cannotWrite(path: limitsPath, reason: "no preset may be named as the limits are")
      }
      texts.append((golden.text, "\(golden.preset).json"))
      // An anchor that has gone missing is not made anew: the steps since the release would be
      // forgotten.
      let isFirst = [path(of: golden.preset), path(ofAnchor: golden.preset)]
        .allSatisfy { !GoldenText.isThere($0) }
      guard isFirst else { continue }
      texts.append((golden.anchorText, "Anchor/\(golden.preset).json"))
    }
    try files.replace(texts)
  }

  /// Makes goldens the anchors that later approvals are held against: a release.
  package func release(
    _ goldens: [GoldenFile], under lock: borrowing GoldenLock
  ) throws(GoldenError) {
    precondition(lock.folder == folder, "the lock is of another folder")
    try files.replace(goldens.map { ($0.anchorText, "Anchor/\($0.preset).json") })
  }

  /// Where the golden of a preset is kept.
  package func path(of preset: String) -> String { "\(folder)/\(preset).json" }

  /// Where the anchor of a preset is kept.
  package func path(ofAnchor preset: String) -> String { "\(folder)/Anchor/\(preset).json" }

  /// Where the limits are kept.
  package var limitsPath: String { "\(folder)/limits.json" }

  private var files: FileReplacement { FileReplacement(folder: folder) }

  /// What differs once files of the folder have been moved.
  private var stamp: [Date?] {
    [folder, folder + "/Anchor"].map { folder in
      do {
        return try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date
      } catch {
        // A folder that is not there is not changed either, until it is there.
        return nil
      }
    }
  }

  private func read(
    _ path: String, expecting preset: String, advice: GoldenError.Advice
  ) throws(GoldenError) -> GoldenFile? {
    guard let text = try GoldenText.read(path, advice: advice) else { return nil }
    let golden = try GoldenFile(text: text, path: path, advice: advice)
    guard golden.preset == preset else {
      throw .damaged(path: path, reason: "it is the golden of '\(golden.preset)'", advice)
    }
    return golden
  }

  private func fileIDs(in folder: String) -> [String] {
    FolderListing.names(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
      .map { String($0.dropLast(5)) }
  }
}
