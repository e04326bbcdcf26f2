import Signal

/// The likeliest path through the periods that the frames offer.
struct PitchPath {
  private(set) var f0Hz: [Double] = []
  private(set) var strength: [Double] = []

  /// Source: Boersma 1993, table of the default costs; those of Praat.
  private static let voicingThreshold = 0.45
  private static let silenceThreshold = 0.03
  private static let octaveCost = 0.01
  private static let octaveJumpCost = 0.35
  private static let voicedUnvoicedCost = 0.14

  /// One step of the path: a period, or none.
  private struct State {
    /// The octaves above 1 Hz; nil is no voice.
    let octaves: Double?
    let f0Hz: Double
    let merit: Double
    var total = 0.0
    var previous = 0
  }

  init(through frames: PitchFrames) {
    guard !frames.candidates.isEmpty else { return }
    // A single loud knock must not set what is loud.
    let sorted = frames.amplitude.sorted()
    let loud = sorted[(sorted.count - 1) - (sorted.count - 1) / 20]
    var steps = frames.candidates.indices.map { index in
      Self.states(frames.candidates[index], amplitude: frames.amplitude[index], loud: loud)
    }
    for step in steps.indices {
      for state in steps[step].indices {
        guard step > 0 else {
          steps[step][state].total = steps[step][state].merit
          continue
        }
        var best = -Double.infinity
        for previous in steps[step - 1].indices {
          let total =
            steps[step - 1][previous].total
            - Self.cost(from: steps[step - 1][previous], to: steps[step][state])
          if total > best {
            best = total
            steps[step][state].previous = previous
          }
        }
        steps[step][state].total = best + steps[step][state].merit
      }
    }
    f0Hz = Array(repeating: 0, count: steps.count)
    strength = frames.candidates.map { $0.first?.strength ?? 0 }
    var state = 0
    if let last = steps.last {
      for index in last.indices where last[index].total > last[state].total { state = index }
    }
    for step in steps.indices.reversed() {
      f0Hz[step] = steps[step][state].f0Hz
      if state > 0 { strength[step] = frames.candidates[step][state - 1].strength }
      state = steps[step][state].previous
    }
  }

  /// No voice first, then the candidates in their order.
  private static func states(
    _ candidates: [PitchFrames.Candidate], amplitude: Double, loud: Double
  ) -> [State] {
    let loudness = loud > 0 ? amplitude / loud : 0
    let silence = max(0, 2 - loudness * (1 + voicingThreshold) / silenceThreshold)
    return [State(octaves: nil, f0Hz: 0, merit: voicingThreshold + silence)]
      + candidates.map { candidate in
        let octaves = DeterministicMath.log(candidate.f0Hz) / DeterministicMath.ln2
        return State(
          octaves: octaves, f0Hz: candidate.f0Hz,
          merit: candidate.strength + octaveCost * (octaves - lowestOctaves))
      }
  }

  private static let lowestOctaves =
    DeterministicMath.log(PitchTrack.lowestHz) / DeterministicMath.ln2

  private static func cost(from old: State, to new: State) -> Double {
    switch (old.octaves, new.octaves) {
    case (nil, nil): 0
    case (let a?, let b?): octaveJumpCost * abs(a - b)
    default: voicedUnvoicedCost
    }
  }
}
