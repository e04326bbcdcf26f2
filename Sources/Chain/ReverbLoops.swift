/// The loops of a room.
///
/// A vector holds frames that follow each other, so nothing is ever moved across lanes, and each
/// frame is the result of the same operations wherever a run of frames begins. Loops over memory
/// of the tank work in whole vectors: they read and write up to `overshoot` frames too many, and
/// leave room for that to whoever calls them.
enum ReverbLoops {
  /// Frames that follow each other.
  fileprivate typealias Frames = SIMD8<Float>
  typealias Source = UnsafePointer<Float>
  typealias Target = UnsafeMutablePointer<Float>

  /// How many frames too many a loop may touch.
  static var overshoot: Int { 8 }

  /// The magnitude, -300 dB, under which the way into the lines takes a sample for zero.
  static var trace: Float { 1e-15 }

  // MARK: Into the tank and out

  /// Copies one channel, and nothing beyond its end; what lies under the trace becomes zero.
  @inline(never)
  static func take(_ count: Int, _ source: Source, to target: Target) {
    var frame = 0
    while frame &+ 8 <= count {
      store(withoutTrace(load(source + frame)), at: target + frame)
      frame &+= 8
    }
    while frame < count {
      target[frame] = withoutTrace(source[frame])
      frame &+= 1
    }
  }

  /// Copies the mean of two channels, and nothing beyond their end.
  @inline(never)
  static func take(_ count: Int, _ left: Source, _ right: Source, to target: Target) {
    let half = Frames(repeating: 0.5)
    var frame = 0
    while frame &+ 8 <= count {
      store(withoutTrace((load(left + frame) + load(right + frame)) * half), at: target + frame)
      frame &+= 8
    }
    while frame < count {
      target[frame] = withoutTrace((left[frame] + right[frame]) * 0.5)
      frame &+= 1
    }
  }

  /// Mixes a room into a channel, and touches nothing beyond its end.
  @inline(never)
  static func blend(_ count: Int, _ channel: Target, dry: Float, wet: Float, room: Source) {
    let (drys, wets) = (Frames(repeating: dry), Frames(repeating: wet))
    var frame = 0
    while frame &+ 8 <= count {
      store(drys * load(channel + frame) + wets * load(room + frame), at: channel + frame)
      frame &+= 8
    }
    while frame < count {
      channel[frame] = dry * channel[frame] + wet * room[frame]
      frame &+= 1
    }
  }

  // MARK: Filters on the way in

  /// A one-pole filter that is worked out four frames ahead.
  ///
  /// y[n] = p y[n-1] + g x[n] is also p⁴ y[n-4] + g (x[n] + p x[n-1] + p² x[n-2] + p³ x[n-3]),
  /// in which four frames do not wait for each other.
  struct OnePole: Sendable {
    private let gains: SIMD4<Float>
    private let pole: Float

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - pole: From zero to less than one.
    ///   - gain: The factor of the input.
    init(pole: Double, gain: Double) {
      let square = pole * pole
      gains = SIMD4(
        Float(gain), Float(gain * pole), Float(gain * square), Float(gain * square * pole))
      self.pole = Float(square * square)
    }

    /// Filters frames of which three come before `input` and four before `output`.
    @inline(__always)
    fileprivate func next(_ input: Source, _ previous: SIMD4<Float>) -> SIMD4<Float> {
      let near = gains.x * load4(input) + gains.y * load4(input - 1)
      let far = gains.z * load4(input - 2) + gains.w * load4(input - 3)
      return withoutTrace(pole * previous + (near + far))
    }
  }

  /// Takes from a signal what a one-pole low-pass lets through, which goes to `low`.
  @inline(never)
  static func highPass(
    _ count: Int, _ filter: OnePole, _ input: Source, low: Target, to output: Target
  ) {
    var previous = load4(low - 4)
    var frame = 0
    while frame < count {
      previous = filter.next(input + frame, previous)
      store(previous, at: low + frame)
      store(load4(input + frame) - previous, at: output + frame)
      frame &+= 4
    }
  }

  /// Filters with a one-pole low-pass.
  @inline(never)
  static func lowPass(_ count: Int, _ filter: OnePole, _ input: Source, to output: Target) {
    var previous = load4(output - 4)
    var frame = 0
    while frame < count {
      previous = filter.next(input + frame, previous)
      store(previous, at: output + frame)
      frame &+= 4
    }
  }

  /// Diffuses a signal in place; `line` is what the all-pass kept, `kept` where it keeps more.
  @inline(never)
  static func allPass(
    _ count: Int, gain: Float, _ signal: Target, line: Source, keeping kept: Target
  ) {
    let gain = Frames(repeating: gain)
    var frame = 0
    while frame < count {
      let delayed = load(line + frame)
      let next = withoutTrace(load(signal + frame) - gain * delayed)
      store(next, at: kept + frame)
      store(delayed + gain * next, at: signal + frame)
      frame &+= 8
    }
  }

  // MARK: Lines

  /// What the walls take from one line: a filter of three taps, of the newest frame first.
  struct Absorption: Sendable {
    var gains: SIMD4<Float>

    @inline(__always)
    fileprivate func callAsFunction(_ line: Source) -> Frames {
      let near = gains.x * load(line + 2) + gains.y * load(line + 1)
      return near + gains.z * load(line)
    }
  }

  /// Four of something.
  struct Four<Element> {
    var a: Element
    var b: Element
    var c: Element
    var d: Element
  }

  /// Absorbs in four lines, and transforms across them.
  ///
  /// - Parameters:
  ///   - lines: Where each line is read, two frames ahead of the first.
  ///   - rows: Where the four results go.
  @inline(never)
  static func gather(
    _ count: Int, _ absorption: Four<Absorption>, _ lines: Four<Source>, to rows: Four<Target>
  ) {
    var frame = 0
    while frame < count {
      let a = absorption.a(lines.a + frame)
      let b = absorption.b(lines.b + frame)
      let c = absorption.c(lines.c + frame)
      let d = absorption.d(lines.d + frame)
      let (s, t, u, v) = (a + b, c + d, a - b, c - d)
      store(s + t, at: rows.a + frame)
      store(u + v, at: rows.b + frame)
      store(s - t, at: rows.c + frame)
      store(u - v, at: rows.d + frame)
      frame &+= 8
    }
  }

  /// Transforms across four rows, and writes them with what arrives into four lines.
  @inline(never)
  static func spread(
    _ count: Int, _ rows: Four<Source>, arriving: Source, to lines: Four<Target>
  ) {
    var frame = 0
    while frame < count {
      let (a, b) = (load(rows.a + frame), load(rows.b + frame))
      let (c, d) = (load(rows.c + frame), load(rows.d + frame))
      let x = load(arriving + frame)
      let (s, t, u, v) = (a + b, c + d, a - b, c - d)
      store((s + t) + x, at: lines.a + frame)
      store((u + v) + x, at: lines.b + frame)
      store((s - t) + x, at: lines.c + frame)
      store((u - v) + x, at: lines.d + frame)
      frame &+= 8
    }
  }

  // MARK: Ears

  /// Sends the difference of two rows to an ear.
  @inline(never)
  static func listen(_ count: Int, gain: Float, _ plus: Source, _ minus: Source, to ear: Target) {
    let gain = Frames(repeating: gain)
    var frame = 0
    while frame < count {
      store(gain * (load(plus + frame) - load(minus + frame)), at: ear + frame)
      frame &+= 8
    }
  }

  /// Adds four echoes to what an ear hears.
  @inline(never)
  static func reflect(_ count: Int, gains: SIMD4<Float>, _ taps: Four<Source>, to ear: Target) {
    var frame = 0
    while frame < count {
      let near = gains.x * load(taps.a + frame) + gains.y * load(taps.b + frame)
      let far = gains.z * load(taps.c + frame) + gains.w * load(taps.d + frame)
      store(load(ear + frame) + (near + far), at: ear + frame)
      frame &+= 8
    }
  }

  // MARK: Vectors

  @inline(__always)
  private static func load(_ samples: Source) -> Frames {
    UnsafeRawPointer(samples).loadUnaligned(as: Frames.self)
  }

  @inline(__always)
  private static func load(_ samples: Target) -> Frames { load(Source(samples)) }

  @inline(__always)
  fileprivate static func load4(_ samples: Source) -> SIMD4<Float> {
    UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always)
  fileprivate static func load4(_ samples: Target) -> SIMD4<Float> { load4(Source(samples)) }

  @inline(__always)
  private static func store<V: SIMD>(_ x: V, at samples: Target) where V.Scalar == Float {
    UnsafeMutableRawPointer(samples).storeBytes(of: x, as: V.self)
  }

  @inline(__always)
  private static func withoutTrace(_ x: Float) -> Float { x < trace && x > -trace ? 0 : x }

  @inline(__always)
  private static func withoutTrace(_ x: Frames) -> Frames {
    x.replacing(
      with: 0, where: (x .< Frames(repeating: trace)) .& (x .> Frames(repeating: -trace)))
  }

  @inline(__always)
  fileprivate static func withoutTrace(_ x: SIMD4<Float>) -> SIMD4<Float> {
    x.replacing(with: 0, where: (x .< trace) .& (x .> -trace))
  }
}
