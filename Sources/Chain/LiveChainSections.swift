import Presets
import Signal

/// The designs of a running chain's sections, on their way to those of another preset.
///
/// The numbers g, k and m1 move in straight lines, which keeps every section stable on the way. A
/// bell that comes or goes stands on its frequency and opens or closes there.
///
/// Source: V. Zavalishin, The Art of VA Filter Design, 2018, section 4: the trapezoidal section is
/// stable for all g > 0 and k > 0.
struct LiveChainSections: Sendable {
  /// The high-pass, and then the bells.
  private var slots: [Slot]

  private struct Slot: Sendable {
    var origin = StateVariableCoefficients.identity
    var target = StateVariableCoefficients.identity
    var value = StateVariableCoefficients.identity
    /// Whether the section is gone at the end of the way.
    var isLeaving = true

    var isAtWork: Bool { value.g > 0 }
  }

  /// Creates sections that do nothing yet.
  init(bellCount: Int) {
    slots = Array(repeating: Slot(), count: bellCount + 1)
  }

  /// The most bells that a preset may have.
  var bellCount: Int { slots.count - 1 }

  /// Sets out for the sections of a preset.
  ///
  /// - Parameters:
  ///   - preset: The preset, with `bellCount` bells at most.
  ///   - sampleRate: The rate of the audio.
  ///   - stage: The stage that the sections are in.
  mutating func aim(at preset: AudioPreset, sampleRate: Hertz, in stage: inout LaneStage) {
    aim(0, at: .highPass(corner: Hertz(preset.highPassFreq), sampleRate: sampleRate))
    for index in 1..<max(1, slots.count) {
      guard index <= preset.eqBands.count else {
        aim(index, at: .identity)
        continue
      }
      let band = preset.eqBands[index - 1]
      aim(
        index,
        at: .bell(
          center: Hertz(band.frequency), gain: Decibels(band.gain), octaves: band.bandwidth,
          sampleRate: sampleRate))
    }
    write(to: &stage)
  }

  private mutating func aim(_ index: Int, at design: StateVariableCoefficients) {
    slots[index].isLeaving = design.g == 0
    if design.g == 0 {
      slots[index].target = slots[index].value
      slots[index].target.m1 = 0
    } else {
      if !slots[index].isAtWork {
        slots[index].value = design
        slots[index].value.m1 = 0
      }
      slots[index].target = design
    }
    slots[index].origin = slots[index].value
  }

  /// Goes to where the sections are when some share of the way is behind.
  mutating func move(to share: Double, in stage: inout LaneStage) {
    guard share < 1 else { return arrive(in: &stage) }
    func blend(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    for index in slots.indices where slots[index].isAtWork {
      let (origin, target) = (slots[index].origin, slots[index].target)
      slots[index].value.g = blend(origin.g, target.g)
      slots[index].value.k = blend(origin.k, target.k)
      slots[index].value.m1 = blend(origin.m1, target.m1)
    }
    write(to: &stage)
  }

  /// Goes to the end of the way.
  mutating func arrive(in stage: inout LaneStage) {
    for index in slots.indices {
      slots[index].value = slots[index].isLeaving ? .identity : slots[index].target
      slots[index].target = slots[index].value
      slots[index].origin = slots[index].value
    }
    write(to: &stage)
  }

  /// Hands the designs to the stage; sections at rest forget what they remember.
  private func write(to stage: inout LaneStage) {
    let count = 1 + (slots.lastIndex(where: \.isAtWork) ?? 0)
    stage.changeSections { sections in
      for index in 0..<count {
        sections.set(index, to: slots[index].value)
        if !slots[index].isAtWork { sections.clear(index) }
      }
      sections.setCount(count)
    }
  }
}
