import Chain
import Presets
import Signal
import TestSupport
import Testing

@Suite("Decay of the reverb")
struct ReverbDecayTests {
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
