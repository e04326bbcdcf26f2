import Signal

/// How far the numbers of a running chain have come on their way to those of another preset.
struct LiveChainGlide: Sendable {
  /// How long the way takes.
  ///
  /// Source: our own measurement of filters that change under a tone; see the click test. 5 ms are
  /// heard on low tones, 20 ms are not, and a finger does not notice them.
  static let seconds = 0.02

  /// The frames of the whole way.
  private let frameCount: Int
  /// The frames that are behind; all of them where nothing moves.
  private var frame: Int

  /// Creates a glide that is over.
  init(sampleRate: Hertz) {
    frameCount = max(1, Int((Self.seconds * sampleRate.value).rounded()))
    frame = frameCount
  }

  /// Whether numbers still move.
  var isOn: Bool { frame < frameCount }

  /// The frames that are still to come.
  var remainingFrames: Int { frameCount - frame }

  /// The share of the way that is behind in one of the next frames; 1 in the last frame.
  ///
  /// - Parameter offset: 0 for the next frame.
  func share(at offset: Int) -> Double { Double(frame + offset + 1) / Double(frameCount) }

  /// Sets out anew.
  mutating func start() { frame = 0 }

  /// Leaves frames behind.
  mutating func advance(_ count: Int) { frame = min(frame + count, frameCount) }

  /// Goes to the end.
  mutating func finish() { frame = frameCount }
}

/// A number on its way to another in a straight line.
struct LiveChainRamp: Sendable {
  private var origin: Float
  /// Where it goes.
  private(set) var target: Float
  /// Where it stands.
  private(set) var value: Float

  /// Creates a number that stands.
  init(_ value: Float) {
    origin = value
    target = value
    self.value = value
  }

  /// Sets out from where it stands.
  mutating func aim(at target: Float) {
    origin = value
    self.target = target
  }

  /// The number when some share of the way, under one, is behind.
  func value(at share: Double) -> Float {
    share < 1 ? origin + (target - origin) * Float(share) : target
  }

  /// Goes to where it will be when some share of the way is behind.
  mutating func move(to share: Double) { value = value(at: share) }
}
