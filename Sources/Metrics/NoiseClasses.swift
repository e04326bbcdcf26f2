import Signal
import Speech

/// The frames of speech in noise, classed by the level of the clean speech, with what went into the
/// chain and what came out.
///
/// Frames of 10 ms. Against the active level: high from −1 dB, medium from −10 dB, low from −16 dB,
/// noise below −19 dB; and beyond the standard a weak class from −16 to −35 dB, in which the bursts
/// of voiceless stops lie. What is weak lies in the range of the noise too, where speech is near;
/// so noise is what lies below −35 dB.
///
/// Source: ITU-T G.160 (06/2012), Appendix II, as its summary and 3GPP TS 26.077, Annex A, have it;
/// the objective measures go back to E. Paajanen and V.-V. Mattila, 2002.
struct NoiseClasses: Sendable {
  /// How many samples a frame spans.
  let length: Int
  /// The rate of the audio.
  let sampleRate: Hertz
  /// The frames of each class.
  private(set) var frames: [Class: [Int]] = [:]
  /// The noise frames within half a second of speech.
  private(set) var noiseNearSpeech: [Int] = []
  /// The mean square of each frame of what went into the chain.
  let input: [Double]

  /// A class of frames.
  enum Class: CaseIterable {
    case high
    case medium
    case low
    case weak
    case noise
  }

  /// Classes the frames of speech in noise.
  ///
  /// - Parameters:
  ///   - clean: The speech alone.
  ///   - input: The same in noise.
  ///   - level: The active level of the speech.
  init(clean: AudioBuffer, input: AudioBuffer, level: Decibels) {
    sampleRate = clean.sampleRate
    length = AnalysisFrames.noiseLength(sampleRate: sampleRate)
    self.input = Self.powers(of: input, length: length, count: clean.frameCount / length)
    let powers = Self.powers(of: clean, length: length, count: clean.frameCount / length)
    let reference = level.power
    var lastSpeech = Int.min / 2
    var near = [Bool](repeating: false, count: powers.count)
    for (frame, power) in powers.enumerated() {
      let kind: Class =
        switch Decibels(power: max(power / reference, 1e-30)).value {
        case (-1)...: .high
        case (-10)...: .medium
        case (-16)...: .low
        case (-35)...: .weak
        default: .noise
        }
      frames[kind, default: []].append(frame)
      guard kind != .noise else { continue }
      for index in max(
        0, lastSpeech, frame - Self.reach)..<min(powers.count, frame + Self.reach + 1)
      {
        near[index] = true
      }
      lastSpeech = frame
    }
    noiseNearSpeech = frames[.noise, default: []].filter { near[$0] }
  }

  /// Half a second.
  private static let reach = 50

  /// Reads the mean square of each frame, mean of the channels.
  static func powers(of audio: AudioBuffer, length: Int, count: Int) -> [Double] {
    var powers = [Double](repeating: 0, count: count)
    let scale = 1 / Double(length * audio.channelCount)
    for samples in audio.channels {
      samples.withUnsafeBytes { bytes in
        let samples = bytes.bindMemory(to: Float.self)
        for frame in 0..<min(count, samples.count / length) {
          var sums = SIMD8<Float>.zero
          var index = frame * length
          let end = index + length
          while index + 8 <= end {
            let block = bytes.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
            sums += block * block
            index += 8
          }
          var sum = Double(sums.sum())
          while index < end {
            sum += Double(samples[index]) * Double(samples[index])
            index += 1
          }
          powers[frame] += sum * scale
        }
      }
    }
    return powers
  }

  /// The mean of some frames' powers in decibels: of the logarithms, which is the geometric mean.
  static func meanLevel(_ powers: [Double], over frames: [Int]) -> Double {
    guard !frames.isEmpty else { return .nan }
    let sum = frames.reduce(0) {
      $0 + Decibels(power: max(powers[$1], AnalysisFrames.quietestPower)).value
    }
    return sum / Double(frames.count)
  }

  /// The speech-to-noise ratio of a class in decibels.
  func ratio(of kind: Class, _ powers: [Double], noiseLevel: Double) -> Double {
    let level = Self.meanLevel(powers, over: frames[kind, default: []])
    let ratio = Decibels(level - noiseLevel).power - 1
    return Decibels(power: max(1e-5, ratio)).value
  }
}
