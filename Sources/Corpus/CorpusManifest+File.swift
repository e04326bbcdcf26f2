import Foundation

extension CorpusManifest {
  /// Reads and checks the manifest of a folder.
  ///
  /// - Throws: `CorpusError.badManifest`.
  package init(folder: String) throws(CorpusError) {
    let path = folder + "/manifest.json"
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw .badManifest(path: path, reason: error.reason)
    }
    try self.init(data: Data(bytes), path: path)
  }

  /// Reads and checks the text of a manifest.
  ///
  /// - Parameters:
  ///   - data: The text.
  ///   - path: What errors call it.
  init(data: Data, path: String) throws(CorpusError) {
    do {
      let format = try JSONDecoder().decode(Format.self, from: data).format
      guard format == Self.currentFormat else {
        throw CorpusError.badManifest(
          path: path,
          reason: "it is of format \(format), and this version reads format \(Self.currentFormat)")
      }
      self = try JSONDecoder().decode(Self.self, from: data)
      let known = try JSONSerialization.jsonObject(with: JSONEncoder().encode(self))
      if let key = Self.unknownKey(in: try JSONSerialization.jsonObject(with: data), known) {
        throw CorpusError.badManifest(path: path, reason: "it has no use for the key '\(key)'")
      }
    } catch let error as DecodingError {
      throw .badManifest(path: path, reason: Self.reason(error))
    } catch let error as CorpusError {
      throw error
    } catch {
      throw .badManifest(path: path, reason: "\(error)")
    }
    if let fault { throw .badManifest(path: path, reason: fault) }
  }

  /// The text of the manifest: sorted keys, two spaces, one line end at the end.
  func text() throws(CorpusError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      throw .badManifest(path: "manifest.json", reason: "it holds a number that is none")
    }
  }

  /// The place of the first key that reading has left behind: a slip must not pass for a key that
  /// is not there.
  private static func unknownKey(in text: Any, _ known: Any) -> String? {
    if let text = text as? [Any], let known = known as? [Any] {
      for (index, pair) in zip(text, known).enumerated() {
        if let key = unknownKey(in: pair.0, pair.1) { return "\(index).\(key)" }
      }
    } else if let text = text as? [String: Any], let known = known as? [String: Any] {
      for key in text.keys.sorted() {
        guard let value = text[key], !(value is NSNull) else { continue }
        guard let other = known[key] else { return key }
        if let inner = unknownKey(in: value, other) { return "\(key).\(inner)" }
      }
    }
    return nil
  }

  private struct Format: Decodable {
    let format: Int
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing at \(place(context.codingPath))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context.codingPath)) is of the wrong kind"
    case .dataCorrupted(let context) where context.codingPath.last?.stringValue == "kind":
      "\(place(context.codingPath)) is none of "
        + Kind.allCases.map(\.rawValue).joined(separator: ", ")
    case .dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read (\(context.debugDescription))"
    @unknown default:
      "it cannot be read"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? "the top"
      : "'\(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))'"
  }
}
