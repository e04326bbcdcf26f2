package import Signal

/// What audio files may ask of this room, and what they may be.
package enum AudioFileLimits {
  /// The most channels a file may have: 7.1 surround, which is also the most that FLAC carries.
  ///
  /// Source: RFC 9639, section 9.1.3 (channel assignments).
  package static let channelCount = 8

  /// The sample rates a file may have: from half of telephone speech to twice the fastest
  /// converter in use, so that one flipped bit of a header seldom passes.
  package static let sampleRates = Hertz(4_000)...Hertz(768_000)

  static let readable = "WAV, FLAC, AIFF, CAF (all PCM or float), Ogg Vorbis, Opus or MP3"
  static let writable = ".wav, .flac, .aiff, .aif, .caf or .ogg"

  static var rateRange: String {
    "from \(Int(sampleRates.lowerBound.value)) to \(Int(sampleRates.upperBound.value))"
  }

  /// Whether files may have this rate.
  static func allows(_ rate: Hertz) -> Bool {
    sampleRates.contains(rate) && rate.value == rate.value.rounded()
  }
}
