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
  ///   - sum: As many numbers as there are bins.
  package mutating func addPower(
    of samples: [Float], from start: Int, window: HannWindow, scale: Double,
    to sum: inout [Double]
  ) {
    let length = window.count
    precondition(length <= size, "the window must fit into the frame")
    precondition(sum.count == binCount, "the sum must have one number for each bin")
    let lower = min(max(0, -start), length)
    let upper = max(lower, min(length, samples.count - start))
    samples.withUnsafeBufferPointer { samples in
      window.values.withUnsafeBufferPointer { window in
        for index in 0..<lower { input[index] = 0 }
        for index in lower..<upper { input[index] = samples[start + index] * window[index] }
        for index in upper..<size { input[index] = 0 }
      }
    }
    UnsafeMutableRawPointer(output).withMemoryRebound(to: fftwf_complex.self, capacity: binCount) {
      fftwf_execute_dft_r2c(plan, input, $0)
    }
    sum.withUnsafeMutableBufferPointer { sum in
      for bin in 0..<sum.count {
        let real = Double(output[2 * bin])
        let imaginary = Double(output[2 * bin + 1])
        sum[bin] += scale * (real * real + imaginary * imaginary)
      }
    }
  }
}

/// The plans of this process, one for each size; FFTW makes plans one at a time.
///
/// Plans are estimated, never measured: a measured plan may differ from run to run, and with it
/// the last bit of every result.
private final class Plans: @unchecked Sendable {
  static let shared = Plans()
  private let lock = NSLock()
  private var plans: [Int: OpaquePointer] = [:]

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
    let input = Self.allocate(size)
    let output = Self.allocate(size + 2)
    defer {
      fftwf_free(input)
      fftwf_free(output)
    }
    let plan = UnsafeMutableRawPointer(output).withMemoryRebound(
      to: fftwf_complex.self, capacity: size / 2 + 1
    ) { fftwf_plan_dft_r2c_1d(CInt(size), input, $0, UInt32(FFTW_ESTIMATE)) }
    guard let plan else { preconditionFailure("FFTW has no plan for \(size) samples") }
    plans[size] = plan
    return plan
  }
}
