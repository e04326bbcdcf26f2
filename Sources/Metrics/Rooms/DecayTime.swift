package import Signal

/// How long sound in a room takes to decay by 60 dB.
package enum DecayTime {
  /// How an energy decays in nepers while it decays by 60 dB.
  package static let nepers = 6 * DeterministicMath.ln10

  /// Reads T30 of one octave: a straight line through the decay from -5 to -35 dB.
  ///
  /// NaN where the answer to the impulse does not reach so deep.
  ///
  /// Source: ISO 3382-1:2009, 5.3.3, from the backward integral.
  package static func measured(
    of samples: [Float], octave: Hertz, sampleRate: Hertz
  ) -> Double {
    var decay = OctaveFilter(center: octave, sampleRate: sampleRate).filtered(samples)
    var sum = 0.0
    for index in decay.indices.reversed() {
      sum += decay[index] * decay[index]
      decay[index] = sum
    }
    let step = 32
    let levels = stride(from: 0, to: decay.count, by: step).map { decay[$0] / decay[0] }
    return seconds(energies: levels, stepSeconds: Double(step) / sampleRate.value)
  }

  /// The T30 that a design predicts for an octave.
  ///
  /// Every frequency of the band decays at its own pace, and what is left at -35 dB is mostly the
  /// slowest; the design's time at the centre alone would be a quarter short where absorption is
  /// steep (a cathedral at 8 kHz). So the energies of slices, weighted by the octave filter and by
  /// what comes into the room, decay together, and their sum is read as a measured decay is.
  package static func predicted(by design: RoomExpectation, octave: Hertz) -> Double {
    let filter = OctaveFilter(center: octave, sampleRate: design.sampleRate)
    let top = min(2.4 * octave.value, design.sampleRate.nyquist.value)
    let slices = (0..<80).map { slice in
      let frequency = Hertz(0.4 * octave.value + (top - 0.4 * octave.value) * Double(slice) / 80)
      let time = design.decaySeconds(frequency)
      let weight = filter.power(at: frequency) * design.inputPower(frequency)
      // A backward integral starts with the energy that is still to come.
      return (time: time, energy: time * weight)
    }
    let step = design.decaySeconds(octave) / 250
    let energies = (0..<350).map { index in
      slices.reduce(0) {
        $0 + $1.energy * DeterministicMath.exp(-nepers * Double(index) * step / $1.time)
      }
    }
    return seconds(energies: energies.map { $0 / energies[0] }, stepSeconds: step)
  }

  /// The decay time from a decay curve of energies that starts at one.
  ///
  /// NaN where the curve does not reach the lower level, or where it jumps through more than half
  /// of the range, as from a direct sound onto a faint tail or past a lone echo.
  ///
  /// - Parameters:
  ///   - energies: What is still to come at each step.
  ///   - stepSeconds: The time from one to the next.
  ///   - upper: The level in decibels from which on the line is drawn.
  ///   - lower: The level down to which it is drawn.
  static func seconds(
    energies: [Double], stepSeconds: Double, from upper: Double = -5, to lower: Double = -35
  ) -> Double {
    var (n, t, l, tt, tl) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var isDeepEnough = false
    var (highest, lowest) = (-Double.infinity, Double.infinity)
    let (most, least) = (Decibels(upper).power, Decibels(lower).power)
    for (index, energy) in energies.enumerated() {
      guard energy <= most else { continue }
      guard energy >= least else {
        isDeepEnough = true
        break
      }
      let level = Decibels(power: energy).value
      (highest, lowest) = (max(highest, level), min(lowest, level))
      let time = Double(index) * stepSeconds
      n += 1
      t += time
      l += level
      tt += time * time
      tl += time * level
    }
    guard isDeepEnough, highest - lowest >= (upper - lower) / 2 else { return .nan }
    return -60 * (n * tt - t * t) / (n * tl - t * l)
  }
}
