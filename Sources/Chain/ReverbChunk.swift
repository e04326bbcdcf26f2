/// The next frames on their way through a tank.
///
/// The row of the input, and the rows of what the filters make of it, keep the last frames of the
/// chunk before in front of their own.
struct ReverbChunk {
  let count: Int
  let memory: UnsafeMutablePointer<Float>
  let rows: UnsafeMutablePointer<Float>
  let rings: UnsafeMutableBufferPointer<ReverbRing>

  /// The most frames of a chunk; what sixteen lines hold of them fits the fastest memory.
  static let mostFrames = 128
  /// The memory of all rows.
  static let rowFrames = pitch * (tile + 16)

  /// What a row holds; after these come the sixteen lines.
  enum Row: Int {
    case input, low, withoutLow, filtered, signal, left, right
  }

  /// How many frames of the chunk before are kept.
  private static let kept = 8
  private static let pitch = kept + mostFrames + ReverbLoops.overshoot
  private static let tile = 7

  func row(_ row: Row) -> UnsafeMutablePointer<Float> {
    rows + row.rawValue * Self.pitch + Self.kept
  }

  private func line(_ line: Int) -> UnsafeMutablePointer<Float> {
    rows + (Self.tile + line) * Self.pitch + Self.kept
  }

  /// Takes the input.
  ///
  /// - Returns: How many frames at the end are silent.
  func take(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>?) -> Int {
    let input = row(.input)
    if let right {
      ReverbLoops.take(count, left, right, to: input)
    } else {
      ReverbLoops.take(count, left, to: input)
    }
    var sounding = count
    while sounding > 0 && input[sounding - 1] == 0 { sounding -= 1 }
    return count - sounding
  }

  /// Works out what the ears hear.
  func advance(_ c: ReverbTank.Coefficients, hasRight: Bool) {
    diffuse(filter(c), c)
    for column in 0..<4 { gather(column, c.absorptions) }
    ReverbLoops.listen(count, gain: c.lateGains.x, line(12), line(14), to: row(.left))
    reflect(c.leftTaps, to: row(.left))
    if hasRight {
      ReverbLoops.listen(count, gain: c.lateGains.y, line(13), line(15), to: row(.right))
      reflect(c.rightTaps, to: row(.right))
    }
    for group in stride(from: 0, to: 16, by: 4) { spread(group) }
    for index in rings.indices {
      if index < rings.count - 1 { rings[index].settle(count, in: memory) }
      rings[index].advance(count)
    }
  }

  private var preDelay: ReverbRing { rings[rings.count - 1] }

  /// Takes the offset and the highest frequencies away.
  private func filter(_ c: ReverbTank.Coefficients) -> UnsafeMutablePointer<Float> {
    let (input, low, withoutLow) = (row(.input), row(.low), row(.withoutLow))
    let filtered = c.lowPass == nil ? withoutLow : row(.filtered)
    ReverbLoops.highPass(count, c.highPass, input, low: low, to: withoutLow)
    if let lowPass = c.lowPass {
      ReverbLoops.lowPass(count, lowPass, withoutLow, to: filtered)
    }
    row(.signal).update(from: filtered, count: count)
    for row in [Row.input, .low, .withoutLow, .filtered] {
      (self.row(row) - 4).update(from: self.row(row) + count - 4, count: 4)
    }
    return row(.signal)
  }

  /// Sends a signal through the all-passes and the pre-delay.
  private func diffuse(_ signal: UnsafeMutablePointer<Float>, _ c: ReverbTank.Coefficients) {
    for (index, gain) in c.allPassGains.enumerated() {
      let ring = rings[16 + index]
      ReverbLoops.allPass(
        count, gain: gain, signal, line: ring.delayed(c.allPassFrames[index], in: memory),
        keeping: ring.end(in: memory))
    }
    preDelay.end(in: memory).update(from: signal, count: count)
    // It may be shorter than a chunk, and is read at once.
    preDelay.settle(count, in: memory)
    signal.update(from: preDelay.delayed(c.preDelayFrames, in: memory), count: count)
  }

  /// Absorbs in every fourth line; the matrix is one of four over these and one of four inside
  /// each group.
  private func gather(_ column: Int, _ absorptions: [ReverbLoops.Absorption]) {
    func four<T>(_ body: (Int) -> T) -> ReverbLoops.Four<T> {
      ReverbLoops.Four(
        a: body(column), b: body(column + 4), c: body(column + 8), d: body(column + 12))
    }
    ReverbLoops.gather(
      count, four { absorptions[$0] }, four { UnsafePointer(rings[$0].oldest(in: memory)) },
      to: four(line))
  }

  private func spread(_ group: Int) {
    func four<T>(_ body: (Int) -> T) -> ReverbLoops.Four<T> {
      ReverbLoops.Four(
        a: body(group), b: body(group + 1), c: body(group + 2), d: body(group + 3))
    }
    ReverbLoops.spread(
      count, four { UnsafePointer(line($0)) }, arriving: row(.signal),
      to: four { rings[$0].end(in: memory) })
  }

  private func reflect(_ taps: [ReverbTank.Tap], to ear: UnsafeMutablePointer<Float>) {
    for first in stride(from: 0, to: taps.count, by: 4) {
      func echo(_ index: Int) -> UnsafePointer<Float> {
        UnsafePointer(preDelay.delayed(taps[first + index].frames, in: memory))
      }
      ReverbLoops.reflect(
        count,
        gains: SIMD4(
          taps[first].gain, taps[first + 1].gain, taps[first + 2].gain, taps[first + 3].gain),
        ReverbLoops.Four(a: echo(0), b: echo(1), c: echo(2), d: echo(3)), to: ear)
    }
  }
}

/// A delay line in the memory of a tank.
///
/// It holds more frames than it delays, so that a loop may write a little too far, and behind its
/// end it repeats its beginning, so that every run of frames is read in one piece.
struct ReverbRing: Sendable {
  private let offset: Int
  private let delay: Int
  /// The frames until the writing comes round.
  private let length: Int
  /// How much of the beginning is repeated behind the end.
  private let repeated: Int
  private var position = 0

  /// Creates a delay line.
  ///
  /// - Parameters:
  ///   - delay: The longest delay.
  ///   - chunkFrames: The most frames that are read or written at once.
  ///   - offset: Where the line begins in the memory.
  init(delay: Int, chunkFrames: Int, offset: Int) {
    self.offset = offset
    self.delay = delay
    repeated = chunkFrames + 2 + ReverbLoops.overshoot
    length = delay + repeated
  }

  /// What the line takes of the memory.
  var memoryFrames: Int { length + repeated }

  /// Where the next frames are written.
  func end(in memory: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float> {
    memory + offset + position
  }

  /// The frames of some time ago.
  func delayed(
    _ frames: Int, in memory: UnsafeMutablePointer<Float>
  ) -> UnsafeMutablePointer<Float> {
    memory + offset + (position >= frames ? position - frames : position - frames + length)
  }

  /// The frames that the line has delayed, and two more before them.
  func oldest(in memory: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float> {
    delayed(delay + 2, in: memory)
  }

  /// Brings the frames that were just written to where they are read.
  func settle(_ count: Int, in memory: UnsafeMutablePointer<Float>) {
    let line = memory + offset
    let next = position + count
    if next > length { line.update(from: line + length, count: next - length) }
    if position < repeated {
      (line + length + position).update(
        from: line + position, count: min(count, repeated - position))
    }
  }

  /// Goes on after some frames were written and brought to their places.
  mutating func advance(_ count: Int) {
    let next = position + count
    position = next < length ? next : next - length
  }
}
