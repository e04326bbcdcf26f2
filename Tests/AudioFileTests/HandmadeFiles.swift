/// The bytes of a number, lowest first.
func little(_ value: UInt64, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// The bytes of a number, highest first.
func big(_ value: UInt64, _ count: Int) -> [UInt8] { little(value, count).reversed() }

/// The bytes of an ASCII text.
func ascii(_ text: String) -> [UInt8] { [UInt8](text.utf8) }

/// The bytes of 16-bit samples, lowest first.
func pcm16(_ codes: some Sequence<Int>) -> [UInt8] {
  codes.flatMap { little(UInt64(truncatingIfNeeded: $0), 2) }
}

/// The bytes of 24-bit samples, lowest first.
func pcm24(_ codes: some Sequence<Int>) -> [UInt8] {
  codes.flatMap { little(UInt64(truncatingIfNeeded: $0), 3) }
}

/// The bytes of 32-bit float samples, lowest first.
func float32(_ samples: some Sequence<Float>) -> [UInt8] {
  samples.flatMap { little(UInt64($0.bitPattern), 4) }
}

/// A WAV file put together by hand, so that every field can be wrong.
struct HandmadeWave {
  var tag: UInt64 = 1
  var channels: UInt64 = 1
  var rate: UInt64 = 48_000
  var bits: UInt64 = 16
  var data: [UInt8] = []
  /// What the data chunk claims to hold; the truth where nil.
  var claimedDataSize: UInt64?
  /// What the whole file claims to hold; the truth where nil.
  var claimedRiffSize: UInt64?
  /// What follows the classic 16 bytes in the fmt chunk.
  var formatExtension: [UInt8] = []
  /// Whole chunks between fmt and data.
  var chunksBefore: [UInt8] = []
  /// Whole chunks after the data.
  var chunksAfter: [UInt8] = []
  /// Whether an odd number of data bytes is followed by the byte that the format asks for.
  var pads = true

  /// The fmt chunk.
  var formatChunk: [UInt8] {
    let frameBytes = channels * ((bits + 7) / 8)
    return ascii("fmt ") + little(UInt64(16 + formatExtension.count), 4)
      + little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * frameBytes, 4)
      + little(frameBytes, 2) + little(bits, 2) + formatExtension
  }

  /// The whole file.
  var bytes: [UInt8] {
    let body =
      ascii("WAVE") + formatChunk + chunksBefore + ascii("data")
      + little(claimedDataSize ?? UInt64(data.count), 4) + data
      + (pads && data.count % 2 == 1 ? [0] : []) + chunksAfter
    return ascii("RIFF") + little(claimedRiffSize ?? UInt64(body.count), 4) + body
  }

  /// What the extensible kind adds: its size, valid bits, speakers, and the GUID of a tag.
  static func extensible(tag: UInt64, bits: UInt64, speakers: UInt64, spare: Int = 0) -> [UInt8] {
    little(UInt64(22 + spare), 2) + little(bits, 2) + little(speakers, 4) + little(tag, 2)
      + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
      + [UInt8](repeating: 0, count: spare)
  }
}

/// An AIFF file of 16-bit mono at 44.1 kHz, put together by hand.
struct HandmadeAIFF {
  var data: [UInt8] = []
  var frames: UInt64
  var claimedDataSize: UInt64?

  var bytes: [UInt8] {
    let size = claimedDataSize ?? UInt64(data.count)
    return ascii("FORM") + big(4 + 26 + 16 + size, 4) + ascii("AIFF")
      + ascii("COMM") + big(18, 4) + big(1, 2) + big(frames, 4) + big(16, 2)
      // 44100 as an 80-bit float: an exponent of 16383 + 15, then the number itself shifted up.
      + big(0x400E, 2) + big(0xAC44, 2) + [UInt8](repeating: 0, count: 6)
      + ascii("SSND") + big(size + 8, 4) + big(0, 8) + data
  }
}

/// A CAF file of 16-bit mono at 48 kHz, put together by hand.
struct HandmadeCAF {
  var data: [UInt8] = []
  var chunksBefore: [UInt8] = []
  var claimedDataSize: UInt64?

  var bytes: [UInt8] {
    ascii("caff") + big(1, 2) + big(0, 2)
      + ascii("desc") + big(32, 8) + big((48_000.0).bitPattern, 8) + ascii("lpcm")
      // Little-endian integers; two bytes a packet, one frame a packet.
      + big(2, 4) + big(2, 4) + big(1, 4) + big(1, 4) + big(16, 4)
      + chunksBefore
      + ascii("data") + big(claimedDataSize ?? UInt64(data.count + 4), 8) + big(0, 4) + data
  }
}
