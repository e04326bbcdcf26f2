package import Signal

/// A look-ahead limiter that holds the sample peak at a ceiling, keeps the wave between the samples
/// under full scale, and leaves the rest alone.
///
/// For each frame the gain that its peak needs is min(1, ceiling / peak), or less where the wave
/// between the samples would come nearer than 0.1 dB to full scale. The least such gain of the
/// look-ahead ahead of a frame is let go with a slow release and then averaged over the same span:
/// every gain in that average is at most what the frame needs, so the frame stays under the
/// ceiling, and no step is steeper than the look-ahead. Where nothing is over the ceiling for long
/// enough the gain is 1 and the samples pass bit for bit.
///
/// Source: the structure is the common one; see D. Giannoulis, M. Massberg, J. Reiss, "Digital
/// Dynamic Range Compressor Design", JAES 60(6), 2012, section 2 for limiters with look-ahead.
package struct CeilingLimiter: Sendable {
  /// How far ahead the limiter looks, which is also how far its output lags.
  package static let lookAheadSeconds = 0.005
  /// The time constant with which the gain returns.
  package static let releaseSeconds = 0.1
  /// The level that the wave between the samples is kept under, in dBTP.
  ///
  /// Our kernel and those of the meters differ by some hundredths of a decibel: this leaves them
  /// room under 0 dBTP.
  package static let trueCeiling = Decibels(-0.1)

  /// How many frames the output lags behind the input.
  package let latencyFrames: Int
  private let ceiling: Float
  private let finder: InterSamplePeaks
  private var smoother: GainSmoother
  /// The driven samples of each channel: those that the delay still needs, and then the new ones.
  private var histories: [[Float]]
  /// Where the next sample of the histories belongs.
  private var end: Int
  /// The peaks of the current piece, and then its gains.
  private var gains = [Float](repeating: 1, count: Self.pieceFrames)

  /// The frames that are worked on at once: a piece that needs no limiting is merely copied.
  private static let pieceFrames = 128
  /// The frames after which the histories move back to their start.
  private static let historyFrames = 4_096

  /// Creates a limiter, at rest.
  ///
  /// - Parameters:
  ///   - ceiling: The largest magnitude that may leave.
  ///   - channelCount: The channels, which share one gain.
  ///   - sampleRate: The rate of the audio.
  package init(ceiling: Float, channelCount: Int, sampleRate: Hertz) {
    self.ceiling = ceiling
    let lookAhead = Self.lookAheadFrames(sampleRate)
    latencyFrames = Self.latencyFrames(sampleRate: sampleRate)
    let kept = latencyFrames + InterSamplePeaks.taps
    histories = Array(
      repeating: Array(repeating: 0, count: kept + Self.historyFrames), count: channelCount)
    end = kept
    smoother = GainSmoother(
      window: lookAhead + 1,
      releaseStep: DynamicsLaw.step(seconds: Self.releaseSeconds, sampleRate: sampleRate))
    let trueCeiling = Float(Self.trueCeiling.amplitude)
    finder = InterSamplePeaks(least: trueCeiling, scale: ceiling / trueCeiling)
  }

  /// How many frames the output of a limiter lags behind its input.
  package static func latencyFrames(sampleRate: Hertz) -> Int {
    lookAheadFrames(sampleRate) + InterSamplePeaks.latencyFrames
  }

  private static func lookAheadFrames(_ sampleRate: Hertz) -> Int {
    Int((lookAheadSeconds * sampleRate.value).rounded())
  }

  /// The deepest gain so far.
  package var deepestGain: Float { smoother.deepestGain }

  /// How many channels share the gain.
  package var channelCount: Int { histories.count }

  /// Forgets every past sample.
  package mutating func reset() {
    for channel in histories.indices {
      for index in histories[channel].indices { histories[channel][index] = 0 }
    }
    end = histories[0].count - Self.historyFrames
    smoother.reset()
  }

  /// Limits the next frames in place; what comes out is what went in `latencyFrames` before.
  package mutating func process(_ channels: inout [[Float]]) {
    process(&channels, frames: 0..<channels[0].count, drive: 1, to: 0)
  }

  /// Drives and limits the next frames, and writes what comes out into the same channels.
  ///
  /// - Parameters:
  ///   - channels: The audio.
  ///   - frames: Which frames are next.
  ///   - drive: The factor that they get on the way in.
  ///   - start: Where the first frame that comes out belongs, at most where `frames` begin; what
  ///     would lie before the start of the channels is left out.
  package mutating func process(
    _ channels: inout [[Float]], frames: Range<Int>, drive: Float, to start: Int
  ) {
    precondition(channels.count == histories.count, "the limiter was made for other channels")
    precondition(start <= frames.lowerBound, "the output must not run ahead of the input")
    for samples in channels {
      precondition(
        frames.lowerBound >= 0 && frames.upperBound <= samples.count, "frames must exist")
    }
    var next = frames.lowerBound
    while next < frames.upperBound {
      makeRoom()
      let count = min(Self.pieceFrames, frames.upperBound - next, histories[0].count - end)
      for channel in channels.indices {
        Self.take(channels[channel], from: next, count, drive, into: &histories[channel], at: end)
      }
      let isLimiting = findGains(count)
      for channel in channels.indices {
        Self.give(
          histories[channel], from: end - latencyFrames, count, isLimiting ? gains : nil, ceiling,
          to: &channels[channel], at: start + next - frames.lowerBound)
      }
      end += count
      next += count
    }
  }

  /// Moves the samples that are still needed to the start of the histories where these are full.
  private mutating func makeRoom() {
    guard end == histories[0].count else { return }
    let kept = end - Self.historyFrames
    for channel in histories.indices {
      histories[channel].withUnsafeMutableBufferPointer { history in
        guard let start = history.baseAddress else { return }
        start.update(from: start + Self.historyFrames, count: kept)
      }
    }
    end = kept
  }

  /// Works out the gains for the next frames.
  ///
  /// - Returns: Whether any of them is not one; otherwise `gains` is not filled in.
  private mutating func findGains(_ count: Int) -> Bool {
    var mayRise = false
    var largest: Float = 0
    for channel in histories.indices {
      let outlook = finder.look(at: histories[channel], newest: end, count)
      mayRise = mayRise || outlook.mayRise
      largest = max(largest, outlook.largest)
    }
    if largest <= ceiling, !mayRise, smoother.isAtRest { return false }
    gains.withUnsafeMutableBufferPointer { $0[..<count].update(repeating: 0) }
    for channel in histories.indices {
      finder.raise(&gains, count, histories[channel], newest: end, mayRise: mayRise)
    }
    smoother.turnPeaksIntoGains(&gains, count, ceiling: ceiling)
    return true
  }

  private static func take(
    _ samples: [Float], from start: Int, _ count: Int, _ drive: Float,
    into history: inout [Float], at end: Int
  ) {
    samples.withUnsafeBufferPointer { samples in
      history.withUnsafeMutableBufferPointer { history in
        guard let samples = samples.baseAddress, let history = history.baseAddress else { return }
        ProcessorLoops.scale(samples + start, count, by: drive, into: history + end)
      }
    }
  }

  /// Writes delayed samples, scaled where there are gains.
  private static func give(
    _ history: [Float], from start: Int, _ count: Int, _ gains: [Float]?, _ ceiling: Float,
    to samples: inout [Float], at target: Int
  ) {
    let first = min(max(0, -target), count)
    history.withUnsafeBufferPointer { history in
      samples.withUnsafeMutableBufferPointer { samples in
        guard first < count, let history = history.baseAddress, let samples = samples.baseAddress
        else { return }
        let (from, to) = (history + (start + first), samples + (target + first))
        guard let gains else {
          to.update(from: from, count: count - first)
          return
        }
        gains.withUnsafeBufferPointer { gains in
          guard let gains = gains.baseAddress else { return }
          ProcessorLoops.limit(
            from, count - first, by: gains + first, ceiling: ceiling, into: to)
        }
      }
    }
  }
}
