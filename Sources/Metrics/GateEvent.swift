import Signal
import Spectrum

/// The short frames in which the gain of a gate is followed.
struct GateGrid {
  /// Where the gain is followed: most of what a voice has, without rumble and hiss.
  static let band = FrequencyBand(from: Hertz(100), to: Hertz(8_000))

  /// How many samples lie between two frames: 1 ms.
  let hop: Int
  /// How many samples a frame spans: 5 ms.
  let length: Int
  /// How many samples the transform of a frame takes.
  let size: Int
  let weights: BandWeights
  private let sampleRate: Hertz

  init(sampleRate: Hertz) {
    self.sampleRate = sampleRate
    hop = max(1, Int((sampleRate.value / 1000).rounded()))
    length = max(4, Int((sampleRate.value / 200).rounded()))
    size = AnalysisFrames.powerOfTwo(from: Double(length))
    weights = BandWeights(
      from: Self.band.low, to: Self.band.high, size: size, sampleRate: sampleRate)
  }

  var millisecondsPerHop: Double { 1000 * Double(hop) / sampleRate.value }

  /// The number of the frame that is centred on a time, counted from another time.
  func hop(at seconds: Double, from origin: Int) -> Int {
    Int(((seconds * sampleRate.value - Double(origin)) / Double(hop)).rounded())
  }

  /// Reads the power in each bin of the band, frame after frame.
  func powers(of audio: AudioBuffer, from origin: Int, hopCount: Int) -> [Double] {
    let window = HannWindow(count: length)
    var transform = RealFFT(size: size)
    var frame = [Double](repeating: 0, count: transform.binCount)
    let bins = weights.bins
    let partOfBin = bins.map(weights.weight)
    var powers = [Double](repeating: 0, count: hopCount * bins.count)
    for index in 0..<hopCount {
      let start = origin + index * hop - length / 2
      transform.readPower(of: audio, from: start, window: window, into: &frame)
      for offset in 0..<bins.count {
        powers[index * bins.count + offset] = frame[bins.lowerBound + offset] * partOfBin[offset]
      }
    }
    return powers
  }
}

/// A pause beside a word: where a gate opens or closes.
struct GateEvent: Sendable {
  /// The pause before or after the word.
  let pause: Label
  /// The vowel of the word that lies nearest to the pause.
  let vowel: Label
  /// The sample under the centre of the first frame.
  let origin: Int
  /// The frames of the vowel.
  let vowelHops: Range<Int>
  /// The frames of the pause; of a pause before a word, its last 80 ms.
  let pauseHops: Range<Int>
  /// The frames between the last labelled phone of a word and the end of the pause after it; empty
  /// for the start of a word.
  let closingHops: Range<Int>
  /// The mean square of the reference in each frame, in the band.
  let levels: [Double]
  /// The mean square of the reference in each bin of the band, frame after frame.
  fileprivate let powers: [Double]

  /// The least pause before a word, the greatest gap between it and the first label of the word,
  /// and the least pause after a word.
  private static let leastPauseBefore = 0.08
  private static let greatestGap = 0.06
  private static let leastPauseAfter = 0.15

  /// Finds the starts and the ends of words beside pauses.
  static func events(
    in labels: [Label], of audio: AudioBuffer
  ) -> (onsets: [GateEvent], endings: [GateEvent]) {
    let grid = GateGrid(sampleRate: audio.sampleRate)
    var onsets: [GateEvent] = []
    var endings: [GateEvent] = []
    // Times from text files carry rounding errors.
    let rounding = 1e-6
    for (index, pause) in labels.enumerated() where pause.kind == .pause {
      let after = labels[(index + 1)...].prefix { $0.kind != .pause }
      if pause.durationSeconds >= leastPauseBefore - rounding, let first = after.first,
        first.startSeconds - pause.endSeconds <= greatestGap + rounding,
        let vowel = after.first(where: { $0.kind == .vowel && $0.word == first.word })
      {
        let event = GateEvent(
          pause: pause, vowel: vowel, start: pause.endSeconds - leastPauseBefore,
          end: vowel.endSeconds, wordEnd: nil, of: audio, grid: grid)
        if event.firstAudibleHop != nil { onsets.append(event) }
      }
      let before = labels[..<index].reversed().prefix { $0.kind != .pause }
      if pause.durationSeconds >= leastPauseAfter - rounding, let last = before.first,
        let vowel = before.first(where: { $0.kind == .vowel })
      {
        let event = GateEvent(
          pause: pause, vowel: vowel, start: vowel.startSeconds, end: pause.endSeconds,
          wordEnd: last.endSeconds, of: audio, grid: grid)
        if event.hasSoundInPause { endings.append(event) }
      }
    }
    return (onsets, endings)
  }

  private init(
    pause: Label, vowel: Label, start: Double, end: Double, wordEnd: Double?, of audio: AudioBuffer,
    grid: GateGrid
  ) {
    self.pause = pause
    self.vowel = vowel
    let origin = Int((start * audio.sampleRate.value).rounded())
    self.origin = origin
    let count = max(0, grid.hop(at: min(end, audio.durationSeconds), from: origin))
    func hops(from start: Double, to end: Double) -> Range<Int> {
      let first = min(max(0, grid.hop(at: start, from: origin)), count)
      return first..<min(max(first, grid.hop(at: end, from: origin)), count)
    }
    vowelHops = hops(from: vowel.startSeconds, to: vowel.endSeconds)
    pauseHops = hops(from: pause.startSeconds, to: pause.endSeconds)
    closingHops = wordEnd.map { hops(from: $0, to: pause.endSeconds) } ?? 0..<0
    powers = grid.powers(of: audio, from: origin, hopCount: count)
    levels = Self.sums(of: powers, hopCount: count)
  }

  /// Whether most of the pause holds sound, so that a gain can be read there.
  private var hasSoundInPause: Bool {
    let loud = pauseHops.count { levels[$0] > AnalysisFrames.quietestPower }
    return 2 * loud > pauseHops.count
  }

  /// The first frame after the pause in which the reference is within 40 dB of the mean level of
  /// the vowel, and 8 dB or more over the mean level of the pause; nil where there is none.
  var firstAudibleHop: Int? {
    let vowelLevel = meanLevel(over: vowelHops)
    guard vowelLevel > AnalysisFrames.quietestPower else { return nil }
    let floor = max(
      AnalysisFrames.quietestPower, vowelLevel * Decibels(-40).power,
      meanLevel(over: pauseHops) * Decibels(8).power)
    return levels.indices[pauseHops.upperBound...].first { levels[$0] >= floor }
  }

  private func meanLevel(over hops: Range<Int>) -> Double {
    hops.isEmpty ? 0 : hops.reduce(0) { $0 + levels[$1] } / Double(hops.count)
  }

  private static func sums(of powers: [Double], hopCount: Int) -> [Double] {
    guard hopCount > 0 else { return [] }
    let width = powers.count / hopCount
    return (0..<hopCount).map { hop in
      powers[hop * width..<(hop + 1) * width].reduce(0, +)
    }
  }
}

/// Follows the power gain that a render adds to the linear response, frame by frame as asked.
struct GateFollower: ~Copyable {
  let grid: GateGrid
  private let render: AudioBuffer
  private let window: HannWindow
  private var transform: RealFFT
  /// The power gain of the linear response in each bin of the band.
  private let linearPower: [Double]
  /// The part of each bin that lies in the band.
  private let partOfBin: [Double]
  private let scale: Double

  init(of analysis: Analysis) {
    let grid = GateGrid(sampleRate: analysis.render.sampleRate)
    self.grid = grid
    render = analysis.render
    window = HannWindow(count: grid.length)
    transform = RealFFT(size: grid.size)
    linearPower = Array(analysis.gateLinearPower[grid.weights.bins])
    let lastBin = grid.size / 2
    // The first and the last bin have no mirror image.
    partOfBin = grid.weights.bins.map {
      grid.weights.weight(ofBin: $0) * ($0 == 0 || $0 == lastBin ? 0.5 : 1)
    }
    scale = 2 / (Double(grid.size) * window.energy * Double(render.channelCount))
  }

  /// Reads the gain in one frame of an event.
  ///
  /// NaN where the reference holds nothing, so that no comparison with such a frame is true.
  mutating func gain(of event: GateEvent, at hop: Int) -> Double {
    guard event.levels[hop] > AnalysisFrames.quietestPower else { return .nan }
    let width = linearPower.count
    var input = 0.0
    event.powers.withUnsafeBufferPointer { powers in
      linearPower.withUnsafeBufferPointer { linearPower in
        var sum = SIMD2<Double>.zero
        var bin = 0
        while bin + 2 <= width {
          let place = hop * width + bin
          sum +=
            SIMD2(powers[place], powers[place + 1])
            * SIMD2(linearPower[bin], linearPower[bin + 1])
          bin += 2
        }
        input = sum.x + sum.y
        if bin < width { input += powers[hop * width + bin] * linearPower[bin] }
      }
    }
    guard input > 0 else { return .nan }
    let start = event.origin + hop * grid.hop - grid.length / 2
    var output = 0.0
    for samples in render.channels {
      output += transform.weightedPower(
        of: samples, from: start, window: window, firstBin: grid.weights.bins.lowerBound,
        weights: partOfBin)
    }
    return scale * output / input
  }

  /// Reads the median gain over the vowel; nil where the vowel holds nothing.
  mutating func vowelGain(of event: GateEvent) -> Double? {
    var gains: [Double] = []
    for hop in event.vowelHops {
      let gain = gain(of: event, at: hop)
      if !gain.isNaN { gains.append(gain) }
    }
    return median(gains)
  }

  /// Reads the first of some frames in which the gain passes a test; nil where none does.
  mutating func firstHop(
    of event: GateEvent, in hops: Range<Int>, where isMeant: (Double) -> Bool
  ) -> Int? {
    for hop in hops where isMeant(gain(of: event, at: hop)) { return hop }
    return nil
  }
}

/// The middle one of some values, or the mean of the middle two; nil for none.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let upper = sorted[sorted.count / 2]
  return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
}
