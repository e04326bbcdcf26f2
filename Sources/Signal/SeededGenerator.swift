/// A reproducible source of random numbers: the same seed gives the same numbers everywhere.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014 (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator that starts from a seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from -1 up to, not including, 1; all multiples of 2⁻⁵² are equally likely.
  package mutating func nextUniform() -> Double {
    Double(next() >> 11) * 0x1p-52 - 1
  }
}
