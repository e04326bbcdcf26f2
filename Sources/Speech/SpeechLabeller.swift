package import Signal

/// Finds talk spurts, pauses, voice, bursts and frication without knowing what is said.
///
/// `docs/labeller.md` has the rules, their figures and what they cannot see. Of several channels
/// the one with the most energy is looked at. The same samples give the same marks on every
/// machine, and so does a recording that is louder or softer as a whole.
package enum SpeechLabeller {
  /// Recordings with fewer samples a second say too little of obstruents.
  package static let leastSampleRate = Hertz(8_000)

  /// Closures are shorter than this, and pauses of a speaker longer.
  private static let longestClosure = 200
  private static let fromSpurts = 30
  private static let afterRelease = 150
  private static let leastPause = 80
  /// A spurt has voice for this long.
  private static let leastVoice = 30

  /// Looks for speech in a recording.
  ///
  /// - Returns: The marks; of digital silence, of less than 20 ms and of noise nothing but pauses.
  package static func marks(of audio: AudioBuffer) throws(SpeechError) -> SpeechMarks {
    if let (channel, frame) = audio.firstNonFinite {
      throw .notFinite(channel: channel, frame: frame)
    }
    guard audio.sampleRate >= leastSampleRate else {
      throw .sampleRateTooLow(hertz: audio.sampleRate.value)
    }
    let samples = loudest(of: audio)
    guard audio.durationSeconds >= 0.02,
      let evidence = SpeechEvidence(of: samples, sampleRate: audio.sampleRate)
    else { return SpeechMarks(pauses: pauses(between: [], [], audio)) }
    let found = ObstruentFinder(in: evidence).find()
    let taken = found.map {
      milliseconds(
        $0.startSeconds)..<max(
          milliseconds($0.startSeconds) + 1, milliseconds($0.endSeconds))
    }
    let pitch = PitchTrack(of: samples, sampleRate: audio.sampleRate)
    let voice = VoicedStretches(in: evidence, pitch: pitch, obstruents: taken)
    let spurts = spurts(in: evidence, voice.stretches, taken)
    let kept = found.filter { mark in
      spurts.contains { $0.contains(milliseconds(mark.startSeconds)) }
    }
    let obstruents = kept.map { mark in
      SpeechMarks.Obstruent(
        kind: mark.kind, position: position(of: mark, kept, voice.stretches, spurts),
        span: SpeechMarks.Span(startSeconds: mark.startSeconds, endSeconds: mark.endSeconds))
    }
    let inSpurts = { (stretch: Range<Int>) in spurts.contains { $0.overlaps(stretch) } }
    return SpeechMarks(
      spurts: spurts.map(span), pauses: pauses(between: spurts, obstruents, audio),
      voiced: voice.stretches.filter(inSpurts).map(span), obstruents: obstruents,
      vowels: voice.steady.filter(inSpurts).map(span))
  }

  private static func loudest(of audio: AudioBuffer) -> [Float] {
    func energy(_ samples: [Float]) -> Double {
      samples.reduce(0) { $0 + Double($1) * Double($1) }
    }
    guard audio.channelCount > 1 else { return audio.channels[0] }
    let energies = audio.channels.map(energy)
    // The first of equals, so that the order of channels alone decides.
    return audio.channels[energies.firstIndex(of: energies.max() ?? 0) ?? 0]
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int(seconds * 1_000) }

  private static func span(_ range: Range<Int>) -> SpeechMarks.Span {
    SpeechMarks.Span(
      startSeconds: Double(range.lowerBound) / 1_000, endSeconds: Double(range.upperBound) / 1_000)
  }

  /// Runs of voice, obstruents and other sound with gaps no longer than a closure.
  private static func spurts(
    in evidence: SpeechEvidence, _ voiced: [Range<Int>], _ obstruents: [Range<Int>]
  ) -> [Range<Int>] {
    let count = evidence.count
    var isSound = (0..<count).map { frame in
      evidence.isVoice[frame]
        || (evidence.voiceDB[frame] > -32
          && evidence.low20[frame] > 4 * evidence.lowFloor[frame])
    }
    for range in voiced + obstruents {
      for frame in range.clamped(to: 0..<count) { isSound[frame] = true }
    }
    let runs = FrameCurves.joined(FrameCurves.runs(isSound), gap: longestClosure)
    return runs.filter { run in
      let voice = voiced.reduce(0) { $0 + $1.clamped(to: run).count }
      return voice >= leastVoice
    }
  }

  private static func position(
    of mark: ObstruentFinder.Found, _ all: [ObstruentFinder.Found], _ voiced: [Range<Int>],
    _ spurts: [Range<Int>]
  ) -> SpeechMarks.Obstruent.Position {
    let (start, end) = (milliseconds(mark.startSeconds), milliseconds(mark.endSeconds))
    guard let spurt = spurts.first(where: { $0.contains(start) }) else { return .medial }
    let inside = voiced.filter { $0.overlaps(spurt) }
    guard inside.contains(where: { $0.lowerBound < start }) else { return .initial }
    guard let next = inside.first(where: { $0.upperBound > end }) else { return .final }
    let nextMark = all.first { milliseconds($0.startSeconds) >= end }
    let following = min(
      max(next.lowerBound, end), nextMark.map { milliseconds($0.startSeconds) } ?? Int.max)
    return following - end >= leastClosure ? .final : .medial
  }

  /// What lies between an obstruent and the next sound is a closure or a pause from here on.
  private static let leastClosure = 40

  /// What spurts leave free, 30 ms from them and 150 ms from the start of a last release.
  private static func pauses(
    between spurts: [Range<Int>], _ obstruents: [SpeechMarks.Obstruent], _ audio: AudioBuffer
  ) -> [SpeechMarks.Span] {
    let end = audio.durationSeconds
    var pauses: [SpeechMarks.Span] = []
    for index in 0...spurts.count {
      let previous = index > 0 ? Double(spurts[index - 1].upperBound) / 1_000 : nil
      let next = index < spurts.count ? Double(spurts[index].lowerBound) / 1_000 : nil
      var from = previous.map { $0 + Double(fromSpurts) / 1_000 } ?? 0
      let to = next.map { $0 - Double(fromSpurts) / 1_000 } ?? end
      let release = previous.flatMap { last in
        obstruents.last { $0.kind == .burst && $0.span.startSeconds < last }
      }
      if let release, let last = previous, last - release.span.endSeconds < 0.03 {
        let later = release.span.startSeconds + Double(afterRelease) / 1_000
        if to - later >= Double(leastPause) / 1_000 { from = max(from, later) }
      }
      if to - from >= Double(leastPause) / 1_000 - 1e-9 {
        pauses.append(SpeechMarks.Span(startSeconds: from, endSeconds: to))
      }
    }
    return pauses
  }
}
