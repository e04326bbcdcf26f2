package import Signal

/// How quiet a recording gets.
package struct QuietParts: Hashable, Sendable {
  /// The level that one frame of 20 ms in twenty stays under, in dBFS; digital silence is left out.
  ///
  /// Without the offset of the recording. Nil where all is digital silence.
  package let floor: Decibels?
  /// The longest time for which the level stays within 6 dB of the floor.
  package let longestPauseSeconds: Double
  /// The part of the frames that are digital silence: zeros for half of a frame or more, or a level
  /// below −120 dBFS, which no microphone keeps under.
  package let digitalSilenceShare: Double

  private static let frameSeconds = 0.02
  private static let percentile = 0.05
  /// Zeros for this long are nobody's noise.
  private static let zeroRunSeconds = 0.002
  private static let digital = Decibels(-120)
  private static let pauseMargin = Decibels(6)
  /// A floor is of a pause, and not of the quietest sound of the speech, from this length on.
  private static let pauseSeconds = 0.1

  /// The floor where it is that of a pause; nil where the recording has none.
  package var pauseFloor: Decibels? { longestPauseSeconds >= Self.pauseSeconds ? floor : nil }

  init(of samples: [Float], mean: Float, sampleRate: Hertz) {
    let length = max(1, Int((Self.frameSeconds * sampleRate.value).rounded()))
    let zeroRun = max(2, Int(Self.zeroRunSeconds * sampleRate.value))
    var powers: [Double?] = []
    var silent = 0
    for start in stride(from: 0, to: max(0, samples.count - length + 1), by: length) {
      var (sum, zeros, run) = (0.0, 0, 0)
      for index in start..<start + length {
        let value = Double(samples[index] - mean)
        sum += value * value
        run = samples[index] == 0 ? run + 1 : 0
        if run == zeroRun { zeros += run } else if run > zeroRun { zeros += 1 }
      }
      let power = sum / Double(length)
      let isSilent = 2 * zeros >= length || power < Self.digital.power
      if isSilent { silent += 1 }
      // Frames into which zeros reach are left out on both sides.
      powers.append(isSilent || zeros > 0 ? nil : power)
    }
    let sorted = powers.compactMap(\.self).sorted()
    digitalSilenceShare = powers.isEmpty ? 0 : Double(silent) / Double(powers.count)
    guard !sorted.isEmpty else {
      floor = nil
      longestPauseSeconds = 0
      return
    }
    let lowest = sorted[Int(Self.percentile * Double(sorted.count - 1))]
    floor = Decibels(power: lowest)
    let limit = lowest * Self.pauseMargin.power
    var (run, longest) = (0, 0)
    for power in powers {
      run = power.map { $0 <= limit } ?? false ? run + 1 : 0
      longest = max(longest, run)
    }
    longestPauseSeconds = Double(longest * length) / sampleRate.value
  }
}
