import Golden
import Signal
import Testing

@Suite("Readings as text")
struct FixedTests {
  @Test(
    "a number has the decimals that were asked for, and a sign only where it shows",
    arguments: [
      (-16.02, 2, "-16.02"), (0, 3, "0.000"), (-0.0, 3, "0.000"), (-0.0004, 3, "0.000"),
      (-0.0006, 3, "-0.001"), (0.05, 1, "0.1"), (9.9999, 3, "10.000"), (123, 0, "123"),
      (0.000_001, 6, "0.000001"), (-1_234_567.875, 3, "-1234567.875"), (.infinity, 3, "inf"),
      (-.infinity, 0, "-inf"), (.nan, 2, "nan"), (-.nan, 2, "nan"),
    ] as [(Double, Int, String)])
  func text(value: Double, decimals: Int, text: String) {
    #expect(Fixed.text(value, decimals: decimals) == text)
  }

  @Test("a number beyond the fixed range is still a number", arguments: [1e15, -1e300])
  func large(value: Double) {
    #expect(Double(Fixed.text(value, decimals: 6)) == value)
  }

  @Test(
    "rounding keeps three decimals, no negative zero, and what is not finite",
    arguments: [
      (1.0004, 1), (1.0006, 1.001), (-0.0004, 0), (-0.0, 0), (.infinity, .infinity),
      (-.infinity, -.infinity),
    ] as [(Double, Double)])
  func rounded(value: Double, rounded: Double) {
    let result = GoldenFile.rounded(value)

    #expect(result.bitPattern == rounded.bitPattern)
    #expect(GoldenFile.rounded(result).bitPattern == result.bitPattern)
  }
}
