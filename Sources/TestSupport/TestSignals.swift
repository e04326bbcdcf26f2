package import Signal

/// Signals with a known analytic form, for tests.
package enum TestSignals {
  /// A sine wave, starting at phase zero.
  package static func sine(
    _ frequency: Hertz, amplitude: Double = 1, seconds: Double, sampleRate: Hertz
  ) -> AudioBuffer {
    let step = 2 * Double.pi * frequency.value / sampleRate.value
    let frames = Int((seconds * sampleRate.value).rounded())
    let samples = (0..<frames).map { frame in
      let phase = (step * Double(frame)).remainder(dividingBy: 2 * .pi)
      return Float(amplitude * DeterministicMath.sin(phase))
    }
    return AudioBuffer(channels: [samples], sampleRate: sampleRate)
  }

  /// White noise with a uniform distribution between plus and minus `amplitude`.
  package static func noise(
    amplitude: Double = 1, seconds: Double, channelCount: Int = 1, seed: UInt64 = 1,
    sampleRate: Hertz
  ) -> AudioBuffer {
    var generator = SeededGenerator(seed: seed)
    let frames = Int((seconds * sampleRate.value).rounded())
    let channels = (0..<channelCount).map { _ in
      (0..<frames).map { _ in Float(amplitude * generator.nextUniform()) }
    }
    return AudioBuffer(channels: channels, sampleRate: sampleRate)
  }

  /// A single sample of some height at a frame, in silence.
  package static func impulse(
    at frame: Int = 0, height: Float = 1, frameCount: Int, sampleRate: Hertz
  ) -> AudioBuffer {
    var samples = [Float](repeating: 0, count: frameCount)
    samples[frame] = height
    return AudioBuffer(channels: [samples], sampleRate: sampleRate)
  }
}
