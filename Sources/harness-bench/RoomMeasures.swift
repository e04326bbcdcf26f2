import AudioFile
import Metrics
import Signal

/// Reads impulse responses from files, for other programs to compare with.
enum RoomMeasures {
  /// Reads files.
  ///
  /// - Returns: A line for each: EDT, T20 and T30 in seconds, C50 in decibels, the transmission of
  ///   the whole band and STI, and the file, with tabs between; what there is none of reads "none".
  static func lines(of files: [String]) throws -> String {
    try files.map { file in
      var reader = try AudioFileReader(path: file)
      guard let measures = ImpulseResponseMeasures(of: try reader.readAll()) else {
        throw BenchUsageError(description: "'\(file)' is silent or broken.")
      }
      let band = measures.broadband
      let times = [band.earlyDecaySeconds, band.t20Seconds, band.t30Seconds]
      let numbers = [
        band.clarity.value, band.transmission, measures.speechTransmissionIndex,
      ]
      let words = times.map { $0.map { "\($0)" } ?? "none" } + numbers.map { "\($0)" }
      return (words + [file]).joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
