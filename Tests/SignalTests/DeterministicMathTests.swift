import Foundation
import Signal
import Testing

@Suite("Deterministic math")
struct DeterministicMathTests {
  // Four units in the last place: the reduction and the series each lose about one.
  private let tolerance = 4 * Double.ulpOfOne

  @Test(
    "agrees with the C library to a few units in the last place",
    arguments: [1e-9, 0.001, 0.1, 0.5, 0.7, 1, 1.5, 2, 3.1, 10, 100, 700])
  func agreesWithLibrary(x: Double) {
    for value in [x, -x] where abs(value) < 700 {
      #expect(abs(DeterministicMath.exp(value) / exp(value) - 1) <= tolerance * max(1, x / 10))
      #expect(abs(DeterministicMath.sinh(value) / sinh(value) - 1) <= tolerance * max(1, x / 10))
    }
    #expect(abs(DeterministicMath.log(x) - log(x)) <= tolerance * max(1, abs(log(x))))
    for angle in [x, -x] {
      #expect(abs(DeterministicMath.sin(angle) - sin(angle)) <= tolerance)
      #expect(abs(DeterministicMath.cos(angle) - cos(angle)) <= tolerance)
    }
  }

  @Test("keeps the limits of the functions")
  func limits() {
    #expect(DeterministicMath.exp(-.infinity) == 0)
    #expect(DeterministicMath.exp(.infinity) == .infinity)
    #expect(DeterministicMath.exp(.nan).isNaN)
    #expect(DeterministicMath.log(0) == -.infinity)
    #expect(DeterministicMath.log(-1).isNaN)
    #expect(DeterministicMath.log(.infinity) == .infinity)
    #expect(DeterministicMath.exp(0) == 1)
    #expect(DeterministicMath.log(1) == 0)
  }

  @Test("decibels and amplitudes are inverse", arguments: [-120.0, -60, -6.02, -1, 0, 3, 24])
  func decibels(level: Double) {
    // Rounding only.
    #expect(abs(Decibels(amplitude: Decibels(level).amplitude).value - level) <= 1e-12)
    #expect(abs(Decibels(power: Decibels(level).power).value - level) <= 1e-12)
  }

  @Test("silence is minus infinity decibels")
  func silence() {
    #expect(Decibels(amplitude: 0).value == -.infinity)
    #expect(Decibels(-.infinity).amplitude == 0)
  }
}
