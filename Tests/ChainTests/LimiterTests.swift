import Chain
import Foundation
import Signal
import TestSupport
import Testing

/// The limiter as its description has it, word by word and in double precision.
private struct PlainLimiter {
  let ceiling: Double
  let rate: Hertz

  /// The wave a part of the way from one sample to the next, by a windowed sinc over twelve.
  private func wave(_ x: [Double], after frame: Int, part: Double) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for tap in -5...6 {
      let distance = Double(tap) - part
      let weight =
        sin(.pi * distance) / (.pi * distance) * (0.5 + 0.5 * cos(.pi * distance / 6))
      let index = frame + tap
      if x.indices.contains(index) { sum += weight * x[index] }
      weights += weight
    }
    return sum / weights
  }

  func gains(for channels: [[Float]]) -> [Double] {
    let count = channels[0].count
    let lookAhead = Int((CeilingLimiter.lookAheadSeconds * rate.value).rounded())
    let trueCeiling = CeilingLimiter.trueCeiling.amplitude
    let staying = exp(-1 / (CeilingLimiter.releaseSeconds * rate.value))
    var needed = [Double](repeating: 1, count: count)
    for samples in channels {
      let x = samples.map(Double.init)
      for frame in 0..<count {
        needed[frame] = min(needed[frame], ceiling / max(ceiling, abs(x[frame])))
        for part in [0.25, 0.5, 0.75] {
          let peak = abs(wave(x, after: frame, part: part))
          needed[frame] = min(needed[frame], trueCeiling / max(trueCeiling, peak))
        }
      }
    }
    var released: [Double] = []
    for frame in 0..<count {
      let window = needed[max(0, frame - lookAhead)...frame]
      let recovered = 1 - (1 - (released.last ?? 1)) * staying
      released.append(min(window.min() ?? 1, recovered))
    }
    return (0..<count).map { frame in
      // The gain of a frame is the mean of what was released over the look-ahead after it.
      let mean = (frame...frame + lookAhead).map { $0 < count ? released[$0] : 1 }
      return mean.reduce(0, +) / Double(lookAhead + 1)
    }
  }
}

@Suite("Limiter")
struct LimiterTests {
  private let ceiling = Float(GainStage.ceiling.amplitude)

  /// Noise over a tone in bursts: some over the ceiling, some only between the samples.
  private func bursts(_ channelCount: Int, _ rate: Hertz) -> [[Float]] {
    let noise = TestSignals.noise(
      amplitude: 1, seconds: 0.4, channelCount: channelCount, seed: 11, sampleRate: rate)
    return noise.channels.map { samples in
      samples.indices.map { frame in
        let time = Double(frame) / rate.value
        let tone = Float(sin(2 * .pi * 700 * time))
        let level: [Float] = [0.3, 1.7, 0.9, 0.1, 1.05]
        return level[Int(time * 12) % 5] * (0.5 * tone + 0.5 * samples[frame])
      }
    }
  }

  private func limited(
    _ input: [[Float]], _ rate: Hertz, blockFrames: Int, drive: Float = 1
  ) -> [[Float]] {
    var limiter = CeilingLimiter(
      ceiling: ceiling, channelCount: input.count, sampleRate: rate)
    let latency = limiter.latencyFrames
    var output = input.map { $0 + [Float](repeating: 0, count: latency) }
    for start in stride(from: 0, to: output[0].count, by: blockFrames) {
      let end = min(start + blockFrames, output[0].count)
      limiter.process(&output, frames: start..<end, drive: drive, to: start - latency)
    }
    return output.map { Array($0.dropLast(latency)) }
  }

  @Test(
    "the limiter does what its description says, one channel or two",
    arguments: [1, 2], [8_000.0, 48_000])
  func description(channelCount: Int, rateHz: Double) {
    let rate = Hertz(rateHz)
    let input = bursts(channelCount, rate)
    let gains = PlainLimiter(ceiling: Double(ceiling), rate: rate).gains(for: input)
    let output = limited(input, rate, blockFrames: 512)
    // The end is left out: the wave after the last sample is silence here and nothing there.
    let checked = input[0].count - CeilingLimiter.latencyFrames(sampleRate: rate) - 12
    var largest = 0.0
    for channel in input.indices {
      for frame in 0..<checked {
        let expected = Double(input[channel][frame]) * gains[frame]
        largest = max(largest, abs(Double(output[channel][frame]) - expected))
      }
    }
    // 0.0001 dB: the release's share of a frame is off by up to 3e-8 in single precision, for some
    // hundred frames; gains come in steps of 2⁻²².
    #expect(largest <= 1e-5)
    #expect((gains.min() ?? 1) < 0.6)
  }

  @Test("where the blocks are cut leaves no trace", arguments: [1, 7, 64, 129, 1_000])
  func blocks(blockFrames: Int) {
    for rate in [Hertz(8_000), Hertz(44_100), Hertz(192_000)] {
      let input = bursts(2, rate)
      let whole = limited(input, rate, blockFrames: input[0].count + 10_000, drive: 1.2)
      let cut = limited(input, rate, blockFrames: blockFrames, drive: 1.2)
      #expect(
        firstDifference(
          AudioBuffer(channels: cut, sampleRate: rate),
          AudioBuffer(channels: whole, sampleRate: rate)) == nil)
    }
  }

  @Test("after a reset the limiter is as new")
  func reset() {
    let rate = Hertz(48_000)
    let input = bursts(1, rate)
    var limiter = CeilingLimiter(ceiling: ceiling, channelCount: 1, sampleRate: rate)
    var (first, second) = (input, input)
    limiter.process(&first)
    limiter.reset()
    #expect(limiter.deepestGain == 1)
    limiter.process(&second)
    #expect(first == second)
  }
}
