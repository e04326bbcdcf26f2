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
    let path = limitsPath
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

  /// Writes goldens, all or none: every file is written beside its place and only then moved, and
  /// where one cannot be moved, those before it are put back.
  ///
  /// No file is ever half-written; a machine that stops between two moves leaves some old and some
  /// new. Of two writers of one golden the last wins.
  ///
  /// - Parameter goldens: The goldens; a preset without an anchor gets this as its first.
  package func write(_ goldens: [GoldenFile]) throws(GoldenError) {
    var files: [(text: String, path: String)] = []
    for golden in goldens {
      guard path(of: golden.preset) != limitsPath else {
        throw .cannotWrite(path: limitsPath, reason: "no preset may be named as the limits are")
      }
      files.append((golden.text, path(of: golden.preset)))
      let anchorPath = anchorPath(of: golden.preset)
      guard !FileManager.default.fileExists(atPath: anchorPath) else { continue }
      files.append((golden.anchorText, anchorPath))
    }
    try FileReplacement.replace(files)
  }

  /// Makes goldens the anchors that later approvals are held against: a release.
  package func release(_ goldens: [GoldenFile]) throws(GoldenError) {
    try FileReplacement.replace(goldens.map { ($0.anchorText, anchorPath(of: $0.preset)) })
  }

  /// Where the golden of a preset is kept.
  package func path(of preset: String) -> String { "\(folder)/\(preset).json" }

  private struct LimitsFile: Decodable {
    let format: Int
    let limits: [String: Double]
  }

  private var limitsPath: String { "\(folder)/limits.json" }

  private func anchorPath(of preset: String) -> String { "\(folder)/Anchor/\(preset).json" }

  private func read(
    _ path: String, expecting preset: String
  ) throws(GoldenError) -> GoldenFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .damaged(path: path, reason: "it cannot be read")
    }
    // Repaired in silence, it would be another text than the approved one.
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .damaged(path: path, reason: "it is no UTF-8 text")
    }
    let golden = try GoldenFile(text: text, path: path)
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
}
