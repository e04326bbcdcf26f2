package import Signal

/// The power spectra of a recording, one short frame after another.
///
/// The first frame starts before the recording and the last one ends after it, so that every
/// sample lies under as many frames as any other. The memory of a frame is used again for the
/// next one: read `power` before the next `advance`.
package struct PowerFrames: ~Copyable {
  /// The mean square of the windowed frame in each bin, one-sided, mean of the channels.
  ///
  /// The powers of a frame add up to its mean square, weighted with the square of the window.
  package private(set) var power: [Double]
  /// The sample under the start of the frame; negative in the first frames.
  package private(set) var start: Int
  /// How many samples lie between the starts of two frames.
  package let hop: Int
  private let audio: AudioBuffer
  private let window: HannWindow
  private var transform: RealFFT

  /// Prepares to walk over a recording.
  ///
  /// - Parameters:
  ///   - audio: The recording; an empty one has no frames.
  ///   - length: How many samples a frame spans: a multiple of four.
  ///   - size: How many samples the transform takes; what `length` leaves over is silence.
  package init(of audio: AudioBuffer, length: Int, size: Int) {
    precondition(length.isMultiple(of: 4), "the length must be a multiple of four")
    self.audio = audio
    window = HannWindow(count: length)
    transform = RealFFT(size: size)
    hop = length / 4
    start = -length
    power = Array(repeating: 0, count: transform.binCount)
  }

  /// Reads the next frame; false when there is none.
  package mutating func advance() -> Bool {
    start += hop
    guard start < audio.frameCount else { return false }
    transform.readPower(of: audio, from: start, window: window, into: &power)
    return true
  }
}

extension RealFFT {
  /// Reads the one-sided power spectrum of one windowed frame, mean of the channels.
  ///
  /// With c = 1 at zero and at half the sample rate and c = 2 between, a bin reads
  /// c |X|² / (size · Σ w²): by Parseval's theorem the bins add up to the mean square of the
  /// frame, weighted with the square of the window. Where there are fewer numbers than bins, the
  /// upper bins are left out.
  ///
  /// Source: G. Heinzel, A. Rüdiger, R. Schilling, "Spectrum and spectral density estimation by
  /// the Discrete Fourier transform", 2002, section 9.
  package mutating func readPower(
    of audio: AudioBuffer, from start: Int, window: HannWindow, into power: inout [Double]
  ) {
    for bin in power.indices { power[bin] = 0 }
    addPower(of: audio, from: start, window: window, weight: 1, to: &power)
    power[0] /= 2
    if power.count == binCount { power[binCount - 1] /= 2 }
  }

  /// Adds the power spectrum of one windowed frame, mean of the channels, times a weight.
  ///
  /// All bins count twice, for their mirror images: who reads the sum halves the first and last.
  mutating func addPower(
    of audio: AudioBuffer, from start: Int, window: HannWindow, weight: Double,
    to power: inout [Double]
  ) {
    let scale = 2 * weight / (Double(size) * window.energy * Double(audio.channelCount))
    for samples in audio.channels {
      addPower(of: samples, from: start, window: window, scale: scale, to: &power)
    }
  }
}
