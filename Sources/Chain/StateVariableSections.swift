import Signal

/// The high-pass and the bells of up to sixteen presets, running side by side on one channel.
///
/// Lanes with fewer bells than their neighbours run sections that change nothing.
struct StateVariableSections: Sendable {
  private var highPass: Section
  private var bells: [Section]

  /// One section in lanes: what it does, and what it remembers.
  private struct Section: Sendable {
    let a1: Lanes
    let a2: Lanes
    let a3: Lanes
    let m1: Lanes
    var s1 = Lanes.zero
    var s2 = Lanes.zero

    init(_ designs: [StateVariableCoefficients]) {
      a1 = Lanes(designs.map(\.a1))
      a2 = Lanes(designs.map(\.a2))
      a3 = Lanes(designs.map(\.a3))
      m1 = Lanes(designs.map(\.m1))
    }

    mutating func forget() {
      s1 = .zero
      s2 = .zero
    }

    /// Clears states that have sunk to nothing, before they become subnormal.
    mutating func clearVanishing() {
      let small = Lanes(repeating: Chunk.vanishing)
      s1.replace(with: 0, where: (s1 .< small) .& (s1 .> (0 - small)))
      s2.replace(with: 0, where: (s2 .< small) .& (s2 .> (0 - small)))
    }
  }

  /// Creates the sections of some presets, at rest.
  init(_ stages: [LinearStage]) {
    highPass = Section(stages.map(\.highPass))
    let count = stages.map(\.bells.count).max() ?? 0
    bells = (0..<count).map { index in
      Section(stages.map { index < $0.bells.count ? $0.bells[index] : .identity })
    }
  }

  /// Filters the next frames of an input, with every preset at once.
  ///
  /// - Parameters:
  ///   - input: The samples, which stand first.
  ///   - lanes: Where the filtered samples go; at least as long.
  ///   - frameCount: How many frames are next.
  mutating func process(_ input: [Float], into lanes: inout [Lanes], frameCount: Int) {
    var block = lanes.mutableSpan
    Self.runHighPass(&highPass, input, &block, frameCount)
    for index in bells.indices { Self.runBell(&bells[index], &block, frameCount) }
  }

  /// Clears states that have sunk to nothing; called at the ends of chunks.
  mutating func clearVanishing() {
    highPass.clearVanishing()
    for index in bells.indices { bells[index].clearVanishing() }
  }

  /// Forgets every past sample and keeps the settings.
  mutating func reset() {
    highPass.forget()
    for index in bells.indices { bells[index].forget() }
  }

  @inline(never)
  private static func runHighPass(
    _ section: inout Section, _ input: [Float], _ block: inout MutableSpan<Lanes>,
    _ frameCount: Int
  ) {
    let input = input.span
    let (a1, a2, a3, m1) = (section.a1, section.a2, section.a3, section.m1)
    var (s1, s2) = (section.s1, section.s2)
    for frame in 0..<frameCount {
      let x = Lanes(repeating: input[frame])
      let v3 = x - s2
      let v1 = a1 * s1 + a2 * v3
      let v2 = s2 + a2 * s1 + a3 * v3
      s1 = v1 + v1 - s1
      s2 = v2 + v2 - s2
      block[frame] = x + m1 * v1 - v2
    }
    (section.s1, section.s2) = (s1, s2)
  }

  @inline(never)
  private static func runBell(
    _ section: inout Section, _ block: inout MutableSpan<Lanes>, _ frameCount: Int
  ) {
    let (a1, a2, a3, m1) = (section.a1, section.a2, section.a3, section.m1)
    var (s1, s2) = (section.s1, section.s2)
    for frame in 0..<frameCount {
      let x = block[frame]
      let v3 = x - s2
      let v1 = a1 * s1 + a2 * v3
      let v2 = s2 + a2 * s1 + a3 * v3
      s1 = v1 + v1 - s1
      s2 = v2 + v2 - s2
      block[frame] = x + m1 * v1
    }
    (section.s1, section.s2) = (s1, s2)
  }
}
