/// Where the ranges come from; 24 kHz is the highest corner at a rate of 48 kHz.
private let equaliser = "AVFAudio, AVAudioUnitEQFilterParameters (24000 Hz: half of 48 kHz)"
private let dynamics = "AudioUnitParameters.h, kDynamicsProcessorParam"

/// One key of a preset file.
enum PresetField: Sendable {
  case text(TextField<AudioPreset>)
  case order
  case number(NumberField<AudioPreset>)
  case bands
  case room
  case flag

  var key: String {
    switch self {
    case .text(let text): text.key
    case .order: "order"
    case .number(let number): number.rule.key
    case .bands: "eqBands"
    case .room: "reverbPreset"
    case .flag: "normalizeVolume"
    }
  }
}

extension AudioPreset {
  /// The groups, in the order in which they are shown.
  package static let categories = ["clean", "voice", "tone", "character", "space"]

  /// The most bells that a preset may have.
  ///
  /// Source: the equaliser's bands are fixed when it is made (AVFAudio, `AVAudioUnitEQ`); public
  /// code that uses it makes up to 16.
  package static let bandLimit = 16

  /// The places that a preset may ask for.
  static let orderRange = 0...9_999

  /// Every key of a preset file, in the order in which a file is written.
  ///
  /// The one place that says which keys there are and how far each number may go.
  static let fields: [PresetField] = [
    .text(TextField("id", \.id, .id)),
    .text(TextField("name", \.name)),
    .text(TextField("category", \.category, .choice(categories))),
    .order,
    .text(TextField("purpose", \.purpose)),
    .number(
      NumberField(
        "highPassFreq", \.highPassFreq, 20...24_000, "Hz",
        "the corner of the second-order Butterworth high-pass", source: equaliser)),
    .bands,
    .number(
      NumberField(
        "compressionThreshold", \.compressionThreshold, -40...20, "dBFS",
        "where the compressor starts, at the input of the dynamics stage", source: dynamics)),
    .number(
      NumberField(
        "compressionHeadroom", \.compressionHeadroom, 0.1...40, "dB",
        "how far above its threshold the compressor lets a steady level rise", source: dynamics)),
    .number(
      NumberField(
        "expansionRatio", \.expansionRatio, 1...50, "",
        "dB of fall per dB under the expansion threshold; 1 is off", source: dynamics)),
    .number(
      NumberField(
        "expansionThreshold", \.expansionThreshold, -120...0, "dBFS",
        "where the expander starts, at the input of the dynamics stage",
        source: "AudioKit pull request 1314 (as hosts show the unit; Apple's header is silent)")),
    .text(TextField("gateNote", \.gateNote)),
    .number(
      NumberField(
        "attackTime", \.attackTime, 0.0001...0.2, "seconds",
        "the time constant of a rising level", source: dynamics)),
    .number(
      NumberField(
        "releaseTime", \.releaseTime, 0.01...3, "seconds",
        "the time constant of a falling level", source: dynamics)),
    .room,
    .number(
      NumberField(
        "reverbMix", \.reverbMix, 0...100, "percent",
        "how much of the output is the room", source: "AVFAudio, AVAudioUnitReverb.wetDryMix")),
    .flag,
    .number(
      NumberField(
        "outputGain", \.outputGain, -40...40, "dB",
        "the boost after normalising",
        source: "AudioUnitParameters.h, kDynamicsProcessorParam_OverallGain")),
  ]
}

extension AudioPreset.EQBand {
  /// The numbers of a band, in the order in which a file is written.
  static let numbers: [NumberField<Self>] = [
    NumberField(
      "frequency", \.frequency, 20...24_000, "Hz", "the centre of the bell", source: equaliser),
    NumberField("gain", \.gain, -96...24, "dB", "the gain at the centre", source: equaliser),
    NumberField(
      "bandwidth", \.bandwidth, 0.05...5, "octaves",
      "the width between the points of half the gain in dB", source: equaliser),
  ]

  /// The reason of a band.
  static let reason = TextField<Self>("note", \.note)
}
