import Chain
import Metrics
import Presets
import Signal
import TestSupport
import Testing

/// What room acousticians read from the answer of a room to an impulse.
///
/// Loops are written out with pointers because tests are built without optimisation.
enum RoomMeasures {
  /// The answer of a room alone at each ear, beginning with the impulse.
  static func impulseResponse(of design: ReverbDesign, seconds: Double) -> AudioBuffer {
    let frames = Int(seconds * design.sampleRate.value)
    let impulse = TestSignals.impulse(frameCount: frames, sampleRate: design.sampleRate)
    var reverb = Reverb(design: design, mixPercent: 100)
    return render(
      AudioBuffer(
        channels: [impulse.channels[0], impulse.channels[0]], sampleRate: design.sampleRate),
      with: &reverb, blockFrames: frames)
  }

  /// One or two channels through a reverb, block by block.
  static func render(
    _ input: AudioBuffer, with reverb: inout Reverb, blockFrames: Int
  ) -> AudioBuffer {
    var output = input.channels.map { _ in [Float]() }
    var start = 0
    while start < input.frameCount {
      let range = start..<min(start + blockFrames, input.frameCount)
      var blocks = input.channels.map { Array($0[range]) }
      var right = blocks.removeLast()
      var rightSpan = right.mutableSpan
      if blocks.isEmpty {
        reverb.process(&rightSpan)
      } else {
        var leftSpan = blocks[0].mutableSpan
        reverb.process(left: &leftSpan, right: &rightSpan)
      }
      for (channel, block) in (blocks + [right]).enumerated() { output[channel] += block }
      start = range.upperBound
    }
    return AudioBuffer(channels: output, sampleRate: input.sampleRate)
  }

  static func sum(_ samples: [Float], _ term: (Double) -> Double) -> Double {
    samples.withUnsafeBufferPointer { samples in
      var sum = 0.0
      var index = 0
      while index < samples.count {
        sum += term(Double(samples[index]))
        index += 1
      }
      return sum
    }
  }

  static func energy(_ samples: [Float]) -> Double { sum(samples) { $0 * $0 } }

  /// What the design of a room says about it.
  static func expectation(of design: ReverbDesign) -> RoomExpectation {
    let kind: RoomExpectation.Kind =
      switch design.room {
      case .cathedral: .cathedral
      case .mediumHall, .mediumHall2, .mediumHall3, .largeHall, .largeHall2: .hall
      default: .room
      }
    return RoomExpectation(
      kind: kind, sampleRate: design.sampleRate, preDelaySeconds: design.preDelaySeconds,
      decaySeconds: { design.decayTimeSeconds(at: $0) },
      inputPower: { design.inputGain(at: $0).power })
  }
}

@Suite("Measures of a room")
struct ReverbMeasuresTests {
  private let rate = Hertz(48_000)

  /// Noise that decays by 60 dB in a given time.
  private func decayingNoise(decaySeconds: Double, seconds: Double, seed: UInt64) -> [Float] {
    let noise = TestSignals.noise(seconds: seconds, seed: seed, sampleRate: rate).channels[0]
    return noise.enumerated().map { frame, sample in
      let exponent = -DecayTime.nepers / 2 * Double(frame) / rate.value / decaySeconds
      return sample * Float(DeterministicMath.exp(exponent))
    }
  }

  @Test("the decay time of decaying noise is read back", arguments: [1000.0, 4000, 8000])
  func decayTimeOfNoise(octaveHz: Double) {
    let noise = decayingNoise(decaySeconds: 1.2, seconds: 1.5, seed: 3)

    let time = DecayTime.measured(of: noise, octave: Hertz(octaveHz), sampleRate: rate)

    // Noise in a band of 700 Hz has T30 with a standard deviation of 2 % at 1.2 s.
    #expect(abs(time / 1.2 - 1) <= 0.05)
  }

  @Test(
    "an octave filter takes 3 dB at its edges and passes its centre",
    arguments: [250.0, 1000, 8000], [44_100.0, 48_000])
  func octaveEdges(centerHz: Double, rateHz: Double) {
    let filter = OctaveFilter(center: Hertz(centerHz), sampleRate: Hertz(rateHz))
    let ratios = [0.5, 0.5.squareRoot(), 1, 2.0.squareRoot()]
    let gains = ratios.map { ratio in
      let sine = TestSignals.sine(
        Hertz(centerHz * ratio), seconds: 0.5, sampleRate: Hertz(rateHz))
      let output = filter.filtered(sine.channels[0]).suffix(Int(0.4 * rateHz))
      let power = output.reduce(0) { $0 + $1 * $1 } / Double(output.count)
      return Decibels(power: 2 * power).value
    }

    for (gain, ratio) in zip(gains, ratios) {
      // The filter rings in for a few percent of the time that is read, and not in whole cycles.
      let expected = Decibels(power: filter.power(at: Hertz(centerHz * ratio))).value
      #expect(abs(gain - expected) <= 0.05)
    }
    #expect(abs(gains[1] + 3.01) <= 0.1)
    #expect(abs(gains[3] + 3.01) <= 0.1)
  }

  @Test("noise is dense at once, and a few clicks are not")
  func densities() {
    let noise = decayingNoise(decaySeconds: 1, seconds: 0.3, seed: 5)
    var clicks = [Float](repeating: 0, count: 14_400)
    for frame in stride(from: 0, to: clicks.count, by: 240) { clicks[frame] = 1 }

    // 20 ms of noise scatter by a few percent around the density of one.
    let ofNoise = EchoDensity.mixingSeconds(of: noise, from: 480, sampleRate: rate)
    #expect(ofNoise <= 0.02)
    #expect(EchoDensity.mixingSeconds(of: clicks, from: 480, sampleRate: rate).isNaN)
  }

  @Test("a signal correlates with itself, and not with other noise")
  func correlations() {
    let noise = TestSignals.noise(seconds: 1, channelCount: 2, seed: 7, sampleRate: rate)
    let (left, right) = (noise.channels[0], noise.channels[1])

    #expect(abs(RoomReading.correlation(left[...], left[...]) - 1) <= 1e-9)
    // The standard deviation is the root of one over 48000 samples, 0.0046.
    #expect(abs(RoomReading.correlation(left[...], right[...])) <= 0.02)
  }

  @Test("a resonance in a tail stands out, and noise does not")
  func prominence() {
    let noise = decayingNoise(decaySeconds: 1.2, seconds: 1, seed: 9)
    let ringing = noise.enumerated().map { frame, sample in
      let time = Double(frame) / rate.value
      let level = DeterministicMath.exp(-DecayTime.nepers / 2 * time / 1.2)
      return sample + Float(0.3 * level * DeterministicMath.sin(2 * .pi * 1000 * time))
    }
    func prominence(_ samples: [Float]) -> Double {
      LineProminence.decibels(of: samples, onset: 0, decaySeconds: 1.2, sampleRate: rate)
    }

    let expected = LineProminence.decibelsOfNoise(decaySeconds: 1.2, sampleRate: rate)
    // The strongest of some thousand exponentially distributed powers scatters by 1 dB.
    #expect(abs(prominence(noise) - expected) <= 3)
    // The sine alone lies 10 log(0.3² · 3 · 0.6 s · 48 kHz / 4 / ln 2) or 28 dB over the median.
    #expect(prominence(ringing) >= expected + RoomExpectation.lineLimitDB)
    #expect(prominence([Float](repeating: 0, count: 48_000)).isNaN)
    #expect(prominence(Array(noise.prefix(20_000))).isNaN)
  }

  @Test("a reading of a broken answer is all findings")
  func brokenAnswer() {
    let design = ReverbDesign(room: .smallRoom, sampleRate: rate)
    let silent = AudioBuffer(silentFrames: 40_000, channelCount: 2, sampleRate: rate)

    let reading = RoomReading(of: silent, expecting: RoomMeasures.expectation(of: design))

    // Two ears in six octaves, and the density, the lines and the correlation.
    #expect(reading.findings.count == 15)
  }
}
