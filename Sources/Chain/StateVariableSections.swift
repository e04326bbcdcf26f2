import Signal

/// The high-pass and the bells of up to sixteen presets, running side by side on one channel.
///
/// Lanes with fewer bells than their neighbours run sections that change nothing. With w twice the
/// band-pass signal, a section is
///
///     w   = 2 a1 s1 + 2 a2 (x - s2)
///     s1 ← w - s1
///     s2 ← s2 + g w
///     bell:      y = x + ½ m1 w
///     high-pass: y = (x - s2) - ½ (k + g) w, with the s2 from before
///
/// which is the usual form with its low-pass signal put in: nine operations instead of fourteen.
struct StateVariableSections: Sendable {
  private var sections: [Section]

  /// The lanes that a sweep takes at once: three sections of them fit the registers.
  #if WIDE_COLUMNS || !arch(x86_64)
    private typealias Column = SIMD16<Float>
  #else
    private typealias Column = SIMD8<Float>
  #endif
  private static var columns: Int { Lanes.scalarCount / Column.scalarCount }

  /// One section in lanes: what it does, and what it remembers.
  private struct Section: Sendable {
    /// 2 a1, the share of s1 in w.
    let fromFirst: Lanes
    /// 2 a2, the share of the input in w.
    let fromInput: Lanes
    let g: Lanes
    /// The share of w in the output.
    let output: Lanes
    var s1 = Lanes.zero
    var s2 = Lanes.zero

    init(_ designs: [StateVariableCoefficients], output: (StateVariableCoefficients) -> Double) {
      fromFirst = Lanes(designs.map { 2 * $0.a1 })
      fromInput = Lanes(designs.map { 2 * $0.a2 })
      g = Lanes(designs.map(\.g))
      self.output = Lanes(designs.map(output))
    }

    /// Clears states that have sunk to nothing, before they become subnormal.
    mutating func clearVanishing() {
      let small = Lanes(repeating: Chunk.vanishing)
      s1.replace(with: 0, where: (s1 .< small) .& (s1 .> (0 - small)))
      s2.replace(with: 0, where: (s2 .< small) .& (s2 .> (0 - small)))
    }
  }

  /// The part of a section that one sweep needs.
  private struct Part {
    let fromFirst: Column
    let fromInput: Column
    let g: Column
    let output: Column
    var s1: Column
    var s2: Column

    /// Takes the distance of the next frame to the second state; returns w.
    @inline(__always)
    mutating func turn(_ distance: Column) -> Column {
      let w = fromFirst * s1 + fromInput * distance
      s1 = w - s1
      s2 += g * w
      return w
    }

    @inline(__always)
    mutating func bell(_ x: Column) -> Column {
      x + output * turn(x - s2)
    }

    @inline(__always)
    mutating func highPass(_ x: Column) -> Column {
      let distance = x - s2
      return distance - output * turn(distance)
    }
  }

  /// Creates the sections of some presets, at rest.
  init(_ stages: [LinearStage]) {
    let count = stages.map(\.bells.count).max() ?? 0
    sections = [Section(stages.map(\.highPass)) { ($0.k + $0.g) / 2 }]
    sections += (0..<count).map { index in
      Section(stages.map { index < $0.bells.count ? $0.bells[index] : .identity }) { $0.m1 / 2 }
    }
  }

  /// Filters the next frames of an input, with every preset at once.
  ///
  /// - Parameters:
  ///   - input: The samples, which stand first.
  ///   - lanes: Where the filtered samples go; at least as long.
  ///   - frameCount: How many frames are next.
  mutating func process(_ input: [Float], into lanes: inout [Lanes], frameCount: Int) {
    precondition(input.count >= frameCount && lanes.count >= frameCount, "a chunk must fit")
    let count = sections.count
    // Pointers, because bounds checks in these loops cost a third of their time.
    input.withUnsafeBufferPointer { input in
      lanes.withUnsafeMutableBytes { bytes in
        sections.withUnsafeMutableBytes { states in
          guard let input = input.baseAddress, let block = bytes.baseAddress,
            let sections = states.baseAddress
          else { return }
          for column in 0..<Self.columns {
            let offset = column * MemoryLayout<Column>.stride
            let columnBlock = block + offset
            var next = sections + offset
            // Four are two pairs: one section alone waits for its own recursion.
            let first = min(count, 3)
            Self.sweepFromInput(first, next, input, columnBlock, frameCount)
            var done = first
            next += first * MemoryLayout<Section>.stride
            while done < count {
              let swept = count - done == 4 ? 2 : min(count - done, 3)
              Self.sweep(swept, next, columnBlock, frameCount)
              done += swept
              next += swept * MemoryLayout<Section>.stride
            }
          }
        }
      }
    }
  }

  /// Clears states that have sunk to nothing; called at the ends of chunks.
  mutating func clearVanishing() {
    for index in sections.indices { sections[index].clearVanishing() }
  }

  /// Forgets every past sample and keeps the settings.
  mutating func reset() {
    for index in sections.indices {
      sections[index].s1 = .zero
      sections[index].s2 = .zero
    }
  }

  @inline(__always)
  private static func load(_ section: UnsafeMutableRawPointer) -> Part {
    func field(_ index: Int) -> Column {
      (section + index * MemoryLayout<Lanes>.stride).load(as: Column.self)
    }
    return Part(
      fromFirst: field(0), fromInput: field(1), g: field(2), output: field(3), s1: field(4),
      s2: field(5))
  }

  @inline(__always)
  private static func store(_ part: Part, at section: UnsafeMutableRawPointer) {
    (section + 4 * MemoryLayout<Lanes>.stride).storeBytes(of: part.s1, as: Column.self)
    (section + 5 * MemoryLayout<Lanes>.stride).storeBytes(of: part.s2, as: Column.self)
  }

  /// Runs the high-pass and up to two bells.
  private static func sweepFromInput(
    _ count: Int, _ sections: UnsafeMutableRawPointer, _ input: UnsafePointer<Float>,
    _ block: UnsafeMutableRawPointer, _ frameCount: Int
  ) {
    switch count {
    case 1: one(sections, block, frameCount, input)
    case 2: two(sections, block, frameCount, input)
    default: three(sections, block, frameCount, input)
    }
  }

  /// Runs up to three bells.
  private static func sweep(
    _ count: Int, _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer,
    _ frameCount: Int
  ) {
    switch count {
    case 1: one(sections, block, frameCount)
    case 2: two(sections, block, frameCount)
    default: three(sections, block, frameCount)
    }
  }

  @inline(never)
  private static func one(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int,
    _ input: UnsafePointer<Float>
  ) {
    var first = load(sections)
    for frame in 0..<frameCount {
      let y = first.highPass(Column(repeating: input[frame]))
      (block + frame &* MemoryLayout<Lanes>.stride).storeBytes(of: y, as: Column.self)
    }
    store(first, at: sections)
  }

  @inline(never)
  private static func two(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int,
    _ input: UnsafePointer<Float>
  ) {
    let stride = MemoryLayout<Section>.stride
    var (first, second) = (load(sections), load(sections + stride))
    for frame in 0..<frameCount {
      let y = second.bell(first.highPass(Column(repeating: input[frame])))
      (block + frame &* MemoryLayout<Lanes>.stride).storeBytes(of: y, as: Column.self)
    }
    store(first, at: sections)
    store(second, at: sections + stride)
  }

  @inline(never)
  private static func three(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int,
    _ input: UnsafePointer<Float>
  ) {
    let stride = MemoryLayout<Section>.stride
    var (first, second) = (load(sections), load(sections + stride))
    var third = load(sections + 2 * stride)
    for frame in 0..<frameCount {
      let y = third.bell(second.bell(first.highPass(Column(repeating: input[frame]))))
      (block + frame &* MemoryLayout<Lanes>.stride).storeBytes(of: y, as: Column.self)
    }
    store(first, at: sections)
    store(second, at: sections + stride)
    store(third, at: sections + 2 * stride)
  }

  @inline(never)
  private static func one(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int
  ) {
    var first = load(sections)
    for frame in 0..<frameCount {
      let place = block + frame &* MemoryLayout<Lanes>.stride
      place.storeBytes(of: first.bell(place.load(as: Column.self)), as: Column.self)
    }
    store(first, at: sections)
  }

  @inline(never)
  private static func two(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int
  ) {
    let stride = MemoryLayout<Section>.stride
    var (first, second) = (load(sections), load(sections + stride))
    for frame in 0..<frameCount {
      let place = block + frame &* MemoryLayout<Lanes>.stride
      let y = second.bell(first.bell(place.load(as: Column.self)))
      place.storeBytes(of: y, as: Column.self)
    }
    store(first, at: sections)
    store(second, at: sections + stride)
  }

  @inline(never)
  private static func three(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int
  ) {
    let stride = MemoryLayout<Section>.stride
    var (first, second) = (load(sections), load(sections + stride))
    var third = load(sections + 2 * stride)
    for frame in 0..<frameCount {
      let place = block + frame &* MemoryLayout<Lanes>.stride
      let y = third.bell(second.bell(first.bell(place.load(as: Column.self))))
      place.storeBytes(of: y, as: Column.self)
    }
    store(first, at: sections)
    store(second, at: sections + stride)
    store(third, at: sections + 2 * stride)
  }
}
