/// Presets side by side: lane *i* carries preset *i* over the same input.
///
/// All arithmetic on lanes is element-wise and uses nothing but IEEE 754 operations without
/// contraction, so a preset's samples do not depend on its lane or on its neighbours.
package typealias Lanes = SIMD16<Float>

extension Lanes {
  /// Lanes that hold a value for each preset; unused lanes repeat the first.
  init(_ values: [Double]) {
    precondition((1...Self.scalarCount).contains(values.count), "one to sixteen presets fit")
    self.init()
    for lane in 0..<Self.scalarCount {
      self[lane] = Float(lane < values.count ? values[lane] : values[0])
    }
  }
}

/// How the chain cuts time for its own use.
enum Chunk {
  /// The frames that the lane stages handle at once, counted from the start of the stream.
  ///
  /// Filter states are cleared of vanishing values at the ends of chunks. Counting from the start
  /// of the stream, and not of a block, keeps the output independent of the block size.
  static let frames = 64

  /// The magnitude under which a state is taken for zero: -400 dBFS.
  ///
  /// Without it, states of a silent input decay into subnormal numbers, which cost up to a
  /// hundred times the time of normal ones.
  static let vanishing: Float = 1e-20
}
