import Foundation
import Signal

/// The cookbook's direct-form filters, written out a second time in their own algebra, so that
/// the chain's state-variable sections are measured against something that is not themselves.
///
/// Source: R. Bristow-Johnson, Audio EQ Cookbook, W3C Note 2021.
struct CookbookFilter {
  let b: [Double]
  let a: [Double]

  static func highPass(cornerHz: Double, rateHz: Double) -> Self {
    let omega = 2 * Double.pi * cornerHz / rateHz
    let alpha = sin(omega) / (2 * 0.5.squareRoot())
    let c = cos(omega)
    return Self(
      b: [(1 + c) / 2, -(1 + c), (1 + c) / 2], a: [1 + alpha, -2 * c, 1 - alpha])
  }

  static func bell(centerHz: Double, gainDB: Double, octaves: Double, rateHz: Double) -> Self {
    let amplitude = pow(10, gainDB / 40)
    let omega = 2 * Double.pi * centerHz / rateHz
    let alpha = sin(omega) * sinh(log(2) / 2 * octaves * omega / sin(omega))
    let c = cos(omega)
    return Self(
      b: [1 + alpha * amplitude, -2 * c, 1 - alpha * amplitude],
      a: [1 + alpha / amplitude, -2 * c, 1 - alpha / amplitude])
  }

  func gainDB(atHz frequency: Double, rateHz: Double) -> Double {
    func squaredMagnitude(_ c: [Double]) -> Double {
      let omega = 2 * Double.pi * frequency / rateHz
      let real = c[0] + c[1] * cos(omega) + c[2] * cos(2 * omega)
      let imaginary = c[1] * sin(omega) + c[2] * sin(2 * omega)
      return real * real + imaginary * imaginary
    }
    return 10 * log10(squaredMagnitude(b) / squaredMagnitude(a))
  }
}

/// The gain of an impulse response at one frequency, by the Fourier sum.
func gainDB(ofImpulseResponse samples: [Float], atHz frequency: Double, rateHz: Double) -> Double {
  // A rotating phasor, renewed often enough that its rounding stays far under -140 dB.
  let step = 2 * Double.pi * frequency / rateHz
  var real = 0.0
  var imaginary = 0.0
  for start in stride(from: 0, to: samples.count, by: 1_024) {
    var (c, s) = (cos(step * Double(start)), sin(step * Double(start)))
    let (turnC, turnS) = (cos(step), sin(step))
    for frame in start..<min(start + 1_024, samples.count) {
      real += Double(samples[frame]) * c
      imaginary -= Double(samples[frame]) * s
      (c, s) = (c * turnC - s * turnS, s * turnC + c * turnS)
    }
  }
  return 10 * log10(real * real + imaginary * imaginary)
}
