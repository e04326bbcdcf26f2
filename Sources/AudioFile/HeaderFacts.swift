/// What the header of a file claims, looked at before a library believes it.
///
/// Libraries shorten a cut WAV without a word, and once overflowed on contradicting headers, so
/// lengths and shapes are compared with the bytes that are there first.
///
/// Source: libsndfile issues 1108 and 687 (CVE-2021-3246).
struct HeaderFacts: Equatable {
  /// How many frames a header declares, held against the bytes of the file.
  enum Length: Equatable {
    /// The container states no length that can be held against its bytes.
    case unstated
    /// The header says that the length is unknown.
    case unknown
    /// Every declared byte is there.
    case complete(frames: Int)
    /// The file ends before its audio does.
    case cut(declaredFrames: Int, presentFrames: Int)
  }

  /// How many channels the header declares; nil where the container is left to the library.
  var channelCount: Int?
  /// How much audio the header declares.
  var length: Length

  /// Reads the header of a file and refuses what is certainly no audio.
  init(of file: borrowing OpenFile) throws(AudioFileError) {
    guard file.byteCount > 0 else { throw .empty(path: file.path) }
    let start = file.bytes(at: 0, count: 32)
    if start.spells("version https://git-lfs") { throw .gitLFSPointer(path: file.path) }
    // MPEG-4 files begin with an 'ftyp' box (ISO/IEC 14496-12, section 4.3); raw AAC with twelve
    // set bits and a layer of zero (ISO/IEC 13818-7, ADTS).
    if start.spells("ftyp", at: 4) || (start[0] == 0xFF && start[1] & 0xF6 == 0xF0) {
      throw .aac(path: file.path)
    }
    switch start.name(at: 0) {
    case "RIFF", "RF64", "RIFX": self = try WaveHeader.facts(of: file)
    case "FORM": self = try AIFFHeader.facts(of: file)
    case "caff": self = try CAFHeader.facts(of: file)
    default: self.init(channelCount: nil, length: .unstated)
    }
  }

  init(channelCount: Int?, length: Length) {
    self.channelCount = channelCount
    self.length = length
  }
}
