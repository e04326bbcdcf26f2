/// The loops of the second-order sections, for sixteen presets side by side.
///
/// A section is six vectors in a row: 2 a1, 2 a2, g, the share of w in the output, and the states
/// s1 and s2. With w twice the band-pass signal it is
///
///     w   = 2 a1 s1 + 2 a2 (x - s2)
///     s1 ← w - s1
///     s2 ← s2 + g w
///     bell:      y = x + ½ m1 w
///     high-pass: y = (x - s2) - ½ (k + g) w, with the s2 from before
///
/// which is the usual form with its low-pass signal put in: nine operations instead of fourteen.
package enum SectionLoops {
  /// The vectors of a section.
  package static var vectorCount: Int { 6 }

  /// The lanes that a sweep takes at once: three sections of them fit the registers.
  #if WIDE_COLUMNS
    private typealias Column = SIMD16<Float>
  #else
    private typealias Column = SIMD8<Float>
  #endif
  private static var columns: Int { SIMD16<Float>.scalarCount / Column.scalarCount }
  private static var sectionBytes: Int { vectorCount * MemoryLayout<SIMD16<Float>>.stride }
  private static var frameBytes: Int { MemoryLayout<SIMD16<Float>>.stride }

  /// The part of a section that one sweep needs.
  private struct Part {
    let fromFirst: Column
    let fromInput: Column
    let g: Column
    let output: Column
    var s1: Column
    var s2: Column

    @inline(__always)
    init(at section: UnsafeMutableRawPointer) {
      func field(_ index: Int) -> Column {
        (section + index &* frameBytes).load(as: Column.self)
      }
      (fromFirst, fromInput, g, output) = (field(0), field(1), field(2), field(3))
      (s1, s2) = (field(4), field(5))
    }

    @inline(__always)
    func store(at section: UnsafeMutableRawPointer) {
      (section + 4 &* frameBytes).storeBytes(of: s1, as: Column.self)
      (section + 5 &* frameBytes).storeBytes(of: s2, as: Column.self)
    }

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

  /// Runs a high-pass and the bells after it over the next frames of one channel.
  ///
  /// - Parameters:
  ///   - sections: The high-pass, and then the bells.
  ///   - sectionCount: How many sections they are, at least one.
  ///   - input: The samples, the same for all lanes.
  ///   - block: Where the filtered frames go.
  ///   - frameCount: How many frames are next.
  @inline(never)
  package static func run(
    _ sections: UnsafeMutablePointer<SIMD16<Float>>, _ sectionCount: Int,
    _ input: UnsafePointer<Float>, _ block: UnsafeMutablePointer<SIMD16<Float>>, _ frameCount: Int
  ) {
    for column in 0..<columns {
      let offset = column &* MemoryLayout<Column>.stride
      let columnBlock = UnsafeMutableRawPointer(block) + offset
      var next = UnsafeMutableRawPointer(sections) + offset
      var done = min(sectionCount, 3)
      switch done {
      case 1: one(next, columnBlock, frameCount, input)
      case 2: two(next, columnBlock, frameCount, input)
      default: three(next, columnBlock, frameCount, input)
      }
      next += done &* sectionBytes
      while done < sectionCount {
        // Four are two pairs: one section alone waits for its own recursion.
        let swept = sectionCount - done == 4 ? 2 : min(sectionCount - done, 3)
        switch swept {
        case 1: one(next, columnBlock, frameCount)
        case 2: two(next, columnBlock, frameCount)
        default: three(next, columnBlock, frameCount)
        }
        done += swept
        next += swept &* sectionBytes
      }
    }
  }

  /// Clears the states of sections where they have sunk to nothing, before they become subnormal.
  @inline(never)
  package static func clearVanishing(
    _ sections: UnsafeMutablePointer<SIMD16<Float>>, _ sectionCount: Int, under least: Float
  ) {
    let states = 2 &* SIMD16<Float>.scalarCount
    for section in 1...sectionCount {
      // The states are the last two vectors of a section.
      let end = UnsafeMutableRawPointer(sections + section &* vectorCount)
        .assumingMemoryBound(to: Float.self)
      for index in 1...states {
        let state = end[0 &- index]
        end[0 &- index] = state.magnitude < least ? 0 : state
      }
    }
  }

  @inline(never)
  private static func one(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int,
    _ input: UnsafePointer<Float>
  ) {
    var first = Part(at: sections)
    for frame in 0..<frameCount {
      let y = first.highPass(Column(repeating: input[frame]))
      (block + frame &* frameBytes).storeBytes(of: y, as: Column.self)
    }
    first.store(at: sections)
  }

  @inline(never)
  private static func two(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int,
    _ input: UnsafePointer<Float>
  ) {
    var (first, second) = (Part(at: sections), Part(at: sections + sectionBytes))
    for frame in 0..<frameCount {
      let y = second.bell(first.highPass(Column(repeating: input[frame])))
      (block + frame &* frameBytes).storeBytes(of: y, as: Column.self)
    }
    first.store(at: sections)
    second.store(at: sections + sectionBytes)
  }

  @inline(never)
  private static func three(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int,
    _ input: UnsafePointer<Float>
  ) {
    var (first, second) = (Part(at: sections), Part(at: sections + sectionBytes))
    var third = Part(at: sections + 2 &* sectionBytes)
    for frame in 0..<frameCount {
      let y = third.bell(second.bell(first.highPass(Column(repeating: input[frame]))))
      (block + frame &* frameBytes).storeBytes(of: y, as: Column.self)
    }
    first.store(at: sections)
    second.store(at: sections + sectionBytes)
    third.store(at: sections + 2 &* sectionBytes)
  }

  @inline(never)
  private static func one(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int
  ) {
    var first = Part(at: sections)
    for frame in 0..<frameCount {
      let place = block + frame &* frameBytes
      place.storeBytes(of: first.bell(place.load(as: Column.self)), as: Column.self)
    }
    first.store(at: sections)
  }

  @inline(never)
  private static func two(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int
  ) {
    var (first, second) = (Part(at: sections), Part(at: sections + sectionBytes))
    for frame in 0..<frameCount {
      let place = block + frame &* frameBytes
      let y = second.bell(first.bell(place.load(as: Column.self)))
      place.storeBytes(of: y, as: Column.self)
    }
    first.store(at: sections)
    second.store(at: sections + sectionBytes)
  }

  @inline(never)
  private static func three(
    _ sections: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ frameCount: Int
  ) {
    var (first, second) = (Part(at: sections), Part(at: sections + sectionBytes))
    var third = Part(at: sections + 2 &* sectionBytes)
    for frame in 0..<frameCount {
      let place = block + frame &* frameBytes
      let y = third.bell(second.bell(first.bell(place.load(as: Column.self))))
      place.storeBytes(of: y, as: Column.self)
    }
    first.store(at: sections)
    second.store(at: sections + sectionBytes)
    third.store(at: sections + 2 &* sectionBytes)
  }
}
