import Chain
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

  /// Twenty times log 2 times three: how an energy decays in nepers while it decays 60 dB.
  static let nepers = 6 * DeterministicMath.ln10

  /// The decay time that a straight line through the decay from -5 to -35 dB gives.
  ///
  /// Source: ISO 3382-1:2009, 5.3.3, T30 from the backward integral.
  static func decayTime(of samples: [Float], octave: Hertz, sampleRate: Hertz) -> Double {
    var decay = OctaveFilter(center: octave, sampleRate: sampleRate).filtered(samples)
    decay.withUnsafeMutableBufferPointer { decay in
      var sum = 0.0
      var index = decay.count - 1
      while index >= 0 {
        sum += decay[index] * decay[index]
        decay[index] = sum
        index -= 1
      }
    }
    let step = 32
    let levels = stride(from: 0, to: decay.count, by: step).map { decay[$0] / decay[0] }
    return decayTime(energies: levels, stepSeconds: Double(step) / sampleRate.value)
  }

  /// The decay time from a decay curve of energies that starts at one.
  static func decayTime(energies: [Double], stepSeconds: Double) -> Double {
    var (n, t, l, tt, tl) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, energy) in energies.enumerated() {
      let level = Decibels(power: energy).value
      guard level <= -5 else { continue }
      guard level >= -35 else { break }
      let time = Double(index) * stepSeconds
      n += 1
      t += time
      l += level
      tt += time * time
      tl += time * level
    }
    return -60 * (n * tt - t * t) / (n * tl - t * l)
  }

  /// The decay time that the filters of a design predict for an octave.
  ///
  /// Every frequency of the band decays at its own pace, and what is left at -35 dB is mostly the
  /// slowest; the design's time at the centre alone would be a quarter short where absorption is
  /// steep (the cathedral at 8 kHz). So the energies of slices, weighted by the octave filter and
  /// by the low-pass on the way in, decay together, and their sum is read as a measured decay is.
  static func predictedDecayTime(of design: ReverbDesign, octave: Hertz) -> Double {
    let filter = OctaveFilter(center: octave, sampleRate: design.sampleRate)
    let top = min(2.4 * octave.value, design.sampleRate.value / 2)
    let slices = (0..<80).map { slice in
      let frequency = Hertz(0.4 * octave.value + (top - 0.4 * octave.value) * Double(slice) / 80)
      let time = design.decayTimeSeconds(at: frequency)
      let weight = filter.power(at: frequency) * design.inputGain(at: frequency).power
      // A backward integral starts with the energy that is still to come.
      return (time: time, energy: time * weight)
    }
    let step = design.decayTimeSeconds(at: octave) / 250
    let energies = (0..<350).map { index in
      slices.reduce(0) {
        $0 + $1.energy * DeterministicMath.exp(-nepers * Double(index) * step / $1.time)
      }
    }
    return decayTime(energies: energies.map { $0 / energies[0] }, stepSeconds: step)
  }

  /// How long after a frame the echoes lie so dense that 90 % of Gaussian noise's samples are as
  /// high; nil when they never do.
  ///
  /// Source: J. Abel and P. Huang, "A Simple, Robust Measure of Reverberation Echo Density",
  /// AES 121, 2006, with a Hann window of 20 ms.
  static func mixingTime(of samples: [Float], from start: Int, sampleRate: Hertz) -> Double? {
    let half = Int(0.01 * sampleRate.value)
    let window = (-half...half).map {
      0.5 + 0.5 * DeterministicMath.cos(.pi * Double($0) / Double(half + 1))
    }
    let total = window.reduce(0, +)
    for center in stride(from: max(start, half), to: samples.count - half, by: half / 10) {
      var power = 0.0
      for offset in window.indices {
        let sample = Double(samples[center - half + offset])
        power += window[offset] * sample * sample
      }
      let deviation = (power / total).squareRoot()
      var beyond = 0.0
      for offset in window.indices
      where Double(samples[center - half + offset].magnitude) > deviation {
        beyond += window[offset]
      }
      // erfc(1/√2): the share of a Gaussian outside one standard deviation.
      if beyond / total / 0.3173105079 >= 0.9 {
        return Double(center - start) / sampleRate.value
      }
    }
    return nil
  }

  /// The correlation of two stretches of sound.
  static func correlation(_ left: [Float], _ right: [Float]) -> Double {
    var product = 0.0
    for index in left.indices { product += Double(left[index]) * Double(right[index]) }
    return product / (energy(left) * energy(right)).squareRoot()
  }
}

/// A band of one octave, -3 dB at its edges: Butterworth filters of fourth order on both sides.
///
/// Source: R. Bristow-Johnson, Audio EQ Cookbook; the two Q of a Butterworth filter of fourth
/// order are 1/(2 cos(π/8)) and 1/(2 cos(3π/8)).
struct OctaveFilter {
  private var sections: [[Double]] = []
  private let center: Hertz
  private let sampleRate: Hertz

  init(center: Hertz, sampleRate: Hertz) {
    self.center = center
    self.sampleRate = sampleRate
    for (edge, isHighPass) in [(0.5.squareRoot(), true), (2.0.squareRoot(), false)] {
      let omega = 2 * .pi * center.value * edge / sampleRate.value
      let cosine = DeterministicMath.cos(omega)
      for q in [0.5411961001, 1.3065629649] {
        let alpha = DeterministicMath.sin(omega) / (2 * q)
        let a0 = 1 + alpha
        let b1 = isHighPass ? -(1 + cosine) : 1 - cosine
        sections.append([abs(b1) / 2 / a0, b1 / a0, -2 * cosine / a0, (1 - alpha) / a0])
      }
    }
  }

  /// How much of the power at a frequency passes.
  ///
  /// Source: Butterworth's 1/(1 + x⁸) on the axis that the bilinear transform bends.
  func power(at frequency: Hertz) -> Double {
    func bent(_ frequency: Double) -> Double {
      DeterministicMath.tan(.pi * frequency / sampleRate.value)
    }
    func square(_ x: Double) -> Double { x * x }
    func share(_ ratio: Double) -> Double { 1 / (1 + square(square(square(ratio)))) }
    let x = bent(frequency.value)
    return share(bent(center.value * 0.5.squareRoot()) / x)
      * share(x / bent(center.value * 2.0.squareRoot()))
  }

  func filtered(_ samples: [Float]) -> [Double] {
    var output = samples.map { Double($0) }
    output.withUnsafeMutableBufferPointer { output in
      for section in sections {
        let (b0, b1, a1, a2) = (section[0], section[1], section[2], section[3])
        var (s1, s2) = (0.0, 0.0)
        var index = 0
        while index < output.count {
          let x = output[index]
          let y = b0 * x + s1
          s1 = b1 * x - a1 * y + s2
          s2 = b0 * x - a2 * y
          output[index] = y
          index += 1
        }
      }
    }
    return output
  }
}

@Suite("Measures of a room")
struct ReverbMeasuresTests {
  private let rate = Hertz(48_000)

  /// Noise that decays by 60 dB in a given time.
  private func decayingNoise(decaySeconds: Double, seconds: Double, seed: UInt64) -> [Float] {
    let noise = TestSignals.noise(seconds: seconds, seed: seed, sampleRate: rate).channels[0]
    return noise.enumerated().map { frame, sample in
      let exponent = -RoomMeasures.nepers / 2 * Double(frame) / rate.value / decaySeconds
      return sample * Float(DeterministicMath.exp(exponent))
    }
  }

  @Test("the decay time of decaying noise is read back", arguments: [1000.0, 4000, 8000])
  func decayTimeOfNoise(octaveHz: Double) {
    let noise = decayingNoise(decaySeconds: 1.2, seconds: 1.5, seed: 3)

    let time = RoomMeasures.decayTime(of: noise, octave: Hertz(octaveHz), sampleRate: rate)

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
    let ofNoise = RoomMeasures.mixingTime(of: noise, from: 480, sampleRate: rate)
    #expect((ofNoise ?? .infinity) <= 0.02)
    #expect(RoomMeasures.mixingTime(of: clicks, from: 480, sampleRate: rate) == nil)
  }

  @Test("a signal correlates with itself, and not with other noise")
  func correlations() {
    let noise = TestSignals.noise(seconds: 1, channelCount: 2, seed: 7, sampleRate: rate)
    let (left, right) = (noise.channels[0], noise.channels[1])

    #expect(abs(RoomMeasures.correlation(left, left) - 1) <= 1e-9)
    // The standard deviation is the root of one over 48000 samples, 0.0046.
    #expect(abs(RoomMeasures.correlation(left, right)) <= 0.02)
  }
}
