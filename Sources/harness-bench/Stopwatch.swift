import Foundation

/// The CPU time of this process, or the time on the wall.
enum Stopwatch {
  /// The seconds on the wall that some work takes.
  static func wallSeconds(of work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try work()
    return (clock.now - start) / .seconds(1)
  }

  /// The seconds of CPU, user and system, that some work takes.
  static func cpuSeconds(of work: () throws -> Void) rethrows -> Double {
    let start = cpuSeconds
    try work()
    return cpuSeconds - start
  }

  /// RUSAGE_SELF, whose type is not the same on every system.
  private static let ownProcess: Int32 = 0

  private static var cpuSeconds: Double {
    var usage = rusage()
    let status = getrusage(ownProcess, &usage)
    precondition(status == 0, "a process can always ask for its own times")
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

/// Times of several rounds of one piece of work.
struct Rounds {
  private var values: [Double] = []

  /// Adds a round.
  mutating func add(_ value: Double) { values.append(value) }

  /// The least of the rounds.
  var least: Double { values.min() ?? .nan }

  /// The largest of the rounds.
  var most: Double { values.max() ?? .nan }

  /// The middle of the rounds, or the mean of the two in the middle.
  var median: Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
