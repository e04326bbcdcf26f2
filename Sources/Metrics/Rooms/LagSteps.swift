import Signal
import Spectrum

/// The energy of an estimated response in each octave, lag after lag.
struct LagSteps {
  /// One octave.
  struct Octave {
    /// Its centre in hertz.
    let center: Double
    /// The energy of each step, from the first lag on.
    var energies: [Double]
  }

  /// The octaves in which the reference has something.
  private(set) var octaves: [Octave]
  /// How long a step lasts.
  let stepSeconds: Double
  /// The step at which lag zero starts.
  private let zero: Int

  /// The level in an octave, against its loudest bin, from which on a bin counts in full.
  private static let quietest = Decibels(-30)

  /// Reads the octaves of an estimate.
  ///
  /// Octaves keep their phase: filters without delay. Bins in which the reference has 30 dB less
  /// than its mean over the octave lose weight, for they hold nothing but noise.
  init(of estimate: ResponseEstimate, stepSeconds: Double) {
    let rate = estimate.sampleRate
    let step = Int((stepSeconds * rate.value).rounded())
    self.stepSeconds = Double(step) / rate.value
    let lead = Int(ResponseEstimate.leadSeconds * rate.value) / step
    let tail = Int(ResponseEstimate.tailSeconds * rate.value) / step
    zero = lead
    let size = estimate.size
    let width = rate.value / Double(size)
    var transform = RealFFT(size: size)
    var band = [Float](repeating: 0, count: estimate.spectrum.count)
    var samples = [Float](repeating: 0, count: size)
    let loudest = estimate.referencePower.max() ?? 0
    octaves = []
    for center in SpeechTransmission.octaves where center * 2.0.squareRoot() < rate.nyquist.value {
      // Beyond three octaves the filter lets less than -85 dB through.
      let bins =
        Int(center / 8 / width)...min(Int(center * 8 / width), estimate.referencePower.count - 1)
      let edges =
        Int(center / 2.0.squareRoot() / width)...Int(center * 2.0.squareRoot() / width)
      let mean = estimate.referencePower[edges].reduce(0, +) / Double(edges.count)
      guard mean > loudest * 1e-8 else { continue }
      let floor = mean * Self.quietest.power
      for index in band.indices { band[index] = 0 }
      for bin in bins {
        let power = estimate.referencePower[bin]
        let weight = Self.power(width * Double(bin) / center) * power / (power + floor)
        let amplitude = Float(weight.squareRoot())
        band[2 * bin] = amplitude * estimate.spectrum[2 * bin]
        band[2 * bin + 1] = amplitude * estimate.spectrum[2 * bin + 1]
      }
      transform.readSamples(of: band, into: &samples)
      let energies = (-lead..<tail).map { index in
        let first = index < 0 ? size + index * step : index * step
        return samples[first..<first + step].reduce(0.0) { $0 + Double($1) * Double($1) }
      }
      octaves.append(Octave(center: center, energies: energies))
    }
  }

  /// The power that an octave lets through, by the frequency over its centre.
  ///
  /// Source: Butterworth's 1/(1 + x⁸) on both sides, as of `OctaveFilter`, not bent by a sample
  /// rate.
  private static func power(_ ratio: Double) -> Double {
    func share(_ ratio: Double) -> Double {
      let square = ratio * ratio
      let fourth = square * square
      return 1 / (1 + fourth * fourth)
    }
    guard ratio > 0 else { return 0 }
    return share(0.5.squareRoot() / ratio) * share(ratio * 0.5.squareRoot())
  }

  /// The step of the direct sound: the first within 20 dB of the strongest, over the octaves from
  /// 500 Hz on, each as loud as the others; nil for silence.
  ///
  /// Source: ISO 3382-1:2009, 5.3.
  var onset: Int? {
    let sharp = octaves.filter { $0.center >= 500 }
    guard let count = sharp.first?.energies.count else { return nil }
    var sum = [Double](repeating: 0, count: count)
    for octave in sharp {
      guard let most = octave.energies.max(), most > 0 else { return nil }
      for index in sum.indices { sum[index] += octave.energies[index] / most }
    }
    guard let most = sum.max() else { return nil }
    let first = zero - Int(0.05 / stepSeconds)
    return sum.indices.dropFirst(first).first { sum[$0] >= 0.01 * most }
  }

  /// The sum of the energies of two channels, in the octaves that both have.
  func adding(_ other: LagSteps) -> LagSteps {
    var sum = self
    sum.octaves = octaves.compactMap { octave in
      guard let match = other.octaves.first(where: { $0.center == octave.center }) else {
        return nil
      }
      return Octave(
        center: octave.center, energies: zip(octave.energies, match.energies).map(+))
    }
    return sum
  }
}
