package import Presets
package import Signal

/// The last stage: the measured peak to -1 dBFS, the output boost, and the ceiling at -1 dBFS.
///
/// The numbers of the presets ask for a boost on top of a peak that already stands at -1 dBFS.
/// Plain gain would end at up to +5 dBFS, which every converter and codec clips. The boost is
/// read as drive into a limiter that holds the sample peak at -1 dBFS and the wave between the
/// samples under 0 dBTP.
package enum GainStage {
  /// Where the loudest sample ends.
  package static let ceiling = Decibels(-1)
  /// The most that normalising may add: beyond it lies the noise of the recording.
  package static let mostNormalisingGain = Decibels(30)
  /// The peak under which a render counts as silent and is not normalised.
  package static let silence = Decibels(-60)

  /// What the gain stage does to one render.
  package struct Plan: Hashable, Sendable {
    /// The gain of normalising; nil where the preset does not ask for it or the render is silent.
    package var normalisingGain: Decibels?
    /// The factor of normalising and boost together.
    package var drive: Float
    /// The largest magnitude that may leave.
    package var ceiling: Float
  }

  /// Works out what to do from the peak of everything that comes before the stage.
  ///
  /// - Parameters:
  ///   - peak: The largest magnitude of the render, its tail included.
  ///   - preset: The preset, for its boost and for whether it normalises.
  /// - Returns: The plan.
  package static func plan(peak: Float, preset: AudioPreset) -> Plan {
    let ceilingAmplitude = Float(ceiling.amplitude)
    let boost = Decibels(preset.outputGain).amplitude
    let level = Decibels(amplitude: Double(peak))
    guard preset.normalizeVolume, level >= silence else {
      return Plan(normalisingGain: nil, drive: Float(boost), ceiling: ceilingAmplitude)
    }
    let wanted = Decibels(ceiling.value - level.value)
    let gain = min(wanted, mostNormalisingGain)
    let normalising =
      wanted <= mostNormalisingGain
      ? Double(ceilingAmplitude) / Double(peak) : mostNormalisingGain.amplitude
    var drive = Float(normalising * boost)
    // Without a boost the limiter has nothing to do: do not let rounding hand it one last bit.
    while boost <= 1, peak * drive > ceilingAmplitude { drive = drive.nextDown }
    return Plan(normalisingGain: gain, drive: drive, ceiling: ceilingAmplitude)
  }
}
