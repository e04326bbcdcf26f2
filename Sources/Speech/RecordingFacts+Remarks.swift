import Signal

extension RecordingFacts {
  /// What the recording can prove and what not, in sentences; faults come first.
  package var remarks: [String] {
    guard durationSeconds > 0 else { return ["It holds no audio."] }
    guard peak.value > -.infinity else {
      return faults + ["It is digital silence: it can show that a preset adds no noise of its own."]
    }
    return faults + [bandRemark, speechRemark] + floorRemarks + [voiceRemark] + humRemarks
  }

  private var faults: [String] {
    var faults: [String] = []
    if brokenSampleCount > 0 {
      faults.append(
        """
        \(Self.counted(brokenSampleCount, "sample is", "samples are")) not finite and counted as \
        silence here: repair the file before you use it.
        """)
    }
    if let first = clipping.firstRuns.first {
      faults.append(
        """
        \(Self.counted(clipping.runCount, "run", "runs")) of clipped samples, the first at \
        \(Fixed.text(first.startSeconds, decimals: 3)) s: what they sound like is distortion of \
        the recording, not of a preset.
        """)
    }
    if let first = spikes.firstSeconds {
      faults.append(
        """
        \(Self.counted(spikes.count, "click", "clicks")) of a single sample, the first at \
        \(Fixed.text(first, decimals: 3)) s: they set peaks and the highest bands.
        """)
    }
    if let silent = relation?.silentChannel {
      faults.append(
        "The \(silent == 0 ? "left" : "right") channel is silent: make it mono before you use it.")
    }
    if let relation, relation.correlation < ChannelRelation.cancelling {
      faults.append(
        "The channels cancel each other: turn the polarity of one of them, or mono loses the voice."
      )
    }
    if overCount > 0 {
      faults.append(
        """
        \(Self.counted(overCount, "sample lies", "samples lie")) beyond full scale, up to \
        \(Self.signed(peak)) dBFS: written to an integer file they clip.
        """)
    }
    if abs(offset) >= Self.heardOffset {
      faults.append(
        """
        An offset of \(Fixed.text(offset, decimals: 4)) \
        (\(Self.text(Decibels(amplitude: offset))) dBFS): it counts as level wherever nothing \
        takes it out, and cutting the recording makes clicks.
        """)
    }
    if let bitDepth, bitDepth < 16 {
      faults.append("The samples use \(bitDepth) bits: the floor may be their rounding.")
    }
    return faults
  }

  private var bandRemark: String {
    let end = Self.kilohertz(band.upper)
    let speech: String
    if let upper = band.speechUpper, upper.value < 0.9 * band.upper.value {
      speech =
        " Speech stands over its pauses up to \(Self.kilohertz(upper)); above is noise alone."
    } else {
      speech = ""
    }
    let limit =
      switch band.edge {
      case .halfRate where band.upper.value >= Self.fullBand:
        "Bandwidth reaches up to \(end), half the sample rate."
      case .halfRate:
        """
        Bandwidth ends at \(end), half the sample rate: it proves nothing about hiss, sibilants \
        or air above.
        """
      case .wall(let fall):
        """
        Bandwidth ends at \(end) in a fall of \(Self.whole(fall)) dB, as encoders and converters \
        make it: it proves nothing about hiss or air above.
        """
      case .rounding:
        """
        Bandwidth ends at \(end), where the spectrum fades into the rounding of the samples: it \
        proves nothing about hiss or air above.
        """
      }
    return limit + speech
  }

  private var speechRemark: String {
    guard let activeLevel else {
      return "No sound in it lasts long enough to be speech: it has no active level."
    }
    let part = Self.percent(activeLevel.activity)
    let level = """
      The active level is \(Self.text(activeLevel.level)) dBov, \(part) of the time, with peaks \
      of \(Self.signed(peak)) dBFS.
      """
    guard activeLevel.level.value < Self.quietSpeech else { return level }
    return level + " That is quiet: gates with a fixed threshold close on more of it than usual."
  }

  private var floorRemarks: [String] {
    var remarks: [String] = []
    if quiet.digitalSilenceShare >= 0.02 {
      remarks.append(
        """
        \(Self.percent(quiet.digitalSilenceShare)) of it is digital zero: the end of a reverb can \
        be measured there, noise reduction cannot.
        """)
    }
    guard let floor = quiet.floor else {
      return remarks + ["The floor is digital zero: it proves nothing about noise."]
    }
    guard quiet.pauseFloor != nil else {
      return remarks + [
        """
        It has no pause of 0.1 s: the floor of \(Self.text(floor)) dBFS is its quietest sound, \
        and the noise of its room is not known.
        """
      ]
    }
    guard let distance = signalToNoise else {
      return remarks + ["The noise floor is at \(Self.text(floor)) dBFS."]
    }
    let meaning =
      switch distance.value {
      case Self.cleanSpeech...: "too clean to show what noise reduction gains"
      case Self.noisySpeech..<Self.cleanSpeech: "noise and quiet word endings can be told apart"
      case 6..<Self.noisySpeech: "a gate that takes this noise takes quiet consonants with it"
      default: "no speech stands out of the noise"
      }
    return remarks + [
      """
      The noise floor is at \(Self.text(floor)) dBFS, \(Self.whole(distance)) dB under the \
      speech: \(meaning).
      """
    ]
  }

  private var voiceRemark: String {
    guard let voice else { return "No voice is found in it: it proves nothing about body." }
    let range = """
      median F0 \(Fixed.text(voice.medianF0Hz, decimals: 0)) Hz, half of it between \
      \(Fixed.text(voice.lowerQuartileF0Hz, decimals: 0)) and \
      \(Fixed.text(voice.upperQuartileF0Hz, decimals: 0)) Hz
      """
    return switch voice.register {
    case .low: "A low voice, \(range): a thin preset shows in it."
    case .high: "A high voice, \(range): it cannot show what is lost below 165 Hz."
    }
  }

  private var humRemarks: [String] {
    guard let hum else { return [] }
    return [
      """
      Mains hum of \(Fixed.text(hum.mains.value, decimals: 0)) Hz at \(Self.text(hum.level)) dBFS, \
      its strongest line \(Self.whole(hum.prominence)) dB over the noise beside it: good for judging \
      a hum filter, and a gate on the whole band keys on it.
      """
    ]
  }

  /// From here on the upper limit of hearing lies inside the band.
  private static let fullBand = 20_000.0
  /// An offset of -50 dBFS lies over the noise floor of many recordings.
  private static let heardOffset = 0.003
  private static let quietSpeech = -36.0
  private static let cleanSpeech = 50.0
  /// Weak final bursts lie 18 to 30 dB under the active level.
  private static let noisySpeech = 25.0

  private static func text(_ level: Decibels) -> String { Fixed.text(level.value, decimals: 1) }

  private static func signed(_ level: Decibels) -> String {
    (level.value >= 0 ? "+" : "") + text(level)
  }

  private static func whole(_ level: Decibels) -> String { Fixed.text(level.value, decimals: 0) }

  private static func kilohertz(_ frequency: Hertz) -> String {
    Fixed.text(frequency.value / 1_000, decimals: 1) + " kHz"
  }

  private static func percent(_ part: Double) -> String {
    Fixed.text(100 * part, decimals: 0) + " %"
  }

  private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
