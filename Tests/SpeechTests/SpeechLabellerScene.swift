import Signal

/// A made-up recording: vowels, closures, bursts and frication with edges known to the sample.
struct SpeechLabellerScene {
  private(set) var samples: [Float] = []
  let rate: Double
  private var random = SeededGenerator(seed: 11)
  /// The room, so that nothing is digital silence.
  private let room: Double

  init(rate: Double = 16_000, room: Double = 1e-5) {
    self.rate = rate
    self.room = room
  }

  var seconds: Double { Double(samples.count) / rate }

  var audio: AudioBuffer { AudioBuffer(channels: [samples], sampleRate: Hertz(rate)) }

  /// Silence of the room; gives back when it started.
  @discardableResult
  mutating func quiet(_ length: Double) -> Double {
    let room = room
    return add(length) { _, noise in noise * room }
  }

  /// Harmonics of 120 Hz that fall by 12 dB an octave above 500 Hz.
  @discardableResult
  mutating func vowel(_ length: Double, amplitude: Double = 0.1) -> Double {
    let (rate, room) = (rate, room)
    return add(length) { frame, noise in
      let time = Double(frame) / rate
      let fade = min(1, min(time, length - time) / 0.02)
      var sum = noise * room
      for harmonic in 1...25 {
        let hertz = 120 * Double(harmonic)
        let level = hertz < 500 ? 1 : (500 / hertz) * (500 / hertz)
        let turns = (hertz * time).truncatingRemainder(dividingBy: 1)
        sum +=
          amplitude * fade * level
          * DeterministicMath.sin(2 * .pi * turns + Double(harmonic * harmonic))
      }
      return sum
    }
  }

  /// White noise that sets in at once and dies away by 60 dB in three times its length.
  @discardableResult
  mutating func burst(_ length: Double, amplitude: Double = 0.02) -> Double {
    let (rate, room) = (rate, room)
    return add(length) { frame, noise in
      noise * (room + amplitude * DeterministicMath.exp(-2.3 * Double(frame) / rate / length))
    }
  }

  /// Noise with less below 4 kHz, that swells and sinks within 20 ms.
  @discardableResult
  mutating func frication(_ length: Double, amplitude: Double = 0.03) -> Double {
    let rate = rate
    var last = 0.0
    return add(length) { frame, noise in
      let time = Double(frame) / rate
      defer { last = noise }
      return amplitude * min(1, min(time, length - time) / 0.02) * (noise - last)
    }
  }

  /// Noise through two low-pass sections at 600 Hz, as loud as a vowel.
  @discardableResult
  mutating func murmur(_ length: Double) -> Double {
    let step = 1 - DeterministicMath.exp(-2 * .pi * 600 / rate)
    var (first, second) = (0.0, 0.0)
    return add(length) { _, noise in
      first += step * (noise - first)
      second += step * (first - second)
      return second
    }
  }

  private mutating func add(_ length: Double, _ sample: (Int, Double) -> Double) -> Double {
    let start = seconds
    for frame in 0..<Int((length * rate).rounded()) {
      let noise = random.nextUniform()
      samples.append(Float(sample(frame, noise)))
    }
    return start
  }
}
