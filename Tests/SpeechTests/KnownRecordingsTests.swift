import AudioFile
import Foundation
import Signal
import Speech
import Testing

/// Recordings of Debian packages, where they are installed.
struct KnownRecording: Sendable, CustomTestStringConvertible {
  let path: String
  let f0Hz: ClosedRange<Double>
  let floorDBFS: ClosedRange<Double>
  let bandwidthHz: ClosedRange<Double>
  var humHz: Double?

  var testDescription: String { path }
  var isInstalled: Bool { FileManager.default.fileExists(atPath: Self.root + path) }
  static let root = "/usr/share/"

  /// Fundamentals lie around the medians that Praat's autocorrelation finds in these files.
  static let all = [
    KnownRecording(
      path: "sounds/alsa/Front_Left.wav", f0Hz: 195...215, floorDBFS: -60 ... -50,
      bandwidthHz: 18_500...20_500),
    KnownRecording(
      path: "sounds/alsa/Side_Right.wav", f0Hz: 168...179, floorDBFS: -86 ... -70,
      bandwidthHz: 18_500...20_500),
    KnownRecording(
      path: "klettres/en/syllab/hot.ogg", f0Hz: 142...156, floorDBFS: -61 ... -57,
      bandwidthHz: 20_000...22_050, humHz: 60),
    KnownRecording(
      path: "klettres/en_GB/syllab/hot.ogg", f0Hz: 248...264, floorDBFS: -90 ... -70,
      bandwidthHz: 16_000...17_000),
    KnownRecording(
      path: "klettres/hu/syllab/27-ret.ogg", f0Hz: 118...132, floorDBFS: -54 ... -48,
      bandwidthHz: 16_000...17_000, humHz: 50),
    KnownRecording(
      path: "klettres/de/syllab/haus.ogg", f0Hz: 100...109, floorDBFS: -90 ... -70,
      bandwidthHz: 19_500...21_500),
    KnownRecording(
      path: "pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0870.wav",
      f0Hz: 97...103, floorDBFS: -51 ... -47, bandwidthHz: 6_800...7_600),
  ].filter(\.isInstalled)
}

@Suite("Known recordings")
struct KnownRecordingsTests {
  @Test("voice, floor, band and hum are what other programs find", arguments: KnownRecording.all)
  func knownFacts(recording: KnownRecording) throws {
    let facts = RecordingFacts(of: try readAudio(path: KnownRecording.root + recording.path))

    #expect(recording.f0Hz.contains(try #require(facts.voice).medianF0Hz))
    #expect(recording.floorDBFS.contains(try #require(facts.quiet.floor).value))
    #expect(recording.bandwidthHz.contains(facts.band.upper.value))
    #expect(facts.hum?.mains.value == recording.humHz)
    #expect(facts.clipping.runCount == 0)
  }
}
