/// The room itself: sound goes in, and the sound at two ears comes out.
///
/// The mean of the channels passes a high-pass, so that no offset piles up in the loop, and a
/// low-pass, and five all-passes in series blur it into the pre-delay. From there early reflections
/// go straight to the ears, and sixteen delay lines feed each other through a Hadamard matrix, each
/// line behind a filter that takes away what the walls absorb.
///
/// All delays but the pre-delay are longer than the largest chunk, so a chunk reads only what
/// earlier chunks wrote; every sample is the result of the same operations wherever the chunks begin.
///
/// Nothing subnormal is ever remembered: the way into the lines takes magnitudes under -300 dB for
/// zero, and the lines forget everything once the input has been silent for so long that they
/// would ring at -300 dB. From then on silence costs next to nothing.
///
/// Source: J.-M. Jot and A. Chaigne, "Digital Delay Networks for Designing Artificial
/// Reverberators", AES 90, 1991; M. Schroeder, "Natural Sounding Artificial Reverberation", JAES
/// 10(3), 1962, for the all-passes.
struct ReverbTank: Sendable {
  private let coefficients: Coefficients
  /// The sixteen lines, the all-passes and the pre-delay.
  private var rings: [ReverbRing]
  /// The memory of the rings and then the rows.
  private var memory: [Float]
  private let rowOffset: Int
  /// How long the input has been silent, up to the time after which the tank is empty.
  private var silentFrames: Int

  /// What a design tells the tank.
  struct Coefficients: Sendable {
    /// The largest number of frames that can be worked out at once.
    var chunkFrames: Int
    /// How long silence has to last for the room to be empty.
    var silenceFrames: Int
    /// What the high-pass takes away.
    var highPass: ReverbLoops.OnePole
    /// What lets the low frequencies through; nil lets everything through.
    var lowPass: ReverbLoops.OnePole?
    var preDelayFrames: Int
    /// The lengths of the all-passes.
    var allPassFrames: [Int]
    /// The gains of the all-passes.
    var allPassGains: [Float]
    /// The lengths of the sixteen delay lines.
    var lineFrames: [Int]
    /// The filters of the sixteen lines, times the quarter that makes the matrix lossless.
    var absorptions: [ReverbLoops.Absorption]
    /// The late field's gain at the left and at the right ear.
    var lateGains: SIMD2<Float>
    /// The early reflections at each ear: none, or a multiple of four.
    var leftTaps: [Tap]
    var rightTaps: [Tap]
  }

  /// An early reflection.
  struct Tap: Sendable {
    var frames: Int
    var gain: Float
  }

  init(_ coefficients: Coefficients) {
    self.coefficients = coefficients
    let longestTap = (coefficients.leftTaps + coefficients.rightTaps).map(\.frames).max() ?? 0
    let preDelay = max(longestTap, coefficients.preDelayFrames)
    var rings: [ReverbRing] = []
    var end = 0
    for delay in coefficients.lineFrames + coefficients.allPassFrames + [preDelay] {
      rings.append(ReverbRing(delay: delay, chunkFrames: coefficients.chunkFrames, offset: end))
      end += rings[rings.count - 1].memoryFrames
    }
    self.rings = rings
    rowOffset = end
    memory = Array(repeating: 0, count: end + ReverbChunk.rowFrames)
    silentFrames = coefficients.silenceFrames
  }

  /// Forgets every past sample.
  mutating func reset() {
    clear()
    silentFrames = coefficients.silenceFrames
  }

  private mutating func clear() {
    memory.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Works out the room for the next frames of one or two channels.
  ///
  /// - Parameters:
  ///   - count: How many frames come next.
  ///   - left: The first or only channel.
  ///   - right: The second channel; without it the right ear is left out.
  ///   - hear: Takes what each ear hears for some of the frames; the channels may change there.
  mutating func process(
    _ count: Int, left: UnsafePointer<Float>, right: UnsafePointer<Float>?,
    hear: (Range<Int>, UnsafePointer<Float>, UnsafePointer<Float>) -> Void
  ) {
    let limit = coefficients.silenceFrames
    var start = 0
    while start < count {
      // The frame at which the room is empty ends a chunk, wherever blocks begin.
      let most = silentFrames < limit ? limit - silentFrames : limit
      let frames = start..<min(start + min(coefficients.chunkFrames, most), count)
      let wasEmpty = silentFrames == limit
      memory.withUnsafeMutableBufferPointer { memory in
        rings.withUnsafeMutableBufferPointer { rings in
          guard let memory = memory.baseAddress else { return }
          let chunk = ReverbChunk(
            count: frames.count, memory: memory, rows: memory + rowOffset, rings: rings)
          let silence = chunk.take(left + start, right.map { $0 + start })
          silentFrames = silence < frames.count ? silence : min(limit, silentFrames + silence)
          if !wasEmpty || silentFrames < limit {
            chunk.advance(coefficients, hasRight: right != nil)
          }
          hear(frames, chunk.row(.left), chunk.row(.right))
        }
      }
      if !wasEmpty && silentFrames == limit { clear() }
      start = frames.upperBound
    }
  }
}
