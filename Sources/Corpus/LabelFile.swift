/// Labels in whichever of the two kinds of file that people keep them in.
package enum LabelFile {
  /// Reads a TextGrid, or an Audacity label track whose labels name their tiers, as in
  /// "final-consonant: T".
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - endSeconds: How long the recording lasts, which a label track does not say.
  package static func grid(_ bytes: [UInt8], endSeconds: Double) throws -> TextGrid {
    if isTextGrid(bytes) { return try TextGrid(bytes: bytes) }
    return try AudacityLabels(bytes: bytes).grid(endSeconds: endSeconds, unnamedTier: "labels")
  }

  /// Whether a file starts like a TextGrid, in whatever encoding.
  private static func isTextGrid(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(200).filter { $0 != 0 }
    return String(decoding: start, as: UTF8.self).contains("ooTextFile")
      || String(decoding: start, as: UTF8.self).contains("ooBinaryFile")
  }
}
