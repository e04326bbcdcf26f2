import CEBUR128
import Signal

/// The loudness and the true peak of a recording, by libebur128.
///
/// The only file that imports `CEBUR128`; no C type leaves it.
enum LoudnessMeter {
  /// Reads the gated loudness in LUFS; `-infinity` where every block lies under the gate.
  ///
  /// A mono recording counts as one channel, so it reads 3.01 LU less than the same sound on two.
  static func integratedLoudness(of audio: AudioBuffer) -> Result<Double, MetricError> {
    Result { () throws(MetricError) in
      var session = try Session(measuring: EBUR128_MODE_I, of: audio, channels: audio.channelCount)
      try session.add(audio)
      return try session.integratedLoudness()
    }
  }

  /// Reads the largest magnitude of any channel on or between the samples.
  ///
  /// No interpolated value can be larger than the samples around it times the sum of the
  /// magnitudes of the interpolator. Stretches that cannot exceed the largest sample are left
  /// out, which changes nothing but the time it takes.
  ///
  /// - Parameters:
  ///   - audio: The recording.
  ///   - peak: The largest magnitude of any sample of it.
  static func truePeak(of audio: AudioBuffer, peak: Float) -> Result<Double, MetricError> {
    Result { () throws(MetricError) in
      var session = try Session(measuring: EBUR128_MODE_TRUE_PEAK, of: audio, channels: 1)
      var largest = Double(peak)
      for samples in audio.channels {
        for stretch in loudStretches(of: samples, above: peak / greatestRise) {
          // Real samples before the stretch fill the interpolator; what it makes of them is not
          // read. Silence after the end pushes out the last samples.
          let start = max(0, stretch.lowerBound - memory)
          try session.add([Float](repeating: 0, count: memory))
          try session.add(Array(samples[start..<stretch.lowerBound]))
          var rest = Array(samples[stretch])
          if stretch.upperBound == samples.count {
            rest += [Float](repeating: 0, count: memory)
          }
          try session.add(rest)
          largest = max(largest, try session.truePeakOfLastAddition())
        }
      }
      return largest
    }
  }

  /// More samples than the interpolator spans: 49 taps, at two times the rate or more.
  private static let memory = 32

  /// More than the sum of the magnitudes of the taps for any point between two samples.
  ///
  /// Half way between two samples the 12 taps of a sinc add up to 2.39 without a window, and 24
  /// taps to 2.31 under a Hann window, as the library has them at four and at two times the rate.
  private static let greatestRise: Float = 2.5

  /// The stretches of a channel outside of which the true peak cannot lie.
  private static func loudStretches(of samples: [Float], above floor: Float) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    for (frame, sample) in samples.enumerated() where sample.magnitude >= floor {
      // The output for a sample comes after it, by no more than the memory.
      let end = min(samples.count, frame + memory)
      if let last = stretches.last, frame <= last.upperBound {
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else {
        stretches.append(frame..<end)
      }
    }
    return stretches
  }
}

/// Owns one libebur128 state: made by `init`, destroyed once by `deinit`.
private struct Session: ~Copyable {
  private let state: UnsafeMutablePointer<ebur128_state>
  private let channelCount: Int
  private let sampleRate: Hertz

  init(measuring mode: mode, of audio: AudioBuffer, channels: Int) throws(MetricError) {
    let rate = audio.sampleRate.value
    // The bounds of the library, which its filters and tables are made for.
    guard (1...64).contains(channels), rate == rate.rounded(), (16...2_822_400).contains(rate),
      let state = ebur128_init(UInt32(channels), UInt(rate), CInt(mode.rawValue))
    else {
      throw .meterRefused(channels: channels, sampleRate: audio.sampleRate)
    }
    self.state = state
    channelCount = channels
    sampleRate = audio.sampleRate
  }

  deinit {
    var pointer: UnsafeMutablePointer<ebur128_state>? = state
    ebur128_destroy(&pointer)
  }

  mutating func add(_ audio: AudioBuffer) throws(MetricError) {
    guard channelCount > 1 else { return try add(audio.channels[0]) }
    var interleaved = [Float](repeating: 0, count: audio.frameCount * channelCount)
    for (channel, samples) in audio.channels.enumerated() {
      for frame in samples.indices { interleaved[frame * channelCount + channel] = samples[frame] }
    }
    try add(interleaved)
  }

  /// Adds interleaved samples.
  mutating func add(_ samples: [Float]) throws(MetricError) {
    try check(ebur128_add_frames_float(state, samples, samples.count / channelCount))
  }

  borrowing func integratedLoudness() throws(MetricError) -> Double {
    var loudness = 0.0
    try check(ebur128_loudness_global(state, &loudness))
    return loudness
  }

  /// Reads the true peak of the first channel in what was added last.
  borrowing func truePeakOfLastAddition() throws(MetricError) -> Double {
    var peak = 0.0
    try check(ebur128_prev_true_peak(state, 0, &peak))
    return peak
  }

  private borrowing func check(_ status: CInt) throws(MetricError) {
    guard status == CInt(EBUR128_SUCCESS.rawValue) else {
      throw .meterRefused(channels: channelCount, sampleRate: sampleRate)
    }
  }
}
