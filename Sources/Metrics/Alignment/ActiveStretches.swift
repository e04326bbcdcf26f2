import Signal

/// The parts of a recording on which a delay is looked for: the liveliest of each third.
struct ActiveStretches {
  /// Frames, in the order of time; one range for less than 3 s, three from 4.5 s on.
  let ranges: [Range<Int>]

  /// The longest stretch; speech of this length settles a delay even in loud noise.
  private static let longest = 20.0
  /// The shortest that a recording is divided into.
  private static let shortest = 1.5

  init(of samples: [Float], sampleRate: Hertz) {
    let seconds = Double(samples.count) / sampleRate.value
    let count = max(1, min(3, Int(seconds / Self.shortest)))
    let hop = max(1, Int(sampleRate.value / 10))
    let length = Int(Self.longest * sampleRate.value) / hop
    let levels = Self.levels(of: samples, hop: hop)
    ranges = (0..<count).map { part in
      let (start, end) = (part * samples.count / count, (part + 1) * samples.count / count)
      guard end - start > length * hop else { return start..<end }
      let first = Self.liveliest(levels, from: start / hop, to: end / hop, length: length)
      return first * hop..<min(end, (first + length) * hop)
    }
  }

  /// The root of the mean magnitude of each tenth of a second: a click does not make a stretch
  /// lively, talk does.
  private static func levels(of samples: [Float], hop: Int) -> [Double] {
    stride(from: 0, to: samples.count, by: hop).map { start in
      let end = min(start + hop, samples.count)
      var sum = 0.0
      for frame in start..<end { sum += Double(samples[frame].magnitude) }
      return sum.squareRoot()
    }
  }

  private static func liveliest(
    _ levels: [Double], from start: Int, to end: Int, length: Int
  ) -> Int {
    var sum = levels[start..<start + length].reduce(0, +)
    var best = (sum, start)
    for first in start + 1..<max(start + 2, end - length) where first + length <= levels.count {
      sum += levels[first + length - 1] - levels[first - 1]
      if sum > best.0 { best = (sum, first) }
    }
    return best.1
  }
}
