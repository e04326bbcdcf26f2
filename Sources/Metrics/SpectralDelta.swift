package import Signal
import Spectrum

/// Where two renders of one fixture differ most: in the long run, and in any tenth of a second.
///
/// Not in the bank: it compares a candidate with the approved render, not with the reference.
package struct SpectralDelta: Sendable {
  package init() {}

  /// The largest change of a third of an octave over the whole recording.
  package static let longTerm = MetricDescription(
    id: "spectral-delta", unit: .decibels, axis: .colour, direction: .neither,
    protectsSpeech: false,
    tolerance: 0.05,
    tells: "How far a retune has moved the sound from the approved one, and in which band.",
    definition: """
      The change of level, candidate against approved render, of the third of an octave that \
      changed most over the whole recording; no gain matching. Levels under a floor 60 dB below \
      the loudest band of the approved render, or under −100 dBFS, count as the floor. 0 = the same.
      """,
    source: "IEC 61260-1:2014, base ten, 50 Hz to 20 kHz; mean of the channels.",
    blindTo: "Phase, stereo placement, and short events: see spectral-delta-peak.")

  /// The largest change of a third of an octave in any short frame.
  package static let peak = MetricDescription(
    id: "spectral-delta-peak", unit: .decibels, axis: .colour, direction: .neither,
    protectsSpeech: false,
    tolerance: 0.1,
    tells: "Where and when a retune sounds most unlike the approved sound: the place to listen to.",
    definition: """
      The change of level of the one cell that changed most, of all thirds of an octave in all \
      Hann frames of 100 ms; no gain matching. Levels under a floor 40 dB below the loudest cell \
      of the approved render, or under −100 dBFS, count as the floor. 0 = the same.
      """,
    source: "IEC 61260-1:2014, base ten, 50 Hz to 20 kHz; mean of the channels.",
    blindTo: "Phase, stereo placement, and all that lies 40 dB under the loudest cell.")

  /// Compares two renders; comparing a render with itself gives exactly 0.
  ///
  /// The shorter render counts as silent after its end.
  ///
  /// - Parameters:
  ///   - approved: The render that a person has approved.
  ///   - candidate: The render that is to be judged.
  /// - Returns: `spectral-delta` with its band, and `spectral-delta-peak` with its band and time.
  /// - Throws: `MetricError` for renders that are empty, not finite, or of different shapes.
  package func readings(
    approved: AudioBuffer, candidate: AudioBuffer
  ) throws(MetricError) -> [Reading] {
    for (recording, audio) in [(MetricError.Recording.approved, approved), (.candidate, candidate)]
    {
      guard audio.frameCount > 0 else { throw .empty(recording: recording) }
      if let place = audio.firstNonFinite {
        throw .notFinite(recording: recording, channel: place.channel, frame: place.frame)
      }
    }
    guard candidate.sampleRate == approved.sampleRate else {
      throw .rateMismatch(expected: approved.sampleRate, found: candidate.sampleRate)
    }
    guard candidate.channelCount == approved.channelCount else {
      throw .channelMismatch(expected: approved.channelCount, found: candidate.channelCount)
    }
    let bands = FrequencyBand.thirdOctaves(sampleRate: approved.sampleRate)
    guard !bands.isEmpty else {
      throw .nothingToMeasure(metric: Self.longTerm.id, place: "the bands below half the rate")
    }
    let frameCount = max(approved.frameCount, candidate.frameCount)
    let before = Cells(of: approved, bands: bands, frameCount: frameCount)
    let after = Cells(of: candidate, bands: bands, frameCount: frameCount)
    let long = Change(from: before.sums, to: after.sums, range: Decibels(60))
    let short = Change(from: before.powers, to: after.powers, range: Decibels(40))
    let centre = Double(short.index / bands.count * before.hop) - Double(before.length) / 4
    let time = centre / approved.sampleRate.value
    let halfFrame = Double(before.length) / 2 / approved.sampleRate.value
    var place = Place(bands[short.index % bands.count])
    place.startSeconds = max(0, time - halfFrame)
    place.endSeconds = time + halfFrame
    return [
      Reading(metric: Self.longTerm, value: long.decibels, place: Place(bands[long.index])),
      Reading(metric: Self.peak, value: short.decibels, place: place),
    ]
  }
}

/// The powers of one render, by frame and band.
private struct Cells {
  /// How many samples a frame spans.
  let length: Int
  /// How many samples lie between the starts of two frames.
  let hop: Int
  /// The mean square in each band, frame after frame.
  private(set) var powers: [Double] = []
  /// The mean square over `frameCount` frames in each band.
  private(set) var sums: [Double]

  init(of audio: AudioBuffer, bands: [FrequencyBand], frameCount: Int) {
    length = max(4, Int((0.025 * audio.sampleRate.value).rounded()) * 4)
    let size = AnalysisFrames.powerOfTwo(from: Double(length))
    let weights = bands.map {
      BandWeights(from: $0.low, to: $0.high, size: size, sampleRate: audio.sampleRate)
    }
    var frames = PowerFrames(of: audio, length: length, size: size)
    hop = frames.hop
    sums = Array(repeating: 0, count: bands.count)
    while frames.advance() {
      for (band, weights) in weights.enumerated() {
        let power = weights.sum(of: frames.power)
        powers.append(power)
        sums[band] += power
      }
    }
    let scale = Double(hop) / Double(frameCount)
    for band in sums.indices { sums[band] *= scale }
  }
}

/// The largest change of level among cells.
private struct Change {
  private(set) var decibels = 0.0
  /// The cell that changed most; the first of equal ones.
  private(set) var index = 0

  init(from before: [Double], to after: [Double], range: Decibels) {
    let floor = max(
      (before.max() ?? 0) * Decibels(-range.value).power, Decibels(-100).power)
    for cell in 0..<max(before.count, after.count) {
      let old = cell < before.count ? max(floor, before[cell]) : floor
      let new = cell < after.count ? max(floor, after[cell]) : floor
      guard old != new else { continue }
      let change = Decibels(power: new / old).value
      if abs(change) > abs(decibels) {
        decibels = change
        index = cell
      }
    }
  }
}
