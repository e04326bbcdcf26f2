package import Signal

/// How loud speech is while somebody speaks.
///
/// 0 dBov is a mean square of one: a sine of full scale reads −3.01 dBov. The whole band of the
/// recording counts, with its offset and rumble, as in the program that comes with the standard.
/// Of several channels the one with the highest level counts, so that the same voice on two
/// channels reads as on one. The level moves with gain by as many decibels, to within 0.01 dB.
///
/// An envelope follows the rectified samples; A(c) is the energy of the recording over the time in
/// which the envelope is at a threshold c or was within the last 0.2 s. The active level is A(c)
/// where it lies 15.9 dB over c.
///
/// The standard counts at fifteen thresholds 6 dB apart and draws a straight line between the two
/// beside the level; its program halves that line until it is 0.5 dB near the margin, no nearer
/// than the line is to the curve. A(c) bends, so the end of the line depends on where full scale
/// happens to lie. Here the envelope is sorted into 128 steps an octave, in which the fifteen
/// thresholds are contained, and the halving goes on through real counts down to one step.
///
/// Not for speech in loud noise: where pauses come within about 16 dB of the speech, they count.
///
/// Source: ITU-T P.56 (12/2011), method B; ITU-T G.191, speech voltmeter; P. Kabal, "Measuring
/// Speech Activity", McGill University, 1999 (the envelope and its histogram).
package struct ActiveSpeechLevel: Hashable, Sendable {
  /// The level of the speech in dBov.
  package let level: Decibels
  /// The part of the recording in which somebody speaks, above 0 up to 1.
  package let activity: Double
  /// The level of the whole recording in dBov, pauses and all.
  package let longTermLevel: Decibels
  /// The channel that these are the figures of.
  package let channel: Int

  /// Measures a recording.
  ///
  /// Nil where there is nothing to measure: no frames, digital silence, a sample that is not a
  /// finite number, or no sound that lasts, such as a lone click. A pause at the end does not
  /// change the level once it is longer than the 0.2 s that follow each sound.
  package init?(of audio: AudioBuffer) {
    guard audio.firstNonFinite == nil else { return nil }
    var loudest: ActiveSpeechLevel?
    for channel in audio.channels.indices {
      guard let found = Self(channel, of: audio) else { continue }
      if loudest.map({ $0.level < found.level }) ?? true { loudest = found }
    }
    guard let loudest else { return nil }
    self = loudest
  }

  private init?(_ channel: Int, of audio: AudioBuffer) {
    var envelope = SpeechEnvelope(sampleRate: audio.sampleRate)
    envelope.follow(audio.channels[channel])
    guard let level = envelope.activeLevel else { return nil }
    let longTermLevel = Decibels(power: envelope.energy / Double(audio.frameCount))
    self.level = level
    // Rounding may put the two a last bit apart where all is speech.
    activity = min(1, Decibels(longTermLevel.value - level.value).power)
    self.longTermLevel = longTermLevel
    self.channel = channel
  }
}
