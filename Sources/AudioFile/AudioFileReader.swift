package import Signal

/// Reads audio from a file, block after block or whole.
///
/// The content decides what a file is, not its name. A file that is shorter than it declares, that
/// contradicts itself or that holds NaN or infinity is refused. Ogg and MP3 files announce no
/// length of their own, so a cut there is not seen.
package struct AudioFileReader: AudioSource, ~Copyable {
  /// The path that was opened.
  package let path: String
  /// The rate of the audio, within `AudioFileLimits.sampleRates`.
  package let sampleRate: Hertz
  /// How many channels the audio has, from one to `AudioFileLimits.channelCount`.
  package let channelCount: Int
  /// How many frames the file declares, or how many are there where it does not say.
  package let frameCount: Int
  /// The container and encoding.
  package let format: AudioFileFormat
  /// What a person should know of the file; settled once the last frame was read.
  package private(set) var note: AudioFileNote?

  /// How many frames go through the C border at once; small enough for the first-level cache.
  private static let blockFrames = 2048

  private let sound: SoundFile
  private let allowsTruncated: Bool
  /// An upper bound for what to set aside at first, since headers lie and bytes do not.
  private let reserveFrames: Int
  /// How many frames can be had, as far as is known.
  private var availableFrames: Int
  private var position = 0
  private var scratch: [Float]

  /// Opens a file and checks its header.
  ///
  /// - Parameters:
  ///   - path: A regular file; pipes and devices are refused.
  ///   - allowTruncated: Whether a file with fewer frames than it declares is read as far as it
  ///     goes, and `note` says so. Not for goldens.
  package init(path: String, allowTruncated: Bool = false) throws(AudioFileError) {
    let file = try OpenFile(reading: path)
    let facts = try HeaderFacts(of: file)
    let byteCount = file.byteCount
    // Checked before the library sees the header, and again on what it made of it.
    try Self.checkChannels(facts.channelCount ?? 1, path: path)
    if case .cut(let declared, let present) = facts.length, !allowTruncated {
      throw .truncated(path: path, declaredFrames: declared, presentFrames: present)
    }
    let sound = try Self.open(file, facts)
    guard let format = sound.format else {
      throw .unsupportedEncoding(path: path, encoding: sound.formatName)
    }
    try Self.checkChannels(sound.channelCount, path: path)
    let sampleRate = Hertz(Double(sound.sampleRate))
    guard AudioFileLimits.allows(sampleRate) else {
      throw .unsupportedRate(path: path, rate: sampleRate)
    }
    if let declared = facts.channelCount, declared != sound.channelCount {
      throw .malformed(
        path: path, reason: "its channel count reads as \(declared) and as \(sound.channelCount)")
    }
    var scratch = [Float](repeating: 0, count: Self.blockFrames * sound.channelCount)
    let announced: Int
    if let frames = sound.announcedFrames {
      announced = frames
    } else {
      announced = try Self.count(sound, with: &scratch, path: path)
    }
    let isUnknown = facts.length == .unknown || sound.announcedFrames == nil
    let declared = facts.length.declaredFrames ?? announced
    guard announced >= declared || allowTruncated else {
      throw .truncated(path: path, declaredFrames: declared, presentFrames: announced)
    }
    self.note = isUnknown ? .unknownLength(path: path, presentFrames: announced) : nil
    if announced < declared {
      self.note = .truncated(path: path, declaredFrames: declared, presentFrames: announced)
    }
    self.path = path
    self.sampleRate = sampleRate
    self.channelCount = sound.channelCount
    self.frameCount = declared
    self.format = format
    self.allowsTruncated = allowTruncated
    self.reserveFrames = byteCount
    self.availableFrames = min(announced, declared)
    self.scratch = scratch
    self.sound = sound
  }

  /// Reads the next frames into the start of a buffer and tells how many; zero at the end.
  ///
  /// - Parameter buffer: Of the file's channel count; frames beyond the last one read keep their
  ///   samples.
  package mutating func read(into buffer: inout AudioBuffer) throws(AudioFileError) -> Int {
    precondition(buffer.channelCount == channelCount, "channel counts must agree")
    let wanted = buffer.frameCount
    var filled = 0
    while filled < wanted {
      let frames = try readBlock(maxFrames: wanted - filled)
      guard frames > 0 else { break }
      for channel in 0..<channelCount {
        buffer.update(channel: channel) { span in
          span.withUnsafeMutableBufferPointer { deinterleave(channel, frames, to: $0, at: filled) }
        }
      }
      filled += frames
    }
    return filled
  }

  /// Reads the next frames into a new buffer, which is empty at the end.
  package mutating func read(maxFrames: Int) throws(AudioFileError) -> AudioBuffer {
    precondition(maxFrames >= 0, "the number of frames must not be negative")
    let wanted = min(maxFrames, availableFrames - position)
    var room = min(wanted, reserveFrames)
    var channels = [[Float]](repeating: [Float](repeating: 0, count: room), count: channelCount)
    var filled = 0
    while filled < wanted {
      let frames = try readBlock(maxFrames: wanted - filled)
      guard frames > 0 else { break }
      if filled + frames > room {
        room = min(wanted, max(2 * room, filled + frames))
        for channel in channels.indices {
          channels[channel] += repeatElement(0, count: room - channels[channel].count)
        }
      }
      for channel in channels.indices {
        channels[channel].withUnsafeMutableBufferPointer {
          deinterleave(channel, frames, to: $0, at: filled)
        }
      }
      filled += frames
    }
    if filled < room {
      for channel in channels.indices { channels[channel].removeLast(room - filled) }
    }
    return AudioBuffer(channels: channels, sampleRate: sampleRate)
  }

  /// Reads every frame from the first to the last, wherever the reader stands.
  package mutating func readAll() throws(AudioFileError) -> AudioBuffer {
    if position > 0 { try rewind() }
    return try read(maxFrames: availableFrames)
  }

  /// Goes back to the first frame.
  package mutating func rewind() throws(AudioFileError) {
    guard sound.rewind() else {
      throw .damaged(
        path: path, frame: position, reason: sound.failure() ?? "the start is not found again")
    }
    position = 0
  }

  /// Reads one block into the scratch and accounts for every frame that is missing or not finite.
  private mutating func readBlock(maxFrames: Int) throws(AudioFileError) -> Int {
    let start = position
    let wanted = min(maxFrames, Self.blockFrames, availableFrames - position)
    guard wanted > 0 else { return 0 }
    let frames = fill(frames: wanted)
    position += frames
    if frames < wanted {
      guard allowsTruncated else {
        throw .truncated(path: path, declaredFrames: frameCount, presentFrames: position)
      }
      note = .truncated(path: path, declaredFrames: frameCount, presentFrames: position)
      availableFrames = position
    } else if let reason = sound.failure() {
      throw .damaged(path: path, frame: start, reason: reason)
    }
    guard hasNonFinite(frames: frames) else { return frames }
    throw nonFinite(fromBlockAt: start, frames: frames)
  }

  private mutating func fill(frames: Int) -> Int {
    scratch.withUnsafeMutableBufferPointer { samples in
      sound.read(into: UnsafeMutableBufferPointer(rebasing: samples[..<(frames * channelCount)]))
    }
  }

  private func hasNonFinite(frames: Int) -> Bool {
    scratch.withUnsafeBufferPointer { samples in
      // The exponent of NaN and infinity is all ones, so that adding one carries into the top bit.
      var carry: UInt32 = 0
      for index in 0..<(frames * channelCount) {
        carry |= (samples[index].bitPattern & 0x7FFF_FFFF) &+ 0x0080_0000
      }
      return carry >> 31 == 1
    }
  }

  /// Counts the bad samples from here to the end, so that the message tells the whole harm.
  private mutating func nonFinite(fromBlockAt start: Int, frames: Int) -> AudioFileError {
    var count = 0
    var first: Int?
    var frames = frames
    while frames > 0 {
      for index in 0..<(frames * channelCount) where !scratch[index].isFinite {
        if first == nil { first = index }
        count += 1
      }
      frames = fill(frames: min(Self.blockFrames, availableFrames - position))
      position += frames
    }
    let index = first ?? 0
    return .nonFinite(
      path: path, firstFrame: start + index / channelCount, channel: index % channelCount,
      count: count)
  }

  /// Copies one channel of the scratch to its place.
  private func deinterleave(
    _ channel: Int, _ frames: Int, to samples: UnsafeMutableBufferPointer<Float>, at offset: Int
  ) {
    precondition(offset + frames <= samples.count, "the samples need room")
    let stride = channelCount
    scratch.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress, let target = samples.baseAddress else { return }
      if stride == 1 {
        (target + offset).update(from: source, count: frames)
      } else {
        for frame in 0..<frames { target[offset + frame] = source[frame * stride + channel] }
      }
    }
  }

  private static func checkChannels(_ count: Int, path: String) throws(AudioFileError) {
    guard (1...AudioFileLimits.channelCount).contains(count) else {
      throw .tooManyChannels(path: path, count: count, limit: AudioFileLimits.channelCount)
    }
  }

  /// Opens what the header allows, and words the refusals that the header explains.
  private static func open(
    _ file: consuming OpenFile, _ facts: HeaderFacts
  ) throws(AudioFileError) -> SoundFile {
    let path = file.path
    do {
      return try SoundFile(reading: file)
    } catch .malformed(_, let reason) {
      switch facts.length {
      case .cut(let declared, let present):
        throw .truncated(path: path, declaredFrames: declared, presentFrames: present)
      case .unknown:
        throw .malformed(
          path: path, reason: "it leaves its length open, as only WAV and AIFF files may")
      case .complete, .unstated:
        throw .malformed(path: path, reason: reason)
      }
    }
  }

  /// Counts the frames of a file whose header does not say, by reading it once.
  private static func count(
    _ sound: borrowing SoundFile, with scratch: inout [Float], path: String
  ) throws(AudioFileError) -> Int {
    var total = 0
    while true {
      let frames = scratch.withUnsafeMutableBufferPointer { sound.read(into: $0) }
      if let reason = sound.failure() { throw .damaged(path: path, frame: total, reason: reason) }
      if frames == 0 { break }
      total += frames
    }
    guard sound.rewind() else {
      throw .damaged(path: path, frame: 0, reason: "the start is not found again")
    }
    return total
  }
}

extension HeaderFacts.Length {
  /// How many frames the header declares; nil where it does not say.
  fileprivate var declaredFrames: Int? {
    switch self {
    case .unstated, .unknown: nil
    case .complete(let frames): frames
    case .cut(let declaredFrames, _): declaredFrames
    }
  }
}
