import Chain
import Presets
import Signal
import TestSupport
import Testing

@Suite("Decay of the reverb")
struct ReverbDecayTests {
  @Test(
    "every octave of a room decays as designed", arguments: ReverbPreset.allCases,
    [44_100.0, 48_000])
  func decayPerOctave(room: ReverbPreset, rateHz: Double) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(rateHz))
    let seconds = design.decayTimeSeconds(at: Hertz(0)) + design.preDelaySeconds + 0.1
    let response = RoomMeasures.impulseResponse(of: design, seconds: seconds)

    // Chance: few resonances share a band in a small room, and T30 scatters by 0.55/√(band · T).
    // Large rooms have more of them.
    let tolerance = isLarge(room) ? 0.07 : 0.12
    for octave in [250.0, 500, 1000, 2000, 4000, 8000] {
      let predicted = RoomMeasures.predictedDecayTime(of: design, octave: Hertz(octave))
      for (ear, samples) in response.channels.enumerated() {
        let measured = RoomMeasures.decayTime(
          of: samples, octave: Hertz(octave), sampleRate: Hertz(rateHz))
        #expect(
          abs(measured / predicted - 1) <= tolerance,
          "\(room), ear \(ear), \(octave) Hz: \(measured) s, predicted \(predicted) s")
      }
    }
  }

  private func isLarge(_ room: ReverbPreset) -> Bool {
    switch room {
    case .plate, .mediumHall, .mediumHall2, .mediumHall3, .largeHall, .largeHall2, .cathedral: true
    case .smallRoom, .mediumRoom, .largeRoom, .largeRoom2, .mediumChamber, .largeChamber: false
    }
  }

  @Test(
    "the design meets both ends of the table at any rate", arguments: [8000.0, 44_100, 192_000])
  func endsOfTheSpectrum(rateHz: Double) {
    let design = ReverbDesign(room: .cathedral, sampleRate: Hertz(rateHz))

    // Rounding only: the absorption is solved for these two frequencies.
    #expect(abs(design.decayTimeSeconds(at: Hertz(0)) - 6.5) <= 1e-6)
    #expect(abs(design.decayTimeSeconds(at: Hertz(rateHz / 2)) - 1.4) <= 1e-6)
  }

  @Test("treble decays sooner than bass in every room", arguments: ReverbPreset.allCases)
  func trebleDecaysSooner(room: ReverbPreset) {
    let design = ReverbDesign(room: room, sampleRate: Hertz(48_000))
    let times = [0.0, 250, 1000, 4000, 16_000].map { design.decayTimeSeconds(at: Hertz($0)) }

    #expect(zip(times, times.dropFirst()).allSatisfy { $0 > $1 }, "\(times)")
  }

  @Test("larger rooms of a kind ring longer")
  func order() {
    let kinds: [[ReverbPreset]] = [
      [.smallRoom, .mediumRoom, .largeRoom, .largeRoom2], [.mediumChamber, .largeChamber],
      [.mediumHall, .mediumHall2, .mediumHall3, .largeHall, .largeHall2, .cathedral],
    ]
    for kind in kinds {
      let times = kind.map {
        ReverbDesign(room: $0, sampleRate: Hertz(16_000)).decayTimeSeconds(at: Hertz(500))
      }
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
    }
  }
}
