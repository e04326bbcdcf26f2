import Signal

/// A room around the sound, mixed in with it.
///
/// The output is (1 - m) of the input plus m of the room, m being the mix. Both channels share one
/// room, which hears their mean; a single channel gets what the left ear hears. A NaN in the input
/// stays in the room until the next reset, or until silence has emptied it.
///
/// Source: Apple labels the mix of its reverb unit a plain cross-fade where other effects say
/// "equal power" (AudioUnitParameters.h).
package struct Reverb: Sendable {
  private var tank: ReverbTank
  private var mix: Mix

  /// Creates a silent room.
  ///
  /// - Parameter mixPercent: The share of the room in the output, from 0 to 100.
  package init(design: ReverbDesign, mixPercent: Double) {
    tank = ReverbTank(design.coefficients)
    mix = Mix(percent: mixPercent, sampleRate: design.sampleRate)
  }

  /// Changes the mix: over 20 ms while sound is running, at once before it starts.
  ///
  /// - Parameter percent: The share of the room in the output, from 0 to 100.
  package mutating func setMix(percent: Double) { mix.set(percent: percent) }

  /// Forgets every past sample, and jumps to the last mix that was set.
  package mutating func reset() {
    tank.reset()
    mix.jump()
  }

  /// Processes the next block of a single channel in place.
  package mutating func process(_ mono: inout MutableSpan<Float>) {
    mono.withUnsafeMutableBufferPointer { mono in
      guard let mono = mono.baseAddress.map({ (start: $0, count: mono.count) }) else { return }
      var mix = mix
      tank.process(mono.count, left: mono.start, right: nil) { frames, room, _ in
        mix.apply(to: mono.start + frames.lowerBound, frames.count, room: room)
        mix.advance(frames.count)
      }
      self.mix = mix
    }
  }

  /// Processes the next block of two channels in place; both must have the same length.
  package mutating func process(
    left: inout MutableSpan<Float>, right: inout MutableSpan<Float>
  ) {
    precondition(left.count == right.count, "channels must be of one length")
    left.withUnsafeMutableBufferPointer { leftBuffer in
      right.withUnsafeMutableBufferPointer { rightBuffer in
        guard let left = leftBuffer.baseAddress, let right = rightBuffer.baseAddress
        else { return }
        var mix = mix
        tank.process(leftBuffer.count, left: left, right: right) { frames, leftRoom, rightRoom in
          mix.apply(to: left + frames.lowerBound, frames.count, room: leftRoom)
          mix.apply(to: right + frames.lowerBound, frames.count, room: rightRoom)
          mix.advance(frames.count)
        }
        self.mix = mix
      }
    }
  }
}

extension Reverb {
  /// The share of the room in the output, and its way to a new one.
  private struct Mix {
    private var origin: Float
    private var target: Float
    /// How many frames ago the share left its origin; at most `glideFrames`.
    private var frame: Int
    private let glideFrames: Int
    private var isRunning = false

    init(percent: Double, sampleRate: Hertz) {
      target = Self.share(percent)
      origin = target
      glideFrames = Int((0.02 * sampleRate.value).rounded())
      frame = glideFrames
    }

    private static func share(_ percent: Double) -> Float {
      precondition(percent >= 0 && percent <= 100, "the mix must lie from 0 to 100 percent")
      return Float(percent / 100)
    }

    mutating func set(percent: Double) {
      origin = share(at: frame)
      target = Self.share(percent)
      frame = 0
      if !isRunning { jump() }
    }

    mutating func jump() {
      frame = glideFrames
      isRunning = false
    }

    private func share(at frame: Int) -> Float {
      guard frame < glideFrames else { return target }
      return origin + (target - origin) * (Float(frame) / Float(glideFrames))
    }

    /// Mixes what the tank has made of the next frames into a channel.
    func apply(
      to channel: UnsafeMutablePointer<Float>, _ count: Int, room: UnsafePointer<Float>
    ) {
      let gliding = min(count, glideFrames - frame)
      for offset in 0..<gliding {
        let wet = share(at: frame + offset + 1)
        channel[offset] = (1 - wet) * channel[offset] + wet * room[offset]
      }
      // Without any room the input must not even lose the sign of a zero.
      guard target != 0 else { return }
      ReverbLoops.blend(
        count - gliding, channel + gliding, dry: 1 - target, wet: target, room: room + gliding)
    }

    mutating func advance(_ count: Int) {
      frame = min(frame + count, glideFrames)
      isRunning = true
    }
  }
}
