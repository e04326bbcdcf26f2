import Loops
import Signal

/// The high-pass and the bells of up to sixteen presets, running side by side on one channel.
///
/// Lanes with fewer bells than their neighbours run sections that change nothing.
struct StateVariableSections: Sendable {
  /// The sections as `SectionLoops` wants them, one after the other.
  private var numbers: [Lanes]
  /// How many of the sections run: the high-pass, and the bells after it up to some place.
  private(set) var count: Int
  private static var vectorCount: Int { SectionLoops.vectorCount }
  /// Where the states stand in a section.
  private static var states: Range<Int> { 4..<6 }

  /// Creates the sections of some presets, at rest.
  ///
  /// - Parameters:
  ///   - stages: The designs.
  ///   - spareBells: How many sections come on top that do not run yet.
  init(_ stages: [LinearStage], spareBells: Int = 0) {
    let bellCount = stages.map(\.bells.count).max() ?? 0
    count = bellCount + 1
    numbers = Self.section(stages.map(\.highPass), output: Self.highPassOutput)
    for index in 0..<bellCount {
      let designs = stages.map { index < $0.bells.count ? $0.bells[index] : .identity }
      numbers += Self.section(designs, output: Self.bellOutput)
    }
    for _ in 0..<spareBells { numbers += Self.section([.identity], output: Self.bellOutput) }
  }

  /// The shares of w in the outputs, as `SectionLoops` wants them.
  private static func highPassOutput(_ design: StateVariableCoefficients) -> Double {
    (design.k + design.g) / 2
  }

  private static func bellOutput(_ design: StateVariableCoefficients) -> Double { design.m1 / 2 }

  private static func section(
    _ designs: [StateVariableCoefficients], output: (StateVariableCoefficients) -> Double
  ) -> [Lanes] {
    [
      Lanes(designs.map { 2 * $0.a1 }), Lanes(designs.map { 2 * $0.a2 }),
      Lanes(designs.map(\.g)), Lanes(designs.map(output)), .zero, .zero,
    ]
  }

  /// Gives one section of every lane another design, and keeps its states.
  ///
  /// - Parameters:
  ///   - index: 0 for the high-pass, and then the bells.
  ///   - design: The design.
  mutating func set(_ index: Int, to design: StateVariableCoefficients) {
    let output = index == 0 ? Self.highPassOutput(design) : Self.bellOutput(design)
    let a1 = design.a1
    let section = index * Self.vectorCount
    numbers[section] = Lanes(repeating: Float(2 * a1))
    numbers[section + 1] = Lanes(repeating: Float(2 * (design.g * a1)))
    numbers[section + 2] = Lanes(repeating: Float(design.g))
    numbers[section + 3] = Lanes(repeating: Float(output))
  }

  /// Lets the sections up to some place run, and the others rest with empty states.
  mutating func setCount(_ count: Int) {
    precondition(count >= 1 && count * Self.vectorCount <= numbers.count, "sections must exist")
    self.count = count
    for index in count..<numbers.count / Self.vectorCount { clear(index) }
  }

  /// Whether no section remembers anything: zeros then come out as zeros.
  var isAtRest: Bool {
    for index in 0..<count {
      for state in Self.states where numbers[index * Self.vectorCount + state] != .zero {
        return false
      }
    }
    return true
  }

  /// Forgets what one section remembers.
  mutating func clear(_ index: Int) {
    for state in Self.states { numbers[index * Self.vectorCount + state] = .zero }
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
    for index in 0..<numbers.count / Self.vectorCount { clear(index) }
  }
}
