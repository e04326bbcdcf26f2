/// The loops of the ceiling limiter, for one channel in time.
package enum LimiterLoops {
  /// How many samples the kernels of `raise` span.
  package static var taps: Int { 12 }

  /// Copies samples, scaled.
  @inline(never)
  package static func scale(
    _ source: UnsafePointer<Float>, _ count: Int, by factor: Float,
    into target: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count { target[index] = source[index] * factor }
  }

  /// Copies samples, each scaled by its gain and held under a ceiling.
  @inline(never)
  package static func limit(
    _ source: UnsafePointer<Float>, _ count: Int, by gains: UnsafePointer<Float>,
    ceiling: Float, into target: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let limited = source[index] * gains[index]
      // The product may round one unit over the ceiling; the ceiling is a promise.
      let low = limited > ceiling ? ceiling : limited
      target[index] = low < -ceiling ? -ceiling : low
    }
  }

  /// The largest magnitude, and the largest difference between neighbours.
  ///
  /// Magnitudes are compared as whole numbers, which have the same order and become vector code.
  @inline(never)
  package static func measure(
    _ samples: UnsafePointer<Float>, _ count: Int
  ) -> (largest: Float, step: Float) {
    var (largest, step) = (samples[0].magnitude.bitPattern, UInt32(0))
    for index in 1..<count {
      largest = max(largest, samples[index].magnitude.bitPattern)
      step = max(step, (samples[index] - samples[index &- 1]).magnitude.bitPattern)
    }
    return (Float(bitPattern: largest), Float(bitPattern: step))
  }

  /// Raises peaks to the magnitudes of samples.
  @inline(never)
  package static func raise(
    _ peaks: UnsafeMutablePointer<Float>, to samples: UnsafePointer<Float>, _ count: Int
  ) {
    for index in 0..<count {
      let sample = samples[index].magnitude
      peaks[index] = sample > peaks[index] ? sample : peaks[index]
    }
  }

  /// Raises peaks to the scaled magnitudes of three points between samples.
  ///
  /// - Parameters:
  ///   - peaks: The peaks.
  ///   - samples: The first of the samples that surround the first point.
  ///   - count: How many peaks there are.
  ///   - kernels: The weights of the three points, one after the other.
  ///   - scale: The factor.
  @inline(never)
  package static func raise(
    _ peaks: UnsafeMutablePointer<Float>, toPointsBetween samples: UnsafePointer<Float>,
    _ count: Int, _ kernels: UnsafePointer<Float>, _ scale: Float
  ) {
    for frame in 0..<count {
      let x = samples + frame
      let first = point(x, kernels).magnitude
      let second = point(x, kernels + taps).magnitude
      let third = point(x, kernels + 2 &* taps).magnitude
      let later = third > second ? third : second
      let peak = (later > first ? later : first) * scale
      peaks[frame] = peak > peaks[frame] ? peak : peaks[frame]
    }
  }

  @inline(__always)
  private static func point(_ x: UnsafePointer<Float>, _ k: UnsafePointer<Float>) -> Float {
    let early = x[0] * k[0] + x[1] * k[1] + (x[2] * k[2] + x[3] * k[3])
    let middle = x[4] * k[4] + x[5] * k[5] + (x[6] * k[6] + x[7] * k[7])
    let late = x[8] * k[8] + x[9] * k[9] + (x[10] * k[10] + x[11] * k[11])
    return early + middle + late
  }

  /// Replaces peaks by the gains that they need, and keeps these in the run, too.
  @inline(never)
  package static func need(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, ceiling: Float,
    run: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let peak = block[index]
      let gain = ceiling / (peak > ceiling ? peak : ceiling)
      block[index] = gain
      run[index] = gain
    }
  }

  /// Replaces gains by the reductions that the least gain of each window asks for.
  ///
  /// - Parameters:
  ///   - block: The gains.
  ///   - count: How many they are.
  ///   - rest: The least gain of the run before from each of these frames on.
  ///   - least: The least gain of the current run so far; it is carried on.
  @inline(never)
  package static func findLeast(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, rest: UnsafePointer<Float>,
    least: inout Float
  ) {
    var soFar = least
    for index in 0..<count {
      soFar = block[index] < soFar ? block[index] : soFar
      block[index] = soFar
    }
    least = soFar
    for index in 0..<count {
      block[index] = 1 - (rest[index] < block[index] ? rest[index] : block[index])
    }
  }

  /// Lets reductions go no faster than the release.
  @inline(never)
  package static func release(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, staying: Float, reduction: inout Float
  ) {
    var last = reduction
    for index in 0..<count {
      let released = last * staying
      last = block[index] > released ? block[index] : released
      block[index] = last
    }
    reduction = last
  }

  /// Replaces reductions by the gains that the window comes to on average.
  ///
  /// - Parameters:
  ///   - block: The reductions, at most one.
  ///   - count: How many they are.
  ///   - unit: What a reduction of one is as a whole number, at most 2²².
  ///   - share: One over the unit and the length of the window.
  ///   - ring: The whole numbers that leave the window; those that enter take their place.
  ///   - sum: The whole numbers of the window together; it is carried on.
  @inline(never)
  package static func average(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, unit: Float, share: Float,
    ring: UnsafeMutablePointer<Int32>, sum: inout Int32
  ) {
    // 2²³: adding it rounds to a whole number, which then stands in the low bits.
    let rounding: Float = 8_388_608
    for index in 0..<count {
      let rounded = (block[index] * unit + rounding).bitPattern
      let entering = Int32(bitPattern: rounded) &- Int32(bitPattern: rounding.bitPattern)
      block[index] = Float(bitPattern: UInt32(bitPattern: entering &- ring[index]))
      ring[index] = entering
    }
    var total = sum
    for index in 0..<count {
      total &+= Int32(bitPattern: block[index].bitPattern)
      block[index] = 1 - Float(total) * share
    }
    sum = total
  }

  /// Works out the least gain from each frame of a run to its end.
  @inline(never)
  package static func closeRun(
    _ run: UnsafePointer<Float>, rest: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var least: Float = 1
    var index = count
    while index > 0 {
      index &-= 1
      least = run[index] < least ? run[index] : least
      rest[index] = least
    }
  }
}
