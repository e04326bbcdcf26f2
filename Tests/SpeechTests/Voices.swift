import Signal

/// Voices made of harmonics.
enum Voices {
  /// A vowel for a quarter of a second, then a quarter of silence, again and again.
  static func syllables(f0Hz: Double, seconds: Double, rate: Double) -> [Float] {
    let harmonics = min(20, Int(0.4 * rate / f0Hz))
    // A straight line between 4096 points of a period is -70 dB off at the twentieth harmonic.
    let period = (0...4096).map { point in
      (1...harmonics).reduce(0.0) { sum, harmonic in
        let turns = (Double(harmonic * point) / 4096).truncatingRemainder(dividingBy: 1)
        return sum + DeterministicMath.sin(2 * .pi * turns) / Double(harmonic)
      }
    }
    return (0..<Int(seconds * rate)).map { frame in
      let t = Double(frame) / rate
      let place = (t * 2).truncatingRemainder(dividingBy: 1) * 2
      guard place < 1 else { return 0 }
      // Twenty milliseconds of fade on either side.
      let fade = min(1, place * 12.5, (1 - place) * 12.5)
      let point = (f0Hz * t).truncatingRemainder(dividingBy: 1) * 4096
      let before = Int(point)
      let part = point - Double(before)
      return Float(0.2 * fade * (period[before] * (1 - part) + period[before + 1] * part))
    }
  }

  /// Adds the mains and four of its multiples.
  static func addHum(_ mains: Double, amplitude: Double, to samples: inout [Float], rate: Double) {
    for index in samples.indices {
      let t = Double(index) / rate
      for harmonic in 1...5 {
        let phase = (Double(harmonic) * mains * t).truncatingRemainder(dividingBy: 1)
        let line = amplitude / Double(harmonic) * DeterministicMath.sin(2 * .pi * phase)
        samples[index] += Float(line)
      }
    }
  }
}
