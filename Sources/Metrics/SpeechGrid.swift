import Signal
import Spectrum

/// The frames in which the gain over speech is followed: 16 ms, every 4 ms.
///
/// Frame *m* is centred on sample *m* · hop.
struct SpeechGrid: Sendable {
  /// The rate of the audio.
  let sampleRate: Hertz
  /// How many samples lie between the centres of two frames.
  let hop: Int
  /// The Hann window of a frame.
  let window: HannWindow
  /// How many samples the transform takes.
  let size: Int
  /// The bands, from low to high.
  let bands: [FrequencyBand]
  /// How much of each bin lies in each band.
  let weights: [BandWeights]

  /// The bands lie between these, evenly on the logarithmic scale, as far as the rate reaches.
  private static let range = FrequencyBand(from: Hertz(100), to: Hertz(7_800))
  private static let mostBands = 14

  /// Creates the grid of a sample rate.
  init(sampleRate: Hertz) {
    self.sampleRate = sampleRate
    hop = max(1, Int((0.004 * sampleRate.value).rounded()))
    let length = max(8, Int((0.016 * sampleRate.value).rounded()))
    window = HannWindow(count: length)
    let size = AnalysisFrames.powerOfTwo(from: Double(length))
    self.size = size
    let edges = Self.edges
    bands = (0..<Self.mostBands).map {
      FrequencyBand(from: Hertz(edges[$0]), to: Hertz(edges[$0 + 1]))
    }.filter { $0.high <= sampleRate.nyquist }
    weights = bands.map {
      BandWeights(from: $0.low, to: $0.high, size: size, sampleRate: sampleRate)
    }
  }

  /// The bands in which a gain is read: the two lowest, up to 186 Hz, are the body of low voices.
  var judged: Range<Int> { min(2, bands.count)..<bands.count }

  private static var edges: [Double] {
    let (low, high) = (
      DeterministicMath.log10(range.low.value), DeterministicMath.log10(range.high.value)
    )
    return (0...mostBands).map {
      DeterministicMath.exp10(low + (high - low) * Double($0) / Double(mostBands))
    }
  }

  /// How many seconds lie between two frames.
  var hopSeconds: Double { Double(hop) / sampleRate.value }

  /// How far a frame reaches to both sides of its centre, in seconds.
  var reachSeconds: Double { Double(window.count) / 2 / sampleRate.value }

  /// How many frames a recording has.
  func count(frames: Int) -> Int { frames / hop + 1 }

  /// When a frame is centred.
  func seconds(_ frame: Int) -> Double { Double(frame) * hopSeconds }

  /// The frames whose centres lie within a time.
  func frames(from start: Double, to end: Double, count: Int) -> Range<Int> {
    let first = min(max(0, Int((start / hopSeconds).rounded(.up))), count)
    return first..<min(max(first, Int((end / hopSeconds).rounded(.up))), count)
  }

  /// Reads the power of each band in each frame, mean of the channels, frame after frame.
  func powers(of audio: AudioBuffer, count: Int) -> [Float] {
    var transform = RealFFT(size: size)
    // No bin above the bands is asked for.
    let binCount = weights.map(\.bins.upperBound).max() ?? 0
    var spectrum = [Double](repeating: 0, count: max(1, binCount))
    var powers: [Float] = []
    powers.reserveCapacity(count * bands.count)
    for frame in 0..<count {
      transform.readPower(
        of: audio, from: frame * hop - window.count / 2, window: window, into: &spectrum)
      for weights in weights { powers.append(Float(weights.sum(of: spectrum))) }
    }
    return powers
  }
}
