/// The container of a file and the encoding of the samples in it.
package struct AudioFileFormat: Hashable, Sendable {
  /// The kind of file around the samples.
  package enum Container: String, Hashable, Sendable, CaseIterable {
    case wav = "WAV"
    case rf64 = "RF64"
    case aiff = "AIFF"
    case caf = "CAF"
    case flac = "FLAC"
    case ogg = "Ogg"
    case mpeg = "MPEG"
  }

  /// How the samples are coded.
  package enum Encoding: String, Hashable, Sendable, CaseIterable {
    case pcmS8 = "signed 8-bit"
    case pcmU8 = "unsigned 8-bit"
    case pcm16 = "16-bit"
    case pcm24 = "24-bit"
    case pcm32 = "32-bit"
    case float32 = "32-bit float"
    case float64 = "64-bit float"
    case aLaw = "A-law"
    case muLaw = "mu-law"
    case alac = "Apple Lossless"
    case vorbis = "Vorbis"
    case opus = "Opus"
    case mp3 = "MP3"
  }

  /// The kind of file.
  package let container: Container
  /// How the samples are coded.
  package let encoding: Encoding

  /// Creates the format that the header of a file names.
  init(container: Container, encoding: Encoding) {
    self.container = container
    self.encoding = encoding
  }

  /// Creates the format that the extension of an output path asks for.
  ///
  /// - Parameters:
  ///   - path: `.wav` and `.caf` give 32-bit float, `.flac`, `.aiff` and `.aif` 24-bit, `.ogg`
  ///     Vorbis; upper case counts as lower.
  ///   - encoding: Takes the place of the usual one; 16-bit, 24-bit or 32-bit float.
  /// - Throws: `unsupportedOutput` for any other extension, `unsupportedOutputEncoding` where the
  ///   container cannot hold the encoding.
  package init(path: String, encoding: Encoding? = nil) throws(AudioFileError) {
    switch Self.fileExtension(of: path) {
    case "wav": self.init(container: .wav, encoding: encoding ?? .float32)
    case "caf": self.init(container: .caf, encoding: encoding ?? .float32)
    case "flac": self.init(container: .flac, encoding: encoding ?? .pcm24)
    case "aiff", "aif": self.init(container: .aiff, encoding: encoding ?? .pcm24)
    case "ogg": self.init(container: .ogg, encoding: encoding ?? .vorbis)
    default: throw .unsupportedOutput(path: path)
    }
    guard isWritable else {
      throw .unsupportedOutputEncoding(
        path: path, encoding: self.encoding.rawValue, container: container.rawValue)
    }
  }

  /// Whether a writer makes this format.
  package var isWritable: Bool {
    switch container {
    case .wav, .aiff, .caf: [.pcm16, .pcm24, .float32].contains(encoding)
    case .flac: [.pcm16, .pcm24].contains(encoding)
    case .ogg: encoding == .vorbis
    case .rf64, .mpeg: false
    }
  }

  /// How many bytes one sample takes; nil where the encoding has no fixed size.
  var bytesPerSample: Int? {
    guard container != .flac else { return nil }
    return switch encoding {
    case .pcmS8, .pcmU8, .aLaw, .muLaw: 1
    case .pcm16: 2
    case .pcm24: 3
    case .pcm32, .float32: 4
    case .float64: 8
    case .alac, .vorbis, .opus, .mp3: nil
    }
  }

  private static func fileExtension(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }
}

extension AudioFileFormat: CustomStringConvertible {
  package var description: String { "\(encoding.rawValue) \(container.rawValue)" }
}
