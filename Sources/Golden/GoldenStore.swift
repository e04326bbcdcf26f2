import Foundation

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
    try read(path(of: preset), expecting: preset)
  }

  /// Reads what the last release approved of a preset.
  package func anchor(of preset: String) throws(GoldenError) -> GoldenFile? {
    try read(anchorPath(of: preset), expecting: preset)
  }

  /// Reads the absolute limits of speech metrics.
  ///
  /// - Throws: `GoldenError.damaged` where the file is missing: without it nothing is protected.
  package func limits() throws(GoldenError) -> [String: Double] {
    let path = folder + "/limits.json"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .damaged(path: path, reason: "there is no such file")
    }
    do {
      let file = try JSONDecoder().decode(LimitsFile.self, from: data)
      guard file.format == 1 else {
        throw GoldenError.damaged(path: path, reason: "it is not of format 1")
      }
      return file.limits
    } catch let error as GoldenError {
      throw error
    } catch {
      throw .damaged(path: path, reason: "it is not a list of limits by metric")
    }
  }

  /// The goldens that no preset claims.
  package func orphans(presets: [String]) -> [String] {
    fileIDs(in: folder).filter { $0 != "limits" && !presets.contains($0) }
      + fileIDs(in: folder + "/Anchor").filter { !presets.contains($0) }.map { "Anchor/\($0)" }
  }

  /// Writes goldens, all or none: every file is written beside its place and only then moved.
  ///
  /// - Parameter goldens: The goldens; a preset without an anchor gets this as its first.
  package func write(_ goldens: [GoldenFile]) throws(GoldenError) {
    var files: [(text: String, path: String)] = []
    for golden in goldens {
      files.append((golden.text, path(of: golden.preset)))
      let anchorPath = anchorPath(of: golden.preset)
      guard !FileManager.default.fileExists(atPath: anchorPath) else { continue }
      files.append((golden.anchorText, anchorPath))
    }
    try replace(files)
  }

  /// Makes goldens the anchors that later approvals are held against: a release.
  package func release(_ goldens: [GoldenFile]) throws(GoldenError) {
    try replace(goldens.map { ($0.anchorText, anchorPath(of: $0.preset)) })
  }

  /// Where the golden of a preset is kept.
  package func path(of preset: String) -> String { "\(folder)/\(preset).json" }

  private struct LimitsFile: Decodable {
    let format: Int
    let limits: [String: Double]
  }

  private func anchorPath(of preset: String) -> String { "\(folder)/Anchor/\(preset).json" }

  private func read(
    _ path: String, expecting preset: String
  ) throws(GoldenError) -> GoldenFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .damaged(path: path, reason: "it cannot be read")
    }
    let golden = try GoldenFile(text: String(decoding: data, as: UTF8.self), path: path)
    guard golden.preset == preset else {
      throw .damaged(path: path, reason: "it is the golden of '\(golden.preset)'")
    }
    return golden
  }

  private func fileIDs(in folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .map { String($0.dropLast(5)) }.sorted()
    } catch {
      // A folder that is not there holds no orphans; its goldens are missed one by one.
      return []
    }
  }

  /// Writes all files beside their places, and then moves all of them.
  private func replace(_ files: [(text: String, path: String)]) throws(GoldenError) {
    var staged: [String] = []
    // What has been moved is not there any more; what is left over goes.
    defer { for temporary in staged { unlink(temporary) } }
    for file in files { staged.append(try stage(file.text, for: file.path)) }
    for (temporary, file) in zip(staged, files) where rename(temporary, file.path) != 0 {
      throw .cannotWrite(path: file.path, reason: String(cString: strerror(errno)))
    }
  }

  /// Writes a text beside the file it is for and makes sure that it is on the disk.
  private func stage(_ text: String, for path: String) throws(GoldenError) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: "the folder cannot be made")
    }
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        let reason = String(cString: strerror(errno))
        unlink(temporary)
        throw .cannotWrite(path: path, reason: reason)
      }
      written += count
    }
    guard fsync(descriptor) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw .cannotWrite(path: path, reason: reason)
    }
    return temporary
  }
}
