package import Signal

/// How the mean square of a recording spreads over frequency: one-sided, mean of the channels.
///
/// The bins add up to the mean square, so a sine of full scale reads −3.01 dB of power, and
/// silence reads zero everywhere.
package struct PowerSpectrum: Sendable {
  /// The power of each bin, from 0 Hz to half the sample rate.
  package let power: [Double]
  /// The rate of the audio.
  package let sampleRate: Hertz

  /// Creates a spectrum from the powers of its bins.
  package init(power: [Double], sampleRate: Hertz) {
    precondition(power.count >= 2, "a spectrum needs the bins at zero and at half the rate")
    self.power = power
    self.sampleRate = sampleRate
  }

  /// Reads the spectrum of a whole recording.
  ///
  /// Frames start a quarter of their length apart and reach over both ends of the recording, so
  /// that each sample counts once. An empty recording reads zero.
  ///
  /// Source: P. D. Welch, "The use of fast Fourier transform for the estimation of power
  /// spectra", IEEE Transactions on Audio and Electroacoustics 15(2), 1967.
  ///
  /// - Parameters:
  ///   - audio: The recording.
  ///   - size: How many samples a frame spans: a multiple of four.
  package init(of audio: AudioBuffer, size: Int) {
    precondition(size.isMultiple(of: 4), "the size must be a multiple of four")
    let hop = size / 4
    let window = HannWindow(count: size)
    var transform = RealFFT(size: size)
    var sum = [Double](repeating: 0, count: transform.binCount)
    if audio.frameCount > 0 {
      // The windows of the frames add up to Σ w² / hop over every sample.
      let weight = Double(hop) / Double(audio.frameCount)
      for start in stride(from: hop - size, to: audio.frameCount, by: hop) {
        transform.addPower(of: audio, from: start, window: window, weight: weight, to: &sum)
      }
    }
    sum[0] /= 2
    sum[sum.count - 1] /= 2
    self.init(power: sum, sampleRate: audio.sampleRate)
  }

  /// Reads the spectrum of a part of a recording.
  ///
  /// A part that is longer than the window is read in frames that overlap by half.
  ///
  /// - Parameters:
  ///   - range: The frames of the part, as many as the window has or more; what lies outside of
  ///     the recording is silence.
  ///   - audio: The recording.
  ///   - window: What fades each frame in and out.
  ///   - transform: Its size sets the bins, and is no less than the length of the window.
  package init(
    of range: Range<Int>, in audio: AudioBuffer, window: HannWindow, transform: inout RealFFT
  ) {
    precondition(range.count >= window.count, "the part must fill the window")
    let hop = window.count / 2
    let steps = (range.count - window.count + hop - 1) / hop
    var sum = [Double](repeating: 0, count: transform.binCount)
    for step in 0...steps {
      let start = min(range.lowerBound + step * hop, range.upperBound - window.count)
      transform.addPower(
        of: audio, from: start, window: window, weight: 1 / Double(steps + 1), to: &sum)
    }
    sum[0] /= 2
    sum[sum.count - 1] /= 2
    self.init(power: sum, sampleRate: audio.sampleRate)
  }

  /// How many samples a frame of this spectrum takes.
  package var size: Int { 2 * (power.count - 1) }

  /// Reads the mean square between two frequencies; zero for a band above half the sample rate.
  package func bandPower(from low: Hertz, to high: Hertz) -> Double {
    BandWeights(from: low, to: high, size: size, sampleRate: sampleRate).sum(of: power)
  }
}
