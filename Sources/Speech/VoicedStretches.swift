import Signal

/// Where the voice sounds, and where it is steady.
struct VoicedStretches {
  /// Stretches of voice, in milliseconds.
  private(set) var stretches: [Range<Int>] = []
  /// Their steady parts.
  private(set) var steady: [Range<Int>] = []

  private static let least = 30
  private static let gap = 25
  /// The voice stands out of its noise by this much somewhere, which rumble does not.
  private static let clear = Decibels(10)
  private static let shortestVowel = 40
  private static let longestVowel = 200

  /// Finds the voice.
  ///
  /// - Parameters:
  ///   - evidence: The levels.
  ///   - pitch: The fundamental; a frame without one has no voice.
  ///   - obstruents: What steady parts must stay clear of, in milliseconds.
  init(in evidence: SpeechEvidence, pitch: PitchTrack, obstruents: [Range<Int>]) {
    let hop = pitch.hopSeconds * 1_000
    let isVoiced = (0..<evidence.count).map { frame in
      let index = Int((Double(frame) / hop).rounded())
      let hasPitch = index < pitch.f0Hz.count && pitch.f0Hz[index] > 0
      return hasPitch && evidence.voiceDB[frame] > -35
    }
    stretches = FrameCurves.joined(FrameCurves.runs(isVoiced), gap: Self.gap)
      .filter { stretch in
        stretch.count >= Self.least
          && stretch.contains { evidence.low20[$0] > Self.clear.power * evidence.lowFloor[$0] }
      }
    let isTaken = Self.cover(obstruents, count: evidence.count)
    steady = stretches.compactMap { steady(of: $0, evidence, isTaken) }
  }

  private static func cover(_ ranges: [Range<Int>], count: Int) -> [Bool] {
    var isTaken = [Bool](repeating: false, count: count)
    for range in ranges {
      for frame in range.clamped(to: 0..<count) { isTaken[frame] = true }
    }
    return isTaken
  }

  /// The part of a stretch around its loudest place that stays within 6 dB of it.
  private func steady(
    of stretch: Range<Int>, _ evidence: SpeechEvidence, _ isTaken: [Bool]
  ) -> Range<Int>? {
    let free = stretch.filter { !isTaken[$0] }
    guard var first = free.max(by: { evidence.low20[$0] < evidence.low20[$1] }) else { return nil }
    let least = evidence.low20[first] / 4
    func holds(_ frame: Int) -> Bool {
      stretch.contains(frame) && !isTaken[frame] && evidence.low20[frame] >= least
    }
    var end = first + 1
    while holds(first - 1) { first -= 1 }
    while holds(end) { end += 1 }
    guard end - first >= Self.shortestVowel else { return nil }
    let excess = max(0, end - first - Self.longestVowel)
    return first + excess / 2..<end - (excess - excess / 2)
  }
}
