import Loops

#if arch(x86_64)
  import CSystem
  import LoopsAVX2
#endif

/// The loops that touch every sample, in the fastest form that this processor runs.
///
/// On x86-64 the same source is built twice, for any processor and for those with AVX2. Both give
/// the same bits: no operation is contracted or reordered by either build. Only pointers and
/// scalars go in, as vectors are passed in other registers there.
enum ProcessorLoops {
  #if arch(x86_64)
    private static let hasAVX2 = system_has_avx2() != 0
  #endif

  /// See `SectionLoops.run`.
  static func runSections(
    _ sections: UnsafeMutablePointer<Lanes>, _ count: Int, _ input: UnsafePointer<Float>,
    _ block: UnsafeMutablePointer<Lanes>, _ frameCount: Int
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.SectionLoops.run(sections, count, input, block, frameCount)
      }
    #endif
    return Loops.SectionLoops.run(sections, count, input, block, frameCount)
  }

  /// See `SectionLoops.clearVanishing`.
  static func clearVanishing(
    _ sections: UnsafeMutablePointer<Lanes>, _ count: Int, under least: Float
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.SectionLoops.clearVanishing(sections, count, under: least)
      }
    #endif
    return Loops.SectionLoops.clearVanishing(sections, count, under: least)
  }

  /// See `DynamicsLoops.follow`.
  static func follow(
    _ left: UnsafePointer<Lanes>, _ right: UnsafePointer<Lanes>?, _ frameCount: Int,
    _ numbers: UnsafePointer<Lanes>, _ risesFaster: Bool, _ envelope: UnsafeMutablePointer<Lanes>,
    _ levels: UnsafeMutablePointer<Lanes>, _ loudest: UnsafeMutablePointer<Lanes>
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.DynamicsLoops.follow(
          left, right, frameCount, numbers, risesFaster, envelope, levels, loudest)
      }
    #endif
    return Loops.DynamicsLoops.follow(
      left, right, frameCount, numbers, risesFaster, envelope, levels, loudest)
  }

  /// See `DynamicsLoops.compressAndExpand`.
  static func compressAndExpand(
    _ levels: UnsafeMutablePointer<Lanes>, _ frameCount: Int, _ numbers: UnsafePointer<Lanes>,
    half: Int
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.DynamicsLoops.compressAndExpand(levels, frameCount, numbers, half: half)
      }
    #endif
    return Loops.DynamicsLoops.compressAndExpand(levels, frameCount, numbers, half: half)
  }

  /// See `DynamicsLoops.expand`.
  static func expand(
    _ levels: UnsafeMutablePointer<Lanes>, _ frameCount: Int, _ numbers: UnsafePointer<Lanes>,
    half: Int
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.DynamicsLoops.expand(levels, frameCount, numbers, half: half)
      }
    #endif
    return Loops.DynamicsLoops.expand(levels, frameCount, numbers, half: half)
  }

  /// See `DynamicsLoops.apply`.
  static func apply(
    _ gains: UnsafePointer<Lanes>, _ block: UnsafeMutablePointer<Lanes>, _ frameCount: Int,
    _ peaks: UnsafeMutablePointer<Lanes>
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.DynamicsLoops.apply(gains, block, frameCount, peaks)
      }
    #endif
    return Loops.DynamicsLoops.apply(gains, block, frameCount, peaks)
  }

  /// See `LimiterLoops.scale`.
  static func scale(
    _ source: UnsafePointer<Float>, _ count: Int, by factor: Float,
    into target: UnsafeMutablePointer<Float>
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.scale(source, count, by: factor, into: target)
      }
    #endif
    return Loops.LimiterLoops.scale(source, count, by: factor, into: target)
  }

  /// See `LimiterLoops.limit`.
  static func limit(
    _ source: UnsafePointer<Float>, _ count: Int, by gains: UnsafePointer<Float>, ceiling: Float,
    into target: UnsafeMutablePointer<Float>
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.limit(
          source, count, by: gains, ceiling: ceiling, into: target)
      }
    #endif
    return Loops.LimiterLoops.limit(source, count, by: gains, ceiling: ceiling, into: target)
  }

  /// See `LimiterLoops.measure`.
  static func measure(
    _ samples: UnsafePointer<Float>, _ count: Int
  ) -> (largest: Float, step: Float) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.measure(samples, count)
      }
    #endif
    return Loops.LimiterLoops.measure(samples, count)
  }

  /// See `LimiterLoops.raise`.
  static func raise(
    _ peaks: UnsafeMutablePointer<Float>, to samples: UnsafePointer<Float>, _ count: Int
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.raise(peaks, to: samples, count)
      }
    #endif
    return Loops.LimiterLoops.raise(peaks, to: samples, count)
  }

  /// See `LimiterLoops.raise`.
  static func raise(
    _ peaks: UnsafeMutablePointer<Float>, toPointsBetween samples: UnsafePointer<Float>,
    _ count: Int, _ kernels: UnsafePointer<Float>, _ scale: Float
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.raise(peaks, toPointsBetween: samples, count, kernels, scale)
      }
    #endif
    return Loops.LimiterLoops.raise(peaks, toPointsBetween: samples, count, kernels, scale)
  }

  /// See `LimiterLoops.need`.
  static func need(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, ceiling: Float,
    run: UnsafeMutablePointer<Float>
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.need(block, count, ceiling: ceiling, run: run)
      }
    #endif
    return Loops.LimiterLoops.need(block, count, ceiling: ceiling, run: run)
  }

  /// See `LimiterLoops.findLeast`.
  static func findLeast(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, rest: UnsafePointer<Float>,
    least: inout Float
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.findLeast(block, count, rest: rest, least: &least)
      }
    #endif
    return Loops.LimiterLoops.findLeast(block, count, rest: rest, least: &least)
  }

  /// See `LimiterLoops.release`.
  static func release(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, staying: Float, reduction: inout Float
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.release(block, count, staying: staying, reduction: &reduction)
      }
    #endif
    return Loops.LimiterLoops.release(block, count, staying: staying, reduction: &reduction)
  }

  /// See `LimiterLoops.average`.
  static func average(
    _ block: UnsafeMutablePointer<Float>, _ count: Int, unit: Float, share: Float,
    ring: UnsafeMutablePointer<Int32>, sum: inout Int32
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.average(
          block, count, unit: unit, share: share, ring: ring, sum: &sum)
      }
    #endif
    return Loops.LimiterLoops.average(block, count, unit: unit, share: share, ring: ring, sum: &sum)
  }

  /// See `LimiterLoops.closeRun`.
  static func closeRun(
    _ run: UnsafePointer<Float>, rest: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    #if arch(x86_64)
      if hasAVX2 {
        return LoopsAVX2.LimiterLoops.closeRun(run, rest: rest, count)
      }
    #endif
    return Loops.LimiterLoops.closeRun(run, rest: rest, count)
  }
}
