import Signal
import Spectrum

/// The gain of a render over its input, frame by frame, against that of the loud frames.
///
/// Taken from the gain trace of the renderer where there is one: that is exact. Otherwise estimated
/// from the signals, as the mean change in decibels of the bands that lie within 20 dB of the
/// strongest of the input's frame, from 186 Hz up (what lies below is the body of the voice, which
/// has a metric of its own), each beside what the equaliser does to that band. One gain for
/// the whole file, such as that of a normaliser, is taken out with the median over the loud frames,
/// never with a mean or a peak: a gate moves those. Of speech in noise the cells in which noise rules
/// are left out of an estimate.
struct FrameGains: Sendable {
  /// The gain of each frame in decibels; NaN where the input holds no sound, so that no comparison
  /// with such a frame is true.
  let decibels: [Float]
  /// The gain of the loud frames, which is taken out of all others.
  let match: Double
  /// What the equaliser does to each band; empty where the gain trace is known.
  let bandResponse: [Double]

  /// How far under the strongest band of a frame a band still counts.
  private static let bandRange = Decibels(-20)
  /// A frame that is quieter than this against the loud ones has been silenced.
  static let deepest: Float = -100
  /// Fewer cells say nothing of a band.
  private static let leastFrames = 15

  /// Reads the gains from a trace.
  init(trace: GainTrace, frames: SpeechFrames) {
    let grid = frames.grid
    let reach = grid.window.count / 2
    let steps = max(1, Int((Double(2 * reach) / Double(trace.stepFrames)).rounded()))
    let weights = (0..<steps).map {
      Float(1 - DeterministicMath.cos(2 * .pi * (Double($0) + 0.5) / Double(steps)))
    }
    let sum = weights.reduce(0, +)
    var gains: [Float] = []
    gains.reserveCapacity(frames.count)
    for frame in 0..<frames.count {
      guard frames.inputTotals[frame] > Self.quietest else {
        gains.append(.nan)
        continue
      }
      let first = (frame * grid.hop - reach) / trace.stepFrames
      var power: Float = 0
      for (offset, weight) in weights.enumerated() {
        let step = min(max(0, first + offset), trace.powers.count - 1)
        power += weight * (step >= 0 ? trace.powers[step] : 0)
      }
      gains.append(Self.decibels(power / sum))
    }
    self.init(raw: gains, bandResponse: [], frames: frames)
  }

  /// Estimates the gains from the signals.
  ///
  /// - Parameters:
  ///   - render: What came out, aligned to the frame.
  ///   - response: What the equaliser does, where that is known; otherwise it is fitted.
  init(of render: AudioBuffer, response: FrequencyResponse?, frames: SpeechFrames) {
    let grid = frames.grid
    let width = grid.bands.count
    let powers = grid.powers(of: render, count: frames.count)
    let (before, least) = (frames.inputPowers, Float(Self.bandRange.power))
    // The change of each band that counts; NaN for the others.
    var changes = [Float](repeating: .nan, count: powers.count)
    for frame in 0..<frames.count where frames.inputTotals[frame] > Self.quietest {
      let range = frame * width..<(frame + 1) * width
      let judged = frame * width + grid.judged.lowerBound..<(frame + 1) * width
      let strongest = before[judged].max() ?? 0
      for cell in range where before[cell] >= strongest * least && before[cell] > 0 {
        // Where noise rules, what changes is the noise.
        guard frames.isSpeechCell?[cell] ?? true else { continue }
        changes[cell] = Self.decibels(powers[cell] / before[cell])
      }
    }
    let bandResponse =
      response.map { response in grid.bands.map { response.gain(at: $0.centre).value } }
      ?? Self.bandResponse(changes, frames: frames)
    let gains = (0..<frames.count).map { frame -> Float in
      var (sum, count): (Float, Float) = (0, 0)
      for band in grid.judged where !changes[frame * width + band].isNaN {
        sum += changes[frame * width + band] - Float(bandResponse[band])
        count += 1
      }
      return count > 0 ? sum / count : .nan
    }
    self.init(raw: gains, bandResponse: bandResponse, frames: frames)
  }

  private init(raw: [Float], bandResponse: [Double], frames: SpeechFrames) {
    let loud = zip(raw, frames.isLoud).filter { $1 && !$0.isNaN }.map { Double($0.0) }
    let match = median(loud) ?? .nan
    self.match = match
    self.bandResponse = bandResponse
    decibels = raw.map { max($0 - Float(match), Self.deepest) }
  }

  /// What the equaliser does to each band: the fit to all cells that count, as bright consonants are
  /// seldom loud, with the median over the loud frames as its level.
  ///
  /// A band with too few cells has the response of the nearest one that has enough.
  private static func bandResponse(_ changes: [Float], frames: SpeechFrames) -> [Double] {
    let width = frames.grid.bands.count
    let fitted = BandResponseFit.responses(of: changes, in: frames, atLeast: leastFrames)
    let known = fitted.indices.filter { !fitted[$0].isNaN }
    let responses = fitted.indices.map { band in
      known.min { abs($0 - band) < abs($1 - band) }.map { fitted[$0] } ?? 0
    }
    let loud = frames.isLoud.indices.filter { frames.isLoud[$0] }.flatMap { frame in
      (0..<width).compactMap { band -> Double? in
        let change = changes[frame * width + band]
        return change.isNaN ? nil : Double(change) - responses[band]
      }
    }
    let level = median(loud) ?? 0
    return responses.map { $0 + level }
  }

  private static func decibels(_ power: Float) -> Float {
    max(Float(Decibels(power: Double(power)).value), 2 * deepest)
  }

  /// The mean square under which a frame of the input holds nothing.
  private static let quietest = Float(AnalysisFrames.quietestPower)
}
