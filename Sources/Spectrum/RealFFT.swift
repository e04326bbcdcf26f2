import CFFTW
import Foundation

/// A Fourier transform of real samples, with the scratch memory that it works in.
///
/// Make one for each task: the memory is its own. The plan behind it is shared by all transforms
/// of one size, which FFTW allows for as long as nothing but the execution runs in parallel.
/// The only file that imports `CFFTW`; no C type leaves it.
///
/// Source: FFTW 3.3 manual, sections 4.6 (new-array execute) and 5.4 (thread safety).
package struct RealFFT: ~Copyable {
  /// How many samples one transform takes.
  package let size: Int
  private let plan: OpaquePointer
  private let input: UnsafeMutablePointer<Float>
  /// Real and imaginary parts in turn.
  private let output: UnsafeMutablePointer<Float>

  /// Prepares transforms of an even number of samples.
  package init(size: Int) {
    precondition(size >= 2 && size.isMultiple(of: 2), "the size must be even, and 2 or more")
    self.size = size
    plan = Plans.shared.plan(size: size)
    input = Plans.allocate(size)
    output = Plans.allocate(size + 2)
  }

  deinit {
    fftwf_free(input)
    fftwf_free(output)
  }

  /// How many bins lie from 0 Hz up to and with half the sample rate.
  package var binCount: Int { size / 2 + 1 }

  /// Reads the squared magnitude of every bin of one windowed frame, and adds it to a sum.
  ///
  /// - Parameters:
  ///   - samples: One channel of a recording; all that lies outside of it counts as silence.
  ///   - start: The sample under the start of the window; may be negative.
  ///   - window: At most `size` samples long; the rest of the frame is silence.
  ///   - scale: The factor for each squared magnitude.
  ///   - sum: A number for each bin from 0 Hz on; bins beyond them are left out.
  package mutating func addPower(
    of samples: [Float], from start: Int, window: HannWindow, scale: Double,
    to sum: inout [Double]
  ) {
    precondition(sum.count <= binCount, "the sum must not have more numbers than there are bins")
    transform(samples, from: start, window: window)
    let count = sum.count
    let wideCount = count / Self.width
    let scales = SIMD8<Double>(repeating: scale)
    sum.withUnsafeMutableBytes { bytes in
      for index in 0..<wideCount {
        let place = index * MemoryLayout<SIMD8<Double>>.stride
        let sums = bytes.loadUnaligned(fromByteOffset: place, as: SIMD8<Double>.self)
        bytes.storeBytes(
          of: sums + scales * power(ofWide: index), toByteOffset: place, as: SIMD8<Double>.self)
      }
    }
    for bin in wideCount * Self.width..<count { sum[bin] += scale * power(ofBin: bin) }
  }

  /// Reads a weighted sum of the squared magnitudes of one windowed frame.
  ///
  /// - Parameters:
  ///   - samples: One channel of a recording; all that lies outside of it counts as silence.
  ///   - start: The sample under the start of the window; may be negative.
  ///   - window: At most `size` samples long; the rest of the frame is silence.
  ///   - firstBin: The bin of the first weight.
  ///   - weights: A weight for each bin from there on.
  package mutating func weightedPower(
    of samples: [Float], from start: Int, window: HannWindow, firstBin: Int, weights: [Double]
  ) -> Double {
    precondition(firstBin >= 0 && firstBin + weights.count <= binCount, "no weights beside bins")
    transform(samples, from: start, window: window)
    return weights.withUnsafeBufferPointer { weights in
      var sum = SIMD2<Double>.zero
      for index in 0..<weights.count {
        let bin = 2 * (firstBin + index)
        let value = SIMD2(Double(output[bin]), Double(output[bin + 1]))
        sum += weights[index] * (value * value)
      }
      return sum.x + sum.y
    }
  }

  /// Transforms one windowed frame into `output`.
  private mutating func transform(_ samples: [Float], from start: Int, window: HannWindow) {
    let length = window.count
    precondition(length <= size, "the window must fit into the frame")
    let lower = min(max(0, -start), length)
    let upper = max(lower, min(length, samples.count - start))
    samples.withUnsafeBytes { samples in
      window.values.withUnsafeBytes { window in
        let input = UnsafeMutableRawPointer(input)
        let stride = MemoryLayout<Float>.stride
        for index in 0..<lower {
          input.storeBytes(of: 0, toByteOffset: index * stride, as: Float.self)
        }
        var index = lower
        while index + Self.width <= upper {
          let values = samples.loadUnaligned(
            fromByteOffset: (start + index) * stride, as: SIMD8<Float>.self)
          let factors = window.loadUnaligned(
            fromByteOffset: index * stride, as: SIMD8<Float>.self)
          input.storeBytes(
            of: values * factors, toByteOffset: index * stride, as: SIMD8<Float>.self)
          index += Self.width
        }
        while index < upper {
          let value = samples.load(fromByteOffset: (start + index) * stride, as: Float.self)
          let factor = window.load(fromByteOffset: index * stride, as: Float.self)
          input.storeBytes(of: value * factor, toByteOffset: index * stride, as: Float.self)
          index += 1
        }
        if upper < size {
          memset(input + upper * stride, 0, (size - upper) * stride)
        }
      }
    }
    execute()
  }

  /// Transforms one frame that the caller writes and reads in place.
  ///
  /// - Parameters:
  ///   - fill: Writes all `size` samples of the frame.
  ///   - read: Reads the real and the imaginary part of each bin in turn; the memory is used again.
  package mutating func transform(
    _ fill: (UnsafeMutableBufferPointer<Float>) -> Void,
    _ read: (UnsafeBufferPointer<Float>) -> Void
  ) {
    fill(UnsafeMutableBufferPointer(start: input, count: size))
    execute()
    read(UnsafeBufferPointer(start: output, count: 2 * binCount))
  }

  /// Reads the spectrum of samples: real and imaginary part of each bin in turn.
  ///
  /// - Parameters:
  ///   - samples: At most `size` of them; silence follows.
  ///   - spectrum: Twice as many numbers as there are bins.
  package mutating func readSpectrum(of samples: [Float], into spectrum: inout [Float]) {
    precondition(samples.count <= size, "the samples must fit into the transform")
    precondition(spectrum.count == 2 * binCount, "the spectrum must have two numbers for each bin")
    samples.withUnsafeBufferPointer { samples in
      for index in 0..<samples.count { input[index] = samples[index] }
      for index in samples.count..<size { input[index] = 0 }
    }
    execute()
    spectrum.withUnsafeMutableBufferPointer { spectrum in
      for index in 0..<spectrum.count { spectrum[index] = output[index] }
    }
  }

  /// Reads the samples that have some spectrum, the inverse of `readSpectrum`.
  ///
  /// - Parameters:
  ///   - spectrum: Real and imaginary part of each bin in turn; no imaginary part is read at zero
  ///     and at half the sample rate.
  ///   - samples: `size` of them.
  package mutating func readSamples(of spectrum: [Float], into samples: inout [Float]) {
    precondition(spectrum.count == 2 * binCount, "the spectrum must have two numbers for each bin")
    precondition(samples.count == size, "there must be as many samples as the transform has")
    spectrum.withUnsafeBufferPointer { spectrum in
      for index in 0..<spectrum.count { output[index] = spectrum[index] }
    }
    let inverse = Plans.shared.inverse(size: size)
    UnsafeMutableRawPointer(output).withMemoryRebound(to: fftwf_complex.self, capacity: binCount) {
      fftwf_execute_dft_c2r(inverse, $0, input)
    }
    let scale = 1 / Float(size)
    samples.withUnsafeMutableBufferPointer { samples in
      for index in 0..<samples.count { samples[index] = scale * input[index] }
    }
  }

  private func execute() {
    UnsafeMutableRawPointer(output).withMemoryRebound(to: fftwf_complex.self, capacity: binCount) {
      fftwf_execute_dft_r2c(plan, input, $0)
    }
  }

  /// How many samples or bins the loops take at a time.
  private static let width = 8

  /// The squared magnitudes of eight bins.
  @inline(__always)
  private func power(ofWide index: Int) -> SIMD8<Double> {
    let values = UnsafeRawPointer(output).loadUnaligned(
      fromByteOffset: index * MemoryLayout<SIMD16<Float>>.stride, as: SIMD16<Float>.self)
    let real = SIMD8<Double>(values.evenHalf)
    let imaginary = SIMD8<Double>(values.oddHalf)
    return real * real + imaginary * imaginary
  }

  /// The squared magnitude of one bin.
  private func power(ofBin bin: Int) -> Double {
    let real = Double(output[2 * bin])
    let imaginary = Double(output[2 * bin + 1])
    return real * real + imaginary * imaginary
  }
}

/// The plans of this process, one for each size and direction; FFTW makes plans one at a time.
///
/// Plans are estimated, never measured: a measured plan may differ from run to run, and with it
/// the last bit of every result.
private final class Plans: @unchecked Sendable {
  static let shared = Plans()
  private let lock = NSLock()
  private var plans: [Int: OpaquePointer] = [:]
  private var inverses: [Int: OpaquePointer] = [:]

  /// Memory of the alignment that the plans are made for.
  static func allocate(_ count: Int) -> UnsafeMutablePointer<Float> {
    guard let memory = fftwf_malloc(count * MemoryLayout<Float>.stride) else {
      preconditionFailure("there is no memory left for a Fourier transform")
    }
    return memory.bindMemory(to: Float.self, capacity: count)
  }

  func plan(size: Int) -> OpaquePointer {
    lock.lock()
    defer { lock.unlock() }
    if let plan = plans[size] { return plan }
    let plan = Self.made(size: size) { samples, spectrum in
      fftwf_plan_dft_r2c_1d(CInt(size), samples, spectrum, UInt32(FFTW_ESTIMATE))
    }
    plans[size] = plan
    return plan
  }

  func inverse(size: Int) -> OpaquePointer {
    lock.lock()
    defer { lock.unlock() }
    if let plan = inverses[size] { return plan }
    let plan = Self.made(size: size) { samples, spectrum in
      fftwf_plan_dft_c2r_1d(CInt(size), spectrum, samples, UInt32(FFTW_ESTIMATE))
    }
    inverses[size] = plan
    return plan
  }

  private static func made(
    size: Int,
    _ plan: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<fftwf_complex>) -> OpaquePointer?
  ) -> OpaquePointer {
    let samples = allocate(size)
    let spectrum = allocate(size + 2)
    defer {
      fftwf_free(samples)
      fftwf_free(spectrum)
    }
    let made = UnsafeMutableRawPointer(spectrum).withMemoryRebound(
      to: fftwf_complex.self, capacity: size / 2 + 1
    ) { plan(samples, $0) }
    guard let made else { preconditionFailure("FFTW has no plan for \(size) samples") }
    return made
  }
}
