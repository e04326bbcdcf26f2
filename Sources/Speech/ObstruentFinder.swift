import Signal

/// Finds bursts and frications.
///
/// A burst is a sudden rise above 2 kHz out of a closure; a frication is a run of noise without
/// the voice that would explain it. Rules of level are relative throughout.
struct ObstruentFinder {
  private let evidence: SpeechEvidence

  /// Nothing weaker counts, in decibels under the loud parts: the weakest releases of the voices
  /// that the rules were made on lie at −49.
  static let quietest = Decibels(-51)
  /// Two bursts lie this far apart or more; a double release is one.
  private static let apart = 15
  /// Shorter runs of noise are no frication; steady noise hides both ends of a weak one.
  private static let leastFrication = (clear: 20.0, masked: 16.0)
  /// Runs with less between them are one.
  private static let gap = 10
  /// In seconds: two of the frames of 5 ms that show it.
  private static let shortest = 0.004
  /// A burst that goes on for longer has a frication behind it.
  private static let longestBurst = 45
  /// A fricative out of silence takes no longer to come within 6 dB of its peak.
  private static let longestSwell = 20
  /// An obstruent lies this near to voice: a vowel, a long fricative, a closure and a release.
  private static let voiceReach = 350

  init(in evidence: SpeechEvidence) { self.evidence = evidence }

  /// A burst or a frication, in seconds.
  struct Found {
    var kind: SpeechMarks.Obstruent.Kind
    var startSeconds: Double
    var endSeconds: Double
  }

  /// Finds all obstruents, in order.
  func find() -> [Found] {
    let bursts = burstFrames()
    let runs = FrameCurves.joined(FrameCurves.runs(evidence.isNoise), gap: Self.gap)
    var found: [Found] = []
    var ends: [Int] = []
    for (index, burst) in bursts.enumerated() {
      let next = index + 1 < bursts.count ? bursts[index + 1] : evidence.count
      ends.append(add(burst, before: next, to: &found))
    }
    for run in runs {
      var start = run.lowerBound
      for (burst, end) in zip(bursts, ends)
      where burst >= run.lowerBound - 8 && burst <= run.upperBound {
        addFrication(from: start, to: burst - 5, to: &found)
        start = end
      }
      addFrication(from: start, to: run.upperBound, to: &found)
    }
    let voice = FrameCurves.sums(evidence.isVoice.map { $0 ? 1 : 0 })
    return apart(found.filter { isNearVoice($0, voice) })
  }

  /// In order, each cut where the next one starts.
  private func apart(_ found: [Found]) -> [Found] {
    var sorted = found.sorted { $0.startSeconds < $1.startSeconds }
    for index in sorted.indices.dropLast() {
      sorted[index].endSeconds = min(sorted[index].endSeconds, sorted[index + 1].startSeconds)
    }
    return sorted.filter { $0.endSeconds - $0.startSeconds >= Self.shortest / 2 }
  }

  private func seconds(_ frame: Int) -> Double { Double(frame) / 1_000 }

  private func addFrication(from start: Int, to end: Int, to found: inout [Found]) {
    guard isFrication(start, end) else { return }
    found.append(
      Found(kind: .frication, startSeconds: seconds(start), endSeconds: seconds(end)))
  }

  private func isFrication(_ start: Int, _ end: Int) -> Bool {
    guard evidence.masking.indices.contains(start) else { return false }
    let least = evidence.threshold(
      start, clear: Self.leastFrication.clear, masked: Self.leastFrication.masked)
    return Double(end - start) >= least
  }

  private func isNearVoice(_ found: Found, _ voice: [Double]) -> Bool {
    let frame = Int(found.startSeconds * 1_000)
    let first = max(0, frame - Self.voiceReach)
    let last = min(evidence.count, frame + Self.voiceReach)
    return first < last && voice[last] - voice[first] >= 20
  }

  /// The frames in which bursts begin.
  private func burstFrames() -> [Int] {
    let count = evidence.count
    let least = evidence.lowest / 10
    let after = (0..<count).map { FrameCurves.mean(evidence.highSums, $0, $0 + 6) }
    // The highest of the ten milliseconds before: one period of a low voice, so that its pulses
    // do not rise over themselves.
    var before = FrameCurves.maximum(evidence.high4, from: -13, to: -3).map { max($0, least) }
    for frame in 0..<min(13, count) { before[frame] = max(before[frame], after[frame]) }
    let rise = (0..<count).map { frame in
      FrameCurves.decibels(after[frame]) - FrameCurves.decibels(before[frame])
    }
    let highest = FrameCurves.maximum(rise, from: -3, to: 3)
    let voiceBefore = FrameCurves.maximum(evidence.voiceDB, from: -240, to: -31)
    var bursts: [Int] = []
    for frame in 0..<count where rise[frame] >= 2.5 && rise[frame] >= highest[frame] {
      if let last = bursts.last, frame - last <= Self.apart { continue }
      let isBurst = isBurst(
        frame, rise: rise[frame], after: after[frame], before: before[frame],
        isAfterVoice: voiceBefore[frame] > -15)
      if isBurst { bursts.append(frame) }
    }
    return bursts
  }

  private func isBurst(
    _ frame: Int, rise: Double, after: Double, before: Double, isAfterVoice: Bool
  ) -> Bool {
    let floor = evidence.highFloor.power[frame]
    let over = Decibels(evidence.threshold(frame, clear: 6, masked: 2.5)).power
    guard after > floor * over, after > evidence.pauseNoise.high[frame],
      after > evidence.loud * Self.quietest.power
    else { return false }
    let afterDB = FrameCurves.decibels(after)
    // What is left of the burst 6 to 14 ms after its start: of a click, nothing.
    let stays =
      FrameCurves.decibels(FrameCurves.mean(evidence.highSums, frame + 6, frame + 14)) - afterDB
    guard stays > -18 else { return false }
    let overFloor = afterDB - FrameCurves.decibels(floor)
    // Where noise fills the closure, the rise is no more than what the burst has over the noise.
    let closureOverFloor = FrameCurves.decibels(before) - FrameCurves.decibels(floor)
    let isFilled = evidence.masking[frame] * min(max(3 - closureOverFloor, 0), 1)
    var needed = 6 - 3.5 * isFilled
    if evidence.masking[frame] > 0, stays < -3 { needed = max(needed, 5) }
    needed += min(max((overFloor - 8) / 6, 0), 1) * 1.5 * max(0, -stays - 5)
    guard rise >= needed else { return false }
    let low = FrameCurves.mean(evidence.lowSums, frame + 1, frame + 9) - evidence.lowFloor[frame]
    let balance = afterDB - FrameCurves.decibels(max(low, evidence.lowest))
    if balance > -9 { return true }
    // A voice that sets in at once hides the balance of a burst, but not the closure before it.
    let closureDB = FrameCurves.decibels(
      FrameCurves.mean(evidence.lowSums, frame - 12, frame - 2) / evidence.loud)
    guard isAfterVoice else { return false }
    return (closureDB < -18 && rise >= 12 && balance > -32)
      || (closureDB < -8 && rise >= 9 && balance > -16)
  }

  /// Adds a burst, and the frication behind it if there is one; gives back where they end.
  private func add(_ burst: Int, before next: Int, to found: inout [Found]) -> Int {
    let high5 = evidence.high5
    let start = release(burst)
    let head = burst..<min(burst + 12, evidence.count)
    var end = burst
    for frame in head where high5[frame] > high5[end] { end = frame }
    let limit = max(
      high5[end] * Decibels(-25).power,
      evidence.highFloor.power[burst] * evidence.fricationRatio(burst))
    while end < min(evidence.count, next - 4), high5[end] > limit,
      evidence.isNoise[end] || end - burst < 6
    { end += 1 }
    if end - burst > Self.longestBurst {
      let peak = evidence.high9[(burst + 5)..<end].reduce(0, max)
      var steady = burst + 5
      while evidence.high9[steady] < peak / 4 { steady += 1 }
      steady = max(steady, burst + 8)
      // A release is loudest at once; what soon swells by 6 dB is a fricative from its start.
      if peak > 4 * high5[burst + 2], steady - burst <= Self.longestSwell {
        found.append(Found(kind: .frication, startSeconds: start, endSeconds: seconds(end)))
        return end
      }
      if isFrication(steady, end) {
        found.append(Found(kind: .burst, startSeconds: start, endSeconds: seconds(steady)))
        found.append(
          Found(kind: .frication, startSeconds: seconds(steady), endSeconds: seconds(end)))
        return end
      }
    }
    found.append(
      Found(kind: .burst, startSeconds: start, endSeconds: max(seconds(end), start + Self.shortest))
    )
    return end
  }

  /// The first sample of a release: above four times the closure and 6 % of the burst's peak.
  ///
  /// Source: the rule of the hand-made labels, `Corpus/Labels/README.md`.
  private func release(_ burst: Int) -> Double {
    let samples = evidence.bands.highSamples
    let step = evidence.bands.samplesPerFrame
    func sample(_ offset: Int) -> Int {
      min(max(0, Int(Double(burst + offset) * step)), samples.count)
    }
    var energy = 0.0
    for index in sample(-14)..<sample(-4) { energy += Double(samples[index] * samples[index]) }
    let length = max(1, sample(-4) - sample(-14))
    var peak: Float = 0
    for index in sample(0)..<sample(20) { peak = max(peak, samples[index].magnitude) }
    let threshold = max(4 * Float((energy / Double(length)).squareRoot()), 0.06 * peak)
    for index in sample(-6)..<sample(6) where samples[index].magnitude > threshold {
      return Double(index) / (step * 1_000)
    }
    return seconds(burst)
  }
}
