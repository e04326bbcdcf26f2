/// The room itself: one channel of sound goes in, the sound at two ears comes out.
///
/// The input passes a high-pass, so that no offset piles up in the loop, and a low-pass into the
/// pre-delay. From there early reflections go straight to the ears, and four all-passes in series
/// lead into sixteen delay lines that feed each other through a Hadamard matrix, each line behind
/// a one-pole filter that takes away what the walls absorb.
///
/// All delays are longer than the largest chunk, so a chunk reads only what earlier chunks wrote;
/// every sample is the result of the same operations wherever the chunks begin. Magnitudes under
/// 1e-15 become zero where they would be remembered: tails end, and no state ever is subnormal.
///
/// Source: J.-M. Jot and A. Chaigne, "Digital Delay Networks for Designing Artificial
/// Reverberators", AES 90, 1991; J. Dattorro, "Effect Design, Part 1", JAES 45(9), 1997, for the
/// all-passes.
struct ReverbTank: Sendable {
  /// What to process next; `advance` reads the first frames.
  var input: [Float]
  /// The sound at the left ear after `advance`.
  private(set) var left: [Float]
  /// The sound at the right ear after `advance`.
  private(set) var right: [Float]

  private let coefficients: Coefficients
  private var state: State
  /// The delay lines, the all-passes and the pre-delay, one after the other.
  private var memory: [Float]
  /// The length of each part of the memory, and where it begins.
  private let lengths: [Int]
  private let offsets: [Int]
  /// The sixteen lines one after the other for the frames of a chunk.
  private var tile: [Float]
  /// The floats from one line of the tile to the next: the most that a chunk may hold.
  private static var row: Int { 32 }

  /// What a design tells the tank.
  struct Coefficients: Sendable {
    /// The largest number of frames that `advance` may take at once.
    var chunkFrames: Int
    /// The share of the difference that the high-pass forgets each frame.
    var highPass: Float
    /// The pole of the low-pass; zero lets everything through.
    var lowPassPole: Float
    /// The gain that makes the low-pass one at 0 Hz.
    var lowPassGain: Float
    var preDelayFrames: Int
    /// The lengths of the four all-passes.
    var allPassFrames: [Int]
    /// The gains of the four all-passes.
    var allPassGains: [Float]
    /// The lengths of the sixteen delay lines.
    var lineFrames: [Int]
    /// The poles of the absorption.
    var linePoles: SIMD16<Float>
    /// The gains of the absorption, times the quarter that makes the Hadamard matrix lossless.
    var lineGains: SIMD16<Float>
    /// The late field's gain at the left and at the right ear.
    var lateGains: SIMD2<Float>
    var leftTaps: [Tap]
    var rightTaps: [Tap]
  }

  /// An early reflection.
  struct Tap: Sendable {
    var frames: Int
    var gain: Float
  }

  /// What the tank remembers beside the delay lines.
  private struct State {
    var highPass: Float = 0
    var lowPass: Float = 0
    var lines = SIMD16<Float>.zero
    /// Where each part of the memory is read and written next.
    var positions: [Int]
  }

  init(_ coefficients: Coefficients) {
    self.coefficients = coefficients
    let longestTap = (coefficients.leftTaps + coefficients.rightTaps).map(\.frames).max() ?? 0
    let preDelay = max(longestTap, coefficients.preDelayFrames) + coefficients.chunkFrames
    let lengths = coefficients.lineFrames + coefficients.allPassFrames + [preDelay]
    self.lengths = lengths
    offsets = lengths.indices.map { lengths[..<$0].reduce(0, +) }
    state = State(positions: Array(repeating: 0, count: lengths.count))
    memory = Array(repeating: 0, count: lengths.reduce(0, +))
    tile = Array(repeating: 0, count: 16 * Self.row)
    input = Array(repeating: 0, count: Self.row)
    left = input
    right = input
  }

  var chunkFrames: Int { coefficients.chunkFrames }

  /// Forgets every past sample.
  mutating func reset() {
    state = State(positions: Array(repeating: 0, count: lengths.count))
    for index in memory.indices { memory[index] = 0 }
  }

  /// Processes the first frames of `input` into `left` and `right`; spends `input`.
  mutating func advance(_ count: Int) {
    precondition(count <= coefficients.chunkFrames, "a chunk must not outlast the delays")
    // Pointers, because bounds checks keep these loops from becoming vector code.
    memory.withUnsafeMutableBufferPointer { memory in
      tile.withUnsafeMutableBufferPointer { tile in
        input.withUnsafeMutableBufferPointer { input in
          left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
              guard let memory = memory.baseAddress, let tile = tile.baseAddress,
                let input = input.baseAddress, let left = left.baseAddress,
                let right = right.baseAddress
              else { return }
              Self.advance(
                count, coefficients, offsets, lengths, &state, memory, tile, input, left, right)
            }
          }
        }
      }
    }
  }

  @inline(never)
  private static func advance(
    _ count: Int, _ c: Coefficients, _ offsets: [Int], _ lengths: [Int], _ state: inout State,
    _ memory: UnsafeMutablePointer<Float>, _ tile: UnsafeMutablePointer<Float>,
    _ input: UnsafeMutablePointer<Float>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
  ) {
    let positions = state.positions
    func ring(_ part: Int) -> Ring {
      Ring(samples: memory + offsets[part], length: lengths[part], position: positions[part])
    }
    let preDelay = ring(lengths.count - 1)

    filter(count, c, &state, input)
    preDelay.write(count, from: input)
    preDelay.read(count, delay: c.preDelayFrames, to: input)
    for (index, gain) in c.allPassGains.enumerated() {
      ring(16 + index).allPass(count, gain, input)
    }
    for line in 0..<16 { ring(line).read(count, delay: 0, to: tile + line * row) }
    mix(count, c, &state, tile, input, left, right)
    for line in 0..<16 { ring(line).write(count, from: tile + line * row) }
    for tap in c.leftTaps { preDelay.add(count, delay: tap.frames, gain: tap.gain, to: left) }
    for tap in c.rightTaps { preDelay.add(count, delay: tap.frames, gain: tap.gain, to: right) }

    for part in lengths.indices {
      let next = state.positions[part] + count
      state.positions[part] = next < lengths[part] ? next : next - lengths[part]
    }
  }

  /// Takes away the offset and the highest frequencies.
  @inline(__always)
  private static func filter(
    _ count: Int, _ c: Coefficients, _ state: inout State, _ input: UnsafeMutablePointer<Float>
  ) {
    var (highPass, lowPass) = (state.highPass, state.lowPass)
    for frame in 0..<count {
      let changing = input[frame] - highPass
      highPass = withoutTrace(highPass + c.highPass * changing)
      lowPass = withoutTrace(c.lowPassPole * lowPass + c.lowPassGain * changing)
      input[frame] = lowPass
    }
    (state.highPass, state.lowPass) = (highPass, lowPass)
  }

  /// Absorbs, sends to the ears and feeds back, for all lines and four frames at a time.
  ///
  /// The transform of sixteen is one of four over the groups and one of four inside each group, in
  /// the order in which no lanes have to be moved for it but by turning rows into columns.
  @inline(__always)
  private static func mix(
    _ count: Int, _ coefficients: Coefficients, _ state: inout State,
    _ tile: UnsafeMutablePointer<Float>,
    _ input: UnsafeMutablePointer<Float>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
  ) {
    let (poles, gains) = (Quad(coefficients.linePoles), Quad(coefficients.lineGains))
    let (lateLeft, lateRight) = (coefficients.lateGains.x, coefficients.lateGains.y)
    var lines = Quad(state.lines)
    for frame in stride(from: 0, to: count, by: 4) {
      // What lies beyond the last frame is computed along, and forgotten.
      let valid = min(4, count - frame)
      let rows = tile + frame
      let (rows1, rows2, rows3) = (rows + 4 * row, rows + 8 * row, rows + 12 * row)
      let a = absorb(Quad(rows: rows), poles.a, gains.a, &lines.a, valid)
      let b = absorb(Quad(rows: rows1), poles.b, gains.b, &lines.b, valid)
      let c = absorb(Quad(rows: rows2), poles.c, gains.c, &lines.c, valid)
      let d = absorb(Quad(rows: rows3), poles.d, gains.d, &lines.d, valid)

      let (s, t, u, v) = (a + b, c + d, a - b, c - d)
      let (e, f) = ((s + t).transposed, (u + v).transposed)
      let (g, h) = ((s - t).transposed, (u - v).transposed)

      // Here the signs alternate over the groups: the even lines go left, the odd lines right.
      store((h.a - h.c) * lateLeft, at: left + frame)
      store((h.b - h.d) * lateRight, at: right + frame)

      let arriving = load(input + frame)
      e.transformed.plus(arriving).store(rows: rows)
      f.transformed.plus(arriving).store(rows: rows1)
      g.transformed.plus(arriving).store(rows: rows2)
      h.transformed.plus(arriving).store(rows: rows3)
    }
    state.lines = lines.all
  }

  /// Filters four lines over four frames, from rows of frames to columns of lines.
  @inline(__always)
  private static func absorb(
    _ rows: Quad, _ pole: SIMD4<Float>, _ gain: SIMD4<Float>, _ state: inout SIMD4<Float>,
    _ valid: Int
  ) -> Quad {
    let x = rows.transposed
    let a = withoutTrace(pole * state + gain * x.a)
    let b = withoutTrace(pole * a + gain * x.b)
    let c = withoutTrace(pole * b + gain * x.c)
    let d = withoutTrace(pole * c + gain * x.d)
    state = valid == 4 ? d : valid == 3 ? c : valid == 2 ? b : a
    return Quad(a: a, b: b, c: c, d: d)
  }

  /// Four vectors of four.
  private struct Quad {
    var a: SIMD4<Float>
    var b: SIMD4<Float>
    var c: SIMD4<Float>
    var d: SIMD4<Float>

    @inline(__always)
    init(a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>, d: SIMD4<Float>) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    @inline(__always)
    init(_ all: SIMD16<Float>) {
      self.init(
        a: all.lowHalf.lowHalf, b: all.lowHalf.highHalf, c: all.highHalf.lowHalf,
        d: all.highHalf.highHalf)
    }

    @inline(__always)
    init(rows: UnsafeMutablePointer<Float>) {
      self.init(
        a: load(rows), b: load(rows + row), c: load(rows + 2 * row), d: load(rows + 3 * row))
    }

    var all: SIMD16<Float> {
      SIMD16(lowHalf: SIMD8(lowHalf: a, highHalf: b), highHalf: SIMD8(lowHalf: c, highHalf: d))
    }

    @inline(__always)
    func store(rows: UnsafeMutablePointer<Float>) {
      ReverbTank.store(a, at: rows)
      ReverbTank.store(b, at: rows + row)
      ReverbTank.store(c, at: rows + 2 * row)
      ReverbTank.store(d, at: rows + 3 * row)
    }

    var transposed: Quad {
      @inline(__always) get {
        Quad(
          a: SIMD4(a.x, b.x, c.x, d.x), b: SIMD4(a.y, b.y, c.y, d.y),
          c: SIMD4(a.z, b.z, c.z, d.z), d: SIMD4(a.w, b.w, c.w, d.w))
      }
    }

    /// The fast Hadamard transform of four.
    var transformed: Quad {
      @inline(__always) get {
        let (s, t, u, v) = (a + b, c + d, a - b, c - d)
        return Quad(a: s + t, b: u + v, c: s - t, d: u - v)
      }
    }

    @inline(__always)
    func plus(_ x: SIMD4<Float>) -> Quad { Quad(a: a + x, b: b + x, c: c + x, d: d + x) }

    @inline(__always)
    static func + (x: Quad, y: Quad) -> Quad {
      Quad(a: x.a + y.a, b: x.b + y.b, c: x.c + y.c, d: x.d + y.d)
    }

    @inline(__always)
    static func - (x: Quad, y: Quad) -> Quad {
      Quad(a: x.a - y.a, b: x.b - y.b, c: x.c - y.c, d: x.d - y.d)
    }
  }

  @inline(__always)
  private static func load(_ samples: UnsafeMutablePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always)
  private static func store(_ x: SIMD4<Float>, at samples: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(samples).storeBytes(of: x, as: SIMD4<Float>.self)
  }

  /// The magnitude, -300 dB, from which on nothing is remembered.
  private static var trace: Float { 1e-15 }

  @inline(__always)
  private static func withoutTrace(_ x: Float) -> Float { x < trace && x > -trace ? 0 : x }

  @inline(__always)
  private static func withoutTrace(_ x: SIMD4<Float>) -> SIMD4<Float> {
    x.replacing(with: 0, where: (x .< trace) .& (x .> -trace))
  }

  /// A delay line for the length of a chunk, its oldest sample at `position`.
  private struct Ring {
    let samples: UnsafeMutablePointer<Float>
    let length: Int
    let position: Int

    /// How many frames of a chunk come before the end of the memory.
    @inline(__always)
    private func first(_ count: Int, from position: Int) -> Int { min(count, length - position) }

    @inline(__always)
    private func position(delay: Int) -> Int {
      position >= delay ? position - delay : position - delay + length
    }

    @inline(__always)
    func write(_ count: Int, from source: UnsafeMutablePointer<Float>) {
      let first = first(count, from: position)
      for frame in 0..<first { samples[position &+ frame] = source[frame] }
      for frame in first..<count { samples[frame &- first] = source[frame] }
    }

    @inline(__always)
    func read(_ count: Int, delay: Int, to target: UnsafeMutablePointer<Float>) {
      let position = position(delay: delay)
      let first = first(count, from: position)
      for frame in 0..<first { target[frame] = samples[position &+ frame] }
      for frame in first..<count { target[frame] = samples[frame &- first] }
    }

    @inline(__always)
    func add(_ count: Int, delay: Int, gain: Float, to target: UnsafeMutablePointer<Float>) {
      let position = position(delay: delay)
      let first = first(count, from: position)
      for frame in 0..<first { target[frame] += gain * samples[position &+ frame] }
      for frame in first..<count { target[frame] += gain * samples[frame &- first] }
    }

    @inline(__always)
    func allPass(_ count: Int, _ gain: Float, _ signal: UnsafeMutablePointer<Float>) {
      let first = first(count, from: position)
      pass(samples + position, signal, first, gain)
      pass(samples, signal + first, count - first, gain)
    }

    @inline(__always)
    private func pass(
      _ line: UnsafeMutablePointer<Float>, _ signal: UnsafeMutablePointer<Float>, _ count: Int,
      _ gain: Float
    ) {
      for frame in 0..<count {
        let delayed = line[frame]
        let kept = withoutTrace(signal[frame] - gain * delayed)
        line[frame] = kept
        signal[frame] = delayed + gain * kept
      }
    }
  }
}
