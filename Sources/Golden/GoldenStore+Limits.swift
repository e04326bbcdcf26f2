import Foundation
package import Metrics

extension GoldenStore {
  /// Reads the absolute limits of speech metrics.
  ///
  /// - Parameter metrics: The metrics that can have one.
  /// - Throws: `GoldenError.damaged` where the file is missing, for without it nothing is
  ///   protected; and where it limits what is not measured, or by what no reading can be.
  package func limits(
    of metrics: [MetricDescription] = MetricBank.standard.metrics.map(\.description)
  ) throws(GoldenError) -> [String: Double] {
    let path = limitsPath
    guard let text = try GoldenText.read(path, advice: .limits) else {
      throw .damaged(path: path, reason: "there is no such file", .limits)
    }
    let file: LimitsFile
    do {
      file = try JSONDecoder().decode(LimitsFile.self, from: Data(text.utf8))
    } catch {
      throw .damaged(path: path, reason: "it is not a list of limits by metric", .limits)
    }
    guard file.format == 1 else {
      throw .damaged(path: path, reason: "it is not of format 1", .limits)
    }
    for key in ["format", "limits"] + file.limits.keys.sorted() {
      // Of two values, the reader of JSON takes one in silence.
      guard text.components(separatedBy: "\"\(key)\"").count == 2 else {
        throw .damaged(path: path, reason: "'\(key)' is there more than once", .slip)
      }
    }
    for (name, limit) in file.limits.sorted(by: { $0.key < $1.key }) {
      if let fault = Self.fault(of: limit, for: name, metrics: metrics) {
        throw .damaged(path: path, reason: fault, .slip)
      }
    }
    return file.limits
  }

  private struct LimitsFile: Decodable {
    let format: Int
    let limits: [String: Double]
  }

  private static func fault(
    of limit: Double, for name: String, metrics: [MetricDescription]
  ) -> String? {
    let limited = metrics.filter { $0.direction != .neither }
    guard let metric = limited.first(where: { $0.name == name }) else {
      if metrics.contains(where: { $0.name == name }) {
        return "'\(name)' has no better and no worse, so it has no limit"
      }
      let nearest = limited.map(\.name).max { likeness($0, name) < likeness($1, name) }
      return "no metric is named '\(name)'" + (nearest.map { "; the nearest is '\($0)'" } ?? "")
    }
    // Beyond these lies no sound: single precision ends near 770 dB, and no fixture lasts so long.
    let range = metric.unit == .milliseconds ? 0...60_000.0 : -200...200
    guard range.contains(limit) else {
      return "the limit of '\(name)' is \(limit), which no reading comes near"
    }
    return nil
  }

  /// The share of pairs of neighbouring letters that two words have in common.
  ///
  /// Source: L. R. Dice, "Measures of the amount of ecologic association between species", 1945.
  private static func likeness(_ one: String, _ other: String) -> Double {
    func pairs(_ word: String) -> Set<String> {
      let word = word.lowercased()
      return Set(zip(word, word.dropFirst()).map { "\($0)\($1)" })
    }
    let (one, other) = (pairs(one), pairs(other))
    return 2 * Double(one.intersection(other).count) / Double(max(1, one.count + other.count))
  }
}
