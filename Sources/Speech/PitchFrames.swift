import Signal

/// The periods that a voice may have, frame by frame.
struct PitchFrames {
  /// A period that a frame repeats itself with.
  struct Candidate {
    let f0Hz: Double
    /// The normalised correlation at that period, at most 1.
    let strength: Double
  }

  /// The best candidates of each frame, of the highest strength first.
  private(set) var candidates: [[Candidate]] = []
  /// The amplitude of each frame, as a root mean square without the steady noise.
  private(set) var amplitude: [Double] = []

  /// How many candidates of a frame are kept.
  private static let kept = 6
  /// How much of a recording is taken for its quiet part.
  private static let quietShare = 0.1
  /// How far under the loud part the quiet part must lie before it counts as steady noise.
  private static let noiseDistance = Decibels(-10)

  /// How far over the steady noise a frame must lie, once the noise is taken out, to be heard.
  private static let overNoise = Decibels(5)

  init(of samples: [Float], sampleRate: Hertz, hopSeconds: Double) {
    guard !samples.isEmpty else { return }
    let voice = VoiceBand(of: samples, sampleRate: sampleRate)
    let count = Int(Double(samples.count) / sampleRate.value / hopSeconds) + 1
    // Three periods of the lowest voice, as Boersma asks.
    var correlator = Autocorrelator(
      length: Int(3 / PitchTrack.lowestHz * voice.rate),
      lags: Int(voice.rate / PitchTrack.lowestHz) + 2)
    var correlations: [[Float]] = []
    correlations.reserveCapacity(count)
    for frame in 0..<count {
      let centre = Int((Double(frame) * hopSeconds * voice.rate).rounded())
      correlations.append(correlator.correlation(of: voice.samples, around: centre))
    }
    let noise = Self.steadyNoise(in: correlations)
    for index in correlations.indices {
      if let noise {
        for lag in noise.indices { correlations[index][lag] -= noise[lag] }
      }
      let power = Double(correlations[index][0]) / correlator.windowEnergy
      let floor = Double(noise?[0] ?? 0) / correlator.windowEnergy
      amplitude.append(power > 0 ? power.squareRoot() : 0)
      candidates.append(
        power > Self.overNoise.power * floor
          ? Self.candidates(in: correlations[index], correlator.decay, rate: voice.rate) : [])
    }
  }

  /// The mean correlation of the quietest frames, or nil where none are much quieter than the rest.
  private static func steadyNoise(in correlations: [[Float]]) -> [Float]? {
    let sounding = correlations.indices.filter { correlations[$0][0] > 0 }
    let order = sounding.sorted { correlations[$0][0] < correlations[$1][0] }
    guard let loud = order.dropLast(order.count / 20).last else { return nil }
    let limit = correlations[loud][0] * Float(noiseDistance.power)
    let quiet = order.prefix(max(1, Int(quietShare * Double(order.count))))
      .filter { correlations[$0][0] < limit }
    guard !quiet.isEmpty else { return nil }
    var sum = [Float](repeating: 0, count: correlations[loud].count)
    for index in quiet {
      for lag in sum.indices { sum[lag] += correlations[index][lag] / Float(quiet.count) }
    }
    return sum
  }

  /// The peaks of a correlation over that of the window, as periods.
  private static func candidates(
    in correlation: [Float], _ decay: [Double], rate: Double
  ) -> [Candidate] {
    let zero = Double(correlation[0])
    let height = correlation.indices.map { Double(correlation[$0]) / (zero * decay[$0]) }
    var found: [Candidate] = []
    let first = max(1, Int((rate / PitchTrack.highestHz).rounded(.up)))
    for lag in first..<correlation.count - 1 {
      let (a, b, c) = (height[lag - 1], height[lag], height[lag + 1])
      guard b > 0.1, b > a, b >= c else { continue }
      // The top of the parabola through the three.
      let bend = a - 2 * b + c
      let shift = (a - c) / (2 * bend)
      let f0Hz = rate / (Double(lag) + shift)
      guard f0Hz >= PitchTrack.lowestHz, f0Hz <= PitchTrack.highestHz else { continue }
      found.append(Candidate(f0Hz: f0Hz, strength: min(1, b - (a - c) * shift / 4)))
    }
    // Equal strengths keep their order: higher voices first.
    let order = found.indices.sorted {
      found[$0].strength == found[$1].strength ? $0 < $1 : found[$0].strength > found[$1].strength
    }
    return order.prefix(kept).map { found[$0] }
  }
}

/// The part of the spectrum that shows the period of a voice best, at a low rate.
private struct VoiceBand {
  let samples: [Float]
  let rate: Double

  /// The first two formants lie below this, most of hiss above.
  private static let highestHz = 2_000.0
  private static let lowestHz = 50.0
  private static let rateAtLeast = 8_000.0

  init(of input: [Float], sampleRate: Hertz) {
    let step = max(1, Int(sampleRate.value / Self.rateAtLeast))
    rate = sampleRate.value / Double(step)
    let kernel = Self.lowPass(sampleRate: sampleRate)
    var output = Self.convolve(input, kernel, step: step)
    Self.highPass(&output, rate: rate)
    samples = output
  }

  /// A sinc under a raised cosine, 4 ms long, with a gain of one.
  private static func lowPass(sampleRate: Hertz) -> [Float] {
    let half = max(4, Int(0.002 * sampleRate.value))
    let cutoff = min(highestHz / sampleRate.value, 0.4)
    var kernel = (-half...half).map { index -> Double in
      let window = (1 + DeterministicMath.cos(.pi * Double(index) / Double(half + 1))) / 2
      guard index != 0 else { return 2 * cutoff }
      let angle = 2 * Double.pi * cutoff * Double(index)
      return window * DeterministicMath.sin(angle) / (.pi * Double(index))
    }
    let gain = kernel.reduce(0, +)
    for index in kernel.indices { kernel[index] /= gain }
    return kernel.map { Float($0) }
  }

  private static func convolve(_ input: [Float], _ kernel: [Float], step: Int) -> [Float] {
    let half = kernel.count / 2
    let padding = [Float](repeating: 0, count: half)
    // A multiplication tells NaN and infinity from numbers without a branch of its own.
    let padded = padding + input.map { $0 * 0 == 0 ? $0 : 0 } + padding
    return padded.withUnsafeBufferPointer { padded in
      kernel.withUnsafeBufferPointer { kernel in
        stride(from: 0, to: input.count, by: step).map { start in
          dot(padded.baseAddress! + start, kernel.baseAddress!, count: kernel.count)
        }
      }
    }
  }

  /// A second-order Butterworth high-pass: rumble has no place in a period.
  private static func highPass(_ samples: inout [Float], rate: Double) {
    let k = DeterministicMath.tan(.pi * lowestHz / rate)
    let norm = 1 / (1 + k * 2.0.squareRoot() + k * k)
    let (a1, a2) = (2 * (k * k - 1) * norm, (1 - k * 2.0.squareRoot() + k * k) * norm)
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    for index in samples.indices {
      let x = Double(samples[index])
      let y = norm * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
      (x2, x1, y2, y1) = (x1, x, y1, abs(y) < 1e-30 ? 0 : y)
      samples[index] = Float(y1)
    }
  }
}

/// Correlates windowed frames with themselves.
private struct Autocorrelator {
  /// The normalised correlation of the window, by which that of a frame is divided.
  let decay: [Double]
  /// The sum of the squares of the window.
  let windowEnergy: Double
  private let window: [Float]
  private var frame: [Float]
  private let lags: Int

  init(length: Int, lags: Int) {
    window = (0..<length).map {
      Float((1 - DeterministicMath.cos(2 * .pi * (Double($0) + 0.5) / Double(length))) / 2)
    }
    self.lags = lags
    frame = window + [Float](repeating: 0, count: lags + 8)
    let own = Self.correlation(of: frame, length: length, lags: lags)
    windowEnergy = Double(own[0])
    decay = own.map { Double($0) / Double(own[0]) }
  }

  /// Reads the correlation of the frame around a sample, its mean taken out.
  mutating func correlation(of samples: [Float], around centre: Int) -> [Float] {
    let start = centre - window.count / 2
    var mean: Float = 0
    for index in window.indices {
      let place = start + index
      frame[index] = samples.indices.contains(place) ? samples[place] : 0
      mean += frame[index]
    }
    mean /= Float(window.count)
    for index in window.indices { frame[index] = (frame[index] - mean) * window[index] }
    return Self.correlation(of: frame, length: window.count, lags: lags)
  }

  private static func correlation(of frame: [Float], length: Int, lags: Int) -> [Float] {
    frame.withUnsafeBufferPointer { frame in
      (0..<lags).map { lag in
        dot(frame.baseAddress!, frame.baseAddress! + lag, count: length - lag)
      }
    }
  }
}

/// The sum of products, in an order of additions that does not depend on the machine.
@inline(__always)
private func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int) -> Float {
  var sum = SIMD16<Float>.zero
  var index = 0
  while index + 16 <= count {
    let x = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD16<Float>.self)
    let y = UnsafeRawPointer(b + index).loadUnaligned(as: SIMD16<Float>.self)
    sum += x * y
    index += 16
  }
  var rest: Float = 0
  while index < count {
    rest += a[index] * b[index]
    index += 1
  }
  let eight = sum.lowHalf + sum.highHalf
  let four = eight.lowHalf + eight.highHalf
  return (four.x + four.z) + (four.y + four.w) + rest
}
