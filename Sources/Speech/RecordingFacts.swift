package import Signal

/// What can be read from a recording of speech alone, and so what it can prove.
///
/// Floor, band, voice and ratio are those of the channel with the highest active level, or of the
/// first one where nobody speaks; peak, offset, clipping and hum are the worst of any channel.
/// Samples that are not finite count as silence and are counted.
package struct RecordingFacts: Hashable, Sendable {
  /// A fundamental frequency, and how much of it there is.
  package struct Voice: Hashable, Sendable {
    /// Which of two groups of voices this one is in.
    package enum Register: String, Hashable, Sendable {
      case low
      case high
    }

    /// The middle fundamental; what lies beyond 3/5 and 5/3 of the middle of all is left out.
    package let medianF0Hz: Double
    package let lowerQuartileF0Hz: Double
    package let upperQuartileF0Hz: Double
    /// How long the voice sounds, all told.
    package let voicedSeconds: Double
    /// The part of the time in which somebody speaks that is voiced, at most 1.
    package let voicedShare: Double

    /// Low below 165 Hz, half way by ear between the 120 Hz and 220 Hz of usual adults.
    ///
    /// Source: I. R. Titze, Principles of Voice Production, 1994, on the means of adults.
    package var register: Register { medianF0Hz < 165 ? .low : .high }
  }

  package let sampleRate: Hertz
  package let channelCount: Int
  package let durationSeconds: Double
  /// How many samples are NaN or infinite.
  package let brokenSampleCount: Int
  /// The largest magnitude of any sample in dBFS.
  package let peak: Decibels
  /// How many samples lie beyond full scale; an integer file cannot hold them.
  package let overCount: Int
  /// The bits that the samples need, up to 24; nil for samples on no such grid, and for silence.
  package let bitDepth: Int?
  /// The mean of the samples; 1 is full scale.
  package let offset: Double
  package let clipping: Clipping
  package let spikes: LoneSpikes
  /// How its two channels stand to each other; nil where it has not two.
  package let relation: ChannelRelation?
  /// How loud the speech is; nil where there is none.
  package let activeLevel: ActiveSpeechLevel?
  package let quiet: QuietParts
  package let band: RecordingBand
  /// The voice; nil where less than 0.1 s is voiced or nothing stands 6 dB over the floor.
  package let voice: Voice?
  /// The hum of the mains; nil where no lines stand out.
  package let hum: MainsHum?

  /// The active level over the noise floor; nil where one of them is missing.
  package var signalToNoise: Decibels? {
    guard let level = activeLevel?.level, let floor = quiet.floor else { return nil }
    return Decibels(level.value - floor.value)
  }

  /// Reads the facts of a recording; it may be silent or empty.
  package init(of recording: AudioBuffer) {
    let rate = recording.sampleRate
    var broken = 0
    let channels = recording.channels.map { samples in
      samples.map { sample -> Float in
        if sample.isFinite { return sample }
        broken += 1
        return 0
      }
    }
    let audio = AudioBuffer(channels: channels, sampleRate: rate)
    sampleRate = rate
    channelCount = audio.channelCount
    durationSeconds = audio.durationSeconds
    brokenSampleCount = broken
    peak = Decibels(amplitude: Double(audio.peak))
    overCount = channels.reduce(0) { $0 + $1.count { $0.magnitude > 1 } }
    bitDepth = SampleGrid(of: channels).bits
    clipping = Clipping(in: channels, sampleRate: rate)
    spikes = LoneSpikes(in: channels, sampleRate: rate)
    relation = ChannelRelation(of: channels)
    activeLevel = ActiveSpeechLevel(of: audio)
    let means = channels.map { samples in
      samples.reduce(0.0) { $0 + Double($1) } / Double(max(1, samples.count))
    }
    offset = means.reduce(0) { abs($1) > abs($0) ? $1 : $0 }

    let spoken = activeLevel?.channel ?? 0
    let mean = Float(means[spoken])
    let centred = AudioBuffer(
      channels: [channels[spoken].map { $0 - mean }], sampleRate: rate)
    quiet = QuietParts(of: channels[spoken], mean: mean, sampleRate: rate)
    band = RecordingBand(of: centred, floor: quiet.pauseFloor)
    hum = MainsHum(in: audio)
    let level = activeLevel?.level.value ?? -.infinity
    // Noise has periods too, by chance; steady noise is no voice.
    let standsOut = level - (quiet.floor?.value ?? level) >= 6
    voice =
      standsOut
      ? Self.voice(
        in: channels[spoken], rate,
        activeSeconds: (activeLevel?.activity ?? 0) * durationSeconds) : nil
  }

  private static func voice(
    in samples: [Float], _ rate: Hertz, activeSeconds: Double
  ) -> Voice? {
    guard activeSeconds > 0 else { return nil }
    let track = PitchTrack(of: samples, sampleRate: rate)
    let all = track.sortedVoicedHz
    let seconds = Double(all.count) * track.hopSeconds
    guard seconds >= 0.1 else { return nil }
    let middle = all[all.count / 2]
    // Where a tracker errs it errs by an octave; those few must not be a quartile.
    let near = all.filter { $0 > 0.6 * middle && $0 < middle / 0.6 }
    return Voice(
      medianF0Hz: near[near.count / 2], lowerQuartileF0Hz: near[near.count / 4],
      upperQuartileF0Hz: near[near.count * 3 / 4], voicedSeconds: seconds,
      voicedShare: min(1, seconds / activeSeconds))
  }
}
