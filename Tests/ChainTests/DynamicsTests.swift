import Chain
import Foundation
import Loops
import Presets
import Signal
import TestSupport
import Testing

@Suite("Dynamics")
struct DynamicsTests {
  private let rate = Hertz(48_000)

  /// Runs a signal through a stage, chunk by chunk.
  private func process(_ dynamics: inout Dynamics, _ block: inout [Lanes]) {
    for start in stride(from: 0, to: block.count, by: 64) {
      let count = min(64, block.count - start)
      var chunk = Array(block[start..<start + count])
      var span = chunk.mutableSpan
      _ = dynamics.process(&span, frameCount: count)
      block.replaceSubrange(start..<start + count, with: chunk)
    }
  }

  /// A stage of one preset, fed with a constant long enough to settle; its gain in decibels.
  private func settledGain(of preset: AudioPreset, levelDB: Double) -> Double {
    var dynamics = Dynamics([DynamicsLaw(preset)], sampleRate: rate)
    let x = Float(pow(10, levelDB / 20))
    var block = [Lanes](repeating: Lanes(repeating: x), count: 48_000)
    process(&dynamics, &block)
    return 20 * log10(Double(block[47_999][0]) / Double(x))
  }

  @Test(
    "the static curve is law A at every decibel",
    arguments: [
      (-16.0, 5.0, 10.0, -32.0), (-20, 4, 3.5, -42), (-30, 1.5, 3, -40), (-14, 10, 2, -50),
      (-38, 8, 1.2, -60), (-40, 0.1, 50, -20), (20, 40, 1, 0),
    ])
  func staticCurve(threshold: Double, headroom: Double, ratio: Double, gate: Double) {
    let preset = AudioPreset.neutral {
      $0.compressionThreshold = threshold
      $0.compressionHeadroom = headroom
      $0.expansionRatio = ratio
      $0.expansionThreshold = gate
      $0.attackTime = 0.001
      $0.releaseTime = 0.01
    }
    for level in stride(from: -110.0, through: 20, by: 1) {
      // Law A, written out with the C library.
      let over = max(0, level - threshold)
      let compression = 2 * headroom / .pi * atan(.pi * over / (2 * headroom)) - over
      let expansion = max(-60, min(0, (ratio - 1) * (level - gate)))
      let measured = settledGain(of: preset, levelDB: level)
      // The limit is 0.05 dB; polynomials and single precision take a thousandth of it.
      #expect(abs(measured - (compression + expansion)) <= 0.05, "at \(level) dBFS")
      let law = DynamicsLaw(preset).gain(at: Decibels(level)).value
      // The same law in double precision: rounding only.
      #expect(abs(law - (compression + expansion)) <= 1e-9, "at \(level) dBFS")
    }
  }

  @Test(
    "the follower rises with the attack's time constant",
    arguments: [0.0005, 0.001, 0.005, 0.02, 0.2])
  func attack(seconds: Double) {
    // With ratio 2 and the expander at 0 dBFS the gain of a step to full scale is the followed
    // amplitude itself, and the compressor stays out of the way.
    let preset = AudioPreset.neutral {
      $0.expansionRatio = 2
      $0.expansionThreshold = 0
      $0.attackTime = seconds
      $0.releaseTime = 0.5
    }
    var dynamics = Dynamics([DynamicsLaw(preset)], sampleRate: rate)
    var block = [Lanes](repeating: Lanes(repeating: 1), count: 48_000)
    process(&dynamics, &block)
    // Between the levels 0.2 and 0.8 the time is tau ln 4, whatever frame it starts on.
    let first = block.firstIndex { $0[0] >= 0.2 } ?? 0
    let last = block.firstIndex { $0[0] >= 0.8 } ?? 0
    let start = log(1 - Double(block[first][0]))
    let end = log(1 - Double(block[last][0]))
    let measured = Double(last - first) / rate.value / (start - end)
    #expect(abs(measured / seconds - 1) <= 0.02)
  }

  @Test("the follower falls with the release's time constant", arguments: [0.01, 0.05, 0.22, 1])
  func release(seconds: Double) {
    let preset = AudioPreset.neutral {
      $0.expansionRatio = 2
      $0.expansionThreshold = 0
      $0.attackTime = 0.0001
      $0.releaseTime = seconds
    }
    var dynamics = Dynamics([DynamicsLaw(preset)], sampleRate: rate)
    // Full scale, then a probe at -60 dBFS whose gain shows the falling level: 8.686 / tau dB/s.
    var block = [Lanes](repeating: Lanes(repeating: 1), count: 4_800)
    block += [Lanes](repeating: Lanes(repeating: 0.001), count: 48_001)
    process(&dynamics, &block)
    let frames = Int(seconds * rate.value)
    let early = log(Double(block[4_800 + frames / 10][0]))
    let late = log(Double(block[4_800 + frames][0]))
    let measured = Double(frames - frames / 10) / rate.value / (early - late)
    // The probe itself holds the level up by 0.1 % at the end.
    #expect(abs(measured / seconds - 1) <= 0.02)
  }

  @Test("logarithm, exponential and arctangent keep their stated errors")
  func polynomials() {
    for step in 0...24_000 {
      let level = -120 + Double(step) * 0.006
      let x = Float(pow(10, level / 20))
      let log = Double(DynamicsLoops.log2(Lanes(repeating: x))[0])
      // 0.001 dB is 1.66e-4 octaves; single precision alone costs 1e-6 at -120 dB.
      #expect(abs(log - log2(Double(x))) <= 5e-6)
      let y = Float(level / 6)
      let power = Double(DynamicsLoops.exp2(SIMD8(repeating: y))[0])
      #expect(abs(power / exp2(Double(y)) - 1) <= 3.5e-6)
      let angle = Double(DynamicsLoops.arctangent(SIMD8(repeating: x))[0])
      // Twice the error of the fit, whose value at 1 stands for a quarter of π.
      #expect(abs(angle - atan(Double(x))) <= 2.4e-5)
    }
    #expect(DynamicsLoops.exp2(.zero) == SIMD8(repeating: 1))
    #expect(DynamicsLoops.arctangent(.zero) == .zero)
  }

  @Test("the louder channel drives both, so the image cannot shift")
  func linkedChannels() throws {
    let loud = TestSignals.sine(Hertz(440), amplitude: 0.5, seconds: 0.5, sampleRate: rate)
    let quiet = loud.channels[0].map { $0 * 0.01 }
    let stereo = AudioBuffer(channels: [loud.channels[0], quiet], sampleRate: rate)
    let renderer = try OfflineRenderer(
      presets: [.neutral { $0.compressionThreshold = -30 }], sampleRate: rate, channelCount: 2)
    let mono = try OfflineRenderer(
      presets: [.neutral { $0.compressionThreshold = -30 }], sampleRate: rate, channelCount: 1)
    let output = try renderer.render(stereo)[0].audio
    let alone = try mono.render(loud)[0].audio
    let left = AudioBuffer(channels: [output.channels[0]], sampleRate: rate)
    #expect(firstDifference(left, alone) == nil)
    for frame in stride(from: 101, to: 24_000, by: 501) {
      let ratio = Double(output.channels[1][frame]) / Double(output.channels[0][frame])
      // Single precision of the two products.
      #expect(abs(ratio / 0.01 - 1) <= 1e-5)
    }
  }

  @Test("the gain moves over the attack time, never in one sample")
  func smoothOpening() {
    let preset = AudioPreset.neutral {
      $0.expansionRatio = 3
      $0.expansionThreshold = -30
      $0.attackTime = 0.005
      $0.releaseTime = 0.05
    }
    var dynamics = Dynamics([DynamicsLaw(preset)], sampleRate: rate)
    let levels = [Float](repeating: 0.003, count: 9_600) + [Float](repeating: 0.2, count: 9_600)
    var block = levels.map { Lanes(repeating: $0) }
    process(&dynamics, &block)
    let gains = zip(block, levels).map { Double($0[0]) / Double($1) }
    let steepest = zip(gains.dropFirst(9_000), gains.dropFirst(9_001)).map { $1 - $0 }.max() ?? 1
    // The gain is (level / threshold) squared, so its steepest step is 2 / threshold times that
    // of the level, which is 1/240 of the amplitude: 2 / 0.0316 * 0.2 / 240.
    #expect(steepest <= 0.053)
    #expect(gains[9_599] < 0.02)
    #expect(gains[19_199] > 0.99)
  }
}
