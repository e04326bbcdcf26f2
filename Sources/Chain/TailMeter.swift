import Signal

/// Follows one preset's render: its peak, and where its reverberation has died away.
///
/// The decision falls frame by frame, so it does not depend on how the render is cut into blocks.
struct TailMeter: Sendable {
  /// How long a render may go on after its input: the cathedral falls by 60 dB in 6.5 seconds.
  static let longestTailSeconds = 10.0
  /// How long the render must stay quiet for its tail to count as over.
  static let quietSeconds = 0.05
  /// How far under the peak of the finished file the end of a tail lies.
  static let depth = Decibels(-60)

  /// The largest magnitude so far.
  private(set) var peak: Float = 0
  /// The frame that holds it.
  private(set) var peakFrame = 0
  /// How many frames the render has; nil until its tail is over.
  private(set) var finishedFrames: Int?
  /// Whether the tail was cut because it would not die away.
  private(set) var isCut = false

  private let quietRatio: Float
  private let quietFrames: Int
  private let longestFrames: Int
  private var frame = 0
  private var lastLoudFrame = -1
  private var inputFrames: Int?

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - boost: What the gain stage adds after normalising: peaks are limited, tails are not.
  ///   - sampleRate: The rate of the audio.
  init(boost: Decibels, sampleRate: Hertz) {
    // One decibel more, for the rounding of limits.
    quietRatio = Float(Decibels(Self.depth.value - max(0, boost.value) - 1).amplitude)
    quietFrames = Int((Self.quietSeconds * sampleRate.value).rounded())
    longestFrames = Int((Self.longestTailSeconds * sampleRate.value).rounded())
  }

  /// Says that the input is over; a render without reverberation is over with it.
  mutating func endInput(ringsOn: Bool) {
    inputFrames = frame
    if !ringsOn || peak == 0 { finishedFrames = frame }
  }

  /// Takes the peak of the next frames of a render that does not ring on.
  ///
  /// - Parameters:
  ///   - peak: The largest magnitude of the frames.
  ///   - frame: Which of them holds it.
  ///   - frameCount: How many they are.
  mutating func measure(peak: Float, at frame: Int, frameCount: Int) {
    guard finishedFrames == nil else { return }
    if peak > self.peak {
      self.peak = peak
      peakFrame = self.frame + frame
    }
    self.frame += frameCount
  }

  /// Takes the next frames of a render.
  mutating func measure(_ left: Span<Float>, _ right: Span<Float>?) {
    guard finishedFrames == nil else { return }
    for index in left.indices {
      var magnitude = left[index].magnitude
      if let right { magnitude = max(magnitude, right[index].magnitude) }
      if magnitude > peak {
        peak = magnitude
        peakFrame = frame
      }
      if magnitude > peak * quietRatio { lastLoudFrame = frame }
      frame += 1
      guard let inputFrames else { continue }
      isCut = frame - inputFrames >= longestFrames
      // The quiet may begin before the input ends; the tail is at least the quiet itself.
      if isCut || (frame - 1 - lastLoudFrame >= quietFrames && frame - inputFrames >= quietFrames) {
        finishedFrames = frame
        return
      }
    }
  }
}
