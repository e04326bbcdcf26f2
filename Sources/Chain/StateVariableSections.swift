import Loops
import Signal

/// The high-pass and the bells of up to sixteen presets, running side by side on one channel.
///
/// Lanes with fewer bells than their neighbours run sections that change nothing.
struct StateVariableSections: Sendable {
  /// The sections as `SectionLoops` wants them, one after the other.
  private var numbers: [Lanes]
  private var count: Int { numbers.count / Self.vectorCount }
  private static var vectorCount: Int { SectionLoops.vectorCount }
  /// Where the states stand in a section.
  private static let states = [4, 5]

  /// Creates the sections of some presets, at rest.
  init(_ stages: [LinearStage]) {
    let bellCount = stages.map(\.bells.count).max() ?? 0
    numbers = Self.section(stages.map(\.highPass)) { ($0.k + $0.g) / 2 }
    for index in 0..<bellCount {
      let designs = stages.map { index < $0.bells.count ? $0.bells[index] : .identity }
      numbers += Self.section(designs) { $0.m1 / 2 }
    }
  }

  private static func section(
    _ designs: [StateVariableCoefficients], output: (StateVariableCoefficients) -> Double
  ) -> [Lanes] {
    [
      Lanes(designs.map { 2 * $0.a1 }), Lanes(designs.map { 2 * $0.a2 }),
      Lanes(designs.map(\.g)), Lanes(designs.map(output)), .zero, .zero,
    ]
  }

  /// Filters the next frames of an input, with every preset at once.
  ///
  /// - Parameters:
  ///   - input: The samples, which stand first.
  ///   - lanes: Where the filtered samples go; at least as long.
  ///   - frameCount: How many frames are next.
  mutating func process(_ input: [Float], into lanes: inout [Lanes], frameCount: Int) {
    precondition(input.count >= frameCount && lanes.count >= frameCount, "a chunk must fit")
    let count = count
    input.withUnsafeBufferPointer { input in
      lanes.withUnsafeMutableBufferPointer { lanes in
        numbers.withUnsafeMutableBufferPointer { numbers in
          guard let input = input.baseAddress, let block = lanes.baseAddress,
            let sections = numbers.baseAddress
          else { return }
          ProcessorLoops.runSections(sections, count, input, block, frameCount)
        }
      }
    }
  }

  /// Clears states that have sunk to nothing, before they become subnormal; called at the ends of
  /// chunks.
  mutating func clearVanishing() {
    let count = count
    numbers.withUnsafeMutableBufferPointer { numbers in
      guard let sections = numbers.baseAddress else { return }
      ProcessorLoops.clearVanishing(sections, count, under: Chunk.vanishing)
    }
  }

  /// Forgets every past sample and keeps the settings.
  mutating func reset() {
    for section in stride(from: 0, to: numbers.count, by: Self.vectorCount) {
      for state in Self.states { numbers[section + state] = .zero }
    }
  }
}
