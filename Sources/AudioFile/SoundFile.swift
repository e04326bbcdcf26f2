import CSndfile
import Foundation

/// Owns one libsndfile handle: opened by `init`, closed once by `close` or `deinit`.
///
/// The only file that imports `CSndfile`; no C type leaves it.
struct SoundFile: ~Copyable {
  /// The rate in the header, in hertz; not checked.
  let sampleRate: Int
  /// The channel count in the header; not checked.
  let channelCount: Int
  /// How many frames the library announces; nil where it does not know. May be more than are there.
  let announcedFrames: Int?
  /// The container and encoding; nil where they are none of ours.
  let format: AudioFileFormat?
  /// The library's name of the container and encoding.
  let formatName: String
  private var handle: OpaquePointer?

  /// Opens a file by its content; its name plays no part.
  init(reading file: consuming OpenFile) throws(AudioFileError) {
    var file = file
    var info = SF_INFO()
    let opened = Self.open(file.release(), SFM_READ, &info)
    guard let handle = opened.handle else {
      switch opened.error {
      case SF_ERR_UNRECOGNISED_FORMAT: throw .notAudio(path: file.path)
      case SF_ERR_UNSUPPORTED_ENCODING:
        throw .unsupportedEncoding(path: file.path, encoding: "an unknown encoding")
      default: throw .malformed(path: file.path, reason: opened.reason)
      }
    }
    self.sampleRate = Int(info.samplerate)
    self.channelCount = Int(info.channels)
    self.announcedFrames = info.frames == .max ? nil : max(0, Int(info.frames))
    self.format = AudioFileFormat(code: info.format)
    self.formatName = Self.name(of: info.format)
    self.handle = handle
  }

  /// Starts a file of a format on a descriptor.
  init(
    writing file: consuming OpenFile, format: AudioFileFormat, sampleRate: Int, channelCount: Int
  ) throws(AudioFileError) {
    var file = file
    var info = SF_INFO()
    info.samplerate = CInt(clamping: sampleRate)
    info.channels = CInt(clamping: channelCount)
    info.format = format.code
    guard sf_format_check(&info) != SF_FALSE else {
      throw .cannotWrite(
        path: file.path,
        reason: "\(format) does not go with \(channelCount) channels at \(sampleRate) Hz")
    }
    let opened = Self.open(file.release(), SFM_WRITE, &info)
    guard let handle = opened.handle else {
      throw .cannotWrite(path: file.path, reason: opened.reason)
    }
    // The chunk holds the time of day, so that two writes of the same samples would differ.
    sf_command(handle, CInt(SFC_SET_ADD_PEAK_CHUNK), nil, CInt(SF_FALSE))
    // Without it samples above full scale wrap around, and the scale of writing is not that of
    // reading, which moves half of the 16-bit codes by one.
    sf_command(handle, CInt(SFC_SET_CLIPPING), nil, CInt(SF_TRUE))
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.announcedFrames = 0
    self.format = format
    self.formatName = format.description
    self.handle = handle
  }

  deinit {
    if let handle { sf_close(handle) }
  }

  /// Reads up to as many frames as the buffer has room for, interleaved; zero at the end.
  borrowing func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
    guard let handle, let base = samples.baseAddress else { return 0 }
    return max(0, Int(sf_readf_float(handle, base, sf_count_t(samples.count / channelCount))))
  }

  /// Writes interleaved frames and tells how many found room.
  borrowing func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    guard let handle, let base = samples.baseAddress else { return 0 }
    return max(0, Int(sf_writef_float(handle, base, sf_count_t(samples.count / channelCount))))
  }

  /// Goes back to the first frame and tells whether that worked.
  borrowing func rewind() -> Bool {
    guard let handle else { return false }
    return sf_seek(handle, 0, SEEK_SET) == 0
  }

  /// What went wrong last on this handle; nil where nothing did.
  borrowing func failure() -> String? {
    guard let handle, sf_error(handle) != SF_ERR_NO_ERROR else { return nil }
    return String(cString: sf_strerror(handle))
  }

  /// Completes the header, closes the handle and tells what went wrong.
  mutating func close() -> String? {
    guard let handle else { return nil }
    self.handle = nil
    let error = sf_close(handle)
    return error == SF_ERR_NO_ERROR ? nil : String(cString: sf_error_number(error))
  }

  /// Guards the state that the library keeps for the whole process: the last error of an open that
  /// failed, and the generator of Ogg serial numbers.
  private static let libraryLock = NSLock()

  private struct Opened {
    let handle: OpaquePointer?
    let reason: String
    let error: Int
  }

  private static func open(_ descriptor: CInt, _ mode: Int, _ info: inout SF_INFO) -> Opened {
    libraryLock.lock()
    defer { libraryLock.unlock() }
    // Always the library's to close: versions up to 1.2.0 close it after a failure even where they
    // are told not to, and by a second close another thread would lose its file.
    // Source: libsndfile issue 949.
    let handle = sf_open_fd(descriptor, CInt(mode), &info, CInt(SF_TRUE))
    guard handle == nil else { return Opened(handle: handle, reason: "", error: SF_ERR_NO_ERROR) }
    return Opened(
      handle: nil, reason: String(cString: sf_strerror(nil)), error: Int(sf_error(nil)))
  }

  private static func name(of code: CInt) -> String {
    let parts = [SF_FORMAT_TYPEMASK, SF_FORMAT_SUBMASK].map { mask -> String in
      let part = code & CInt(mask)
      var info = SF_FORMAT_INFO()
      info.format = part
      let size = CInt(MemoryLayout<SF_FORMAT_INFO>.size)
      guard sf_command(nil, CInt(SFC_GET_FORMAT_INFO), &info, size) == 0, let name = info.name
      else {
        return "format \(part)"
      }
      return String(cString: name)
    }
    return parts.joined(separator: ", ")
  }
}

extension AudioFileFormat {
  fileprivate init?(code: CInt) {
    let container: Container? =
      switch Int(code) & SF_FORMAT_TYPEMASK {
      case SF_FORMAT_WAV, SF_FORMAT_WAVEX: .wav
      case SF_FORMAT_RF64: .rf64
      case SF_FORMAT_AIFF: .aiff
      case SF_FORMAT_CAF: .caf
      case SF_FORMAT_FLAC: .flac
      case SF_FORMAT_OGG: .ogg
      case SF_FORMAT_MPEG: .mpeg
      default: nil
      }
    let encoding: Encoding? =
      switch Int(code) & SF_FORMAT_SUBMASK {
      case SF_FORMAT_PCM_S8: .pcmS8
      case SF_FORMAT_PCM_U8: .pcmU8
      case SF_FORMAT_PCM_16: .pcm16
      case SF_FORMAT_PCM_24: .pcm24
      case SF_FORMAT_PCM_32: .pcm32
      case SF_FORMAT_FLOAT: .float32
      case SF_FORMAT_DOUBLE: .float64
      case SF_FORMAT_ALAW: .aLaw
      case SF_FORMAT_ULAW: .muLaw
      case SF_FORMAT_ALAC_16, SF_FORMAT_ALAC_20, SF_FORMAT_ALAC_24, SF_FORMAT_ALAC_32: .alac
      case SF_FORMAT_VORBIS: .vorbis
      case SF_FORMAT_OPUS: .opus
      case SF_FORMAT_MPEG_LAYER_III: .mp3
      default: nil
      }
    guard let container, let encoding else { return nil }
    self.init(container: container, encoding: encoding)
  }

  /// The library's number of a format that a writer makes.
  fileprivate var code: CInt {
    let major =
      switch container {
      case .wav: SF_FORMAT_WAV
      case .rf64: SF_FORMAT_RF64
      case .aiff: SF_FORMAT_AIFF
      case .caf: SF_FORMAT_CAF
      case .flac: SF_FORMAT_FLAC
      case .ogg: SF_FORMAT_OGG
      case .mpeg: SF_FORMAT_MPEG
      }
    let minor =
      switch encoding {
      case .pcmS8: SF_FORMAT_PCM_S8
      case .pcmU8: SF_FORMAT_PCM_U8
      case .pcm16: SF_FORMAT_PCM_16
      case .pcm24: SF_FORMAT_PCM_24
      case .pcm32: SF_FORMAT_PCM_32
      case .float32: SF_FORMAT_FLOAT
      case .float64: SF_FORMAT_DOUBLE
      case .aLaw: SF_FORMAT_ALAW
      case .muLaw: SF_FORMAT_ULAW
      case .alac: SF_FORMAT_ALAC_24
      case .vorbis: SF_FORMAT_VORBIS
      case .opus: SF_FORMAT_OPUS
      case .mp3: SF_FORMAT_MPEG_LAYER_III
      }
    return CInt(major | minor)
  }
}
