package import Signal
import Spectrum

/// How wet a render makes the speech of its reference, from the two signals alone.
///
/// What a gate, a compressor or noise does to speech is no linear, time-invariant response: it
/// spreads over the lags of the estimate, those before the direct sound included, where a room has
/// nothing. Its energy there, the mean or that of the same lag on the other side, is taken from the
/// energy after the direct sound, and where 50 ms of tail do not stand out from it by three of its
/// standard deviations, nothing is left.
package struct RoomEstimate: Sendable {
  /// The measures of the response.
  package let measures: ImpulseResponseMeasures
  /// How much of the response is unsure: the standard deviation of the energy of the tail over
  /// the whole energy, of the worst octave from 500 Hz to 4 kHz that was read.
  package let deviation: Double

  /// The deviation beyond which an octave is left out.
  ///
  /// Source: 3:1 compression, a gate at -28 dBFS and hiss on eight voices, 5 to 26 s of each: up to
  /// here dry speech read an STI of 0.99 or more; beyond it came down to 0.90.
  package static let mostDeviation = 0.02
  /// How many of the octaves from 500 Hz to 4 kHz have to be sure.
  private static let fewestOctaves = 2
  /// The longest stretch that is read, the loudest of a recording.
  private static let longestSeconds = 40.0
  private static let stepSeconds = 0.002
  private static let groupSeconds = 0.05

  /// Reads a render.
  ///
  /// - Parameters:
  ///   - render: What came out, aligned to 20 ms; its tail may be longer.
  ///   - reference: The dry speech that went in, of the same rate and number of channels.
  /// - Returns: Nil where one is silent or broken, or where fewer than two of the octaves from
  ///   500 Hz to 4 kHz are sure: a gate may take what there is of a third.
  package init?(of render: AudioBuffer, from reference: AudioBuffer) {
    let rate = reference.sampleRate
    guard render.sampleRate == rate, render.channelCount == reference.channelCount,
      render.firstNonFinite == nil, reference.firstNonFinite == nil
    else { return nil }
    let range = Self.loudest(of: reference)
    let tail = Int(ResponseEstimate.tailSeconds * rate.value)
    let after = min(render.frameCount, range.upperBound + tail)
    guard range.lowerBound < after else { return nil }
    var steps: LagSteps?
    for channel in reference.channels.indices {
      let (x, y) = (reference.channels[channel], render.channels[channel])
      // The same voice on both channels says nothing new.
      if channel > 0, x == reference.channels[0], y == render.channels[0] { continue }
      let estimate = ResponseEstimate(
        from: Array(x[range]), to: Array(y[range.lowerBound..<after]), sampleRate: rate)
      let found = LagSteps(of: estimate, stepSeconds: Self.stepSeconds)
      steps = steps?.adding(found) ?? found
    }
    guard let steps, let onset = steps.onset else { return nil }
    var octaves: [ImpulseResponseMeasures.Band] = []
    var sum: [Double] = []
    var (worst, unknown) = (0.0, 0.0)
    var earlyCount = 0
    for octave in steps.octaves {
      guard let tail = Self.tail(of: octave.energies, onset: onset, steps) else { continue }
      guard tail.deviation <= Self.mostDeviation else { continue }
      if Self.isOfSpeech(octave.center) { worst = max(worst, tail.deviation) }
      unknown = max(unknown, tail.unknown)
      let total = tail.curve.energies.reduce(0, +)
      if sum.isEmpty { sum = Array(repeating: 0, count: tail.curve.energies.count) }
      for index in sum.indices { sum[index] += tail.curve.energies[index] / total }
      earlyCount = tail.curve.earlyCount
      octaves.append(
        ImpulseResponseMeasures.Band(
          tail.curve, center: Hertz(octave.center),
          floor: Decibels(power: tail.unknown).value))
    }
    let heard = octaves.count { Self.isOfSpeech($0.center?.value ?? 0) }
    guard heard >= Self.fewestOctaves else { return nil }
    deviation = worst
    measures = ImpulseResponseMeasures(
      broadband: ImpulseResponseMeasures.Band(
        EnergyTimeCurve(energies: sum, stepSeconds: steps.stepSeconds, earlyCount: earlyCount),
        center: nil, floor: Decibels(power: unknown).value),
      octaves: octaves)
  }

  /// Whether an octave is one of those that C50 is read from.
  private static func isOfSpeech(_ center: Double) -> Bool { (500...4000).contains(center) }

  /// The energy of an octave after the direct sound without that of the noise.
  private static func tail(
    of energies: [Double], onset: Int, _ steps: LagSteps
  ) -> (curve: EnergyTimeCurve, deviation: Double, unknown: Double)? {
    let group = Int((groupSeconds / steps.stepSeconds).rounded())
    // The zero-phase filters of the octaves reach some milliseconds ahead.
    let start = onset - Int((0.02 / steps.stepSeconds).rounded())
    let boundary = onset + group
    let noiseEnd = onset - group
    let noiseGroups = stride(from: noiseEnd - group, through: 0, by: -group).map { first in
      energies[first..<first + group].reduce(0, +)
    }
    let count = Double(noiseGroups.count)
    guard count >= 8, boundary < energies.count else { return nil }
    let noise = noiseGroups.reduce(0, +) / count
    let variance = noiseGroups.reduce(0) { $0 + ($1 - noise) * ($1 - noise) } / (count - 1)
    var curve = energies[start..<boundary].map { max(0, $0 - noise / Double(group)) }
    let early = curve.reduce(0, +)
    var lateGroups = 0
    for first in stride(from: boundary, through: energies.count - group, by: group) {
      let steps = energies[first..<first + group]
      let energy = steps.reduce(0, +)
      // Near the direct sound there is more noise, and as much of it before as after.
      let mirrored = lateGroups < noiseGroups.count ? noiseGroups[lateGroups] : 0
      let clear = energy - max(noise, mirrored)
      let share = clear > 3 * variance.squareRoot() ? clear / energy : 0
      curve += steps.map { share * $0 }
      lateGroups += 1
    }
    let whole = curve.reduce(0, +)
    guard early > 0, whole > 0 else { return nil }
    let deviation = (variance * Double(lateGroups)).squareRoot() / whole
    // What comes after the last lag is of the size of what came in the last 0.2 s.
    let last = curve.suffix(4 * group).reduce(0, +) / whole
    return (
      EnergyTimeCurve(
        energies: curve, stepSeconds: steps.stepSeconds, earlyCount: boundary - start),
      deviation, 3 * deviation + 2 * last
    )
  }

  /// The loudest stretch of a recording that is too long.
  private static func loudest(of audio: AudioBuffer) -> Range<Int> {
    let second = Int(audio.sampleRate.value)
    let length = Int(longestSeconds) * second
    guard audio.frameCount > length else { return 0..<audio.frameCount }
    let energies = stride(from: 0, through: audio.frameCount - second, by: second).map { start in
      audio.channels.reduce(0) { sum, samples in
        sum + samples[start..<start + second].reduce(0) { $0 + Double($1) * Double($1) }
      }
    }
    let seconds = Int(longestSeconds)
    var energy = energies.prefix(seconds).reduce(0, +)
    var (best, most) = (0, energy)
    for start in 1..<max(1, energies.count - seconds + 1) {
      energy += energies[start + seconds - 1] - energies[start - 1]
      if energy > most { (best, most) = (start, energy) }
    }
    return best * second..<best * second + length
  }
}
