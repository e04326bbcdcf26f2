import Signal
import Speech
import TestSupport
import Testing

@Suite("Active speech level")
struct ActiveSpeechLevelTests {
  private let rate = Hertz(16_000)

  @Test("a steady sine is active all of the time, at its own level", arguments: [1.0, 0.1, 0.01])
  func steadySine(amplitude: Double) throws {
    let sine = TestSignals.sine(
      Hertz(440), amplitude: amplitude, seconds: 20, sampleRate: rate)

    let level = try #require(ActiveSpeechLevel(of: sine))

    // The envelope takes about 0.02 of 20 s to reach the threshold: 0.004 dB.
    #expect(abs(level.level.value - Decibels(power: amplitude * amplitude / 2).value) <= 0.006)
    #expect(level.activity > 0.998 && level.activity <= 1)
  }

  @Test(
    "bursts of tone read the level and the activity that the envelope says, at every rate",
    arguments: [8_000.0, 16_000, 22_050, 44_100, 48_000, 96_000], [0.4, 1.0])
  func tonebursts(rate: Double, burst: Double) throws {
    let audio = Bursts.tone(seconds: burst, gap: 1, count: 6, amplitude: 0.3, rate: rate)

    let level = try #require(ActiveSpeechLevel(of: audio))
    let expected = Bursts.activeLevel(amplitude: 0.3, seconds: burst)

    // The ripple of a rectified 500 Hz tone moves the envelope's crossings by under 1 ms.
    #expect(abs(level.level.value - expected) <= 0.02)
    let mean = Decibels(power: 0.045 * burst / (burst + 1)).value
    #expect(abs(level.longTermLevel.value - mean) <= 0.01)
    #expect(abs(level.activity - Decibels(mean - expected).power) <= 0.005)
  }

  @Test(
    "the level moves with gain, on the octave of a threshold and between",
    arguments: [-60.0, -20, -6.0206, -3, -1, 0.5, 3, 6.0206, 12.0412, 40])
  func gain(decibels: Double) throws {
    let speech = Bursts.speechLike(seconds: 8, rate: rate)
    let factor = Float(Decibels(decibels).amplitude)
    let louder = AudioBuffer(
      channels: speech.channels.map { $0.map { $0 * factor } }, sampleRate: rate)

    let before = try #require(ActiveSpeechLevel(of: speech))
    let after = try #require(ActiveSpeechLevel(of: louder))

    // A step is a 128th of an octave; within it the line and the curve are this near.
    #expect(abs(after.level.value - before.level.value - decibels) <= 0.01)
    #expect(abs(after.activity - before.activity) <= 0.002)
  }

  @Test("the level agrees with counting sample by sample at one threshold")
  func countedByHand() throws {
    let speech = Bursts.speechLike(seconds: 8, rate: rate)
    let level = try #require(ActiveSpeechLevel(of: speech)).level

    let counted = try #require(
      Bursts.countedLevel(of: speech, threshold: Decibels(level.value - 15.9)))

    // One step of the envelope, 0.07 dB at most, of which the level follows a tenth or so.
    #expect(abs(counted - level.value) <= 0.01)
  }

  @Test("silence after the hangover of the last sound changes nothing", arguments: [0.5, 3, 20])
  func silenceAfter(seconds: Double) throws {
    let burst = Bursts.tone(seconds: 1, gap: 0.5, count: 2, amplitude: 0.5, rate: rate.value)
    var longer = burst
    longer.append(AudioBuffer(silentFrames: Int(seconds * rate.value), sampleRate: rate))

    let first = try #require(ActiveSpeechLevel(of: burst))
    let second = try #require(ActiveSpeechLevel(of: longer))

    #expect(first.level == second.level)
    #expect(second.activity < first.activity)
  }

  @Test("the channel with the highest level counts, and a copy of it changes nothing")
  func channels() throws {
    let loud = Bursts.speechLike(seconds: 4, rate: rate).channels[0]
    let quiet = loud.map { $0 / 4 }
    let silent = loud.map { _ in Float(0) }

    let mono = try #require(
      ActiveSpeechLevel(of: AudioBuffer(channels: [loud], sampleRate: rate)))
    let three = try #require(
      ActiveSpeechLevel(of: AudioBuffer(channels: [silent, quiet, loud, loud], sampleRate: rate)))

    #expect(three.level == mono.level && three.activity == mono.activity)
    #expect(three.channel == 2)
  }

  @Test("what has no sound that lasts has no level")
  func nothingActive() {
    let silence = AudioBuffer(silentFrames: 16_000, sampleRate: rate)
    let empty = AudioBuffer(silentFrames: 0, sampleRate: rate)
    let click = TestSignals.impulse(at: 800, frameCount: 16_000, sampleRate: rate)

    #expect(ActiveSpeechLevel(of: silence) == nil)
    #expect(ActiveSpeechLevel(of: empty) == nil)
    #expect(ActiveSpeechLevel(of: click) == nil)
  }

  @Test(
    "a sample that is no number leaves no level, in whichever channel",
    arguments: [Float.nan, .infinity, -.infinity])
  func notFinite(sample: Float) {
    let good = Bursts.speechLike(seconds: 1, rate: rate).channels[0]
    var broken = good
    broken[9_000] = sample

    #expect(ActiveSpeechLevel(of: AudioBuffer(channels: [good, broken], sampleRate: rate)) == nil)
  }

  @Test("the quietest and the loudest floats have a level", arguments: [1e-38, 1e-20, 1e20, 1e37])
  func extremes(amplitude: Double) throws {
    let sine = TestSignals.sine(Hertz(440), amplitude: amplitude, seconds: 5, sampleRate: rate)

    let level = try #require(ActiveSpeechLevel(of: sine))

    // As for the steady sine, on a quarter of its length; and the last bits of tiny floats.
    #expect(abs(level.level.value - Decibels(amplitude: amplitude).value + 3.0103) <= 0.03)
  }
}
