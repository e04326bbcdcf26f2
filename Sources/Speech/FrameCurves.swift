import Signal

/// What is done to a curve with one number a millisecond.
enum FrameCurves {
  /// Smooths with a Hann window of some milliseconds; outside of the curve there is silence.
  static func smoothed(_ curve: [Double], over width: Int) -> [Double] {
    let step = 2 * Double.pi / Double(width + 1)
    var weights = (1...width).map { 1 - DeterministicMath.cos(step * Double($0)) }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    let ahead = (width - 1) / 2
    return curve.indices.map { centre in
      var value = 0.0
      for index in 0..<width {
        let place = centre + ahead - index
        if curve.indices.contains(place) { value += weights[index] * curve[place] }
      }
      return value
    }
  }

  /// The sums from the start of a curve up to each place.
  static func sums(_ curve: [Double]) -> [Double] {
    var sums = [0.0]
    sums.reserveCapacity(curve.count + 1)
    for value in curve { sums.append(sums[sums.count - 1] + value) }
    return sums
  }

  /// The mean between two places, clipped to the curve; zero where nothing is left.
  static func mean(_ sums: [Double], _ start: Int, _ end: Int) -> Double {
    let first = min(max(0, start), sums.count - 1)
    let last = min(max(0, end), sums.count - 1)
    // The difference of two sums may round to less than nothing.
    return last > first ? max(0, sums[last] - sums[first]) / Double(last - first) : 0
  }

  /// The highest value of the places from `first` to `last`, counted from each place.
  ///
  /// Source: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular
  /// and octagonal kernels", Pattern Recognition Letters 13(7), 1992.
  static func maximum(_ curve: [Double], from first: Int, to last: Int) -> [Double] {
    let (width, count) = (last - first + 1, curve.count)
    let lowest = -Double.infinity
    let padded = count + 2 * width
    func value(_ index: Int) -> Double {
      let place = index + first
      return place >= 0 && place < count ? curve[place] : lowest
    }
    var forward = [Double](repeating: lowest, count: padded)
    var backward = forward
    for index in 0..<padded {
      let value = value(index)
      forward[index] = index % width == 0 ? value : max(forward[index - 1], value)
    }
    for index in (0..<padded).reversed() {
      let value = value(index)
      let isLast = index % width == width - 1 || index == padded - 1
      backward[index] = isLast ? value : max(backward[index + 1], value)
    }
    return (0..<count).map { max(backward[$0], forward[$0 + width - 1]) }
  }

  /// The value that a part of sorted values lies under, with a straight line between neighbours.
  static func percentile(_ sorted: [Double], _ part: Double) -> Double {
    let place = part * Double(sorted.count - 1)
    let lower = Int(place)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (place - Double(lower)) * (sorted[upper] - sorted[lower])
  }

  /// Ten times the logarithm of a power, which counts as 10⁻³⁰ at least.
  static func decibels(_ power: Double) -> Double {
    10 * DeterministicMath.log10(max(power, 1e-30))
  }

  /// The runs in which something holds.
  static func runs(_ holds: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for index in 0...holds.count {
      let isOn = index < holds.count && holds[index]
      if isOn, start == nil { start = index }
      if !isOn, let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    return runs
  }

  /// Runs with gaps shorter than some milliseconds closed.
  static func joined(_ runs: [Range<Int>], gap: Int) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for run in runs {
      if let last = joined.last, run.lowerBound - last.upperBound < gap {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
      } else {
        joined.append(run)
      }
    }
    return joined
  }
}
