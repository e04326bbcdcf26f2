import Signal

/// Colours from quiet to loud, white to black over blue, whose steps look alike.
///
/// Light where it is quiet, so that it prints well; its greys keep the order.
///
/// Source: F. Crameri, Scientific colour maps 8.0, the map "oslo" (MIT licence), reversed, at 33
/// places; between them the colours run straight, which strays by less than one step of 256.
enum ColourMap {
  /// Red, green and blue from the quietest to the loudest, evenly apart.
  static let anchors: [UInt32] = [
    0xFFFFFF, 0xF3F3F4, 0xE6E7E9, 0xDADCDF, 0xCED1D7, 0xC2C7D1, 0xB7BFCD, 0xACB7CB, 0xA2B0CA,
    0x98AAC9, 0x8FA4C9, 0x859FCA, 0x7C99CA, 0x7292C9, 0x678BC7, 0x5C83C3, 0x4F7ABC, 0x4270B1,
    0x3667A5, 0x2D5E99, 0x26568C, 0x214F7F, 0x1C4773, 0x184067, 0x15395B, 0x13314F, 0x112A44,
    0x0F2439, 0x0E1E2E, 0x0D1824, 0x0A121A, 0x050A10, 0x010101,
  ]

  /// The bytes of 256 colours.
  static let palette: [UInt8] = (0..<256).flatMap { index in
    let place = Double(index) / 255 * Double(anchors.count - 1)
    let first = min(Int(place), anchors.count - 2)
    let part = place - Double(first)
    return [16, 8, 0].map { shift in
      let low = Double(anchors[first] >> shift & 0xFF)
      let high = Double(anchors[first + 1] >> shift & 0xFF)
      return UInt8((low + part * (high - low)).rounded())
    }
  }

  /// A colour as it stands in a style.
  static func hex(_ colour: UInt32) -> String {
    let text = String(colour, radix: 16)
    return "#" + String(repeating: "0", count: 6 - text.count) + text
  }
}
