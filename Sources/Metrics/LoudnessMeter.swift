package import Signal

/// The loudness of a recording over time, in steps of 0.1 s.
///
/// A mono recording counts as one channel, so it reads 3.01 LU less than the same sound on two.
///
/// Source: ITU-R BS.1770-4, Annex 1; EBU Tech 3342-2016.
package struct LoudnessMeter: Sendable {
  /// The weighted mean square in each step, with the weights of the channels.
  private let powers: [Double]

  /// The loudness of a mean square of one, in LUFS.
  private static let offset = -0.691
  /// The mean square at −70 LUFS, under which nothing counts.
  private static let silence = Decibels(-70 - offset).power

  /// Reads a recording.
  ///
  /// - Throws: `MetricError.meterRefused` for more channels than layouts have, and for rates too
  ///   low for the filters.
  package init(of audio: AudioBuffer) throws(MetricError) {
    guard (1...64).contains(audio.channelCount),
      (4_000...2_822_400).contains(audio.sampleRate.value)
    else {
      throw .meterRefused(channels: audio.channelCount, sampleRate: audio.sampleRate)
    }
    let stepFrames = Int((0.1 * audio.sampleRate.value).rounded())
    let filters = KWeighting(sampleRate: audio.sampleRate)
    var powers = [Double](repeating: 0, count: audio.frameCount / stepFrames)
    for (samples, weight) in zip(audio.channels, Self.weights(channelCount: audio.channelCount))
    where weight > 0 {
      let energies = filters.energies(of: samples, stepFrames: stepFrames)
      for step in powers.indices { powers[step] += weight / Double(stepFrames) * energies[step] }
    }
    self.powers = powers
  }

  /// The gated loudness in LUFS; `-infinity` where every block lies under the gate.
  ///
  /// Blocks of 400 ms, 100 ms apart, gated at −70 LUFS and at 10 LU under their mean.
  package var integrated: Double {
    let loud = blocks(ofSteps: 4)
    let mean = Self.mean(loud)
    // A block on the gate counts.
    return Self.loudness(Self.mean(loud.filter { $0 >= mean * Decibels(-10).power }))
  }

  /// The loudness range in LU; nil where no block lies over the gate.
  ///
  /// Blocks of 3 s, 100 ms apart, gated at −70 LUFS and at 20 LU under their mean: the loudness
  /// that 95 of 100 blocks stay under, less the one that 10 of 100 stay under.
  package var range: Double? {
    let loud = blocks(ofSteps: 30)
    let gate = Self.mean(loud) * Decibels(-20).power
    let levels = loud.filter { $0 >= gate }.sorted()
    guard !levels.isEmpty else { return nil }
    func percentile(_ share: Double) -> Double {
      Self.loudness(levels[Int((Double(levels.count - 1) * share).rounded())])
    }
    return percentile(0.95) - percentile(0.1)
  }

  /// The mean squares of the blocks over −70 LUFS.
  private func blocks(ofSteps count: Int) -> [Double] {
    guard powers.count >= count else { return [] }
    return (0...powers.count - count).map { first in
      // Summed anew for each block: a running sum would carry loud sounds into silence.
      powers[first..<first + count].reduce(0, +) / Double(count)
    }.filter { $0 >= Self.silence }
  }

  private static func mean(_ powers: [Double]) -> Double {
    powers.isEmpty ? 0 : powers.reduce(0, +) / Double(powers.count)
  }

  private static func loudness(_ power: Double) -> Double { offset + Decibels(power: power).value }

  /// The weights of the channels: left, right, centre, low frequencies, and surrounds.
  private static func weights(channelCount: Int) -> [Double] {
    let surround = 1.41
    switch channelCount {
    case 4: return [1, 1, surround, surround]
    case 5: return [1, 1, 1, surround, surround]
    default:
      let front = [1, 1, 1, 0, surround, surround]
      return (0..<channelCount).map { $0 < front.count ? front[$0] : 0 }
    }
  }
}
