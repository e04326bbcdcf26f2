import CEBUR128
import Signal
import Testing

/// Loudness and true peak by libebur128, which judges ours.
///
/// The only file that imports `CEBUR128`.
enum LibraryMeter {
  /// What the library reads of a recording.
  struct Readings {
    /// The gated loudness, in LUFS.
    var integrated = 0.0
    /// The largest true peak of any channel.
    var truePeak = 0.0
  }

  /// Reads a recording.
  static func readings(of audio: AudioBuffer) throws -> Readings {
    let modes = CInt(EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
    let channels = UInt32(audio.channelCount)
    let state = try #require(
      ebur128_init(channels, UInt(audio.sampleRate.value), modes) as UnsafeMutablePointer?)
    defer {
      var pointer: UnsafeMutablePointer<ebur128_state>? = state
      ebur128_destroy(&pointer)
    }
    var readings = Readings()
    let done = CInt(EBUR128_SUCCESS.rawValue)
    let width = audio.channelCount
    var samples = [Float](repeating: 0, count: audio.frameCount * width)
    for (channel, source) in audio.channels.enumerated() {
      for frame in source.indices { samples[frame * width + channel] = source[frame] }
    }
    #expect(ebur128_add_frames_float(state, samples, audio.frameCount) == done)
    #expect(ebur128_loudness_global(state, &readings.integrated) == done)
    // Silence after the end pushes the last samples through the interpolator.
    let silence = [Float](repeating: 0, count: 64 * width)
    #expect(ebur128_add_frames_float(state, silence, 64) == done)
    for channel in 0..<channels {
      var peak = 0.0
      #expect(ebur128_true_peak(state, channel, &peak) == done)
      readings.truePeak = max(readings.truePeak, peak)
    }
    return readings
  }
}
