import Signal

/// The noise under the speech in one band, followed over time.
///
/// The floor is the mean of what lies near the twentieth part of the powers of the three seconds
/// around: a minimum that a single dip does not pull down, and that speech without a pause does not
/// lift far. Digital silence is left out.
///
/// Source: after R. Martin, "Noise power spectral density estimation based on optimal smoothing and
/// minimum statistics", IEEE Transactions on Speech and Audio Processing 9(5), 2001, with a
/// percentile for the minimum (V. Stahl, A. Fischer, R. Bippus, ICASSP 2000).
struct NoiseFloor {
  /// The floor at each millisecond.
  private(set) var power: [Double]
  /// By how many decibels a fifth of the powers lies over a twentieth: below 1 for steady noise,
  /// more where noise moves or where there is none.
  private(set) var spreadDB: [Double]

  /// Speech changes within this long, the noise of a room hardly.
  private static let reach = 1_500
  private static let step = 250
  private static let low = 0.05
  private static let high = 0.2
  /// A floor needs a tenth of a second to be read from.
  private static let least = 100

  /// Follows the floor of a smoothed curve, which does not fall under `lowest`.
  init(of curve: [Double], lowest: Double) {
    power = Array(repeating: lowest, count: curve.count)
    spreadDB = Array(repeating: 10, count: curve.count)
    for start in stride(from: 0, to: curve.count, by: Self.step) {
      let end = min(curve.count, start + Self.step)
      let window = max(0, start - Self.reach)..<min(curve.count, end + Self.reach)
      let sorted = curve[window].filter { $0 > lowest }.sorted()
      guard sorted.count >= Self.least else { continue }
      let quiet = FrameCurves.percentile(sorted, Self.low)
      let near = sorted.prefix { $0 < 2 * quiet }
      let floor = max(lowest, near.reduce(0, +) / Double(near.count))
      let spread = FrameCurves.decibels(FrameCurves.percentile(sorted, Self.high) / quiet)
      for index in start..<end {
        power[index] = floor
        spreadDB[index] = spread
      }
    }
  }
}

/// What noise reaches now and then where nobody speaks, in the two seconds around.
struct PauseNoise {
  /// The level at each millisecond in the high band; zero where there is no pause to read it from.
  private(set) var high: [Double]
  /// The same in the low band.
  private(set) var low: [Double]

  private static let reach = 2_000
  private static let step = 250
  /// Less than this many milliseconds of pauses say nothing.
  private static let least = 400

  /// Reads the noise of the pauses.
  ///
  /// A pause with a background of its own, such as other talkers, is taken at what one millisecond
  /// in ten goes over. In an empty pause breaths and rests of decay are no background: there twice
  /// the level counts that it stays under for most of the time.
  ///
  /// - Parameters:
  ///   - high: The smoothed high band.
  ///   - low: The smoothed low band.
  ///   - isPause: Where nobody speaks, far and wide.
  ///   - loud: The power of the loud parts of the speech.
  init(high highCurve: [Double], low lowCurve: [Double], isPause: [Bool], loud: Double) {
    high = Array(repeating: 0, count: highCurve.count)
    low = high
    let pauses = isPause.indices.filter { isPause[$0] }
    guard pauses.count >= Self.least else { return }
    let lows = pauses.map { lowCurve[$0] }.sorted()
    let median = FrameCurves.percentile(lows, 0.5)
    let fill = min(max((FrameCurves.decibels(median / loud) + 45) / 8, 0), 1)
    func level(_ sorted: [Double]) -> Double {
      let usual = 2 * FrameCurves.percentile(sorted, 0.6)
      let empty = min(usual, FrameCurves.percentile(sorted, 0.95))
      return empty * (1 - fill) + FrameCurves.percentile(sorted, 0.9) * fill
    }
    let everywhere = (high: level(pauses.map { highCurve[$0] }.sorted()), low: level(lows))
    var (first, last) = (0, 0)
    for start in stride(from: 0, to: highCurve.count, by: Self.step) {
      let end = min(highCurve.count, start + Self.step)
      while first < pauses.count, pauses[first] < start - Self.reach { first += 1 }
      while last < pauses.count, pauses[last] < end + Self.reach { last += 1 }
      var here = everywhere
      if last - first >= Self.least {
        here.high = level(pauses[first..<last].map { highCurve[$0] }.sorted())
        here.low = level(pauses[first..<last].map { lowCurve[$0] }.sorted())
      }
      for index in start..<end {
        high[index] = here.high
        low[index] = here.low
      }
    }
  }
}
