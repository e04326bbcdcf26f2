package import Presets
package import Signal

/// The high-pass and the bells of one preset, as designs: the part of the chain that is linear.
package struct LinearStage: Hashable, Sendable {
  /// The rate that the sections are designed for.
  package let sampleRate: Hertz
  /// The high-pass.
  package let highPass: StateVariableCoefficients
  /// The bells, in the preset's order.
  package let bells: [StateVariableCoefficients]

  /// Designs the sections of a preset.
  ///
  /// - Parameters:
  ///   - preset: The preset; its high-pass corner must lie below half the sample rate.
  ///   - sampleRate: The rate of the audio to be filtered.
  package init(preset: AudioPreset, sampleRate: Hertz) {
    self.sampleRate = sampleRate
    highPass = .highPass(corner: Hertz(preset.highPassFreq), sampleRate: sampleRate)
    bells = preset.eqBands.map { band in
      .bell(
        center: Hertz(band.frequency), gain: Decibels(band.gain), octaves: band.bandwidth,
        sampleRate: sampleRate)
    }
  }

  /// The gain of the whole stage at each frequency up to half the sample rate.
  package var response: FrequencyResponse {
    let sections = [highPass] + bells
    let rate = sampleRate
    return FrequencyResponse { frequency in
      let tangent = StateVariableCoefficients.warped(frequency, rate)
      return Decibels(power: sections.reduce(1) { $0 * $1.powerGain(atWarped: tangent) })
    }
  }
}
