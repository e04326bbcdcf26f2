import Signal

/// What a recording shows in each millisecond: noise, voice and the levels that both are held to.
///
/// All levels are relative to the loud parts of the recording, so gain changes nothing.
struct SpeechEvidence {
  let bands: SpeechBands
  /// The level that one millisecond in twenty goes over.
  let loud: Double
  /// Nothing under this power counts as sound.
  let lowest: Double
  /// The noise in the high band, and how much a burst or a frication has to rise over it.
  let highFloor: NoiseFloor
  let lowFloor: [Double]
  let pauseNoise: PauseNoise
  /// The high band over 4, 5, 9 and 15 ms.
  let high4, high5, high9, high15: [Double]
  /// The low band over 12 and 20 ms, and the whole band over 20 ms.
  let low12, low20, all20: [Double]
  let middle9: [Double]
  let highSums, lowSums: [Double]
  /// From 0 to 1: how far steady noise, and not the voice, hides what is weak.
  let masking: [Double]
  /// Where there is the noise of an obstruent, and no voice that explains it.
  private(set) var isNoise: [Bool] = []
  /// Where there is voice.
  private(set) var isVoice: [Bool] = []
  /// The voice over its floor, in decibels under the loud parts.
  private(set) var voiceDB: [Double] = []

  /// 65 dB under the loud parts lies the end of what 12 bits hold.
  private static let range = Decibels(-65)
  private static let digitalSilence = 1e-5
  /// The voice of weak vowels lies 20 dB under the loud parts, the sound of other talkers deeper.
  private static let voice = Decibels(-20)
  /// After a vowel, a closure and a release with its breath last so long.
  private static let besideVoice = 200

  init?(of samples: [Float], sampleRate: Hertz) {
    let bands = SpeechBands(of: samples, sampleRate: sampleRate)
    let all10 = FrameCurves.smoothed(bands.all, over: 10)
    guard let peak = all10.max(), peak > 0 else { return nil }
    self.bands = bands
    loud = FrameCurves.percentile(all10.filter { $0 > peak * Self.digitalSilence }.sorted(), 0.95)
    lowest = loud * Self.range.power
    let least = lowest / 10
    high4 = FrameCurves.smoothed(bands.high, over: 4).map { $0 + least }
    high5 = FrameCurves.smoothed(bands.high, over: 5).map { $0 + least }
    high9 = FrameCurves.smoothed(bands.high, over: 9)
    high15 = FrameCurves.smoothed(bands.high, over: 15)
    low12 = FrameCurves.smoothed(bands.low, over: 12)
    low20 = FrameCurves.smoothed(bands.low, over: 20)
    all20 = FrameCurves.smoothed(bands.all, over: 20)
    middle9 = FrameCurves.smoothed(bands.middle, over: 9)
    highSums = FrameCurves.sums(bands.high)
    lowSums = FrameCurves.sums(bands.low)
    highFloor = NoiseFloor(of: FrameCurves.smoothed(bands.high, over: 10), lowest: lowest)
    let isLoud = low20.map { [loud] in $0 > loud * Self.voice.power ? 1.0 : 0 }
    let isNear = FrameCurves.maximum(isLoud, from: -Self.besideVoice, to: Self.besideVoice)
    pauseNoise = PauseNoise(
      high: high15, low: low12, isPause: isNear.map { $0 == 0 }, loud: loud)
    lowFloor = zip(NoiseFloor(of: low20, lowest: lowest).power, pauseNoise.low).map(max)
    masking = highFloor.power.indices.map { [highFloor, loud] index in
      let steady = (3 - highFloor.spreadDB[index]) / (3 - 0.8)
      let level = (FrameCurves.decibels(highFloor.power[index] / loud) + 50) / 10
      return min(max(steady, 0), 1) * min(max(level, 0), 1)
    }
    judge()
  }

  /// How many milliseconds there are.
  var count: Int { bands.count }

  /// A number that moves from one to another with the masking.
  func threshold(_ index: Int, clear: Double, masked: Double) -> Double {
    clear + masking[index] * (masked - clear)
  }

  /// By how much a frication stands over the floor. Under 15 ms of steady noise in 6 kHz vary with
  /// a standard deviation of 0.6 dB.
  func fricationRatio(_ index: Int) -> Double {
    Decibels(threshold(index, clear: 5, masked: 1.6)).power
  }

  /// Tells noise from voice by the balance of the high and the low band.
  ///
  /// The weakest fricatives have as much above 2 kHz as the voice has below 1 kHz, vowels 9 dB less
  /// or lower; the louder the voice, the more noise it takes. A sibilant with voice under it shows
  /// by its gap between 1 and 2 kHz instead.
  private mutating func judge() {
    let quietest = loud * ObstruentFinder.quietest.power
    let sibilant = loud * Decibels(-32).power
    for index in 0..<count {
      let low = low12[index] - lowFloor[index]
      let high = FrameCurves.decibels(max(high9[index] - highFloor.power[index], lowest / 100))
      let voice = FrameCurves.decibels(max(low, lowest))
      let level = voice - FrameCurves.decibels(loud)
      voiceDB.append(FrameCurves.decibels(max(low20[index] - lowFloor[index], lowest) / loud))
      isVoice.append(
        low20[index] > loud * Self.voice.power && low20[index] > 4 * lowFloor[index])
      let stands =
        high15[index] > highFloor.power[index] * fricationRatio(index)
        && high15[index] > pauseNoise.high[index] && high9[index] > quietest
      guard stands else {
        isNoise.append(false)
        continue
      }
      let needed = -3 + min(max(level + 22, 0), 10)
      let gap = high - FrameCurves.decibels(max(middle9[index], lowest))
      isNoise.append(high - voice > needed || (gap > 16 && high9[index] > sibilant))
    }
  }
}
