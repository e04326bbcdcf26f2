import Signal
import Spectrum

/// The powers of a recording in thirds of an octave, in frames long enough to tell them apart.
struct ThirdOctaveCells: Sendable {
  /// The bands, from 250 Hz to 8 kHz: above the chest of the voice and its edge.
  let bands: [FrequencyBand]
  /// The power of each band, frame after frame.
  let powers: [Float]
  /// The mean power of each bin over all frames.
  let spectrum: [Double]
  /// How many samples the transform takes.
  let size: Int
  /// How many samples lie between the centres of two frames; the first is centred on the first
  /// sample.
  let hop: Int
  /// The rate of the audio.
  let sampleRate: Hertz
  private let weights: [BandWeights]

  /// The thirds of an octave centred from 250 Hz to 8 kHz, counted from 1 kHz.
  private static let indices = -6...9

  /// Reads a recording.
  init(of audio: AudioBuffer) {
    let rate = audio.sampleRate
    let length = max(8, Int((0.064 * rate.value).rounded()))
    let size = AnalysisFrames.powerOfTwo(from: Double(length))
    let bands = Self.indices.map(FrequencyBand.thirdOctave).filter { $0.high <= rate.nyquist }
    let weights = bands.map {
      BandWeights(from: $0.low, to: $0.high, size: size, sampleRate: rate)
    }
    let window = HannWindow(count: length)
    var transform = RealFFT(size: size)
    var frame = [Double](repeating: 0, count: transform.binCount)
    var (powers, spectrum, count) = ([Float](), frame, 0.0)
    hop = max(1, length / 4)
    for centre in stride(from: 0, through: audio.frameCount, by: hop) {
      transform.readPower(of: audio, from: centre - length / 2, window: window, into: &frame)
      for weights in weights { powers.append(Float(weights.sum(of: frame))) }
      for bin in frame.indices { spectrum[bin] += frame[bin] }
      count += 1
    }
    self.bands = bands
    self.size = size
    self.weights = weights
    self.powers = powers
    sampleRate = rate
    self.spectrum = spectrum.map { $0 / max(1, count) }
  }

  /// How many frames there are.
  var frameCount: Int { bands.isEmpty ? 0 : powers.count / bands.count }

  /// The power of each band over the whole recording.
  var longTerm: [Double] { weights.map { $0.sum(of: spectrum) } }

  /// The power of each band over the whole recording, once the bins have each been scaled.
  func longTerm(times factors: [Double]) -> [Double] {
    weights.map { $0.sum(of: spectrum, times: factors) }
  }
}
