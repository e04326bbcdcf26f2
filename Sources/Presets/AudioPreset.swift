/// A one-tap sound: the numbers that the fixed chain runs with, and the words that explain them.
///
/// Field names are those of the preset files. Frequencies are in hertz, gains and thresholds in
/// decibels (thresholds in dBFS at the input of the dynamics stage), bandwidths in octaves, times
/// in seconds, the reverb mix in percent.
package struct AudioPreset: Hashable, Sendable {
  /// One bell of the parametric equaliser.
  package struct EQBand: Hashable, Sendable {
    /// The centre, in hertz.
    package var frequency: Double
    /// The gain at the centre, in decibels.
    package var gain: Double
    /// The width between the half-gain points, in octaves.
    package var bandwidth: Double
    /// Why the band is there.
    package var note: String

    /// Creates a band.
    package init(frequency: Double, gain: Double, bandwidth: Double, note: String = "") {
      self.frequency = frequency
      self.gain = gain
      self.bandwidth = bandwidth
      self.note = note
    }
  }

  /// The short name that files and commands use: lower-case letters, digits and hyphens.
  package var id: String
  /// The name that a person reads on the button.
  package var name: String
  /// The group that the preset is shown in.
  package var category: String
  /// The place among the presets of its category; smaller comes first, equal ones go by `id`.
  package var order: Int
  /// What the preset is for, in one line.
  package var purpose: String
  /// The corner of the high-pass filter, in hertz.
  package var highPassFreq: Double
  /// The bells, in the order in which they run.
  package var eqBands: [EQBand]
  /// Where the compressor starts, in dBFS.
  package var compressionThreshold: Double
  /// How far above its threshold the compressor lets the level rise, in decibels.
  package var compressionHeadroom: Double
  /// How many decibels the level falls for each decibel under the expansion threshold.
  package var expansionRatio: Double
  /// Where the expander starts, in dBFS.
  package var expansionThreshold: Double
  /// Why the gate stands where it does.
  package var gateNote: String
  /// The time constant of a rising level, in seconds.
  package var attackTime: Double
  /// The time constant of a falling level, in seconds.
  package var releaseTime: Double
  /// The room; nil for none.
  package var reverbPreset: ReverbPreset?
  /// How much of the output is the room, in percent.
  package var reverbMix: Double
  /// Whether the loudest peak is brought to -1 dBFS before the output gain.
  package var normalizeVolume: Bool
  /// The boost after normalising, in decibels.
  package var outputGain: Double

  /// The room, where its share is above zero.
  package var heardRoom: ReverbPreset? { reverbMix > 0 ? reverbPreset : nil }

  /// The place of a preset whose file names none: after all others.
  package static let noOrder = Int.max

  /// Creates a preset; a number that is left out does as little as the chain allows.
  package init(
    id: String, name: String, category: String, order: Int = Self.noOrder, purpose: String,
    highPassFreq: Double = 20, eqBands: [EQBand] = [],
    compressionThreshold: Double = 20, compressionHeadroom: Double = 40,
    expansionRatio: Double = 1, expansionThreshold: Double = -120, gateNote: String = "",
    attackTime: Double = 0.001, releaseTime: Double = 0.05,
    reverbPreset: ReverbPreset? = nil, reverbMix: Double = 0,
    normalizeVolume: Bool = false, outputGain: Double = 0
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.order = order
    self.purpose = purpose
    self.highPassFreq = highPassFreq
    self.eqBands = eqBands
    self.compressionThreshold = compressionThreshold
    self.compressionHeadroom = compressionHeadroom
    self.expansionRatio = expansionRatio
    self.expansionThreshold = expansionThreshold
    self.gateNote = gateNote
    self.attackTime = attackTime
    self.releaseTime = releaseTime
    self.reverbPreset = reverbPreset
    self.reverbMix = reverbMix
    self.normalizeVolume = normalizeVolume
    self.outputGain = outputGain
  }
}
