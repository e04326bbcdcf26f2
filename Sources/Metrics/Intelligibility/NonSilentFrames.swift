import Signal

/// The short frames of speech at 10 kHz.
///
/// Source: Taal et al. 2011, section II: 256 samples under a Hann window, half overlapped; frames
/// more than 40 dB under the loudest one of the clean speech count as silent.
enum NonSilentFrames {
  /// How many samples a frame spans.
  static let length = 256
  /// How many samples lie between the starts of two frames.
  static let hop = 128
  /// The energy of the quietest frame that counts, from that of the loudest one.
  private static let range = Decibels(-40)

  /// A raised cosine whose zeros lie just outside of the frame, as the authors' code has it.
  static let window: [Float] = (1...length).map { index in
    let angle = 2 * Double.pi * Double(index) / Double(length + 1)
    return Float((1 - DeterministicMath.cos(angle)) / 2)
  }

  /// The frames that count as speech, by number; none in silence.
  ///
  /// The last frame ends before the last sample does, as in the authors' code.
  static func frames(of samples: [Float]) -> [Int] {
    let energies = stride(from: 0, to: samples.count - length, by: hop).map { start in
      var sum = 0.0
      for index in 0..<length {
        let sample = Double(samples[start + index] * window[index])
        sum += sample * sample
      }
      return sum
    }
    let floor = (energies.max() ?? 0) * range.power
    return energies.indices.filter { energies[$0] > floor }
  }
}
