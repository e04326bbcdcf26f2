import Signal
import Spectrum
import Speech

/// What is spoken where and how loud, in short frames of the clean speech.
///
/// A frame is *active* when its level is over the active speech level (ITU-T P.56) less 35 dB and
/// 8 dB over the noise of the recording's own pauses; what is labelled as a pause is not active.
/// Of active frames those over the active level less 3 dB are *loud*, those more than 10 dB under
/// it *weak*: most stop bursts are.
struct SpeechFrames: Sendable {
  /// The frames.
  let grid: SpeechGrid
  /// How many frames there are.
  let count: Int
  /// The active speech level of the clean speech.
  let activeLevel: Decibels
  /// The power of each band of what went into the chain, frame after frame.
  let inputPowers: [Float]
  /// Where the clean speech is at least half of what went in, cell by cell; nil where it is all.
  let isSpeechCell: [Bool]?
  /// The power of each frame of what went into the chain, in all bands.
  let inputTotals: [Float]
  /// The power of each frame of the clean speech in all bands, over the active level.
  let relativePowers: [Float]
  /// Whether somebody speaks.
  let isActive: [Bool]
  /// Whether the voice is loud, and so gives the gain that all others are compared with.
  let isLoud: [Bool]
  /// Whether the speech is quiet.
  let isWeak: [Bool]
  /// The talk spurts: active frames with gaps of less than 150 ms, which the closure of a stop
  /// does not reach, taken together.
  let spurts: [Range<Int>]

  private static let activeRange = Decibels(-35)
  private static let loudRange = Decibels(-3)
  private static let weakRange = Decibels(-10)
  private static let overFloor = Decibels(8)
  private static let bridgedSeconds = 0.15

  /// Reads the frames of speech.
  ///
  /// Nil where there is no speech level to be found.
  ///
  /// - Parameters:
  ///   - clean: The speech alone.
  ///   - input: What goes into the chain: the same, or with noise.
  ///   - labels: What is spoken where; empty where nobody knows.
  init?(clean: AudioBuffer, input: AudioBuffer?, labels: [Label]) {
    guard let level = ActiveSpeechLevel(of: clean)?.level else { return nil }
    let grid = SpeechGrid(sampleRate: clean.sampleRate)
    let count = grid.count(frames: clean.frameCount)
    let cleanPowers = grid.powers(of: clean, count: count)
    inputPowers = input.map { grid.powers(of: $0, count: count) } ?? cleanPowers
    isSpeechCell = input == nil ? nil : zip(cleanPowers, inputPowers).map { $0 >= 0.5 * $1 }
    let width = grid.bands.count
    let cleanTotals = Self.totals(cleanPowers, width: width)
    inputTotals = Self.totals(inputPowers, width: width)
    let reference = Float(level.power)
    let relative = cleanTotals.map { $0 / reference }
    var isPause = [Bool](repeating: false, count: count)
    for label in labels where label.kind == .pause {
      for frame in grid.frames(from: label.startSeconds, to: label.endSeconds, count: count) {
        isPause[frame] = true
      }
    }
    let floor = Self.floor(of: relative, isPause: isPause, grid: grid)
    let least = max(Float(Self.activeRange.power), floor * Float(Self.overFloor.power))
    let isActive = zip(relative, isPause).map { $0 > least && !$1 }
    self.grid = grid
    self.count = count
    activeLevel = level
    relativePowers = relative
    self.isActive = isActive
    isLoud = zip(relative, isActive).map { $1 && $0 > Float(Self.loudRange.power) }
    isWeak = zip(relative, isActive).map { $1 && $0 < Float(Self.weakRange.power) }
    spurts = Self.spurts(isActive, bridging: Int(Self.bridgedSeconds / grid.hopSeconds))
  }

  /// How long somebody speaks.
  var activeSeconds: Double { seconds(isActive) }

  /// How long some frames last.
  func seconds(_ frames: [Bool]) -> Double {
    Double(frames.count(where: \.self)) * grid.hopSeconds
  }

  private static func totals(_ powers: [Float], width: Int) -> [Float] {
    stride(from: 0, to: powers.count, by: max(1, width)).map { start in
      powers[start..<start + width].reduce(0, +)
    }
  }

  /// The noise of the pauses, over the active level; zero where nothing is known of any.
  ///
  /// With labels it is the median of the labelled pauses. Without, it is what one frame in twenty
  /// stays under, digital silence left out; and only where the level keeps within 6 dB of that for
  /// 150 ms, as quiet speech does not.
  private static func floor(of powers: [Float], isPause: [Bool], grid: SpeechGrid) -> Float {
    let pauses = zip(powers, isPause).filter { $1 && $0 > silence }.map { $0.0 }.sorted()
    if isPause.contains(true) { return pauses.isEmpty ? 0 : pauses[pauses.count / 2] }
    let sounds = powers.filter { $0 > silence }.sorted()
    guard !sounds.isEmpty else { return 0 }
    let floor = sounds[sounds.count / 20]
    let needed = Int(bridgedSeconds / grid.hopSeconds)
    var run = 0
    for power in powers {
      run = power > silence && power < 4 * floor ? run + 1 : 0
      if run >= needed { return floor }
    }
    return 0
  }

  /// The power over the active level under which a frame is digital silence.
  private static let silence = Float(1e-9)

  private static func spurts(_ isActive: [Bool], bridging gap: Int) -> [Range<Int>] {
    var spurts: [Range<Int>] = []
    for frame in isActive.indices where isActive[frame] {
      if let last = spurts.last, frame - last.upperBound < gap {
        spurts[spurts.count - 1] = last.lowerBound..<frame + 1
      } else {
        spurts.append(frame..<frame + 1)
      }
    }
    return spurts
  }
}
